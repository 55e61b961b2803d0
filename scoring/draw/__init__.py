"""Who sits where: draws, seats by hand, changes, substitutes, sit-outs, rounds."""
