"""What leaves the site as files: tables of a tournament, players, seasons, one’s own data."""
