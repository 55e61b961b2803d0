"""The event on one page: people here, progress of each round, prints made."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from clubs import server_clock
from scoring.core.writes import Actor, find_duplicate, lock, log
from scoring.draw.documents.round_paper import EVERYTHING
from scoring.draw.rounds import SeatingGap, seating_gap_of
from scoring.games.game_adapter import sizes_of
from scoring.models import Change, Entry, Phone, Round, Seat, Sheet, Tournament
from scoring.models.log_messages import LogMessage
from scoring.people.entries import here_again
from scoring.phones.clocks import Face, face_of
from scoring.sheets.progress import Progress, progress_by_round
from scoring.sheets.sheet import SheetState

OPEN = (Round.State.OPEN,)  # while sheets of a round are still missing
PRINTED = "print"  # the log's kind for a print; `new` is its short name


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round and the progress of its tables."""

    round: Round
    progress: Progress
    face: Face | None = None

    @property
    def has_begun(self) -> bool:
        """Whether a clock, a phone or a count shows that the round has begun."""
        has_phones = getattr(self.round, "has_phones", False)
        return bool(self.face) or has_phones or not self.is_untouched

    @property
    def plays(self) -> bool:
        """Whether its clock still has time left."""
        return self.face is not None and not self.face.is_over

    @property
    def counts(self) -> list[tuple[str, int]]:
        """The number of tables by state; a corrected sheet counts as verified."""
        verified = self.verified
        others = [(s, len(self.progress.tables(s))) for s in list(SheetState)[:3]]
        return [*others, (SheetState.VERIFIED, verified)]

    @property
    def verified(self) -> int:
        return sum(stop.state.is_in_force for stop in self.progress.stops)

    @property
    def tables(self) -> int:
        return len(self.progress.stops)

    @property
    def is_untouched(self) -> bool:
        return len(self.progress.missing) == self.tables

    @property
    def is_complete(self) -> bool:
        """Whether every sheet is in force; a correction may still wait."""
        return self.verified == self.tables


@dataclass(frozen=True, slots=True)
class EventOverview:
    """A tournament as the desk sees it."""

    tournament: Tournament
    rounds: tuple[RoundLine, ...]
    people: dict[str, int]  # the numbers of people expected, here, absent, left
    printed: frozenset[str]
    seating_gap: SeatingGap | None = None
    here_again: tuple[Entry, ...] = ()  # substitutes whose player is here again
    # Rounds and tables whose seats differ from their printed score sheets.
    outdated: tuple[tuple[int, int], ...] = ()

    @property
    def present(self) -> int:
        return self.people[Entry.State.HERE]

    @property
    def fills_a_table(self) -> bool:
        return self.present >= min(sizes_of(self.tournament))

    @property
    def expected(self) -> int:
        return self.people[Entry.State.EXPECTED]

    @property
    def entered(self) -> int:
        return sum(self.people.values())

    @property
    def played(self) -> list[RoundLine]:
        return [line for line in self.rounds if line.round.counts]

    @property
    def drafts(self) -> list[RoundLine]:
        return [line for line in self.rounds if not line.round.is_published]

    @property
    def current(self) -> RoundLine | None:
        """The first round with a missing sheet."""
        return next((line for line in self.played if not line.is_complete), None)

    @property
    def running(self) -> RoundLine | None:
        """The round at the tables: the last one that has begun, else the first.

        If all its sheets are in force, the next published round.
        """
        begun = [line for line in self.played if line.has_begun]
        last = begun[-1].round.number if begun else 0
        later = [line for line in self.played if line.round.number > last]
        if begun and not (begun[-1].is_complete and later):
            return begun[-1]
        return next(iter(later), None)

    @property
    def is_between(self) -> bool:
        """Whether no round is being played: the current round hasn't begun."""
        return not (self.current and self.current.has_begun)

    def has_paper(self, number: int) -> bool:
        """Return whether a round's sheets were printed, alone or in the packet."""
        return not self.printed.isdisjoint(
            (f"sheets {number}", f"{EVERYTHING} {number}")
        )

    @property
    def rounds_left(self) -> int:
        return max(0, self.tournament.rounds_planned - len(self.played))

    @property
    def is_cut_short(self) -> bool:
        """Whether all planned rounds were seated, but not all of them count."""
        return bool(self.played) and 0 < self.rounds_left <= len(self.cancelled)

    @property
    def cancelled(self) -> list[int]:
        """The numbers of the rounds that don't count."""
        published = (line.round for line in self.rounds if line.round.is_published)
        return [entry.number for entry in published if not entry.counts]

    @property
    def may_finish(self) -> bool:
        return bool(self.played) and not self.tournament.finished_at

    @property
    def missing(self) -> list[tuple[int, list[int]]]:
        """Rounds with their tables that have no score in force."""
        return [
            (line.round.number, _not_verified(line.progress))
            for line in self.played
            if not line.is_complete
        ]


