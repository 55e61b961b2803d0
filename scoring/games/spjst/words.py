"""What pages call SPJST Tarok, and its rule sets."""

NAME = "SPJST Tarok"
EVENING = "Tarok"  # what a club night of it is called
ABOUT = "Texas Czech Tarok: four at a table, 100 chips each, called partners."
PRESET_CHOICES = (
    ("spjst-2013", "SPJST, rule sheet of 2013"),
    ("westfest-2012", "Westfest, tournament rules of 2012"),
)
