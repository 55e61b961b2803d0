"""History of a club: player pages, ratings, hand statistics, records, the yearbook."""
