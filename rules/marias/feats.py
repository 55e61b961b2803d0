"""What of a deal of Mariás is worth telling: announcements and bids that were made."""

from collections.abc import Iterable

from rules.marias.deal import SIDES, Deal
from rules.marias.points import HUNDRED, points_of


def feats(deal: Deal) -> tuple[str, ...]:
    """Each in the singular; a called one is not a silent one as well."""
    if deal.contract != "game":
        return (deal.contract,) if deal.made else ()
    return tuple(_made(deal))


def _made(deal: Deal) -> Iterable[str]:
    hundreds = _hundreds(deal)
    called = deal.hundred.side if deal.hundred else None
    for side in hundreds:
        yield "called Hundred" if side == called else "Hundred"
    seven = deal.seven
    if seven and seven.made:
        yield "called Seven" if seven.announced else "Seven"
        if seven.announced and seven.side == called and called in hundreds:
            yield "Hundred-and-Seven"
    if deal.double_seven and deal.double_seven.made:
        yield "Double Seven"


def _hundreds(deal: Deal) -> tuple[str, ...]:
    """The side that reached one with the help of a single marriage, if any did."""
    if deal.points is None:
        return ()
    points = points_of(deal, deal.points)
    return tuple(side for side in SIDES if points[side].toward >= HUNDRED)
