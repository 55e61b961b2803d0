"""The emergency packet: instructions, seats, running totals, score sheets.

The running list can be continued by hand: totals, with all that is known when it is
printed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import import_module
from itertools import chain
from typing import Any

from django.utils import timezone
from django.utils.translation import override, pgettext
from django_tasks import task

from clubs.i18n import chips, clock_and_day, message, points
from clubs.languages import offered
from clubs.site_urls import own_address
from rules.seating.request import house_needed, table_sizes
from scoring.backups.emergency_packets import being_made, store_packet
from scoring.draw.documents.score_sheets import sheet_parts
from scoring.draw.documents.seats import (
    RoundPlace,
    TableSheet,
    free_seats,
    places_in,
    sit_outs_of,
    table_sheets,
)
from scoring.draw.draw_input import left_over, players_among, players_here
from scoring.games.game_adapter import (
    missed_result,
    missed_score,
    ruled_chips,
    sizes_of,
)
from scoring.games.payoff_card import Heading
from scoring.games.tie_breaks import tie_break_label
from scoring.models import Entry, Round, SitOut, Tournament
from scoring.printing.card_grid import batches
from scoring.printing.document import Document, Part, part_of
from scoring.printing.text_fit import as_long_as_in_english
from scoring.results.compute import ranked_entries
from scoring.results.stored import stored_rows
from scoring.standings.documents.standings import (
    PrintedStandings,
    printed_standings,
    standings_parts,
)

AVERAGE = "average"  # a score that isn't known before the last round
NO_TOTAL = "–"  # for players who aren't ranked

Places = Mapping[int, Mapping[int, RoundPlace]]
COMING = 2  # rounds whose seats and sheets are in the packet
STYLE = "print_pack.css"
SIZE = 12  # points of the first page
LINES_A_PART = 100  # more at once would use more memory; speed doesn't matter here
PLAN_ROWS = 20  # tables of the plan for a draw by hand, on a page
MOST_SAT = 14  # letters of the list of tables before it is set smaller


@dataclass(frozen=True, slots=True)
class RunningCell:
    """An upcoming round in a player's line: the seat, and its chips if known.

    `score` is in chips, or “average”, or “→ 5” if they count for start number 5
    instead; `total` is filled in while everything before it is known. Empty boxes are
    filled in by hand.
    """

    seat: str = ""
    score: str = ""
    total: str = ""


@dataclass(frozen=True, slots=True)
class RunningLine:
    """A player's line of the running list: chips so far, past and upcoming seats.

    `total` has the finished rounds, also dropped ones, and the rulings on the player,
    but no round that scores an average; the same rounds make `points`. `sat` has a
    table for each of these rounds, "out" for a sit-out, "–" if absent.
    """

    number: str
    name: str
    total: str
    points: str
    sat: str
    cells: tuple[RunningCell, ...]


@dataclass(frozen=True, slots=True)
class _Turn:
    """A player's part in an upcoming round: whose standing, the seat, the score."""

    player: Entry
    credit: int | None
    seat: str = ""
    score: int | str | None = None


def running_lines(
    tournament: Tournament, coming: Sequence[int]
) -> Iterator[RunningLine]:
    """Yield a line for each player, by start number; house players last.

    Includes everyone with a place and everyone who still plays. `coming` are the
    numbers of the rounds with boxes. A fixed number of queries.
    """
    entries = sorted(tournament.entries.all(), key=_order)
    rounds = list(tournament.rounds.exclude(state=Round.State.CANCELLED))
    past = sorted(rnd.number for rnd in rounds if rnd.state == Round.State.FINISHED)
    places = places_in(rounds)
    turns = [list(_turns(tournament, entries, rounds, n, places)) for n in coming]
    wanted = {entry.pk for entry in ranked_entries(tournament)}
    for turn in chain.from_iterable(turns):
        wanted.update(_players_of(turn))
    results = _missed_in(tournament, past)
    results |= {row["entry"]: row["rounds"] for row in stored_rows(tournament)}
    ruled = ruled_chips(tournament.adjustments.filter(reversed_at=None))
    numbers = {entry.pk: entry.label for entry in entries}
    for entry in (entry for entry in entries if entry.pk in wanted):
        played = [r for r in results.get(entry.pk, ()) if r["round"] in past]
        known = [rnd for rnd in played if not _is_average(tournament, rnd["why"])]
        total = ruled[entry.pk] + sum(rnd["chips"] for rnd in known)
        own_places = places.get(entry.pk, {})
        yield RunningLine(
            entry.label,
            entry.name,
            chips(total) if entry.ranked else NO_TOTAL,
            points(sum(rnd["points"] for rnd in played)) if entry.ranked else NO_TOTAL,
            " ".join(_table(own_places.get(number)) for number in past),
            tuple(_cells(entry, total, turns, numbers)),
        )


