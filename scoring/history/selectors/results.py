"""How somebody fared in each public tournament, read a page at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from django.db.models import Count as Number
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from clubs.models import Player
from scoring.models import Entry, Round, Seat, Tournament


@dataclass(frozen=True, slots=True)
class Result:
    """How somebody fared in one tournament; `rounds` as the standings keep them.

    No `place` while no sheet is in force.
    """

    tournament: Tournament
    place: int | None
    tied: bool
    people: int
    total: int | None
    rounds: tuple[Mapping[str, Any], ...]


class Results(Sequence[Result]):
    """All public results of a player, newest first; only what is asked for is read.

    The standings of a tournament are everybody's, and large.
    """

    def __init__(self, player: Player) -> None:
        sat = Seat.objects.filter(
            credit=OuterRef("pk"), round__state__in=Round.COUNTING
        )
        entries: QuerySet[Entry] = Entry.objects.filter(
            Exists(sat) | Q(tally__isnull=False),
            player=player,
            ranked=True,
            tournament__public=True,
        )
        entries = entries.select_related("tournament__club", "tournament__standings")
        self.entries = entries.order_by("-tournament__date", "-tournament__pk")

    @cached_property
    def _number(self) -> int:
        return self.entries.count()

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, at: int) -> Result: ...
    @overload
    def __getitem__(self, at: slice) -> list[Result]: ...
    def __getitem__(self, at: int | slice) -> Result | list[Result]:
        if isinstance(at, int):
            return _result(self.entries[at])
        return list(map(_result, self.entries[at]))

    def __iter__(self) -> Iterator[Result]:
        return map(_result, self.entries)


def _result(entry: Entry) -> Result:
    event = entry.tournament
    rows = event.standings.rows
    row = next((row for row in rows if row["entry"] == entry.pk), None)
    if row is None:
        return Result(event, None, False, len(rows), None, ())
    rounds = tuple(row["rounds"])
    return Result(event, row["place"], row["tied"], len(rows), row["total"], rounds)


def is_over() -> dict[str, Any]:
    """What to read beside something of a tournament, to know that nothing is to come."""
    rounds = Round.objects.filter(
        tournament=OuterRef("tournament"), state__in=Round.COUNTING
    )
    counted = rounds.order_by().values("tournament").annotate(n=Number("pk"))
    return {
        "waits": Exists(rounds.exclude(state=Round.State.FINISHED)),
        "counted": Subquery(counted.values("n")),
    }
