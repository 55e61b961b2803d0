"""Facts against what is kept: the room's ledger, the podium."""
