"""The break-glass pack: what to do, who sits where, running totals, score sheets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module

from django.utils import timezone
from django.utils.translation import override
from django_tasks import task

from clubs.selectors.languages import offered
from clubs.selectors.site_address import own_address
from clubs.wording import clock_and_day, say
from rules.seating.fields import house_needed, table_sizes
from scoring.backups.services.packs import being_made, keep
from scoring.desk.documents.running import (
    NO_TOTAL,
    RunningLine,
    missed_text,
    running_lines,
)
from scoring.draw.documents.score_sheets import sheet_parts
from scoring.draw.documents.seats import TableSheet, sit_outs_of, table_sheets
from scoring.draw.facts import left_over, players_here
from scoring.games.game_adapter import sizes_of
from scoring.games.payoff_card import Heading
from scoring.models import Entry, Round, Seat, SitOut, Tournament
from scoring.paper.card_grid import batches
from scoring.paper.document import Document, Part, part_of
from scoring.paper.text_fit import as_long_as_in_english
from scoring.results.lines import TIE_WORDS
from scoring.standings.documents.standings import (
    PrintedStandings,
    printed_standings,
    standings_parts,
)

COMING = 2  # rounds whose seats and sheets are in the pack
STYLE = "print_pack.css"
SIZE = 12  # points of the first page
LINES_A_PART = 100  # more in one go cost memory, and nobody waits for it
PLAN_ROWS = 20  # tables of the plan for a draw by hand, on a page
MOST_SAT = 14  # letters of the tables so far, before they are set smaller


@dataclass(frozen=True, slots=True)
class ComingRound:
    """A round that is played or still to be played, as far as it is seated.

    A round that is not drawn has sheets without names and codes, and no tables; of
    one that is played there are the sheets that do not count yet.
    """

    number: int
    state: str
    tables: tuple[TableSheet, ...]
    sit_outs: tuple[Entry, ...]
    sheets: tuple[TableSheet, ...]

    @property
    def is_drawn(self) -> bool:
        return bool(self.tables)


@dataclass(frozen=True, slots=True)
class Finish:
    """How this tournament's places are made, for whoever makes them by hand.

    `sat_out` and `missed` say what such rounds score.
    """

    sat_out: str
    missed: str
    with_average: bool
    drop_worst: int
    by_points: bool
    tie_breaks: tuple[str, ...]

    @classmethod
    def of(cls, tournament: Tournament) -> "Finish":
        average = Tournament.MissedScore.AVERAGE
        scores = (tournament.sit_out_score, tournament.absent_score)
        return cls(
            missed_text(tournament, SitOut.Why.SIT_OUT),
            missed_text(tournament, SitOut.Why.ABSENT),
            average in scores,
            tournament.drop_worst,
            tournament.by_points,
            tuple(str(TIE_WORDS[each]) for each in tournament.tie_breaks),
        )


@dataclass(frozen=True, slots=True)
class Pack:
    """Everything of the evening as of a moment, after so many rounds."""

    tournament: Tournament
    after: int
    as_of: str
    standings: PrintedStandings
    coming: tuple[ComingRound, ...]
    lines: tuple[RunningLine, ...]
    tables: int
    left_over: int
    finish: Finish

    @property
    def with_house(self) -> bool:
        return self.tournament.spare == Tournament.Spare.HOUSE

    @property
    def has_substitutes(self) -> bool:
        return any("→" in cell.score for line in self.lines for cell in line.cells)

    @property
    def has_unranked(self) -> bool:
        return any(line.total == NO_TOTAL for line in self.lines)

    @property
    def undrawn(self) -> tuple[int, ...]:
        return tuple(each.number for each in self.coming if not each.is_drawn)


def nobody(size: int) -> tuple[Seat, ...]:
    """The free seats of a table that is not drawn."""
    return tuple(Seat(position=position) for position in range(1, size + 1))


def rounds_closed(tournament: Tournament) -> int:
    """The number of the last finished round, 0 before one is: a pack's name."""
    finished = tournament.rounds.filter(state=Round.State.FINISHED)
    return max(finished.values_list("number", flat=True), default=0)


@task(queue_name="night")
def make_pack(tournament: int) -> None:
    """Make a tournament's pack as of now, and keep it; none where it is gone."""
    found = Tournament.objects.select_related("club").filter(pk=tournament).first()
    if found is None:
        return
    with being_made(found) as asked, override(_offered(asked.language)):
        pack = pack_of(found, address=asked.address or own_address(), at=timezone.now())
        # Only a worker loads what lays out paper: a second, and 40 MB.
        render = import_module("scoring.paper.render")
        pdf = render.pdf_of(pack_document(pack, paper=found.club.paper))
        keep(found, pack.after, pdf)


def _offered(language: str) -> str:
    return language if language in offered() else "en"


