"""Tournaments: creating, changing and finishing them, and their house rules."""
