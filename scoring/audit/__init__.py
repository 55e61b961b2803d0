"""Audits of stored results against the facts: the chip ledger and the podium."""
