"""A table in its round: the phone's page, its state, loans, calls."""
