"""The standings as one typed table, for pages, prints, files and the screen.

The facts are computed (`compute_rows`), stored as JSON for reading, and read here once:
lines with their people, rounds with their progress, and sentences about missing sheets.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count as Number
from django.db.models import QuerySet

from clubs.i18n import and_list, joined, message, plural_message, whole_number
from clubs.name_search import unaccented
from rules.round_status import RoundNow, running_rounds, sought
from scoring.models import Round, Seat, Sheet, Tournament
from scoring.models.standings import StoredStandings, read_standings
from scoring.results.compute import compute_standings
from scoring.results.rows import (
    Lines,
    Person,
    Sheets,
    StandingsLine,
    Ties,
    lines_of,
    people_of,
    places_stem,
    read_ties,
    sheet_stem,
)
from scoring.results.stored import stored_rows
from scoring.results.teams_and_classes import TeamsAndClasses, teams_and_classes
from scoring.results.versions import EditionMark, mark_of

NAMED_TABLES = 10  # more missing tables than this are counted, not named
# Round, table and credited entry of seats without a score in force.
Waiting = Iterable[tuple[int, int, int | None]]


@dataclass(frozen=True, slots=True)
class Missing:
    """The tables of one round whose sheets aren't in force."""

    round: int
    tables: tuple[int, ...]

    def __str__(self) -> str:
        n, values = len(self.tables), {"round": self.round}
        if n > NAMED_TABLES:
            return plural_message(
                "{n} sheet of round {round} isn’t verified yet.",
                "{n} sheets of round {round} aren’t verified yet.",
                n,
                **values,
            )
        return plural_message(
            "{n} sheet of round {round} isn’t verified yet: table {tables}.",
            "{n} sheets of round {round} aren’t verified yet: tables {tables}.",
            n,
            tables=and_list(self.tables),
            **values,
        )


@dataclass(frozen=True, slots=True)
class Running:
    """A round that isn't over: its number of sheets, and the tables still missing."""

    round: int
    sheets: int
    missing_tables: tuple[int, ...]

    def __str__(self) -> str:
        sentences = (
            message("Round {round} isn’t over.", round=self.round),
            *self._progress(),
            message("When the round is over, its chips are added to everyone’s total."),
        )
        return joined(sentences, " ")

    def _progress(self) -> Iterator[str]:
        """Yield how many sheets are verified, and the missing tables if few."""
        verified_count = self.sheets - len(self.missing_tables)
        if self.sheets == 1:
            yield message("The round’s only sheet isn’t verified yet.")
        elif not verified_count:
            yield message(
                "None of the round’s {sheets} sheets are verified yet.",
                sheets=self.sheets,
            )
        else:
            yield plural_message(
                "{n} of {sheets} sheets is verified.",
                "{n} of {sheets} sheets are verified.",
                verified_count,
                sheets=self.sheets,
            )
            if len(self.missing_tables) <= NAMED_TABLES:
                yield plural_message(
                    "Not verified yet: table {tables}.",
                    "Not verified yet: tables {tables}.",
                    len(self.missing_tables),
                    tables=and_list(self.missing_tables),
                )


def waiting_seats(tournament: Tournament) -> list[tuple[int, int, int | None]]:
    """Return round, table and credited entry of every seat without a score in force."""
    seats = Seat.objects.filter(
        round__tournament=tournament, round__state__in=Round.COUNTING, score=None
    )
    return list(
        seats.order_by("round__number", "sheet__table").values_list(
            "round__number", "sheet__table", "credit_id"
        )
    )


def rounds_with_progress(tournament: Tournament, waiting: Waiting) -> tuple[Round, ...]:
    """Return the published rounds, also canceled ones, with their progress.

    Each has its number of tables (`table_count`) and how many of them are `in_force`.
    """
    published = tournament.rounds.exclude(state=Round.State.DRAFT)
    rounds = tuple(published.annotate(made=Number("sheets")).order_by("number"))
    waiting_tables = {(number, table) for number, table, _ in waiting}
    for rnd in rounds:
        missing = sum(number == rnd.number for number, _ in waiting_tables)
        rnd.table_count, rnd.in_force = rnd.made, rnd.made - missing
    return rounds


def first_running(rounds: Iterable[Round], waiting: Waiting) -> Running | None:
    """Return the round being played; rounds published after it haven't begun.

    Each of `rounds` has its `table_count` and how many are `in_force`.
    """
    known = [RoundNow(r.number, r.table_count, r.in_force, r.is_closed) for r in rounds]
    first = min(running_rounds(known), default=None)
    waiting_tables = tuple(
        dict.fromkeys(t for number, t, _ in waiting if number == first)
    )
    return next(
        (Running(r.round, r.sheets, waiting_tables) for r in known if r.round == first),
        None,
    )


