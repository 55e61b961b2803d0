"""The progress of a round: each table's state, where to go next, finding a sheet."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Count as Number
from django.db.models import Exists, Max, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce

from clubs.i18n import message, plural_message
from clubs.models import Club, User
from scoring.models import Count, Round, Seat, Sheet, SitOut, Tournament
from scoring.models.seats import SEATS
from scoring.sheets.sheet import SheetState, life_of
from scoring.tournaments.club_desk import sheet_at_table, sheet_with_code

# The address in a sheet's QR code, as a handheld scanner types it.
SCANNED = re.compile(r"/t/([A-Za-z0-9_-]{22})(?:/|$)")
TABLE = re.compile(r"[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class TableProgress:
    """One table of a round and its progress."""

    table: int
    state: SheetState
    waits: bool
    counted_by: int | None
    free_seat: int | None = None
    difference: int = 0  # chips too many (+) or missing (−) in the pending count


@dataclass(frozen=True, slots=True)
class Progress:
    """All tables of a round, in order."""

    stops: tuple[TableProgress, ...]

    def tables(self, state: str) -> list[int]:
        return [stop.table for stop in self.stops if stop.state == state]

    @property
    def missing(self) -> list[int]:
        return self.tables(SheetState.OPEN)

    @property
    def unbalanced(self) -> list[int]:
        return self.tables(SheetState.UNBALANCED)

    @property
    def differences(self) -> dict[int, int]:
        """Chips by which each table that doesn't balance is off, by table."""
        unbalanced_stops = [s for s in self.stops if s.state == SheetState.UNBALANCED]
        return {stop.table: stop.difference for stop in unbalanced_stops}

    @property
    def waiting(self) -> list[int]:
        """Tables that balance and wait for a second person."""
        return [stop.table for stop in self.stops if stop.waits]

    @property
    def none_missing(self) -> str:
        """The message once the last table is counted, balanced or not."""
        unbalanced_count = len(self.unbalanced)
        if not unbalanced_count:
            return message("Every table of this round is counted.")
        return plural_message(
            "None missing, {n} doesn’t balance.",
            "None missing, {n} don’t balance.",
            unbalanced_count,
        )

    @property
    def has_gaps(self) -> bool:
        """Whether any table is missing, doesn't balance, or waits."""
        return bool(self.missing or self.unbalanced or self.waiting)

    @property
    def free_seats(self) -> list[tuple[int, int]]:
        """Tables with a seat without a player, and the first such seat."""
        return [(stop.table, stop.free_seat) for stop in self.stops if stop.free_seat]

    def before(self, table: int) -> int | None:
        return max((s.table for s in self.stops if s.table < table), default=None)

    def after(self, table: int) -> int | None:
        return min((s.table for s in self.stops if s.table > table), default=None)

    def next_for_others_eyes(self, table: int, user: User) -> int | None:
        """Return the next table counted by someone else, which this user can verify."""
        found = (
            s for s in self._tables_after(table) if s.waits and s.counted_by != user.pk
        )
        return next((stop.table for stop in found), None)

    def next_of_own(self, table: int, user: User) -> int | None:
        """Return the next table this user counted that isn't verified."""
        found = (
            s for s in self._tables_after(table) if s.waits and s.counted_by == user.pk
        )
        return next((stop.table for stop in found), None)

    def _tables_after(self, table: int) -> Iterator[TableProgress]:
        yield from (stop for stop in self.stops if stop.table > table)
        yield from (stop for stop in self.stops if stop.table < table)


_LATER = Count.objects.filter(sheet=OuterRef("sheet"), number__gt=OuterRef("number"))


