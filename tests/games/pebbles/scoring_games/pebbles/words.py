"""What pages call Pebbles."""

NAME = "Pebbles"
ABOUT = "Made up: three or four at a table, nine stones a deal, a pool."
LEADS = "leads"
