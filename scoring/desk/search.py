"""Search at the desk: tables, sheets, people and guides by a few letters.

A number can be a table or a start number; a code or a scanned address is a sheet's;
everything else is a name or a lodge.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from clubs.guides import Task, search_guides
from clubs.i18n import message
from scoring.core.page_context import address
from scoring.models import Entry, Round, Seat, Sheet, Tournament
from scoring.people.check_in import check_in_of
from scoring.people.check_in_search import CheckInMatch, search_check_in
from scoring.sheets.progress import TABLE, find_sheet

LONGEST = 200  # a scanned address is long
NEWEST = 5  # rounds in which a table of this number is listed
MOST_GUIDES = 3  # pages of the guides


@dataclass(frozen=True, slots=True)
class TableFound:
    """A sheet, and the players at its table."""

    round: Round
    table: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PersonFound:
    """An entry, or a player of the club without one; `sheet` is their last."""

    person: CheckInMatch
    tournament: Tournament
    sheet: Sheet | None = None

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def entry(self) -> Entry | None:
        return self.person.entry

    @property
    def number(self) -> int | None:
        return self.entry.number if self.entry else None

    @property
    def is_seated(self) -> bool:
        return self.sheet is not None

    @property
    def door(self) -> str:
        """The address of check-in with this person."""
        typed = self.number or self.name
        return f"{address('door', self.tournament)}?q={typed}"

    @property
    def url(self) -> str:
        if self.sheet is None:
            return self.door
        place = (self.sheet.round.number, self.sheet.table)
        return address("sheet-desk", self.tournament, *place)

    @property
    def says(self) -> str:
        """The person's table, or their state at check-in."""
        if self.entry is None:
            return message("not entered yet")
        state = self.entry.get_state_display()
        if self.sheet is None:
            return state
        return message(
            "{state}; round {round}, table {table}",
            state=state,
            round=self.sheet.round.number,
            table=self.sheet.table,
        )


@dataclass(frozen=True, slots=True)
class DeskSearch:
    """A search and what it found; `sheet` is the one with the typed code."""

    typed: str
    sheet: Sheet | None = None
    tables: tuple[TableFound, ...] = ()
    people: tuple[PersonFound, ...] = ()
    more: int = 0
    guides: tuple[Task, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.tables or self.people or self.guides)

    @property
    def is_one_sheet(self) -> bool:
        """Whether the sheet is the only match."""
        return self.sheet is not None and not self.people


def search_desk(tournament: Tournament, typed: str) -> DeskSearch:
    """Return everything that matches, in a fixed number of queries."""
    typed = " ".join(typed.split())[:LONGEST]
    if not typed:
        return DeskSearch(typed)
    if named := _table_named(typed):
        return DeskSearch(typed, tables=_tables(tournament, named))
    if TABLE.fullmatch(typed):
        return _with_people(tournament, typed, tables=_tables(tournament, int(typed)))
    sheet = find_sheet(tournament.club, typed, tournament)
    if sheet and sheet.round.tournament_id != tournament.pk:
        sheet = None
    tables = (_table(sheet),) if sheet else ()
    return _with_people(tournament, typed, sheet, tables)


def _table_named(typed: str) -> int | None:
    """Return the number in “t5” or “table 5”, which can only be a table."""
    word = re.escape(str(message("Table")).casefold())
    named = re.fullmatch(rf"(?:t|table|{word})\s*([0-9]{{1,4}})", typed.casefold())
    return int(named[1]) if named else None


def _with_people(
    tournament: Tournament,
    typed: str,
    sheet: Sheet | None = None,
    tables: tuple[TableFound, ...] = (),
) -> DeskSearch:
    search = search_check_in(check_in_of(tournament), typed)
    matches = [match for match in search.found if not (match.near and sheet)]
    sheets = _last_sheets(match.entry for match in matches if match.entry)
    people = [
        PersonFound(match, tournament, sheets.get(match.entry.pk if match.entry else 0))
        for match in matches
    ]
    # People entered in this tournament come before the club's other players.
    people.sort(key=lambda person: person.entry is None)
    return DeskSearch(typed, sheet, tables, tuple(people), search.more, _guides(typed))


def _guides(typed: str) -> tuple[Task, ...]:
    """Return pages of the guides; numbers and short words would match nearly all."""
    is_word = any(len(word) > 2 and word.isalpha() for word in typed.split())
    return tuple(search_guides(typed, MOST_GUIDES)) if is_word else ()


def _tables(tournament: Tournament, table: int) -> tuple[TableFound, ...]:
    """Return the sheets of a table, the newest round first."""
    sheets = (
        Sheet.objects.filter(round__tournament=tournament, table=table)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round")
        .prefetch_related("seats__entry")
        .order_by("-round__number")[:NEWEST]
    )
    return tuple(map(_table, sheets))


def _table(sheet: Sheet) -> TableFound:
    seats = sorted(sheet.seats.all(), key=lambda seat: seat.position)
    return TableFound(sheet.round, sheet.table, tuple(seat.name for seat in seats))


def _last_sheets(entries: Iterable[Entry]) -> dict[int, Sheet]:
    """Return each entry's last sheet, by the entry's key."""
    seats = (
        Seat.objects.filter(entry__in=list(entries))
        .exclude(round__state__in=(Round.State.DRAFT, Round.State.CANCELLED))
        .select_related("sheet__round")
        .order_by("round__number")
    )
    return {seat.entry_id: seat.sheet for seat in seats if seat.entry_id}
