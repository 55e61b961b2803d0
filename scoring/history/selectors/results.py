"""How somebody fared in each public tournament, read a page at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from django.db.models import Case, Exists, OuterRef, Q, Subquery, When
from django.db.models import Count as Number

from clubs.models import Club, Player
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
        self.club = player.club
        self.entries = Entry.objects.filter(
            Q(tally__isnull=False) | Exists(sat),
            player=player,
            ranked=True,
            tournament__public=True,
        ).order_by("-tournament__date", "-tournament__pk")

    @cached_property
    def _keys(self) -> list[int]:
        """Sorted by themselves: with the standings beside them they take far longer."""
        return list(self.entries.values_list("pk", flat=True))

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, at: int) -> Result: ...
    @overload
    def __getitem__(self, at: slice) -> list[Result]: ...
    def __getitem__(self, at: int | slice) -> Result | list[Result]:
        if isinstance(at, int):
            return self[at : at + 1 or None][0]
        read = self.entries.filter(pk__in=self._keys[at])
        read = read.select_related("tournament__standings")
        return [_result(entry, self.club) for entry in read]

    def __iter__(self) -> Iterator[Result]:
        return iter(self[:])


def _result(entry: Entry, club: Club) -> Result:
    event = entry.tournament
    event.club = club
    rows = event.standings.rows
    row = next((row for row in rows if row["entry"] == entry.pk), None)
    if row is None:
        return Result(event, None, False, len(rows), None, ())
    rounds = tuple(row["rounds"])
    return Result(event, row["place"], row["tied"], len(rows), row["total"], rounds)


def is_over() -> dict[str, Any]:
    """What to read beside something of a tournament, to know that nothing is to come.

    Nothing where it is final.
    """
    runs = Q(tournament__finished_at=None)
    rounds = Round.objects.filter(
        tournament=OuterRef("tournament"), state__in=Round.COUNTING
    )
    counted = rounds.order_by().values("tournament").annotate(n=Number("pk"))
    return {
        "waits": Case(When(runs, Exists(rounds.exclude(state=Round.State.FINISHED)))),
        "counted": Case(When(runs, Subquery(counted.values("n")))),
    }
