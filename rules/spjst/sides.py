"""Who plays with whom, and who pays whom when one side beats the other."""

from dataclasses import dataclass

from rules.ledger import Line, Payments, side_payments
from rules.spjst.hand import SEATS, Side

SeatLine = Line[int]  # for annotations: no account pays or is paid here


@dataclass(frozen=True, slots=True)
class Sides:
    """Two seats against two, or one against three, each in rising order.

    `won` are the payments (payer, payee) if the declarer's side wins, `lost` if it
    loses: two against two each loser pays once, the lower losing seat to the lower
    winning seat; one against three the one pays or gets three times.
    """

    declarer: tuple[int, ...]
    opponents: tuple[int, ...]
    won: Payments
    lost: Payments

    def of(self, seat: int) -> tuple[int, ...]:
        """The side this seat plays on."""
        return self.declarer if seat in self.declarer else self.opponents

    def payments(self, winner: Side) -> Payments:
        """Who pays whom when `winner` wins."""
        return self.won if winner == "declarer" else self.lost


def other(side: Side) -> Side:
    """The side playing against this one."""
    return "opponents" if side == "declarer" else "declarer"


def _sides(declarer: int, partner: int | None) -> Sides:
    ours = tuple(seat for seat in SEATS if seat in (declarer, partner))
    theirs = tuple(seat for seat in SEATS if seat not in ours)
    won, lost = side_payments(theirs, ours), side_payments(ours, theirs)
    return Sides(ours, theirs, won, lost)


# Every way four players can face one another, by declarer and partner (None: alone).
SIDES_OF: dict[tuple[int | None, int | None], Sides] = {
    (declarer, partner): _sides(declarer, partner)
    for declarer in SEATS
    for partner in (None, *SEATS)
    if partner != declarer
}
