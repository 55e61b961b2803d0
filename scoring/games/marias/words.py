"""What pages call Mariás."""

from rules.marias.feats import FEATS
from rules.sentences import template as _
from scoring.games.names import of_feats

NAME = _("Mariás")
ABOUT = _("Three play, of four the dealer sits out: one against two, called marriages.")
FIGURES = of_feats(FEATS)
SUITS = {
    "hearts": _("♥ Hearts"),
    "bells": _("● Bells"),
    "acorns": _("♣ Acorns"),
    "leaves": _("♠ Leaves"),
}
SIDES = {"soloist": _("Soloist"), "partners": _("Partners")}
