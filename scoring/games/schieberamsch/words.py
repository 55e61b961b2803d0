"""Words of Schieberamsch for pages; its deals leave no state to the next."""

from typing import Any

from rules.messages import message_template
from rules.schieberamsch.feats import FEATS
from scoring.games.labels import of_feats

NAME = message_template("Schieberamsch")
ABOUT = message_template(
    "For three players, or four with the dealer sitting out. The skat is shoved, and "
    "the most points lose."
)
FIGURES = of_feats(FEATS)


def writes(rules: Any) -> bool:
    """Return whether points are written down.

    Otherwise the lower score pays the higher.
    """
    is_written: bool = rules.settle == "points"
    return is_written
