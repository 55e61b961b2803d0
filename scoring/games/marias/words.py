"""Words of Mariás for pages."""

from rules.marias.feats import FEATS
from rules.messages import message_template
from scoring.games.labels import of_feats

NAME = message_template("Mariás")
ABOUT = message_template(
    "For three players, or four with the dealer sitting out. One against two, with "
    "marriages."
)
FIGURES = of_feats(FEATS)
SUITS = {
    "hearts": message_template("♥ Hearts"),
    "bells": message_template("● Bells"),
    "acorns": message_template("♣ Acorns"),
    "leaves": message_template("♠ Leaves"),
}
SIDES = {
    "soloist": message_template("Soloist"),
    "partners": message_template("Partners"),
}
