"""A sheet's life (its counts in order), and its numbers seat by seat, also in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise, repeat
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext_noop

from clubs.i18n import and_list, message, plural_message
from clubs.models import Club
from rules.sheet import SeatCount, Tally, as_written
from scoring.core.names import names_on, public_name
from scoring.models import Count, HandRuling, Round, Seat, Sheet, Tournament
from scoring.models.log_messages import log_message

Witness = Count.Witness
# the parts of a sheet that pages show
_PARTS: dict[str, QuerySet[Any]] = {
    "seats": Seat.objects.select_related("entry", "credit").order_by("position"),
    "counts": Count.objects.select_related("by").order_by("number"),
    "hand_rulings": HandRuling.objects.select_related("hand"),
}
ALL_PARTS = tuple(_PARTS)
MOST_TIMES = 10  # a player holds at most this many times a table's first chips
MOST_NAMED = 12  # tables in a sentence
# The action a count stands for, in words that follow a name or stand alone.
_SAID = {
    Witness.ACCOUNT: gettext_noop("verified"),
    Witness.BLIND: gettext_noop(
        "verified: entered a second time without seeing the first entry"
    ),
    Witness.PAPER: gettext_noop("verified, signed on paper by: {who}"),
    Witness.PHONE: gettext_noop("verified on another phone"),
    Witness.OWN: gettext_noop(
        "verified on the scorekeeper’s phone by counting their own chips: {who}"
    ),
    Witness.IMPORT: gettext_noop("verified: imported from a file as is"),
    Witness.KEPT: gettext_noop("withdrew the correction; the old numbers count"),
}
_LOOKED = gettext_noop("verified: {who} checked the scores on the scorekeeper’s phone")
_OF_NOBODY = {
    Witness.PAPER: gettext_noop("verified: signed on paper"),
    Witness.OWN: gettext_noop(
        "verified: a player counted their own chips on the scorekeeper’s phone"
    ),
}


class SheetState(StrEnum):
    """A sheet's state between the end of play and the standings."""

    OPEN = "open"
    UNBALANCED = "unbalanced"
    COUNTED = "counted"
    VERIFIED = "verified"
    CORRECTED = "corrected"

    @property
    def is_in_force(self) -> bool:
        """Whether its scores are in the standings."""
        return self in (SheetState.VERIFIED, SheetState.CORRECTED)


@dataclass(frozen=True, slots=True)
class Life:
    """All counts of a sheet, first to last, and the facts that follow from them."""

    counts: tuple[Count, ...]

    @property
    def latest(self) -> Count | None:
        return self.counts[-1] if self.counts else None

    @property
    def last_number(self) -> int:
        """Number of the last count; each write sends the number its writer saw."""
        return self.latest.number if self.latest else 0

    @property
    def standing(self) -> tuple[Count, ...]:
        """The counts without undone verifications and the counts that undid them."""
        if not any(takes_back(*pair) for pair in pairwise(self.counts)):
            return self.counts
        standing: list[Count] = []
        for count in self.counts:
            if standing and takes_back(standing[-1], count):
                standing.pop()
            else:
                standing.append(count)
        return tuple(standing)

    @property
    def in_force(self) -> Count | None:
        """The last confirmed count: its scores are in the standings."""
        return next((c for c in reversed(self.standing) if c.confirms_id), None)

    @property
    def pending(self) -> Count | None:
        """The last count, unless it is confirmed."""
        latest = next(reversed(self.standing), None)
        return latest if latest and not latest.confirms_id else None

    @property
    def versions(self) -> list[Count]:
        """The counts that were put in force one after another.

        Withdrawing a correction put nothing new in force.
        """
        return [c for c in self.standing if c.confirms_id and c.witness != Witness.KEPT]

    @property
    def verified(self) -> Count | None:
        """The count that verified the numbers in force."""
        return self.versions[-1] if self.versions else None

    @property
    def receipts(self) -> list["Receipt"]:
        """The corrections that came into force, newest first."""
        pairs = zip(self.versions, self.versions[1:], strict=False)
        return [Receipt(old, new, self.confirmed_by(new)) for old, new in pairs][::-1]

    @property
    def first_counted(self) -> Count | None:
        """The count that the first verification confirmed."""
        return self.confirmed_by(self.versions[0]) if self.versions else None

    def confirmed_by(self, count: Count) -> Count:
        """Return the count that a confirming one agrees with."""
        return next(c for c in self.counts if c.pk == count.confirms_id)

    @property
    def entries(self) -> tuple[Count, ...]:
        """The counts entered since the last confirmed one, oldest first."""
        standing = self.standing
        last = max((n for n, c in enumerate(standing) if c.confirms_id), default=-1)
        return standing[last + 1 :]

    def compared_with(self, seats: Sequence[SeatCount]) -> Count | None:
        """Return the entry to compare a blind one with: the last with equal numbers.

        Two of three that are equal suffice, whatever was typed between them. If none is
        equal, the last one that balances; None if none does.
        """
        waits = [c for c in reversed(self.entries) if c.balances]
        equal = [c for c in waits if counted_seats(c) == tuple(seats)]
        return next(iter([*equal, *waits]), None)

    @property
    def rival(self) -> Count | None:
        """The count before a pending one, if both are unconfirmed and differ.

        This is the case after a second entry that doesn't agree with the first.
        """
        standing = self.standing
        if self.pending is None or len(standing) == 1:
            return None
        before = standing[-2]
        unconfirmed = before.balances and not before.confirms_id
        return before if unconfirmed and before.scores != self.pending.scores else None

    @property
    def state(self) -> SheetState:
        if self.in_force:
            return (
                SheetState.CORRECTED if len(self.versions) > 1 else SheetState.VERIFIED
            )
        if self.pending is None:
            return SheetState.OPEN
        return SheetState.COUNTED if self.pending.balances else SheetState.UNBALANCED

    @property
    def correction_waits(self) -> bool:
        """Whether a correction is entered but has no second person yet."""
        return bool(self.in_force and self.pending)

    @property
    def current_count(self) -> Count | None:
        """The count to show as the sheet's numbers: in force, else the latest."""
        return self.in_force or next(reversed(self.standing), None)


