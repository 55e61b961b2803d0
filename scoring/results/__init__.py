"""Results of the sheets: standings computed from the facts, and stored for reading."""
