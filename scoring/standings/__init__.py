"""Standings as people see them: the board, why this place, prizes, report, seasons."""
