"""The prize fund of a tournament and its payout (in the smallest coins)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.prizes import WHOLE, Split, amounts, fund, shared
from scoring.models import Tournament
from scoring.people.entries import owes_fee, with_seats
from scoring.results.rows import Lines, Person, has_scores
from scoring.results.standings_table import StandingsTable, stored_lines

__all__ = ["WHOLE", "PrizeFund", "PrizeLine", "prizes_of", "prizes_shown"]


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A player's prize, and the places whose prizes they share."""

    place: int
    tied: bool
    person: Person
    amount: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PrizeFund:
    """The fund, its split, and the prizes by the current standings (in coins)."""

    tournament: Tournament
    paid: int
    payers: int  # players who paid or owe the fee
    fund: int
    amounts: tuple[int, ...]
    lines: tuple[PrizeLine, ...]

    @property
    def fees(self) -> int:
        return self.paid * self.tournament.fee

    @property
    def payout(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def left(self) -> int:
        """The rest of the fund; below 0 if fixed prizes exceed it."""
        return self.fund - self.payout

    @property
    def missing(self) -> int:
        """The amount by which the prizes exceed the fund."""
        return max(0, sum(self.amounts) - self.fund)

    @property
    def overdrawn(self) -> int:
        """The amount held back that the fund doesn't have."""
        tournament = self.tournament
        return max(0, tournament.prize_kept - self.fees - tournament.prize_extra)

    @property
    def is_shown(self) -> bool:
        """Whether the prizes are public: for final standings, unless hidden."""
        tournament = self.tournament
        return bool(self.lines and tournament.finished_at and tournament.prizes_shown)


def prizes_shown(table: StandingsTable) -> PrizeFund | None:
    """Return the prizes if they are public; None without a query otherwise."""
    tournament = table.tournament
    is_shown = tournament.finished_at and tournament.prizes_shown and tournament.prizes
    return prizes_of(tournament, table.lines) if is_shown else None


def prizes_of(tournament: Tournament, lines: Lines | None = None) -> PrizeFund:
    """Return the prizes by the standings as stored now.

    House players and players who aren't ranked have no place, so they get nothing. One
    query if the lines of the standings are given, else three.
    """
    own = tournament
    entries = list(with_seats(own.entries.filter(house=None)))
    # An open file with public names has the number of fees, but not who paid them.
    known = own.origin["fees_paid"] if own.origin and "fees_paid" in own.origin else 0
    paid = max(known, sum(entry.paid for entry in entries))
    payers = sum(
        entry.paid or owes_fee(entry, is_seated=entry.is_seated) for entry in entries
    )
    total = fund(paid, own.fee, own.prize_extra, own.prize_kept)
    split = amounts(Split(own.prize_kind), own.prizes, total)
    ranked = stored_lines(own) if lines is None else lines
    lines_given = tuple(_prize_lines(ranked, split)) if has_scores(ranked) else ()
    return PrizeFund(own, paid, max(paid, payers), total, split, lines_given)


def _prize_lines(lines: Lines, split: tuple[int, ...]) -> Iterable[PrizeLine]:
    known = {line.entry: line for line in lines}
    for share in shared(((line.entry, line.place) for line in lines), split):
        line = known[share.key]
        yield PrizeLine(line.place, line.tied, line.person, share.amount, share.places)
