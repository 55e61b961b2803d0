"""What of a deal of Mariás is worth telling: announcements and bids that were made."""

from collections.abc import Iterable

from rules.marias.deal import SIDES, Deal, Seven, Side
from rules.marias.settle import HUNDRED, is_made, points_of
from rules.sentences import Sentences

FEATS = Sentences(
    __name__,
    {
        "betl": "betl",
        "durch": "durch",
        "Hundred-and-Seven": "Hundred-and-Seven",
        "Double Seven": "Double Seven",
        "called Hundred": "called Hundred",
        "Hundred": "Hundred",
        "called Seven": "called Seven",
        "Seven": "Seven",
    },
)


def feats(deal: Deal) -> tuple[str, ...]:
    """Each in the singular; a called one is not a silent one as well."""
    if deal.contract != "game":
        return (FEATS[deal.contract],) if deal.made else ()
    return tuple(FEATS[each] for each in _made(deal))


def _made(deal: Deal) -> Iterable[str]:
    seven = deal.seven if deal.seven and deal.seven.made else None
    side = hundred_of(deal)
    called = any(side == each.side for each in deal.hundreds)
    if called and seven and seven.announced and seven.side == side:
        yield "Hundred-and-Seven"
    else:
        yield from _one_by_one(side, called, seven)
    if deal.double_seven and deal.double_seven.made:
        yield "Double Seven"


def _one_by_one(side: Side | None, called: bool, seven: Seven | None) -> Iterable[str]:
    if side is not None:
        yield "called Hundred" if called else "Hundred"
    if seven is not None:
        yield "called Seven" if seven.announced else "Seven"


def hundred_of(deal: Deal) -> Side | None:
    """The side that reached one with the help of a single marriage: never both.

    Nobody did where it was announced and spoiled.
    """
    if deal.points is None:
        return None
    points = points_of(deal, deal.points)
    lost = {each.side for each in deal.hundreds if not is_made(each, points[each.side])}
    reached = (each for each in SIDES if points[each].toward >= HUNDRED)
    return next((side for side in reached if side not in lost), None)
