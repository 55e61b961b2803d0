"""Data derived from standings: tallies, figures of hands, and season standings."""