def next_waiting(rnd: Round, table: int, user: User, *, own_only: bool) -> int | None:
    """Return the next table waiting for a second person; wraps around.

    Equals `next_of_own` or `next_for_others_eyes` without reading the round's sheets:
    one query, since it runs after every confirmation.
    """
    # A count that undoes a verification has `counted_by`, the user who had counted.
    waiting = Count.objects.filter(
        ~Exists(_LATER), sheet__round=rnd.pk, confirms=None
    ).values_list(
        "sheet__table",
        Coalesce("counted_by", "by"),
        "must_total",
        "aside",
        *(f"score{seat}" for seat in SEATS),
    )
    return _next(
        table,
        (
            waiting_table
            for waiting_table, counter, must_total, *chips in waiting
            if sum(filter(None, chips)) == must_total
            and (counter == user.pk) is own_only
        ),
    )


def next_missing(rnd: Round, table: int) -> int | None:
    """Return the next table without a count; wraps around; one query."""
    missing = Sheet.objects.filter(round=rnd.pk, counts=None)
    return _next(table, missing.values_list("table", flat=True))


def _next(table: int, tables: Iterable[int]) -> int | None:
    others = (other_table for other_table in tables if other_table != table)
    return min(
        others, key=lambda other_table: (other_table < table, other_table), default=None
    )


def progress_of(rnd: Round) -> Progress:
    """Return the progress of a round, in two queries."""
    stops = _stops(Sheet.objects.filter(round=rnd), Count.objects.all())
    return Progress(tuple(stop for _, stop in stops))


def progress_by_round(tournament: Tournament) -> dict[int, Progress]:
    """Return the progress of every round, by the round's key, in two queries."""
    counts = Count.objects.defer("chips", "reason")
    stops: dict[int, list[TableProgress]] = {}
    for rnd, stop in _stops(Sheet.objects.filter(round__tournament=tournament), counts):
        stops.setdefault(rnd, []).append(stop)
    return {rnd: Progress(tuple(found)) for rnd, found in stops.items()}


def _stops(
    sheets: QuerySet[Sheet], counts: QuerySet[Count]
) -> Iterator[tuple[int, TableProgress]]:
    """Yield the tables in order, each with the key of its round."""
    free = Seat.objects.filter(sheet=OuterRef("pk"), entry=None).order_by("position")
    first = Subquery(free.values("position")[:1])
    in_order = Prefetch("counts", queryset=counts.order_by("number"))
    stop_sheets = sheets.annotate(free_seat=first).order_by("table")
    for sheet in stop_sheets.prefetch_related(in_order):
        yield sheet.round_id, _stop(sheet, sheet.free_seat)


def _stop(sheet: Sheet, free_seat: int | None) -> TableProgress:
    life = life_of(sheet)
    pending = life.pending
    return TableProgress(
        sheet.table,
        life.state,
        waits=bool(pending and pending.balances),
        counted_by=pending.by_id if pending else None,
        free_seat=free_seat,
        difference=pending.difference if pending else 0,
    )


@dataclass(frozen=True, slots=True)
class SheetQueue:
    """The round whose sheets are being entered, and other rounds with gaps."""

    round: Round | None
    progress: Progress
    others: tuple[tuple[Round, Progress], ...]


def pile_of(tournament: Tournament, number: int | None = None) -> SheetQueue:
    """Return the queue of round `number`, else of the latest played; three queries."""
    found = progress_by_round(tournament)
    rounds = [r for r in tournament.rounds.order_by("number") if r.is_published]
    played = [r for r in rounds if r.state == Round.State.OPEN]
    chosen = [r for r in rounds if r.number == number]
    rnd = next(reversed(chosen or played or rounds), None)
    return SheetQueue(
        rnd,
        _progress_of(rnd, found),
        tuple(
            (other_round, _progress_of(other_round, found))
            for other_round in rounds
            if other_round != rnd
            and other_round.counts
            and _progress_of(other_round, found).has_gaps
        ),
    )


def _progress_of(rnd: Round | None, found: Mapping[int, Progress]) -> Progress:
    return found.get(rnd.pk, Progress(())) if rnd else Progress(())


