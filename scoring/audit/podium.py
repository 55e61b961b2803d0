"""The podium audit: the top places added up again from the sheets, before the cups."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from clubs.wording import say, say_many
from scoring.audit.facts import wrong_results, wrong_sheets, wrong_standings
from scoring.audit.podium_sheets import Checked, checked
from scoring.models import Adjustment, Change, Count, Entry, Round, Sheet, Tournament
from scoring.results.selectors.computed import compute_rows
from scoring.results.selectors.lines import TIE_WORDS
from scoring.results.selectors.stored import has_scores
from scoring.sheets.sheet import life_of, sheets_of
from scoring.sheets.sheet_words import some_of

PODIUM = "podium"  # what the log says of a printed audit; `new` is its mark
MARK = re.compile(r"places 1 to (\d+), mark ([0-9a-f]{8})")
PLACES, MOST_PLACES = 3, 20


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of somebody on top: what it brought, and the sheet that says so."""

    number: int
    chips: int | None
    dropped: bool
    why: str = ""
    position: int = 0
    checked: Checked | None = None
    apart: bool = False

    @property
    def is_left_out(self) -> bool:
        """Whether the total goes without it: a worst round, or one that is not over."""
        return self.dropped or self.apart

    def _of_seat(self, what: str) -> int:
        assert self.checked
        assert self.checked.count
        return int(getattr(self.checked.count, what)[self.position - 1])

    @property
    def held(self) -> int:
        return self._of_seat("held")

    @property
    def borrowed(self) -> int:
        return self._of_seat("borrowed")

    @property
    def ruled(self) -> int:
        return self._of_seat("ruled")


@dataclass(frozen=True, slots=True)
class Stand:
    """Somebody on top, with all that his total is made of (chips)."""

    place: int
    tied: bool
    entry: Entry
    total: int
    points: float
    decided_by: str
    rounds: tuple[PlayedRound, ...]
    rulings: tuple[Adjustment, ...]

    @property
    def ruled(self) -> int:
        """What rulings outside a sheet gave or took."""
        own = sum(each.chips for each in self.rulings if each.entry_id == self.entry.pk)
        return own - sum(
            each.chips for each in self.rulings if each.other_id == self.entry.pk
        )

    @property
    def added_up(self) -> int:
        """The total once more: rounds that count, and rulings."""
        played = (each.chips or 0 for each in self.rounds if not each.is_left_out)
        return sum(played) + self.ruled


@dataclass(frozen=True)
class Podium:
    """The top places, and everything that is not yet as it has to be."""

    tournament: Tournament
    places: int
    stands: tuple[Stand, ...]
    everywhere: tuple[str, ...]

    @cached_property
    def sheets(self) -> list[Checked]:
        """Each sheet of the top once, in order."""
        found = {
            each.checked.sheet.pk: each.checked
            for stand in self.stands
            for each in stand.rounds
            if each.checked
        }
        return sorted(
            found.values(), key=lambda each: (each.sheet.round.number, each.sheet.table)
        )

    @cached_property
    def gaps(self) -> list[str]:
        """Why it cannot be called verified; empty where it can."""
        if not self.stands:
            return [say("Nobody has a place yet: no round is over.")]
        wrong = [
            say(
                "{name}: the sheets make {added_up}, the standings say {total}.",
                name=stand.entry.name,
                added_up=stand.added_up,
                total=stand.total,
            )
            for stand in self.stands
            if stand.added_up != stand.total
        ]
        of_sheets = [gap for each in self.sheets for gap in each.gaps]
        return [*wrong, *of_sheets, *self._seen_by_one(), *self.everywhere]

    def _seen_by_one(self) -> Iterator[str]:
        asked: dict[int, list[int]] = {}
        for each in self.sheets:
            if each.asks:
                asked.setdefault(each.sheet.round.number, []).append(each.sheet.table)
        for number, tables in asked.items():
            yield say_many(
                "Round {round}: table {tables} was seen by one person alone. Somebody "
                "has to look at its paper.",
                "Round {round}: tables {tables} were seen by one person alone. Somebody "
                "has to look at their paper.",
                len(tables),
                round=number,
                tables=some_of(tables),
            )

    @cached_property
    def mark(self) -> str:
        """Changes whenever a place, a total or the numbers of a sheet behind it do."""
        facts = [
            (
                *(stand.place, stand.entry.pk, stand.total, str(stand.points)),
                [
                    (each.number, each.chips, each.dropped, _version(each.checked))
                    for each in stand.rounds
                ],
            )
            for stand in self.stands
        ]
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:8]

    @property
    def said(self) -> str:
        """The audit in the log: how many places, and their mark."""
        return say(
            "places 1 to {places}, mark {mark}", places=self.places, mark=self.mark
        )


