"""What pages call Tapp Tarock."""

from rules.messages import say_later
from rules.tapp_tarock.feats import FEATS
from scoring.games.labels import of_feats

NAME = say_later("Tapp Tarock")
ABOUT = say_later(
    "For three players, or four with the dealer sitting out. One against two for 70 "
    "points."
)
FIGURES = of_feats(FEATS)
CONTRACTS = {
    "threes": say_later("Threes"),
    "unders": say_later("Unders"),
    "overs": say_later("Overs"),
    "solo": say_later("Solo"),
}
BONUSES = {
    "trull": say_later("Trull"),
    "two_trull": say_later("Two of the trull"),
    "kings": say_later("Four Kings"),
}
SIDES = {"soloist": say_later("Soloist"), "partners": say_later("Partners")}
