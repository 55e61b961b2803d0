"""What pages call Tapp Tarock."""

NAME = "Tapp Tarock"
ABOUT = "Three play, of four the dealer sits out: one against two for 70 points."
LEADS = ""
CONTRACTS = {
    "threes": "Threes",
    "unders": "Unders",
    "overs": "Overs",
    "solo": "Solo",
}
BONUSES = {"trull": "Trull", "two_trull": "Two of it", "kings": "Four Kings"}
SIDES = {"soloist": "Soloist", "partners": "Partners"}
