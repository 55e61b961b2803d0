"""Exports as files: tournaments, players, seasons, and a person's own data."""
