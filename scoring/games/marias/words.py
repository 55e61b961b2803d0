"""What pages call Mariás."""

NAME = "Mariás"
ABOUT = "Three play, of four the dealer sits out: one against two, called marriages."
LEADS = ""
SUITS = {
    "hearts": "♥ Hearts",
    "bells": "● Bells",
    "acorns": "♣ Acorns",
    "leaves": "♠ Leaves",
}
SIDES = {"soloist": "Soloist", "partners": "Partners"}
