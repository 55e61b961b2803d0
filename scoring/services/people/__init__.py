"""Who plays and who may do what: players, entries, roles, the door."""
