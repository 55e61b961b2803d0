"""Versions of final standings: each as it was declared, with its changes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from clubs.i18n import lazy_message
from scoring.core.names import public_name
from scoring.models import Edition, Entry, Tournament
from scoring.results.rows import Sheets, StandingsLine, lines_of, people_of, sheet_stem
from scoring.results.stored import shown_of

Rows = Sequence[Mapping[str, Any]]
NOBODY = lazy_message("someone no longer listed")


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A round's chips before and now; None if it had no result."""

    round: int
    old: int | None
    new: int | None
    old_dropped: bool
    new_dropped: bool
    address: str


@dataclass(frozen=True, slots=True)
class EditionChange:
    """A player whose line changed; a place is None if they weren't in that version."""

    name: str
    old_place: int | None
    new_place: int | None
    old_shared: bool
    new_shared: bool
    old_total: int | None
    new_total: int | None
    old_points: str | int | None
    new_points: str | int | None
    rounds: tuple[RoundChange, ...]
    old_rulings: int
    new_rulings: int

    @property
    def moved(self) -> bool:
        return self.old_place != self.new_place


@dataclass(frozen=True, slots=True)
class EditionMark:
    """The newest version in a few words, for the head of the standings."""

    number: int
    at: Any
    moved: int = 0


@dataclass(frozen=True, slots=True)
class EditionPage:
    """A version with today's names, and its differences from the one before."""

    edition: Edition
    rounds: tuple[int, ...]
    lines: tuple[StandingsLine, ...]
    changes: tuple[EditionChange, ...]
    others: tuple[Edition, ...]

    @property
    def moved(self) -> int:
        return sum(change.moved for change in self.changes)

    @property
    def newest(self) -> Edition:
        return max((self.edition, *self.others), key=lambda edition: edition.number)

    @property
    def is_newest(self) -> bool:
        return self.newest == self.edition


def mark_of(tournament: Tournament) -> EditionMark | None:
    """Return the newest version of a finished tournament.

    One query; none while the tournament is being played.
    """
    if not tournament.finished_at:
        return None
    editions = list(tournament.editions.order_by("-number")[:2])
    if not editions:
        return None
    newest, *before = editions
    moved = _moved(before[0].rows, newest.rows) if before else 0
    return EditionMark(newest.number, newest.at, moved)


def edition_page(tournament: Tournament, number: int) -> EditionPage | None:
    """Return a version by its number; a fixed number of queries."""
    listed = list(tournament.editions.defer("rows").order_by("number"))
    edition = next((row for row in listed if row.number == number), None)
    if edition is None:
        return None
    wanted = tournament.editions.filter(number__in=(number - 1, number))
    rows = {row.number: row.rows for row in wanted}
    people = people_of(tournament)
    results = chain.from_iterable(row["rounds"] for row in rows[number])
    rounds = tuple(sorted({result["round"] for result in results}))
    stems = {rnd: sheet_stem(tournament, rnd) for rnd in rounds}
    lines = lines_of(rows[number], people, Sheets(stems))
    changes: tuple[EditionChange, ...] = ()
    if number - 1 in rows:
        changes = tuple(changes_between(tournament, rows[number - 1], rows[number]))
    others = tuple(row for row in listed if row != edition)
    return EditionPage(edition, rounds, lines, changes, others)


def changes_between(
    tournament: Tournament, old: Rows, new: Rows
) -> Iterable[EditionChange]:
    """Yield players whose place, total or rounds differ, by new place; one query."""
    before = {row["entry"]: row for row in old}
    after = {row["entry"]: row for row in new}
    names = {
        pk: public_name(name, tournament.club, player)
        for pk, name, player in Entry.everybody.filter(
            tournament=tournament
        ).values_list("pk", "name", "player")
    }
    for pk in [*after, *(pk for pk in before if pk not in after)]:
        old_row, new_row = before.get(pk), after.get(pk)
        if shown_of(old_row) != shown_of(new_row):
            yield _change(
                tournament, names.get(pk, NOBODY), old_row or {}, new_row or {}
            )


def _moved(old: Rows, new: Rows) -> int:
    before = {row["entry"]: row["place"] for row in old}
    after = {row["entry"]: row["place"] for row in new}
    return sum(before.get(pk) != after.get(pk) for pk in before | after)


def _change(
    tournament: Tournament,
    name: str,
    old_row: Mapping[str, Any],
    new_row: Mapping[str, Any],
) -> EditionChange:
    old = {result["round"]: result for result in old_row.get("rounds", ())}
    new = {result["round"]: result for result in new_row.get("rounds", ())}
    return EditionChange(
        name,
        old_row.get("place"),
        new_row.get("place"),
        old_row.get("tied", False),
        new_row.get("tied", False),
        old_row.get("total"),
        new_row.get("total"),
        old_row.get("points"),
        new_row.get("points"),
        tuple(
            _round(tournament, number, old.get(number), new.get(number))
            for number in sorted({*old, *new})
            if _visible_result(old.get(number)) != _visible_result(new.get(number))
        ),
        old_row.get("adjustment", 0),
        new_row.get("adjustment", 0),
    )


def _chips(result: Mapping[str, Any] | None) -> int | None:
    return result["chips"] if result else None


def _round(
    tournament: Tournament,
    number: int,
    old: Mapping[str, Any] | None,
    new: Mapping[str, Any] | None,
) -> RoundChange:
    table = (new or old or {}).get("table")
    address = f"{sheet_stem(tournament, number)}{table}/" if table else ""
    return RoundChange(
        number,
        _chips(old),
        _chips(new),
        bool(old and old["dropped"]),
        bool(new and new["dropped"]),
        address,
    )


def _visible_result(result: Mapping[str, Any] | None) -> tuple[Any, ...]:
    """Return the visible part of a round's result: its chips, and if it is dropped."""
    return (result["chips"], result["dropped"]) if result else (None, False)