def find_sheet(
    club: Club, typed: str, pile: Tournament | None = None, number: int | None = None
) -> Sheet | None:
    """Return the club's published sheet with this code, table, or scanned address.

    A table number is looked up in round `number` of the tournament `pile`, or in the
    round being played.
    """
    if scanned := SCANNED.search(typed):
        found = _published(club).filter(token=scanned[1]).first()
    elif not TABLE.fullmatch(typed):
        found = sheet_with_code(typed)
    elif pile is None:
        found = sheet_at_table(club, int(typed))
    else:
        rnd = pile_of(pile, number).round
        found = _published(club).filter(round=rnd, table=int(typed)).first()
    return found if found and found.round.tournament.club_id == club.pk else None


def _published(club: Club) -> QuerySet[Sheet]:
    return (
        Sheet.objects.filter(round__tournament__club=club)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round__tournament__club")
    )


# Only these columns of a seat and its player: reading all of them for 400 people is
# slow.
SHOWN = (
    "sheet",
    "position",
    "credit__name",
    "entry__number",
    "entry__house",
    "entry__name",
)


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player at a table with their score, if it is counted.

    A free seat has no label.
    """

    label: str
    name: str
    score: int | None


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of a round."""

    table: int
    code: str
    state: SheetState
    sitters: tuple[Sitter, ...]
    count: Count | None
    waits: bool
    correction_waits: bool

    @property
    def shows(self) -> str:
        """The page's filter that lists this table."""
        return SheetState.VERIFIED if self.state.is_in_force else self.state


def tables_of(rnd: Round) -> list[TableLine]:
    """Return all tables of a round, in a fixed number of queries."""
    seats = Seat.objects.select_related("entry", "credit").only(*SHOWN)
    sheets = rnd.sheets.order_by("table").prefetch_related("counts")
    return [_line(sheet) for sheet in sheets.prefetch_related(Prefetch("seats", seats))]


def _line(sheet: Sheet) -> TableLine:
    life = life_of(sheet)
    count, pending = life.current_count, life.pending
    seats = sheet.seats.all()
    scores = count.scores if count else (None,) * len(seats)
    return TableLine(
        table=sheet.table,
        code=sheet.code,
        state=life.state,
        sitters=tuple(
            Sitter(seat.label, _name(seat), score)
            for seat, score in zip(seats, scores, strict=True)
        ),
        count=count,
        waits=bool(pending and pending.balances),
        correction_waits=life.correction_waits,
    )


def _name(seat: Seat) -> str:
    return (
        message("{name} (for: {whom})", name=seat.name, whom=seat.plays_for)
        if seat.plays_for
        else seat.name
    )


def count_by_state(lines: Iterable[TableLine]) -> dict[str, int]:
    """Return how many tables are open, unbalanced, counted and verified."""
    counts: dict[str, int] = dict.fromkeys(list(SheetState)[:4], 0)
    for line in lines:
        counts[line.shows] += 1
    return counts


def version_of(rnd: Round) -> str:
    """Return a version that changes whenever the round's page changes; two queries."""
    count = Count.objects.filter(sheet__round=rnd).aggregate(last=Max("pk"))["last"]
    seat = rnd.seats.aggregate(last=Max("pk"))["last"]
    return f"{rnd.state}-{count or 0}-{seat or 0}"


def missed_by(rnd: Round) -> dict[str, list[SitOut]]:
    """Return the players who missed a published round, by the reason in words."""
    found: dict[str, list[SitOut]] = {}
    rows = rnd.sit_outs.exclude(why__in=SitOut.PLAYED_FOR)
    outs = rows.select_related("entry", "credit").order_by("entry__number")
    for sit_out in outs:
        found.setdefault(str(SitOut.Why(sit_out.why).label), []).append(sit_out)
    return found


def published_rounds(tournament: Tournament) -> QuerySet[Round]:
    """Return the rounds everyone can see, also canceled ones, each with `tables`."""
    return (
        tournament.rounds.exclude(state=Round.State.DRAFT)
        .annotate(tables=Number("sheets"))
        .order_by("number")
    )
