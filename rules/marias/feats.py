"""Notable feats of a Mariás deal: bids and announcements that were made."""

from collections.abc import Iterator

from rules.deal_rotation import State
from rules.game import Feat
from rules.marias.deal import SCHEMA, SIDES, Deal, Side
from rules.marias.house import HouseRules
from rules.marias.settle import HUNDRED, is_made, points_of
from rules.messages import Sentences

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


def feats(deal: Deal, rules: HouseRules, state: State | None) -> Iterator[Feat]:
    """Yield each feat with its seats: both partners for a feat of the partners.

    A called feat doesn't count as a silent one too.
    """
    players = SCHEMA.players_of(deal)
    seats: dict[Side, list[int]] = {
        "soloist": [deal.player],
        "partners": [seat for seat in players if seat != deal.player],
    }
    if deal.contract == "game":
        for feat, side in _played_feats(deal):
            yield FEATS[feat], seats[side]
    elif deal.made:
        yield FEATS[deal.contract], seats["soloist"]


def _played_feats(deal: Deal) -> Iterator[tuple[str, Side]]:
    """Yield the feats of a game that was played, each with the side that made it."""
    seven = deal.seven if deal.seven and deal.seven.made else None
    side = hundred_of(deal)
    called = any(side == hundred.side for hundred in deal.hundreds)
    if side and called and seven and seven.announced and seven.side == side:
        yield "Hundred-and-Seven", side
    else:
        if side is not None:
            yield "called Hundred" if called else "Hundred", side
        if seven is not None:
            yield "called Seven" if seven.announced else "Seven", seven.side
    if deal.double_seven and deal.double_seven.made:
        yield "Double Seven", "soloist"


def hundred_of(deal: Deal) -> Side | None:
    """Return the side that reached a hundred with the help of one marriage.

    Both sides never can. None if no side did, or if it was announced and spoiled.
    """
    if deal.points is None:
        return None
    points = points_of(deal, deal.points)
    lost = {call.side for call in deal.hundreds if not is_made(call, points[call.side])}
    reached = (side for side in SIDES if points[side].toward >= HUNDRED)
    return next((side for side in reached if side not in lost), None)