def _missed_in(
    tournament: Tournament, past: Collection[int]
) -> dict[int | None, list[dict[str, Any]]]:
    """Return the missed rounds by entry, for players without a place yet."""
    missed: defaultdict[int | None, list[dict[str, Any]]] = defaultdict(list)
    outs = SitOut.objects.filter(
        round__tournament=tournament, round__number__in=past, credit__isnull=False
    )
    for sit_out in outs.exclude(round__state=Round.State.CANCELLED).select_related(
        "round"
    ):
        result = missed_result(tournament, sit_out.round.number, sit_out.why, ())
        facts = {"round": result.round, "why": sit_out.why}
        facts |= {"chips": int(result.chips), "points": result.points}
        missed[sit_out.credit_id].append(facts)
    return missed


def missed_text(tournament: Tournament, reason: str) -> str:
    """Return the score of a sit-out or missed round, as printed."""
    score = _missed(tournament, reason)
    if isinstance(score, str):
        return message("the average of the rounds played")
    return chips(score)


def _missed(tournament: Tournament, reason: str) -> int | str:
    if _is_average(tournament, reason):
        return AVERAGE
    return int(missed_result(tournament, 0, reason, ()).chips)


def _is_average(tournament: Tournament, reason: str | None) -> bool:
    return missed_score(tournament, reason) == AVERAGE if reason else False


def _turns(
    tournament: Tournament,
    entries: Iterable[Entry],
    rounds: Iterable[Round],
    number: int,
    places: Places,
) -> Iterator[_Turn]:
    """Yield who plays, sits out or misses an upcoming round, as far as known."""
    rnd = next((rnd for rnd in rounds if rnd.number == number), None)
    known = {entry.pk: entry for entry in entries}
    seats = {seat.entry_id: seat for seat in rnd.seats.all()} if rnd else {}
    for entry, seat in ((known[pk], seat) for pk, seat in seats.items() if pk):
        place_text = _place_text(places[entry.pk][number])
        yield _Turn(entry, seat.credit_id, place_text, seat.score)
    if rnd and rnd.is_published:
        for sit_out in rnd.sit_outs.all():
            place_text = _out_label() if sit_out.why == SitOut.Why.SIT_OUT else ""
            score = _missed(tournament, sit_out.why)
            yield _Turn(known[sit_out.entry_id], sit_out.credit_id, place_text, score)
        return
    for entry in players_among(known.values()):
        if entry.pk not in seats:
            turn = _Turn(entry, entry.credit_in(number))
            score = _missed(tournament, SitOut.Why.SIT_OUT)
            yield replace(turn, seat=_out_label(), score=score) if rnd else turn


def _players_of(turn: _Turn) -> Iterator[int]:
    """Yield the players who need a line for this part.

    Those who play or sit out, and the player it counts for.
    """
    if turn.seat or turn.score is None:
        yield turn.player.pk
        if turn.credit is not None:
            yield turn.credit


def _cells(
    entry: Entry,
    total: int,
    rounds: Iterable[Iterable[_Turn]],
    numbers: Mapping[int, str],
) -> Iterator[RunningCell]:
    """Yield a player's boxes; the total continues through known scores."""
    so_far: int | None = total if entry.ranked else None
    for turns in rounds:
        counts = next((turn for turn in turns if turn.credit == entry.pk), None)
        plays = next((t for t in turns if t.player == entry and t is not counts), None)
        score = counts.score if counts else None
        if score is None:
            so_far = None
        elif so_far is not None and score != AVERAGE:
            so_far += int(score)
        yield RunningCell(
            _seat_text(entry, counts, plays),
            ", ".join(_in_box(entry, counts, plays, numbers)),
            "" if so_far is None else chips(so_far),
        )


