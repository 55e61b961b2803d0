"""Words of Tapp Tarock for pages."""

from rules.messages import message_template
from rules.tapp_tarock.feats import FEATS
from scoring.games.labels import of_feats

NAME = message_template("Tapp Tarock")
ABOUT = message_template(
    "For three players, or four with the dealer sitting out. One against two for 70 "
    "points."
)
FIGURES = of_feats(FEATS)
CONTRACTS = {
    "threes": message_template("Threes"),
    "unders": message_template("Unders"),
    "overs": message_template("Overs"),
    "solo": message_template("Solo"),
}
BONUSES = {
    "trull": message_template("Trull"),
    "two_trull": message_template("Two of the trull"),
    "kings": message_template("Four Kings"),
}
SIDES = {
    "soloist": message_template("Soloist"),
    "partners": message_template("Partners"),
}
