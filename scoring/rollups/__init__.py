"""What evenings leave once they are kept: tallies, figures of hands, seasons. They follow."""
