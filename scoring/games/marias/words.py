"""What pages call Mariás."""

from rules.marias import PRESET_NAMES

NAME = "Mariás"
ABOUT = "Three play, of four the dealer sits out: one against two, called marriages."
LEADS = ""
PRESET_CHOICES = tuple(PRESET_NAMES.items())
SUITS = {
    "hearts": "♥ Hearts",
    "bells": "● Bells",
    "acorns": "♣ Acorns",
    "leaves": "♠ Leaves",
}
SIDES = {"soloist": "Soloist", "partners": "Partners"}