def first_running_of(tournament: Tournament) -> Running | None:
    """Return the round being played; two queries."""
    waiting = waiting_seats(tournament)
    rounds = rounds_with_progress(tournament, waiting)
    return first_running((rnd for rnd in rounds if rnd.counts), waiting)


def missing_of(waiting: Waiting, running: Running | None = None) -> tuple[Missing, ...]:
    """Return the tables without a score in force, of rounds before the running one."""
    tables: dict[int, dict[int, None]] = {}
    for number, table, _ in waiting:
        if running is None or number < running.round:
            tables.setdefault(number, {})[table] = None
    return tuple(
        Missing(number, tuple(missing_tables))
        for number, missing_tables in tables.items()
    )


def missing_sheets(tournament: Tournament) -> QuerySet[Sheet]:
    """Return the sheets of rounds that count without a score in force."""
    return Sheet.objects.filter(
        round__tournament=tournament,
        round__state__in=Round.COUNTING,
        seats__position=1,
        seats__score=None,
    )


LINES_A_PAGE = 100
PAGED_FROM = 200  # a longer field is split into pages


@dataclass(frozen=True)
class StandingsTable:
    """The standings as they are stored, first to last, and how final they are.

    `rounds` are those everyone can see, including canceled ones, each with its number
    of tables (`table_count`) and how many are `in_force`; `waiting`: the seats without
    a score in force.
    """

    tournament: Tournament
    version: int
    rounds: tuple[Round, ...]
    lines: tuple[StandingsLine, ...]
    missing: tuple[Missing, ...] = ()
    running: Running | None = None
    waiting: tuple[tuple[int, int, int | None], ...] = ()

    @cached_property
    def counting(self) -> list[Round]:
        """The rounds that count: the columns of the lines."""
        return [rnd for rnd in self.rounds if rnd.counts]

    @cached_property
    def finished_rounds(self) -> list[Round]:
        """The finished rounds, which totals and places are computed from."""
        first = self.running.round if self.running else None
        return [r for r in self.counting if first is None or r.number < first]

    @property
    def has_scores(self) -> bool:
        """Whether a round is over; until then nobody has a place."""
        return bool(self.finished_rounds)

    @cached_property
    def sought_round(self) -> int | None:
        """The round whose seats people look for now, if any."""
        wanted = sought(
            [
                RoundNow(rnd.number, rnd.table_count, rnd.in_force)
                for rnd in self.counting
            ]
        )
        return wanted.round if wanted and not self.is_final else None

    @cached_property
    def is_final(self) -> bool:
        return self.tournament.finished_at is not None and not self.waits_for

    @cached_property
    def state(self) -> str:
        """The state of the standings in a few words for the badge."""
        if self.is_final:
            return message("Final")
        if not self.counting:
            return message("Not started")
        if self.missing:
            return message("Provisional")
        if not self.finished_rounds:
            return message("No places yet")
        finished_count, planned = (
            len(self.finished_rounds),
            self.tournament.rounds_planned,
        )
        last = self.finished_rounds[-1].number
        if finished_count >= planned:
            return message("All rounds played, not final yet")
        if finished_count == last:
            return message(
                "After round {last} of {planned}", last=last, planned=planned
            )
        return message(
            "After {done} of {planned} rounds", done=finished_count, planned=planned
        )

    @cached_property
    def waits_for(self) -> list[str]:
        """Sentences about the sheets and rounds that can still change the standings."""
        return [str(part) for part in (*self.missing, self.running) if part]

    @property
    def still_missing(self) -> str:
        """The missing sheets and the running round that keep standings provisional."""
        return " ".join(self.waits_for)

    @property
    def state_and_missing(self) -> str:
        """The state of the standings and what can still change them, as sentences."""
        return " ".join([f"{self.state}.", *self.waits_for])

    def announcement(self, lines: Lines) -> str:
        """Return the text for screen readers when these lines have changed."""
        news = self.state_and_missing
        first = [line for line in lines if line.place == 1 and self.has_scores]
        if not first:
            return news
        names = and_list(line.person.name for line in first)
        return joined((news, message("In first place: {names}.", names=names)), " ")

    @cached_property
    def places(self) -> str:
        """The beginning of explained places' addresses; the start number follows."""
        return places_stem(self.tournament)

    @cached_property
    def lists(self) -> TeamsAndClasses:
        """Teams and classes."""
        return teams_and_classes(self.tournament, self.lines)

    @cached_property
    def edition(self) -> EditionMark | None:
        """The newest version of final standings; one query if finished."""
        return mark_of(self.tournament)

    def page(self, query: str, number: int | str) -> Page[StandingsLine]:
        """Return a page of lines; `query` finds names and start numbers.

        Lines that match keep their place.
        """
        lines = [line for line in self.lines if _matches(line.person, query)]
        long = len(self.lines) > PAGED_FROM
        paginator = Paginator(lines, LINES_A_PAGE if long else max(len(lines), 1))
        return paginator.get_page(number)


