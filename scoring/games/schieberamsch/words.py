"""What pages call Schieberamsch, of which no deal leaves anything to the next."""

from rules.sentences import template as _

NAME = _("Schieberamsch")
ABOUT = _(
    "Three play, of four the dealer sits out: the skat is shoved, most points lose."
)
LEADS = ""
