"""What pages call Tapp Tarock."""

from rules.sentences import template as _
from rules.tapp_tarock.feats import FEATS
from scoring.games.names import of_feats

NAME = _("Tapp Tarock")
ABOUT = _("Three play, of four the dealer sits out: one against two for 70 points.")
FIGURES = of_feats(FEATS)
CONTRACTS = {
    "threes": _("Threes"),
    "unders": _("Unders"),
    "overs": _("Overs"),
    "solo": _("Solo"),
}
BONUSES = {
    "trull": _("Trull"),
    "two_trull": _("Two of the trull"),
    "kings": _("Four Kings"),
}
SIDES = {"soloist": _("Soloist"), "partners": _("Partners")}