def _seat_text(entry: Entry, counts: _Turn | None, plays: _Turn | None) -> str:
    """Return the player's seat, or the substitute's seat and number."""
    if plays:
        return plays.seat
    if counts is None or counts.player == entry or not counts.seat:
        return counts.seat if counts else ""
    return f"{counts.seat} ({counts.player.label})"


def _in_box(
    entry: Entry, counts: _Turn | None, plays: _Turn | None, numbers: Mapping[int, str]
) -> Iterator[str]:
    """Yield the texts printed in the box of the score."""
    if plays and plays.credit is not None:
        yield f"→ {numbers[plays.credit]}"
    elif plays and entry.ranked:
        yield pgettext("on the sheet", "→ nobody")
    elif plays and plays.score is not None:
        yield _score(plays.score)
    if counts and counts.score is not None:
        score_text = _score(counts.score)
        yield _own_score(score_text) if plays else score_text


def _out_label() -> str:
    return pgettext("on the sheet", "out")


def _own_score(score: str) -> str:
    return pgettext("on the sheet", "own {score}").format(score=score)


def _score(score: int | str) -> str:
    if isinstance(score, str):
        return pgettext("on the sheet", "average")
    return chips(score)


def _order(entry: Entry) -> tuple[int, int]:
    return entry.house or 0, entry.number or 0


def _place_text(place: RoundPlace) -> str:
    return f"{place.table} · {place.position}"


def _table(place: RoundPlace | None) -> str:
    if place is None:
        return "–"
    return str(place.table) if place.table else _out_label()


@dataclass(frozen=True, slots=True)
class ComingRound:
    """A round being played or upcoming, with its seats if drawn.

    A round that isn't drawn has sheets without names and codes, and no tables; a round
    being played has only the sheets that don't count yet.
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
    """The rules for this tournament's places, to calculate them by hand.

    `sat_out` and `missed` are the scores of such rounds.
    """

    sat_out: str
    missed: str
    with_average: bool
    drop_worst: int
    by_points: bool
    tie_breaks: tuple[str, ...]

    @classmethod
    def for_tournament(cls, tournament: Tournament) -> "Finish":
        average = Tournament.MissedScore.AVERAGE
        scores = (tournament.sit_out_score, tournament.absent_score)
        return cls(
            missed_text(tournament, SitOut.Why.SIT_OUT),
            missed_text(tournament, SitOut.Why.ABSENT),
            average in scores,
            tournament.drop_worst,
            tournament.by_points,
            tuple(map(tie_break_label, tournament.tie_breaks)),
        )


@dataclass(frozen=True, slots=True)
class Pack:
    """The contents of a packet as of a certain time, after some rounds."""

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
        cells = chain.from_iterable(line.cells for line in self.lines)
        return any("→" in cell.score for cell in cells)

    @property
    def has_unranked(self) -> bool:
        return any(line.total == NO_TOTAL for line in self.lines)

    @property
    def undrawn(self) -> tuple[int, ...]:
        return tuple(rnd.number for rnd in self.coming if not rnd.is_drawn)


def rounds_closed(tournament: Tournament) -> int:
    """Return the last finished round's number, or 0; it names the packet."""
    finished = tournament.rounds.filter(state=Round.State.FINISHED)
    return max(finished.values_list("number", flat=True), default=0)


@task(queue_name="night")
def make_pack(tournament: int) -> None:
    """Make and store a tournament's current packet; nothing if it was deleted."""
    evening = Tournament.objects.select_related("club").filter(pk=tournament).first()
    if evening is None:
        return
    with being_made(evening) as asked, override(_offered(asked.language)):
        pack = pack_of(
            evening, address=asked.address or own_address(), time=timezone.now()
        )
        # Only workers load the layout of paper, which takes a second and 40 MB.
        render = import_module("scoring.printing.render")
        pdf = render.pdf_of(pack_document(pack, paper=evening.club.paper))
        store_packet(evening, pack.after, pdf)


def _offered(language: str) -> str:
    return language if language in offered() else "en"


def pack_of(tournament: Tournament, *, address: str, time: datetime) -> Pack:
    """Return the packet's current contents; `address` as for `phones_address`.

    A fixed number of queries, whatever the size of the field.
    """
    coming = _coming(tournament, address)
    standings = printed_standings(tournament, time=time)
    present = len(players_here(tournament))
    return Pack(
        tournament,
        rounds_closed(tournament),
        clock_and_day(time.astimezone(tournament.club.zone)),
        standings,
        coming,
        tuple(running_lines(tournament, [rnd.number for rnd in coming])),
        len(_tables(tournament, present)),
        left_over(tournament, present),
        Finish.for_tournament(tournament),
    )


