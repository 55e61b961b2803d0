"""People and permissions: players, entries, lists, check-in, merges and roles."""
