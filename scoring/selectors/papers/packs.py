"""The break-glass pack: all that carries an evening on when the laptop is dead."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from clubs.wording import clock_and_day
from scoring.models import Entry, Round, Tournament
from scoring.selectors.papers.seats import (
    HANDS,
    places_in,
    sheet_papers,
    table_list_of,
)
from scoring.selectors.papers.shapes import (
    Heading,
    PlacePaper,
    SeatPaper,
    SheetPaper,
    TablePaper,
)
from scoring.selectors.papers.standings import StandingsPaper, standings_paper
from scoring.selectors.seating.draws import players_here

COMING = 2  # rounds whose seats and sheets are in the pack
NOBODY = tuple(SeatPaper(position, "", "") for position in (1, 2, 3, 4))


@dataclass(frozen=True, slots=True)
class ComingRound:
    """A round that is played or still to be played, as far as it is seated.

    A round that is not drawn has sheets without names and codes, and no tables.
    """

    number: int
    state: str
    tables: tuple[TablePaper, ...]
    sit_outs: tuple[SeatPaper, ...]
    sheets: tuple[SheetPaper, ...]

    @property
    def is_drawn(self) -> bool:
        return bool(self.tables)


@dataclass(frozen=True, slots=True)
class RunningLine:
    """Somebody's line of the running list: his chips so far, where he sat and will sit.

    `sat` has a table for each round until now, "–" where he did not play.
    """

    number: str
    name: str
    total: int
    sat: str
    places: tuple[PlacePaper | None, ...]


@dataclass(frozen=True, slots=True)
class PackPaper:
    """Everything of the evening as of a moment, after so many rounds."""

    heading: Heading
    after: int
    as_of: str
    standings: StandingsPaper
    coming: tuple[ComingRound, ...]
    lines: tuple[RunningLine, ...]
    tables: int
    left_over: int
    must_total: int
    start_chips: int
    missed_score: str

    @property
    def undrawn(self) -> tuple[int, ...]:
        return tuple(each.number for each in self.coming if not each.is_drawn)


def rounds_closed(tournament: Tournament) -> int:
    """The number of the last finished round, 0 before one is: a pack's name."""
    finished = tournament.rounds.filter(state=Round.State.FINISHED)
    return max(finished.values_list("number", flat=True), default=0)


def pack_of(tournament: Tournament, *, address: str, at: datetime) -> PackPaper:
    """The pack as of now; `address` as for `sheet_papers`.

    A fixed number of queries, whatever the size of the field.
    """
    coming = _coming(tournament, address)
    standings = standings_paper(tournament, at=at)
    here = len(players_here(tournament))
    return PackPaper(
        Heading.of(tournament),
        rounds_closed(tournament),
        clock_and_day(at.astimezone(tournament.club.zone)),
        standings,
        coming,
        tuple(_lines(tournament, standings, coming)),
        here // 4,
        here % 4,
        tournament.must_total,
        tournament.start_chips,
        tournament.get_sit_out_score_display(),
    )


def _coming(tournament: Tournament, address: str) -> tuple[ComingRound, ...]:
    """The first rounds that are not finished, planned ones too."""
    known = list(tournament.rounds.order_by("number"))
    due = [
        each for each in known if each.state in (Round.State.OPEN, Round.State.DRAFT)
    ]
    found = [_seated(tournament, each, address) for each in due[:COMING]]
    last = max((each.number for each in known), default=0)
    cancelled = sum(each.state == Round.State.CANCELLED for each in known)
    planned = tournament.rounds_planned + cancelled
    numbers = range(last + 1, min(planned, last + COMING - len(found)) + 1)
    return (*found, *(_undrawn(tournament, number) for number in numbers))


def _seated(tournament: Tournament, rnd: Round, address: str) -> ComingRound:
    rnd.tournament = tournament
    seating, sheets = table_list_of(rnd), sheet_papers(rnd, address=address)
    if rnd.is_published:
        state, outs = "published", seating.sit_outs
    else:
        state, outs = "not published yet", _without_a_seat(tournament, seating.tables)
    return ComingRound(rnd.number, state, seating.tables, outs, sheets)


def _without_a_seat(
    tournament: Tournament, tables: Iterable[TablePaper]
) -> tuple[SeatPaper, ...]:
    """Who will sit out a draft, once it is published."""
    seated = {seat.number for table in tables for seat in table.seats}
    here = [each for each in players_here(tournament) if each.label not in seated]
    return tuple(SeatPaper(0, each.label, each.name, each.lodge) for each in here)


def _undrawn(tournament: Tournament, number: int) -> ComingRound:
    sheet = SheetPaper(
        heading=Heading.of(tournament),
        round_number=number,
        table=0,
        seats=NOBODY,
        code="",
        url="",
        must_total=tournament.must_total,
        start_chips=tournament.start_chips,
        hands=tournament.hands_per_round or HANDS,
    )
    tables = len(players_here(tournament)) // 4
    sheets = tuple(replace(sheet, table=table) for table in range(1, tables + 1))
    return ComingRound(number, "not drawn", (), (), sheets)


def _lines(
    tournament: Tournament, standings: StandingsPaper, coming: Iterable[ComingRound]
) -> Iterable[RunningLine]:
    """Everybody who plays on, by start number; house players last."""
    totals = {row.number: row.total for row in standings.rows}
    rounds = list(tournament.rounds.exclude(state=Round.State.CANCELLED))
    past = [each.number for each in rounds if each.state == Round.State.FINISHED]
    places = places_in(rounds)
    for entry in sorted(tournament.entries.all(), key=_order):
        own = places.get(entry.pk, {})
        ahead = tuple(_place(own, each, entry) for each in coming)
        if any(ahead) or (entry.state == Entry.State.HERE and not entry.house):
            yield RunningLine(
                entry.label,
                entry.name,
                totals.get(entry.label, 0),
                " ".join(_table(own.get(number)) for number in sorted(past)),
                ahead,
            )


def _place(
    own: Mapping[int, PlacePaper], coming: ComingRound, entry: Entry
) -> PlacePaper | None:
    """Where he sits in a coming round; without a table he sits out."""
    if any(out.number == entry.label for out in coming.sit_outs):
        return PlacePaper(coming.number)
    return own.get(coming.number)


def _order(entry: Entry) -> tuple[int, int]:
    return entry.house or 0, entry.number or 0


def _table(place: PlacePaper | None) -> str:
    return str(place.table) if place and place.table else "–"
