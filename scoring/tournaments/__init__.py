"""Tournaments: made, changed, finished; their house rules."""