def _tables(tournament: Tournament, present: int) -> tuple[int, ...]:
    """Return the sizes of the tables that this many players fill.

    House players fill up tables if the tournament has them.
    """
    sizes = sizes_of(tournament)
    fills = present >= sizes[0] and tournament.spare == Tournament.Spare.HOUSE
    return table_sizes(
        present + house_needed(present, sizes) if fills else present, sizes
    )


def _coming(tournament: Tournament, address: str) -> tuple[ComingRound, ...]:
    """Return the round being played and the next, drawn or only planned.

    Earlier rounds that wait for a sheet come before them.
    """
    if tournament.finished_at:
        return ()
    known = list(tournament.rounds.order_by("number"))
    running = [rnd for rnd in known if rnd.state == Round.State.OPEN]
    drafts = [rnd for rnd in known if rnd.state == Round.State.DRAFT]
    due = [*running[:-1], *[*running[-1:], *drafts][:COMING]]
    seated = [_seated(tournament, rnd, address) for rnd in due]
    more = COMING - len(running[-1:]) - len(drafts)
    last = max((rnd.number for rnd in known), default=0)
    cancelled = sum(rnd.state == Round.State.CANCELLED for rnd in known)
    planned = tournament.rounds_planned + cancelled
    numbers = range(last + 1, min(planned, last + more) + 1)
    return (*seated, *(_undrawn(tournament, number) for number in numbers))


def _seated(tournament: Tournament, rnd: Round, address: str) -> ComingRound:
    rnd.tournament = tournament
    tables = table_sheets(rnd, address=address)
    counted = set(rnd.sheets.filter(seats__score__isnull=False).values_list("table"))
    sheets = tuple(table for table in tables if (table.table,) not in counted)
    if rnd.is_published:
        state, outs = (
            message("published"),
            tuple(sit_out.entry for sit_out in sit_outs_of(rnd)),
        )
    else:
        state, outs = message("not published yet"), _without_a_seat(tournament, tables)
    return ComingRound(rnd.number, state, tables, outs, sheets)


def _without_a_seat(
    tournament: Tournament, tables: Iterable[TableSheet]
) -> tuple[Entry, ...]:
    """Return the players who will sit out once this draft is published."""
    seats = chain.from_iterable(table.seats for table in tables)
    seated = {seat.entry_id for seat in seats}
    return tuple(entry for entry in players_here(tournament) if entry.pk not in seated)


def _undrawn(tournament: Tournament, number: int) -> ComingRound:
    tables = _tables(tournament, len(players_here(tournament)))
    sheets = tuple(TableSheet(n, free_seats(size)) for n, size in enumerate(tables, 1))
    return ComingRound(number, message("not drawn"), (), (), sheets)


@dataclass(frozen=True, slots=True)
class PackLine:
    """A line of the running list, and the size of its text."""

    line: RunningLine
    size: str

    @classmethod
    def for_running_line(cls, line: RunningLine) -> "PackLine":
        is_long = len(line.name) > 30 or len(line.sat) > MOST_SAT
        return cls(line, "tight" if is_long else "")


def pack_document(pack: Pack, *, paper: str) -> Document:
    """Return the document of a packet, with the score sheets last."""
    return Document((*_pages(pack, paper), *_sheets(pack, paper)))


def _pages(pack: Pack, paper: str) -> Iterator[Part]:
    shared = {"heading": Heading.of(pack.tournament), "pack": pack}

    def first(size: float) -> Part:
        return part_of("pack.html", {**shared, "size": size}, style=STYLE, paper=paper)

    yield as_long_as_in_english(first, SIZE)
    for lines in batches(
        [PackLine.for_running_line(line) for line in pack.lines], LINES_A_PART
    ):
        context = {**shared, "lines": lines}
        yield part_of("pack_running.html", context, style=STYLE, paper=paper)
    for coming in pack.coming:
        largest = max(
            (table.size for table in coming.tables or coming.sheets), default=0
        )
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
            smallest = min(table.size for table in coming.tables or coming.sheets)
            yield from sheet_parts(
                pack.tournament,
                coming.number,
                coming.sheets,
                paper=paper,
                smallest=smallest,
            )
