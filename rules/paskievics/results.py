"""What came of a played deal: who is on which side, and which side did what."""

from functools import lru_cache

from rules.ledger import Payments, side_payments
from rules.paskievics.deal import POINTS, Deal, Item, Side

TO_WIN = 48  # card points: "at least 48" (000)
TO_DOUBLE = 71  # card points of a double game

Seats = tuple[int, ...]


def other(side: Side) -> Side:
    """The side that plays against this one."""
    return "opponents" if side == "declarer" else "declarer"


@lru_cache(maxsize=1 << 10)
def seats_of(
    active: Seats, declarer: int, partner: int | None, side: Side
) -> tuple[int, ...]:
    """The seats of a side, in rising order; a declarer without a partner is alone."""
    own = side == "declarer"
    return tuple(seat for seat in active if (seat in (declarer, partner)) is own)


@lru_cache(maxsize=1 << 10)
def payments_to(
    winner: Side, active: Seats, declarer: int, partner: int | None
) -> Payments:
    """Who pays whom where this side wins."""
    losers = seats_of(active, declarer, partner, other(winner))
    return side_payments(losers, seats_of(active, declarer, partner, winner))


def side_of(deal: Deal, seat: int) -> Side:
    """The side this seat plays on."""
    return "declarer" if seat in (deal.declarer, deal.partner) else "opponents"


def points_of(deal: Deal, side: Side) -> int | None:
    """The card points of a side, where they were counted."""
    if deal.points is None:
        return None
    return deal.points if side == "declarer" else POINTS - deal.points


def winner_of(deal: Deal) -> Side:
    """The side that wins the game."""
    if deal.all_tricks:
        return deal.all_tricks
    return "declarer" if (deal.points or 0) >= TO_WIN else "opponents"


def doubler_of(deal: Deal) -> Side | None:
    """The side that made a double game, if one did."""
    if deal.all_tricks:
        return deal.all_tricks
    winner = winner_of(deal)
    return winner if (points_of(deal, winner) or 0) >= TO_DOUBLE else None


def holder_of(deal: Deal, item: Item) -> Side | None:
    """The side that made this: double game, volát, trull, Kings, XXI or Pagát."""
    match item:
        case "double":
            return doubler_of(deal)
        case "volat":
            return deal.all_tricks
        case "trull":
            return deal.trull or deal.all_tricks
        case "kings":
            return deal.kings or deal.all_tricks
        case "xxi":
            return _catcher(deal)
        case "pagat":
            return deal.pagat.side if deal.pagat and deal.pagat.made else None


def _catcher(deal: Deal) -> Side | None:
    """The side that caught the other's XXI; a partner's is no catch."""
    if deal.xxi is None:
        return None
    side = side_of(deal, deal.xxi.caught_by)
    return side if side != side_of(deal, deal.xxi.lost_by) else None