@dataclass(frozen=True, slots=True)
class Receipt:
    """A correction in force: old and new numbers, and the count as it was entered."""

    old: Count
    new: Count
    entered: Count


def takes_back(before: Count, count: Count) -> bool:
    """Return whether a count undoes the verification just before it.

    Such a count "corrects" the verification with its own numbers, which no correction
    can.
    """
    return (
        bool(before.confirms_id)
        and not count.confirms_id
        and count.corrects_id == before.pk
        and counted_seats(count) == counted_seats(before)
    )


def life_of(sheet: Sheet) -> Life:
    """Return the sheet's life; reads prefetched counts if there are some."""
    return Life(tuple(sorted(sheet.counts.all(), key=lambda count: count.number)))


def sheets_of(rounds: Iterable[Round] | Round) -> QuerySet[Sheet]:
    """Return sheets with seats, entries and counts, in a fixed number of queries."""
    conditions = (
        {"round": rounds} if isinstance(rounds, Round) else {"round__in": rounds}
    )
    return _with_parts(
        Sheet.objects.filter(**conditions), ("seats", "counts")
    ).order_by("round__number", "table")


def sheet_at(
    tournament: Tournament,
    round_number: int,
    table: int,
    parts: Iterable[str] = ALL_PARTS,
) -> Sheet:
    """Return one sheet with some of its parts. Raises Sheet.DoesNotExist."""
    return _with_parts(Sheet.objects.all(), parts).get(
        round__tournament=tournament.pk, round__number=round_number, table=table
    )


def _with_parts(sheets: QuerySet[Sheet], parts: Iterable[str]) -> QuerySet[Sheet]:
    lookups = (Prefetch(part, _PARTS[part].all()) for part in parts)
    return sheets.select_related("round__tournament__club").prefetch_related(*lookups)


def has_chips(tournament: Tournament, standing: Count | None) -> bool:
    """Return whether chips are held and borrowed, instead of scores alone.

    If points start at 0, only results are known. Without chips on the table, nobody
    holds or borrows any, unless a count has some borrowed.
    """
    borrowed = standing is not None and any(standing.borrowed)
    return tournament.start_chips > 0 and (tournament.with_chips or borrowed)


def most_held(must_total: int) -> int:
    """Return the most chips one player can hold: loans never bring this many."""
    return MOST_TIMES * must_total


def typed_seat(held: int, borrowed: int, *, with_chips: bool) -> SeatCount | None:
    """Return a seat's count from the numbers typed; None if they aren't possible."""
    if not with_chips:
        return SeatCount(held)
    try:
        return as_written(held, borrowed)
    except ValueError:
        return None


def seat_counts(
    held: Iterable[int], borrowed: Iterable[int], ruled: Iterable[int] = repeat(0)
) -> tuple[SeatCount, ...]:
    """Return the seats as the rules compute them, from rows of numbers (chips)."""
    return tuple(map(SeatCount, held, borrowed, ruled))


