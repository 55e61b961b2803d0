"""The order of deals at a table: the dealer, the lead, who sits out, and misdeals.

Seats are numbered in order of play: seat n+1 plays after seat n, in whichever direction
the game goes round the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from rules.ledger import Settlement
from rules.messages import Sentences, filled, seat_word

State = Mapping[str, Any]  # plain JSON: what earlier deals pass on to the next one
THROWN_IN = "thrown_in"  # the kind of a deal that is dealt again: a misdeal
WORDS = Sentences(
    __name__,
    {"thrown_in": "Thrown in: nothing is paid, and {dealer} deals again."},
)


@dataclass(frozen=True, slots=True)
class Turn:
    """The dealer, the seat that leads (None: not recorded) and the seat sitting out."""

    dealer: int
    lead: int | None = None
    sits: int | None = None


class Dealt(Protocol):
    """The properties of a table that every deal has."""

    @property
    def table(self) -> int:
        """The number of seats at the table."""

    @property
    def dealer(self) -> int:
        """The seat that dealt."""


D = TypeVar("D", bound=Dealt)


def active_seats(deal: Dealt, active: int) -> tuple[int, ...]:
    """Return the seats that play this deal: all, or all but a dealer who sits out."""
    seats = range(1, deal.table + 1)
    return tuple(s for s in seats if deal.table == active or s != deal.dealer)


def seats_from(seat: int, table: int) -> tuple[int, ...]:
    """Return all seats of the table in order of play, starting with `seat`."""
    return tuple((seat - 1 + step) % table + 1 for step in range(table))


def turn_after(
    history: Sequence[Dealt],
    first: Turn | None,
    active: int,
    *,
    repeats: bool = False,
    leads: bool = False,
) -> Turn:
    """Return the next turn: the seat after the last dealer deals.

    With `repeats` the last dealer deals again; with `leads` the seat after the dealer
    leads. Without any deal the result is `first`; raises ValueError if `first` is None.
    """
    if not history:
        if first is None:
            raise ValueError("no deal was played yet: name the first turn")
        return first
    table, dealer = history[-1].table, history[-1].dealer
    if not repeats:
        dealer = dealer % table + 1
    lead = dealer % table + 1 if leads else None
    return Turn(dealer, lead, dealer if table > active else None)


def thrown_in(deal: Dealt, state: State | None = None) -> Settlement:
    """Return the settlement of a misdeal: no payments, and an unchanged state."""
    note = filled(WORDS["thrown_in"], {"dealer": seat_word(deal.dealer)})
    return Settlement((), (note,), deal.table, state)
