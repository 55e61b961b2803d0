"""The board: every table of a round as the desk sees it during play.

A need is something that a table wants from the desk. Tables are listed by number; the
filter for tables with needs lists the most pressing first.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any

from django.db.models import Count as Number
from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.expressions import Combinable

from clubs.i18n import message, plural_message
from scoring.games import uncounted_deals
from scoring.games.table_sizes import hands_planned
from scoring.models import (
    Call,
    Change,
    Count,
    Hand,
    Phone,
    Round,
    Seat,
    Sheet,
    Tournament,
    TrayHand,
)
from scoring.sheets.discrepancies import suspected_seat
from scoring.sheets.hands import misplaced_in
from scoring.sheets.phones import LOST, SILENT, PhoneLine, lines_of
from scoring.sheets.sheet import Life, SheetState, life_of

RIGHTED = "seats"  # the log's kind for seats corrected by a table
NEEDS, PLAYING, COUNTED, IN = "needs", "open", "counted", "verified"
SHOWN = (NEEDS, PLAYING, COUNTED, IN)
FEW = 6  # tables that are drawn large
MOST_NAMED = 24  # tables; with more, names would hide what matters


class Pressing(IntEnum):
    """The kinds of needs, the most pressing first."""

    CALL = 1
    FREE_SEAT = 2
    CONTESTED = 3
    LOST_PHONE = 4
    MISPLACED = 5
    TRAY = 6
    SECOND_PERSON = 7
    START_CHIPS = 8


WRONG = (Pressing.CONTESTED, Pressing.LOST_PHONE, Pressing.MISPLACED)


@dataclass(frozen=True, slots=True)
class Need:
    """A table's need for the desk, in a sentence."""

    pressing: Pressing
    text: str
    short: str = ""  # for a tile, whose state is the same need

    @property
    def is_wrong(self) -> bool:
        """Whether numbers are wrong or can be lost; other needs can wait."""
        return self.pressing in WRONG


Needs = Iterator[Need]


def called(sheet: Sheet) -> Needs:
    for call in sheet.calls.all():
        yield Need(Pressing.CALL, message("Calling: {reason}", reason=call.reason))
    if seat := sheet.free_seat:  # type: ignore[attr-defined]  # see _sheets
        text = message("Seat {seat} is free. Who sits there?", seat=seat)
        yield Need(Pressing.FREE_SEAT, text)


def contested(sheet: Sheet, life: Life) -> Needs:
    pending = life.pending
    if pending and not pending.balances:
        difference = abs(pending.difference)
        text = message("Doesn’t balance: {chips} missing", chips=difference)
        short = plural_message("{n} missing", "{n} missing", difference)
        if pending.difference > 0:
            text = message("Doesn’t balance: {chips} too many", chips=difference)
            short = plural_message("{n} too many", "{n} too many", difference)
        yield Need(Pressing.CONTESTED, text, short)
    if life.rival:
        yield Need(Pressing.CONTESTED, message("Two counts don’t match"))


def in_the_tray(sheet: Sheet) -> Needs:
    kinds = [item.why for item in sheet.tray.all()]
    if doubles := kinds.count(TrayHand.Why.DOUBLE):
        text = plural_message(
            "{n} hand was recorded by two phones. See the tray.",
            "{n} hands were recorded by two phones. See the tray.",
            doubles,
        )
        yield Need(Pressing.TRAY, text)
    if late := kinds.count(TrayHand.Why.LATE):
        text = plural_message(
            "{n} hand came in late. See the tray.",
            "{n} hands came in late. See the tray.",
            late,
        )
        yield Need(Pressing.TRAY, text)


def lost(phones: Iterable[PhoneLine]) -> Needs:
    for line in phones:
        if line.is_lost:
            name, unsent = line.phone.name, line.phone.unsent
            text = message(
                "Phone not responding: {name}, {unsent} not sent. Find that phone.",
                name=name,
                unsent=unsent,
            )
            yield Need(Pressing.LOST_PHONE, text)


def out_of_place(numbers: Collection[int]) -> Needs:
    for number in numbers:
        text = message(
            "Hand {number} no longer fits the earlier hands. Void it?",
            number=number,
        )
        yield Need(Pressing.MISPLACED, text)


def waiting(life: Life) -> Needs:
    pending = life.pending
    if life.correction_waits:
        text = message("Correction is waiting for a second person")
        yield Need(Pressing.SECOND_PERSON, text)
    elif pending and pending.balances and not life.rival:
        yield Need(Pressing.SECOND_PERSON, message("Waiting for a second person"))


