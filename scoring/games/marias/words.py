"""What pages call Mariás."""

from rules.marias.feats import FEATS
from rules.messages import say_later
from scoring.games.labels import of_feats

NAME = say_later("Mariás")
ABOUT = say_later(
    "For three players, or four with the dealer sitting out. One against two, with "
    "marriages."
)
FIGURES = of_feats(FEATS)
SUITS = {
    "hearts": say_later("♥ Hearts"),
    "bells": say_later("● Bells"),
    "acorns": say_later("♣ Acorns"),
    "leaves": say_later("♠ Leaves"),
}
SIDES = {"soloist": say_later("Soloist"), "partners": say_later("Partners")}
