"""The director's desk: next step, clock, hall, prints, imports and the club's page."""
