"""Who plays: players of the club, entries of a tournament."""
