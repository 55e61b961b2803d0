"""The evening as the desk and the hall see it."""