def counted_seats(count: Count) -> tuple[SeatCount, ...]:
    """Return a count seat by seat, seat 1 first."""
    return seat_counts(count.held, count.borrowed, count.ruled)


def seat_columns(seats: Iterable[SeatCount]) -> dict[str, int]:
    """Return the columns of a count's row for its seats, by name."""
    return {
        f"{column}{n}": getattr(seat, column)
        for n, seat in enumerate(seats, start=1)
        for column in ("held", "borrowed", "ruled", "score")
    }


def tally_of(count: Count) -> Tally:
    """Return a count as the rules compute it, in chips; seats make up all not aside."""
    return Tally(counted_seats(count), count.must_total - count.aside)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat of a count as a page shows it: the player and the parts of the score."""

    seat: Seat
    name: str
    held: int
    borrowed: int
    ruled: int
    score: int


def place(sheet: Sheet) -> str:
    """Return a sheet's place for the middle of a sentence: round 2, table 3."""
    return log_message("sheet.place", **sheet.where)


def lines_of(sheet: Sheet, count: Count, names: Sequence[str]) -> list[SeatLine]:
    """Return the lines of a count, seat by seat."""
    return [
        SeatLine(*facts)
        for facts in zip(
            sheet.seats.all(),
            names,
            count.held,
            count.borrowed,
            count.ruled,
            count.scores,
            strict=True,
        )
    ]


def history_of(life: Life, names: Sequence[str]) -> list[tuple[Count, str]]:
    """Return all counts, newest first, each with the action it stands for in words."""
    history = [(count, count_in_words(count, names)) for count in life.counts]
    for place, (before, count) in enumerate(pairwise(life.counts), start=1):
        if takes_back(before, count):
            history[place] = (count, message("undid the verification"))
    return history[::-1]


@dataclass(frozen=True, slots=True)
class Corrected:
    """A sheet with the corrections that came into force, newest first."""

    sheet: Sheet
    names: tuple[str, ...]
    life: Life

    @property
    def receipts(self) -> list[Receipt]:
        return self.life.receipts


def corrected_sheets(tournament: Tournament) -> list[Corrected]:
    """Return corrected sheets of published rounds, in a fixed number of queries."""
    rounds = tournament.rounds.exclude(state="draft")
    # The query starts from the counts: nearly always there are none, and no sheet is
    # read.
    corrected = set(
        corrections_of(tournament).order_by().values_list("sheet", flat=True)
    )
    if not corrected:
        return []
    club = tournament.club
    found = [
        Corrected(sheet, names_on(sheet, club), life_of(sheet))
        for sheet in sheets_of(rounds).filter(pk__in=corrected)
    ]
    return [found_sheet for found_sheet in found if found_sheet.receipts]


def corrections_of(tournament: Tournament) -> QuerySet[Count]:
    """Return confirmed corrections, for the public receipts, newest first."""
    return (
        Count.objects.filter(
            sheet__round__tournament=tournament,
            corrects__isnull=False,
            confirms__isnull=False,
        )
        .select_related("sheet__round", "corrects", "confirms")
        .order_by("-pk")
    )


def count_in_words(count: Count, names: Sequence[str]) -> str:
    """Return the action a count stands for, in words that follow a name."""
    if not count.confirms_id:
        return (
            message("entered a correction") if count.corrects_id else message("counted")
        )
    witness = Witness(count.witness)
    if not count.witness_seat:
        return message(_OF_NOBODY.get(witness, _SAID[witness]))
    without_chips = not count.sheet.round.tournament.with_chips
    looked = witness == Witness.OWN and without_chips
    template = _LOOKED if looked else _SAID[witness]
    return message(template, who=names[count.witness_seat - 1])


def verified_by(count: Count, names: Sequence[str], club: Club | None) -> str:
    """Return how a count was verified, in words that stand alone.

    The name is as `club` shows it to everyone.
    """
    name = public_name(count.by_name, club)
    if count.witness == Witness.ACCOUNT:
        return message("verified by: {name}", name=name)
    if count.witness == Witness.PHONE:
        return message("verified on another phone by: {name}", name=name)
    return count_in_words(count, names)


def tables_text(tables: list[int]) -> str:
    """Return “table 7”, “tables 1, 4 and 9”, or “tables 1, 2, 3 …” for many."""
    return plural_message(
        "table {tables}",
        "tables {tables}",
        len(tables),
        tables=some_of(tables),
    )


def some_of(tables: list[int]) -> str:
    """Return table numbers for a sentence: 1, 4 and 9; only the first ones of many."""
    if len(tables) > MOST_NAMED:
        return f"{', '.join(map(str, tables[:MOST_NAMED]))} …"
    return and_list(tables)
