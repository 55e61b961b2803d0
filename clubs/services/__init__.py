"""Writes of the club: accounts, roles, players, seasons."""