def unlaid(sheet: Sheet, life: Life, is_ticked: bool) -> Needs:
    """Yield a need only if other tables were checked and nobody has counted."""
    if is_ticked and sheet.chips_laid_at is None and life.state == SheetState.OPEN:
        yield Need(Pressing.START_CHIPS, message("Start chips not checked"))


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table of the round: its state, phones and needs.

    `hands` are recorded, of `planned` ones. `needs` are things to do, most pressing
    first; `notes` are only information. `names` are those of its seats, in order;
    `count` is the last count there.
    """

    table: int
    state: SheetState
    hands: int
    planned: int | None
    phone: PhoneLine | None
    unsent: int
    extra: int
    needs: tuple[Need, ...]
    notes: tuple[str, ...]
    names: tuple[str, ...]
    count: Count | None = None
    suspect: int | None = None  # the seat whose number may be wrong

    @property
    def holdings(self) -> list[tuple[int, int]]:
        """The chips of each seat, and by how many they may be wrong."""
        if self.count is None:
            return []
        difference = self.count.difference
        return [
            (held, difference if seat == self.suspect else 0)
            for seat, held in enumerate(self.count.held, start=1)
        ]

    @property
    def seats(self) -> list[Any]:
        """Each seat: name, whether it keeps score, chips held, and the difference."""
        empty: list[tuple[int | None, int]] = [(None, 0)] * len(self.names)
        holdings = self.holdings or empty
        return [
            (*sitter, *holding)
            for sitter, holding in zip(self.sitters, holdings, strict=False)
        ]

    @property
    def played(self) -> tuple[int, int] | None:
        """The number of hands recorded and planned, during play."""
        if self.state != SheetState.OPEN or not self.planned:
            return None
        return (self.hands, self.planned)

    @property
    def sitters(self) -> list[tuple[str, bool]]:
        """The name on each seat, and whether its phone keeps score."""
        keeps = self.phone.phone.seat if self.phone else None
        return [(name, seat == keeps) for seat, name in enumerate(self.names, start=1)]

    @property
    def is_at_a_seat(self) -> bool:
        """Whether a player at the table keeps score."""
        return any(keeps for _, keeps in self.sitters)

    @property
    def unsaid_needs(self) -> tuple[Need, ...]:
        """The needs that the table's state doesn't already express."""
        if self.needs and self.needs[0].short:
            return self.needs[1:]
        if self.state != SheetState.COUNTED:
            return self.needs
        waits = Pressing.SECOND_PERSON
        return tuple(need for need in self.needs if need.pressing != waits)

    @property
    def urgency(self) -> int:
        return self.needs[0].pressing if self.needs else len(Pressing) + 1

    @property
    def is_wrong(self) -> bool:
        return any(need.is_wrong for need in self.needs)

    def is_shown(self, filter_name: str) -> bool:
        """Return whether one of the board's filters includes it; "" includes all."""
        if filter_name == NEEDS:
            return bool(self.needs)
        if filter_name == PLAYING:
            return self.state == SheetState.OPEN
        if filter_name == IN:
            return self.state.is_in_force
        return filter_name != COUNTED or self.state == SheetState.COUNTED


@dataclass(frozen=True, slots=True)
class RoundBoard:
    """All tables of a round, by number."""

    round: Round
    tables: tuple[TableNow, ...]
    chips_laid: int

    def tables_in(self, filter_name: str) -> list[TableNow]:
        """Return the tables of a filter; those with needs by urgency."""
        tables = [table for table in self.tables if table.is_shown(filter_name)]
        if filter_name == NEEDS:
            tables.sort(key=lambda table: (table.urgency, table.table))
        return tables

    @property
    def is_large(self) -> bool:
        """Whether there are too many tables to list the players."""
        return len(self.tables) > MOST_NAMED

    @property
    def is_few(self) -> bool:
        """Whether each table has room for names and numbers at the seats."""
        return len(self.tables) <= FEW

    @property
    def longer(self) -> list[TableNow]:
        """The tables that play longer than the others."""
        return [table for table in self.tables if table.extra]

    @property
    def is_quiet(self) -> bool:
        """Whether every sheet is in force and no table has a need."""
        return all(table.state.is_in_force and not table.needs for table in self.tables)


def board_version(tournament: Tournament, current_time: datetime) -> str:
    """Return a version that changes with the desk's page; one query.

    Every write is in the log, but a phone's contact isn't: silent phones and unsent
    writes are part of the query too.
    """
    latest = Change.objects.filter(tournament=OuterRef("pk")).order_by("-pk")
    played, phone = Q(rounds__state=Round.State.OPEN), "rounds__sheets__phones"
    silent = played & Q(**{f"{phone}__seen_at__lt": current_time - SILENT})
    lost = played & Q(**{f"{phone}__seen_at__lt": current_time - LOST})
    rows = Tournament.objects.filter(pk=tournament.pk).order_by()
    parts = {
        "change": Subquery(latest.values("pk")[:1]),
        "unsent": Sum(f"{phone}__unsent", filter=played),
        "silent": Sum(phone, filter=silent),
        "lost": Sum(phone, filter=lost & Q(**{f"{phone}__unsent__gt": 0})),
    }
    values = rows.annotate(**parts).values_list(*parts).get()
    return "-".join(str(value or 0) for value in values)


