"""Who plays and who may do what: players, entries, lists, the door, merges, roles."""
