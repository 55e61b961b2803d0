"""The director's evening: what to do next, the clock, the hall, files, the club's page."""
