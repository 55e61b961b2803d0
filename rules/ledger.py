"""Chips that move from seat to seat, and the reasons.

Seats are the numbers 1, 2, 3 … in order of play, amounts are whole chips. A game may
put chips aside in a named account, such as the pool: seats and accounts together always
add up to 0. In every sentence a player is written "seat N", where a page puts a name.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Generic, TypeVar

Net = tuple[int, ...]
Party = int | str  # a seat, or an account by its name
P = TypeVar("P", bound=Party, covariant=True)
Payments = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Line(Generic[P]):
    """A payment: `payer` gives `chips` (at least 1) to `payee`.

    Payer and payee are seats or accounts. `item` says what the payment is for,
    `section` which paragraphs of the rules require it ("§29, §8"), and `reasons` are
    whole sentences that a player can check. `instead_of` is the seat for which the
    payer pays, if the payer has to pay in its place.
    """

    item: str
    payer: P
    payee: P
    chips: int
    section: str
    reasons: tuple[str, ...]
    instead_of: int | None = None

    @property
    def why(self) -> str:
        """All reasons in one line."""
        return " ".join(self.reasons)


@dataclass(frozen=True, slots=True)
class Settlement:
    """The account of one deal: the payments, and in `notes` what wasn't paid and why.

    `seats` is the number of seats at the table, `state` what the deal passes on to the
    next one as plain JSON (None in a game without such a state).
    """

    lines: tuple[Line[Party], ...]
    notes: tuple[str, ...]
    seats: int
    state: Mapping[str, object] | None = None

    @property
    def net(self) -> Net:
        """Chips won or lost by each seat; with the accounts they add up to 0."""
        return net_of(self.lines, self.seats)

    @property
    def accounts(self) -> dict[str, int]:
        """Chips that went into each account of these lines, less chips taken out."""
        moved: dict[str, int] = {}
        for line in self.lines:
            for party, chips in ((line.payer, -line.chips), (line.payee, line.chips)):
                if isinstance(party, str):
                    moved[party] = moved.get(party, 0) + chips
        return moved

    @property
    def net_by_item(self) -> dict[str, Net]:
        """The net of each item, in the order of the account."""
        items = dict.fromkeys(line.item for line in self.lines)
        nets = {}
        for item in items:
            lines = (line for line in self.lines if line.item == item)
            nets[item] = net_of(lines, self.seats)
        return nets


def net_of(lines: Iterable[Line[Party]], seats: int) -> Net:
    """Return what each of the seats wins or loses by these lines."""
    net = [0] * seats
    for line in lines:
        if isinstance(line.payer, int):
            net[line.payer - 1] -= line.chips
        if isinstance(line.payee, int):
            net[line.payee - 1] += line.chips
    return tuple(net)


def paid(
    item: str,
    chips: int,
    payments: Iterable[tuple[Party, Party]],
    section: str,
    *reasons: str,
) -> tuple[Line[Party], ...]:
    """Return a line of `chips` for each (payer, payee); 0 chips give no line."""
    if chips == 0:
        return ()
    return tuple(
        Line(item, payer, payee, chips, section, reasons) for payer, payee in payments
    )


def scored(
    item: str, account: str, seat: int, chips: int, section: str, *reasons: str
) -> tuple[Line[Party], ...]:
    """Return the line of what an account gives a seat; a minus takes from the seat.

    0 chips give no line.
    """
    pair: tuple[Party, Party] = (account, seat) if chips > 0 else (seat, account)
    return paid(item, abs(chips), [pair], section, *reasons)


def side_payments(losers: Sequence[int], winners: Sequence[int]) -> Payments:
    """Return the payments of one side to the other; both sides in rising order.

    Two sides of equal size: each loser pays one winner, the lower seat the lower seat.
    One against several: the one pays each of them the amount, or gets it from each.
    """
    if len(losers) == len(winners):
        return tuple(zip(losers, winners, strict=True))
    return tuple(product(losers, winners))


def personal_payments(payee: int, active: Iterable[int]) -> Payments:
    """Return payments to one seat by every other active seat, including its partner."""
    return tuple((payer, payee) for payer in active if payer != payee)
