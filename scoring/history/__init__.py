"""What the years left: a player's page, form, figures of hands, records, the yearbook."""