def pack_of(tournament: Tournament, *, address: str, at: datetime) -> Pack:
    """The pack as of now; `address` as for `phones_address`.

    A fixed number of queries, whatever the size of the field.
    """
    coming = _coming(tournament, address)
    standings = printed_standings(tournament, at=at)
    here = len(players_here(tournament))
    return Pack(
        tournament,
        rounds_closed(tournament),
        clock_and_day(at.astimezone(tournament.club.zone)),
        standings,
        coming,
        tuple(running_lines(tournament, [each.number for each in coming])),
        len(_tables(tournament, here)),
        left_over(tournament, here),
        Finish.of(tournament),
    )


def _tables(tournament: Tournament, here: int) -> tuple[int, ...]:
    """The seats of the tables that so many players fill, with house players where the
    tournament has them."""
    sizes = sizes_of(tournament)
    fills = here >= sizes[0] and tournament.spare == Tournament.Spare.HOUSE
    return table_sizes(here + house_needed(here, sizes) if fills else here, sizes)


def _coming(tournament: Tournament, address: str) -> tuple[ComingRound, ...]:
    """The round that is played and the next, planned ones too; before them every
    earlier one that waits for a sheet."""
    if tournament.finished_at:
        return ()
    known = list(tournament.rounds.order_by("number"))
    running = [each for each in known if each.state == Round.State.OPEN]
    drafts = [each for each in known if each.state == Round.State.DRAFT]
    due = [*running[:-1], *[*running[-1:], *drafts][:COMING]]
    found = [_seated(tournament, each, address) for each in due]
    more = COMING - len(running[-1:]) - len(drafts)
    last = max((each.number for each in known), default=0)
    cancelled = sum(each.state == Round.State.CANCELLED for each in known)
    planned = tournament.rounds_planned + cancelled
    numbers = range(last + 1, min(planned, last + more) + 1)
    return (*found, *(_undrawn(tournament, number) for number in numbers))


def _seated(tournament: Tournament, rnd: Round, address: str) -> ComingRound:
    rnd.tournament = tournament
    tables = table_sheets(rnd, address=address)
    counted = set(rnd.sheets.filter(seats__score__isnull=False).values_list("table"))
    sheets = tuple(each for each in tables if (each.table,) not in counted)
    if rnd.is_published:
        state, outs = say("published"), tuple(each.entry for each in sit_outs_of(rnd))
    else:
        state, outs = say("not published yet"), _without_a_seat(tournament, tables)
    return ComingRound(rnd.number, state, tables, outs, sheets)


def _without_a_seat(
    tournament: Tournament, tables: Iterable[TableSheet]
) -> tuple[Entry, ...]:
    """Who will sit out a draft, once it is published."""
    seated = {seat.entry_id for table in tables for seat in table.seats}
    return tuple(each for each in players_here(tournament) if each.pk not in seated)


def _undrawn(tournament: Tournament, number: int) -> ComingRound:
    tables = _tables(tournament, len(players_here(tournament)))
    sheets = tuple(TableSheet(n, nobody(size)) for n, size in enumerate(tables, 1))
    return ComingRound(number, say("not drawn"), (), (), sheets)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the running list, and the size its words are set in."""

    line: RunningLine
    size: str

    @classmethod
    def of(cls, line: RunningLine) -> "Line":
        is_long = len(line.name) > 30 or len(line.sat) > MOST_SAT
        return cls(line, "tight" if is_long else "")


def pack_document(pack: Pack, *, paper: str) -> Document:
    """One pack, its score sheets last."""
    return Document((*_pages(pack, paper), *_sheets(pack, paper)))


def _pages(pack: Pack, paper: str) -> Iterator[Part]:
    shared = {"heading": Heading.of(pack.tournament), "pack": pack}

    def first(size: float) -> Part:
        return part_of("pack.html", {**shared, "size": size}, style=STYLE, paper=paper)

    yield as_long_as_in_english(first, SIZE)
    for lines in batches([Line.of(each) for each in pack.lines], LINES_A_PART):
        context = {**shared, "lines": lines}
        yield part_of("pack_running.html", context, style=STYLE, paper=paper)
    for coming in pack.coming:
        largest = max((each.size for each in coming.tables or coming.sheets), default=0)
        context = {**shared, "coming": coming, "seats": range(1, largest + 1)}
        if coming.is_drawn:
            yield part_of("pack_seats.html", context, style=STYLE, paper=paper)
        elif coming.sheets:
            context["pages"] = list(batches(coming.sheets, PLAN_ROWS))
            yield part_of("pack_plan.html", context, style=STYLE, paper=paper)
    if pack.standings.lines:
        yield from standings_parts([pack.standings], paper=paper)


def _sheets(pack: Pack, paper: str) -> Iterator[Part]:
    for coming in pack.coming:
        if coming.sheets:
            smallest = min(each.size for each in coming.tables or coming.sheets)
            yield from sheet_parts(
                pack.tournament,
                coming.number,
                coming.sheets,
                paper=paper,
                smallest=smallest,
            )
