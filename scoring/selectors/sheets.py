"""A sheet's life, read from its counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Prefetch, QuerySet

from rules.differences import Explanation, explain
from scoring.models import Count, Round, Seat, Sheet, Tournament
from scoring.rulebook import tally_of


class State(StrEnum):
    """Where a sheet stands between the bell and the standings."""

    OPEN = "open"
    UNBALANCED = "unbalanced"
    COUNTED = "counted"
    VERIFIED = "verified"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Life:
    """All counts of a sheet, first to last, and what follows from them."""

    counts: tuple[Count, ...]

    @property
    def latest(self) -> Count | None:
        return self.counts[-1] if self.counts else None

    @property
    def seen(self) -> int:
        """Number of the last count; whoever writes says which one he saw."""
        return self.latest.number if self.latest else 0

    @property
    def in_force(self) -> Count | None:
        """The last confirmed count: its scores stand in the standings."""
        return next((c for c in reversed(self.counts) if c.confirms_id), None)

    @property
    def pending(self) -> Count | None:
        """The last count while nobody has confirmed it."""
        latest = self.latest
        return latest if latest and not latest.confirms_id else None

    @property
    def versions(self) -> list[Count]:
        """The counts that were in force one after another, each score set once."""
        versions: list[Count] = []
        for count in self.counts:
            if count.confirms_id and (
                not versions or versions[-1].scores != count.scores
            ):
                versions.append(count)
        return versions

    @property
    def state(self) -> State:
        if self.in_force:
            return State.CORRECTED if len(self.versions) > 1 else State.VERIFIED
        if self.pending is None:
            return State.OPEN
        return State.COUNTED if self.pending.balances else State.UNBALANCED

    @property
    def correction_waits(self) -> bool:
        """A correction is entered and its second person is still to come."""
        return bool(self.in_force and self.pending)

    @property
    def shown(self) -> Count | None:
        """What to show as the sheet's numbers: in force, else the latest."""
        return self.in_force or self.latest


def life_of(sheet: Sheet) -> Life:
    """The sheet's life; reads prefetched counts where there are some."""
    return Life(tuple(sorted(sheet.counts.all(), key=lambda count: count.number)))


def sheets_of(rounds: Iterable[Round] | Round) -> QuerySet[Sheet]:
    """Sheets with their seats, entries and counts, in a fixed number of queries."""
    which = {"round": rounds} if isinstance(rounds, Round) else {"round__in": rounds}
    return _whole(Sheet.objects.filter(**which)).order_by("round__number", "table")


def sheet_at(tournament: Tournament, round_number: int, table: int) -> Sheet:
    """One sheet with everything on it. Raises Sheet.DoesNotExist."""
    return _whole(
        Sheet.objects.filter(round__tournament=tournament, round__number=round_number)
    ).get(table=table)


def _whole(sheets: QuerySet[Sheet]) -> QuerySet[Sheet]:
    seats = Seat.objects.select_related("entry", "credit").order_by("position")
    counts = Count.objects.select_related("by").order_by("number")
    return sheets.select_related("round__tournament__club").prefetch_related(
        Prefetch("seats", queryset=seats), Prefetch("counts", queryset=counts)
    )


def explanations_of(sheet: Sheet, count: Count) -> tuple[Explanation, ...]:
    """What may explain that a count does not balance, likeliest first."""
    if count.balances:
        return ()
    entries = [seat.entry_id for seat in sheet.seats.all()]
    return explain(
        tally_of(count),
        chips=count.chips,
        previous=_previous_scores(sheet, entries),
        start_chips=count.must_total // 4,
    )


def _previous_scores(sheet: Sheet, entries: list[int]) -> tuple[int | None, ...]:
    """What each player scored in the last round before this one, seat by seat."""
    earlier = (
        Seat.objects.filter(
            entry__in=entries,
            round__number__lt=sheet.round.number,
            round__state__in=(Round.State.OPEN, Round.State.FINISHED),
            score__isnull=False,
        )
        .order_by("round__number")
        .values_list("entry_id", "score")
    )
    last = dict(earlier)
    return tuple(last.get(entry) for entry in entries)
