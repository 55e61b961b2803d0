"""What of a hand is worth telling: Valats and Pagats that were made."""

from collections.abc import Iterator

from rules.game import Feat
from rules.sentences import Sentences
from rules.spjst.hand import Hand
from rules.spjst.house import HouseRules
from rules.turns import State

FEATS = Sentences(
    __name__,
    {
        "Valat": "Valat",
        "called Valat": "called Valat",
        "Pagat": "Pagat",
        "announced Pagat": "announced Pagat",
    },
)


def feats(hand: Hand, rules: HouseRules, state: State | None) -> Iterator[Feat]:
    """A called Valat is not a silent one as well (§15, §16).

    They are told without seats: `count_more` has what each brought to whom.
    """
    if hand.is_void:
        return
    if hand.valat and hand.valat.made:
        yield FEATS["called Valat" if hand.valat.announced else "Valat"], ()
    if hand.pagat and hand.pagat.made:
        yield FEATS["announced Pagat" if hand.pagat.announced else "Pagat"], ()
