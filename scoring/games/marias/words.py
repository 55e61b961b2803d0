"""What pages call Mariás."""

from rules.sentences import template as _

NAME = _("Mariás")
ABOUT = _("Three play, of four the dealer sits out: one against two, called marriages.")
LEADS = ""
SUITS = {
    "hearts": _("♥ Hearts"),
    "bells": _("● Bells"),
    "acorns": _("♣ Acorns"),
    "leaves": _("♠ Leaves"),
}
SIDES = {"soloist": _("Soloist"), "partners": _("Partners")}