def round_board(rnd: Round, current_time: datetime) -> RoundBoard:
    """Return the tables of a published round, in a fixed number of queries."""
    sheets = list(_sheets(rnd))
    laid = sum(sheet.chips_laid_at is not None for sheet in sheets)
    is_ticked = bool(laid) and rnd.tournament.with_chips and not _plays(rnd, sheets)
    righted = Change.objects.filter(sheet__round=rnd, what=RIGHTED)
    moved = set(righted.values_list("sheet", flat=True))
    planned, misplaced = hands_planned(rnd), misplaced_in(rnd)
    tables = [
        _table(
            sheet,
            current_time,
            is_ticked,
            sheet.pk in moved,
            planned(sheet.pk),
            misplaced.get(sheet.pk, ()),
            with_chips=rnd.tournament.with_chips,
        )
        for sheet in sheets
    ]
    return RoundBoard(rnd, tuple(tables), laid)


def _plays(rnd: Round, sheets: list[Sheet]) -> bool:
    """Return whether play has begun, so that checking start chips is too late."""
    if getattr(rnd, "clock", None):
        return True
    return any(_in_force(sheet) or sheet.counts.all() for sheet in sheets)


def _sheets(rnd: Round) -> QuerySet[Sheet]:
    in_force = Hand.objects.filter(
        sheet=OuterRef("pk"), voided_at=None, replaced_by=None
    )
    number: Combinable = Number("pk")
    if uncounted := uncounted_deals(rnd.tournament):
        number -= Number("pk", filter=uncounted)
    hands = in_force.order_by().values("sheet").annotate(number=number)
    free = Seat.objects.filter(sheet=OuterRef("pk"), entry=None).order_by("position")
    counts = Count.objects.defer("chips", "reason").order_by("number")
    calls = Call.objects.filter(answered_at=None).order_by("pk")
    seats = Seat.objects.select_related("entry").order_by("position")
    return (
        Sheet.objects.filter(round=rnd)
        .annotate(
            hands_in_force=Subquery(hands.values("number")),
            free_seat=Subquery(free.values("position")[:1]),
        )
        .prefetch_related(
            Prefetch("counts", counts),
            Prefetch("seats", seats.only("sheet", "position", "entry__name")),
            Prefetch("phones", Phone.objects.order_by("pk")),
            Prefetch("calls", calls),
            Prefetch("tray", TrayHand.objects.filter(outcome="")),
        )
        .order_by("table")
    )


def _in_force(sheet: Sheet) -> int:
    """Return the number of hands in force, as the game counts them."""
    return sheet.hands_in_force or 0  # type: ignore[attr-defined]  # see _sheets


def _table(
    sheet: Sheet,
    current_time: datetime,
    is_ticked: bool,
    is_moved: bool,
    planned: int | None,
    misplaced: Collection[int],
    *,
    with_chips: bool,
) -> TableNow:
    life, phones = life_of(sheet), lines_of(sheet.phones.all(), current_time)
    count = life.pending or life.in_force
    keeper = next((line for line in phones if line.phone.writes), None)
    needs = [
        *called(sheet),
        *contested(sheet, life),
        *lost(phones),
        *out_of_place(misplaced),
        *in_the_tray(sheet),
        *waiting(life),
        *unlaid(sheet, life, is_ticked),
    ]
    notes = [message("seats corrected at the table")] if is_moved else []
    notes += [
        message("{name} wants to keep score", name=line.phone.name)
        for line in phones
        if line.asks
    ]
    return TableNow(
        sheet.table,
        life.state,
        _in_force(sheet),
        planned,
        keeper or next(iter(phones), None),
        sum(line.phone.unsent for line in phones),
        sheet.extra_minutes,
        tuple(needs),
        tuple(notes),
        tuple(seat.name for seat in sheet.seats.all()),
        count,
        suspected_seat(sheet, count) if count and with_chips else None,
    )


def table_states(tournament: Tournament, number: int) -> list[tuple[int, SheetState]]:
    """Return the tables of a round and their states, by number; two queries."""
    sheets = Sheet.objects.filter(round__tournament=tournament, round__number=number)
    counts = Prefetch("counts", Count.objects.order_by("number"))
    return [
        (sheet.table, life_of(sheet).state)
        for sheet in sheets.prefetch_related(counts).order_by("table")
    ]