def table_of(tournament: Tournament, *, full: bool = False) -> StandingsTable:
    """Return the stored standings with today's names, as the club shows them or `full`.

    Four queries, whatever the size of the field.
    """
    stored = read_standings(tournament.pk)
    waiting = waiting_seats(tournament)
    rounds = rounds_with_progress(tournament, waiting)
    counting = [rnd for rnd in rounds if rnd.counts]
    running = first_running(counting, waiting)
    stems = {rnd.number: sheet_stem(tournament, rnd.number) for rnd in counting}
    people = people_of(tournament, full=full)
    return StandingsTable(
        tournament,
        stored.version,
        rounds,
        lines_of(
            stored.rows,
            people,
            Sheets(stems, _by_entry(waiting)),
            _ties_of(tournament, stored),
        ),
        missing_of(waiting, running),
        running,
        tuple(waiting),
    )


def _ties_of(tournament: Tournament, stored: StoredStandings) -> dict[int, Ties]:
    """Return the values that tie-breaks compare, by entry; empty without tie-breaks.

    Values are read as stored; if an older version stored the rows, they are computed
    with four more queries.
    """
    codes, ties = tournament.tie_breaks, stored.ties
    if not codes:
        return {}
    if not all(_has_ties(ties.get(row["entry"]), codes) for row in stored.rows):
        ties = compute_standings(tournament).ties
    unknown = Ties((None,) * len(codes))
    entries = [row["entry"] for row in stored.rows]
    return {
        entry: read_ties(own_ties, codes) if (own_ties := ties.get(entry)) else unknown
        for entry in entries
    }


def _has_ties(stored: Any, codes: Iterable[str]) -> bool:
    """Return whether the values of these tie-breaks are stored."""
    return stored is not None and all(code in stored["values"] for code in codes)


def stored_lines(tournament: Tournament) -> tuple[StandingsLine, ...]:
    """Return the lines without links to sheets; two queries."""
    rows = stored_rows(tournament)
    results = chain.from_iterable(row["rounds"] for row in rows)
    rounds = sorted({result["round"] for result in results})
    return lines_of(rows, people_of(tournament), Sheets(dict.fromkeys(rounds, "")))


def _by_entry(waiting: Waiting) -> dict[tuple[int | None, int], int]:
    return {(credit, number): table for number, table, credit in waiting}


def signs_in(lines: Iterable[StandingsLine]) -> frozenset[str]:
    """Return the signs that a legend of these lines has to explain."""
    signs = {"ties" for line in lines if line.tied}
    for cell in chain.from_iterable(line.cells for line in lines):
        if cell.table:
            signs.add("links")
        if cell.table and cell.chips is None:
            signs.add("waiting")
        if cell.why:
            signs.add("sit_outs" if cell.sat_out else "missed")
        if cell.dropped:
            signs.add("dropped")
        if cell.apart:
            signs.add("apart")
    return frozenset(signs)


def _matches(person: Person, query: str) -> bool:
    """Return whether the start number or all words match, in any order.

    Case and accents don't matter.
    """
    if not query:
        return True
    if query.isdecimal():
        return person.number == str(whole_number(query))
    name = unaccented(person.name)
    return all(word in name for word in unaccented(query).split())


@dataclass(frozen=True, slots=True)
class OldLine:
    """A line of past results, as everyone sees it."""

    place: int
    tied: bool
    person: Person
    total: int | None
    points: float | None
    rounds: int | None
    entry: int


@dataclass(frozen=True, slots=True)
class OldEvening:
    """The lines of past results, and which numbers the list has at all."""

    lines: tuple[OldLine, ...]
    has_totals: bool
    has_points: bool
    has_rounds: bool


def old_evening(tournament: Tournament) -> OldEvening:
    """Return past results of a tournament; two queries, whatever their size."""
    people = people_of(tournament)
    lines = tuple(
        OldLine(
            row["place"],
            row["tied"],
            people[row["entry"]],
            row["total"],
            row["points"],
            row["played"],
            row["entry"],
        )
        for row in stored_rows(tournament)
        if row["entry"] in people
    )
    return OldEvening(
        lines,
        any(line.total is not None for line in lines),
        any(line.points is not None for line in lines),
        any(line.rounds is not None for line in lines),
    )
