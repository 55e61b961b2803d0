"""Phones at tables: the table page, its state, loans and calls."""
