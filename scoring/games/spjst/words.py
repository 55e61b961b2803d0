"""What pages call SPJST Tarok, and its rule sets."""

NAME = "SPJST Tarok"
ABOUT = "Texas Czech Tarok: four at a table, 100 chips each, called partners."
PRESET_CHOICES = (
    ("spjst-2013", "SPJST, rule sheet of 2013"),
    ("westfest-2012", "Westfest, tournament rules of 2012"),
)
