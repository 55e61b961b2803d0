"""Seating: draws, seats by hand, seat changes, substitutes, sit-outs and rounds."""
