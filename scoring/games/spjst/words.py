"""What pages call SPJST Tarok, and its rule sets."""

from rules.sentences import template as _

NAME = _("SPJST Tarok")
EVENING = _("Tarok")  # what a club night of it is called
ABOUT = _("Texas Czech Tarok: four at a table, 100 chips each, called partners.")
PRESET_CHOICES = (
    ("spjst-2013", _("SPJST, rule sheet of 2013")),
    ("westfest-2012", _("Westfest, tournament rules of 2012")),
)
