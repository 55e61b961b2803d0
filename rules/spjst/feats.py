"""What of a hand is worth telling: Valats and Pagats that were made."""

from rules.spjst.hand import Hand

VALAT, CALLED_VALAT = "Valat", "called Valat"
PAGAT, ANNOUNCED_PAGAT = "Pagat", "announced Pagat"


def feats(hand: Hand) -> tuple[str, ...]:
    """Each in the singular; a called Valat is not a silent one as well (§15, §16)."""
    if hand.is_void:
        return ()
    made = []
    if hand.valat and hand.valat.made:
        made.append(CALLED_VALAT if hand.valat.announced else VALAT)
    if hand.pagat and hand.pagat.made:
        made.append(ANNOUNCED_PAGAT if hand.pagat.announced else PAGAT)
    return tuple(made)
