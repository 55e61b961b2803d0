"""How the deal goes round a table: who deals, who plays, who leads, and a misdeal.

Seats are numbered in order of play: seat n+1 plays after seat n, whichever way round the
table that is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from rules.ledger import Settlement
from rules.messages import Sentences, filled, seat_word

State = Mapping[str, Any]  # plain JSON: what earlier deals leave to the next one
THROWN_IN = "thrown_in"  # the kind of a deal that is dealt again: a misdeal
WORDS = Sentences(
    __name__,
    {"thrown_in": "Thrown in: nothing is paid, and {dealer} deals again."},
)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who deals, who leads (None: nobody names it) and who of the table sits out."""

    dealer: int
    lead: int | None = None
    sits: int | None = None


class Dealt(Protocol):
    """What every deal knows of its table."""

    @property
    def table(self) -> int:
        """How many sit at it."""

    @property
    def dealer(self) -> int:
        """The seat that dealt."""


D = TypeVar("D", bound=Dealt)


def active_seats(deal: Dealt, active: int) -> tuple[int, ...]:
    """The seats that play this deal: all, or all but the dealer where one sits out."""
    seats = range(1, deal.table + 1)
    return tuple(s for s in seats if deal.table == active or s != deal.dealer)


def seats_from(seat: int, table: int) -> tuple[int, ...]:
    """All seats of the table in order of play, `seat` itself first."""
    return tuple((seat - 1 + step) % table + 1 for step in range(table))


def turn_after(
    history: Sequence[Dealt],
    first: Turn | None,
    active: int,
    *,
    repeats: bool = False,
    leads: bool = False,
) -> Turn:
    """The seat after the last dealer deals, or the same once more where it is `repeats`.

    Where `leads`, the seat after the dealer does. Without any deal the answer is
    `first`; raises ValueError if there is none.
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
    """What a deal comes to that was thrown in: nothing, and the state as it was."""
    note = filled(WORDS["thrown_in"], {"dealer": seat_word(deal.dealer)})
    return Settlement((), (note,), deal.table, state)
