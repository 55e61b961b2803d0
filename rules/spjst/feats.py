"""What of a hand is worth telling: Valats and Pagats that were made."""

from rules.sentences import Sentences
from rules.spjst.hand import Hand

FEATS = Sentences(
    __name__,
    {
        "Valat": "Valat",
        "called Valat": "called Valat",
        "Pagat": "Pagat",
        "announced Pagat": "announced Pagat",
    },
)


def feats(hand: Hand) -> tuple[str, ...]:
    """Each in the singular; a called Valat is not a silent one as well (§15, §16)."""
    if hand.is_void:
        return ()
    made = []
    if hand.valat and hand.valat.made:
        made.append(FEATS["called Valat" if hand.valat.announced else "Valat"])
    if hand.pagat and hand.pagat.made:
        made.append(FEATS["announced Pagat" if hand.pagat.announced else "Pagat"])
    return tuple(made)
