"""Preview which places and totals an unsaved change would move.

Computed with the same `compute_rows` as the standings; nothing is written.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.models import Adjustment, Seat, Sheet, Tournament
from scoring.results.compute import Supposed, compute_rows
from scoring.results.standings_table import Running, first_running_of

Rows = Iterable[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A player whose place or total would change (chips)."""

    name: str
    old_place: int
    new_place: int
    old_total: int
    new_total: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A player whose score (chips) in a running round would change."""

    name: str
    old: int | None
    new: int


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of a change: places that move, and recorded hands with other chips.

    `hands` is how many recorded hands would change. `running`: the round that isn't
    over, whose `scores` would change; they are added for everyone at once when it ends.
    `early`: nobody has a place, because no round is over.
    """

    moved: tuple[PlaceChange, ...] = ()
    hands: int = 0
    running: Running | None = None
    scores: tuple[Scored, ...] = ()
    early: bool = False

    def __bool__(self) -> bool:
        return bool(self.moved or self.hands or self.scores)

    @property
    def digest(self) -> str:
        """A hash of exactly these effects: confirming them confirms nothing else."""
        facts = repr((self.moved, self.hands, self.scores))
        return hashlib.sha256(facts.encode()).hexdigest()[:16]


def effects_of_scores(sheet: Sheet, scores: Iterable[int]) -> Effects:
    """Return the effects if these were the sheet's scores in force."""
    seats = list(sheet.seats.select_related("credit"))
    pairs = list(zip(seats, scores, strict=True))
    tournament = sheet.round.tournament
    supposed = Supposed(scores={seat.pk: score for seat, score in pairs})
    effects = _effects(tournament, supposed)
    running = first_running_of(tournament)
    if running is None or running.round != sheet.round.number:
        return effects
    return replace(effects, running=running, scores=tuple(_scored(pairs)))


def _scored(pairs: Iterable[tuple[Seat, int]]) -> Iterator[Scored]:
    """Yield the changed scores of a round, by the entry they count for."""
    for seat, score in pairs:
        if seat.credit and seat.score != score:
            yield Scored(seat.credit.name, seat.score, score)


def effects_of_ruling(ruling: Adjustment) -> Effects:
    """Return the effects of making this unsaved ruling."""
    return _effects(ruling.tournament, Supposed(ruling=ruling))


def effects_without(ruling: Adjustment) -> Effects:
    """Return the effects of undoing this ruling."""
    return _effects(ruling.tournament, Supposed(without=ruling.pk))


def moved(tournament: Tournament, before: Rows, after: Rows) -> tuple[PlaceChange, ...]:
    """Return the players whose place or total differs.

    Changed totals come first, then by new place.
    """
    names = dict(tournament.entries.values_list("pk", "name"))
    rows_before = {row["entry"]: row for row in before}
    movers = (
        PlaceChange(
            names[row["entry"]],
            rows_before[row["entry"]]["place"],
            row["place"],
            rows_before[row["entry"]]["total"],
            row["total"],
        )
        for row in after
        if row["entry"] in rows_before
        and _telling(row) != _telling(rows_before[row["entry"]])
    )
    return tuple(sorted(movers, key=lambda mover: mover.old_total == mover.new_total))


def _effects(tournament: Tournament, supposed: Supposed) -> Effects:
    before, after = compute_rows(tournament), compute_rows(tournament, supposed)
    return Effects(moved(tournament, before, after), early=not after)


def _telling(row: Mapping[str, Any]) -> tuple[int, int]:
    return row["place"], row["total"]
