"""Rewrite messages by tables of old and new wording, in the product and in its tests."""