def _not_verified(progress: Progress) -> list[int]:
    return [stop.table for stop in progress.stops if not stop.state.is_in_force]


def evening_of(
    tournament: Tournament, current_time: datetime | None = None
) -> EventOverview:
    """Return the overview; at most nine queries, however many tables.

    Clocks are shown as of `current_time`.
    """
    current_time = current_time or server_clock.now()
    progress = progress_by_round(tournament)
    phones = Phone.objects.filter(sheet__round=OuterRef("pk"))
    rounds = tournament.rounds.select_related("clock", "draw").order_by("number")
    lines = tuple(
        RoundLine(rnd, progress.get(rnd.pk, Progress(())), face_of(rnd, current_time))
        for rnd in rounds.annotate(has_phones=Exists(phones))
    )
    people = dict.fromkeys(Entry.State.values, 0)
    for state in tournament.entries.filter(house=None).values_list("state", flat=True):
        people[state] += 1
    rows = Change.objects.filter(tournament=tournament, what=PRINTED)
    printed = frozenset(rows.values_list("new", flat=True))
    return EventOverview(
        tournament,
        lines,
        people,
        printed,
        _seating_gap(tournament, lines),
        tuple(here_again(tournament)),
        tuple(_outdated(tournament)) if printed else (),
    )


def _seats_text(rnd: Iterable[tuple[int, int | None]]) -> str:
    """Return the start numbers of a table's seats in order; 0 for none."""
    return ",".join(str(number or 0) for _, number in sorted(rnd))


def _seats_of(sheets: QuerySet[Sheet]) -> dict[int, str]:
    """Return the start numbers at these tables, by sheet key; one query."""
    seats: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
    rows = Seat.objects.filter(sheet__in=sheets).order_by()
    for sheet, position, number in rows.values_list(
        "sheet", "position", "entry__number"
    ):
        seats[sheet].append((position, number))
    return {sheet: _seats_text(found) for sheet, found in seats.items()}


def _outdated(tournament: Tournament) -> Iterator[tuple[int, int]]:
    """Yield round and table of printed sheets whose seats have changed.

    Only sheets without a count.
    """
    sheets = (
        Sheet.objects.filter(round__tournament=tournament, round__state__in=OPEN)
        .exclude(printed_seats="")
        .filter(counts=None)
    )
    seats = _seats_of(sheets)
    rows = sheets.order_by("round__number", "table")
    for pk, printed, number, table in rows.values_list(
        "pk", "printed_seats", "round__number", "table"
    ):
        if seats.get(pk) != printed:
            yield number, table


def remember_seats(rnd: Round, table: int | None = None) -> None:
    """Store the seats that the score sheets printed now have."""
    sheets = rnd.sheets.filter(table=table) if table else rnd.sheets.all()
    seats = _seats_of(sheets)
    rows = list(sheets.only("pk"))
    for sheet in rows:
        sheet.printed_seats = seats.get(sheet.pk, "")
    Sheet.objects.bulk_update(rows, ["printed_seats"])


def _seating_gap(
    tournament: Tournament, lines: Iterable[RoundLine]
) -> SeatingGap | None:
    """Return the difference between players here and the next unplayed seats."""
    waits = [line for line in lines if _may_follow(line)]
    return seating_gap_of(tournament, waits[0].round) if waits else None


def _may_follow(line: RoundLine) -> bool:
    return not line.round.is_published or (line.round.counts and not line.has_begun)


@transaction.atomic
def note_print(
    *, tournament: Tournament, actor: Actor, text: LogMessage, label: str, key: str
) -> Change:
    """Log a print; `label` is its short name, such as “sheets 2”.

    A print requested twice is logged once.
    """
    lock(tournament)
    if duplicate := find_duplicate(key):
        return duplicate
    return log(actor, PRINTED, text, tournament=tournament, key=key, new=label)
