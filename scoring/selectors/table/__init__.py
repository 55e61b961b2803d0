"""A table in its round: its phones, loans, tray, start chips."""