@dataclass(frozen=True, slots=True)
class Printed:
    """An audit that was printed as verified, and whether it is still true."""

    at: datetime
    by_name: str
    places: int
    mark: str
    holds: bool


def podium_of(tournament: Tournament, places: int = PLACES) -> Podium:
    """Places 1 to `places` with all that share one; a fixed number of queries."""
    rows = compute_rows(tournament)
    sheets = list(sheets_of(tournament.rounds.filter(state__in=Round.COUNTING)))
    seated = {
        (seat.credit_id, sheet.round.number): (sheet, seat.position)
        for sheet in sheets
        for seat in sheet.seats.all()
        if seat.credit_id
    }
    top = [row for row in rows if row["place"] <= places] if has_scores(rows) else []
    on_top = {row["entry"] for row in top}
    behind = {sheet.pk: sheet for (pk, _), (sheet, _) in seated.items() if pk in on_top}
    found = checked(behind.values())
    rulings = list(
        tournament.adjustments.filter(reversed_at=None).select_related("entry", "other")
    )
    entries = tournament.entries.in_bulk([row["entry"] for row in top])
    return Podium(
        tournament,
        places,
        tuple(
            _stand(row, entries[row["entry"]], seated, found, rulings) for row in top
        ),
        tuple(_everywhere(tournament, sheets, found)),
    )


def printed_of(podium: Podium) -> Printed | None:
    """The last audit that was printed, and whether its mark is still that of today."""
    last = Change.objects.filter(tournament=podium.tournament, what=PODIUM).first()
    match = MARK.fullmatch(last.new) if last else None
    if last is None or match is None:
        return None
    places = int(match[1])
    now = podium if places == podium.places else podium_of(podium.tournament, places)
    return Printed(last.at, last.by_name, places, match[2], now.mark == match[2])


def _version(each: Checked | None) -> tuple[int, ...] | None:
    """A sheet's key and the version in force; None for a round without a sheet."""
    if each is None:
        return None
    verified: Count | None = each.life.verified
    return (each.sheet.pk, verified.pk if verified else 0)


def _stand(
    row: Mapping[str, Any],
    entry: Entry,
    seated: Mapping[tuple[int, int], tuple[Sheet, int]],
    found: Mapping[int, Checked],
    rulings: Iterable[Adjustment],
) -> Stand:
    results = {each["round"]: each for each in row["rounds"]}
    numbers = {number for pk, number in seated if pk == entry.pk} | {*results}
    rounds = []
    for number in sorted(numbers):
        result = results.get(number, {})
        sheet, position = seated.get((entry.pk, number), (None, 0))
        sheet_checked = found[sheet.pk] if sheet else None
        count = sheet_checked.count if sheet_checked else None
        rounds.append(
            PlayedRound(
                number,
                count.scores[position - 1] if count else result.get("chips"),
                bool(result.get("dropped")),
                result.get("why") or "",
                position,
                sheet_checked,
                bool(result.get("apart")),
            )
        )
    return Stand(
        row["place"],
        row["tied"],
        entry,
        row["total"],
        row["points"],
        TIE_WORDS.get(row["decided_by"] or "", ""),
        tuple(rounds),
        tuple(each for each in rulings if entry.pk in (each.entry_id, each.other_id)),
    )


def _everywhere(
    tournament: Tournament, sheets: Iterable[Sheet], found: Mapping[int, Checked]
) -> Iterator[str]:
    """What is open elsewhere could still change who stands on top."""
    missing: dict[int, list[int]] = {}
    waiting: dict[int, list[int]] = {}
    others = [sheet for sheet in sheets if sheet.pk not in found]
    for sheet in others:
        life = life_of(sheet)
        if life.in_force is None:
            missing.setdefault(sheet.round.number, []).append(sheet.table)
        elif life.correction_waits:
            waiting.setdefault(sheet.round.number, []).append(sheet.table)
    for number, tables in missing.items():
        yield say_many(
            "Round {round}: table {tables} is not verified.",
            "Round {round}: tables {tables} are not verified.",
            len(tables),
            round=number,
            tables=some_of(tables),
        )
    for number, tables in waiting.items():
        yield say_many(
            "Round {round}: a correction waits at table {tables}.",
            "Round {round}: a correction waits at tables {tables}.",
            len(tables),
            round=number,
            tables=some_of(tables),
        )
    yield from (f"{each}." for each in wrong_sheets(sheets))
    yield from (f"{each}." for each in wrong_results(tournament))
    yield from (f"{each}." for each in wrong_standings(tournament))
