"""Standings as people see them: the page, why this place, prizes, report, seasons."""
