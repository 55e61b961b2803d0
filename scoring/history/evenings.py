"""The public evenings of a player, from his tallies, and how each went."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models import Count as Number
from django.db.models.expressions import Combinable

from clubs.models import Player
from scoring.models import Entry, Round, Seat, SitOut, Standings


class Evening(NamedTuple):
    """A tournament he played; `net` is above the start chips, `rulings` in it.

    `results` are rows of `Result` (scoring/results/selectors/tallies.py). In one that
    runs (not `is_over`) a place is nobody's yet; no `place` before a round of it is
    over. None besides: an old list does not say it.
    """

    tournament: int
    slug: str
    name: str
    date: date
    start_chips: int
    old_list: int | None
    is_over: bool
    entry: int
    game: str
    place: int | None
    tied: bool
    total: int | None
    net: int | None
    rulings: int
    rounds: int | None
    sum_squares: int | None
    results: Sequence[Sequence[Any]] | None

    @property
    def a_round(self) -> float | None:
        """Net chips a round: what he won from an average table."""
        return self.net / self.rounds if self.rounds and self.net is not None else None


class Result(NamedTuple):
    """An evening among how many people; `why` he sat out or missed rounds, by number."""

    evening: Evening
    people: int
    why: Mapping[int, str]


def played_in_public(player: Player) -> bool:
    """Whether he has a page at all; one query."""
    return _entries(player).exists()


def evenings_of(player: Player) -> list[Evening]:
    """All of them, the oldest first; one query."""
    of_tournament = ("pk", "slug", "name", "date", "start_chips", "old_list")
    of_tally = (
        *("place", "tied", "total", "net", "rulings", "rounds", "sum_squares"),
        "results",
    )
    entries = _entries(player).order_by("tournament__date", "tournament_id")
    rows = entries.values_list(
        *(f"tournament__{name}" for name in of_tournament),
        _is_over(),
        *("pk", "tournament__game"),
        *(f"tally__{name}" for name in of_tally),
    )
    return [*map(Evening._make, rows)]


def results_of(evenings: Iterable[Evening]) -> list[Result]:
    """The same with what his page says besides; two queries."""
    shown = list(evenings)
    rows = Standings.objects.filter(tournament__in=[each.tournament for each in shown])
    people = dict(rows.values_list("tournament", _Length("rows")))
    missed = SitOut.objects.filter(
        credit__in=[each.entry for each in shown], round__state__in=Round.COUNTING
    )
    why: dict[int, dict[int, str]] = {}
    for entry, number, reason in missed.values_list("credit", "round__number", "why"):
        why.setdefault(entry, {})[number] = reason
    return [
        Result(each, people.get(each.tournament, 0), why.get(each.entry, {}))
        for each in shown
    ]


def _entries(player: Player) -> QuerySet[Entry]:
    sat = Seat.objects.filter(credit=OuterRef("pk"), round__state__in=Round.COUNTING)
    return Entry.objects.filter(
        Q(tally__isnull=False) | Exists(sat),
        player=player,
        ranked=True,
        tournament__public=True,
    )


class _Length(Func):
    """Of a list in JSON."""

    function = "JSON_ARRAY_LENGTH"
    output_field = IntegerField()

    def as_postgresql(self, *how: Any, **more: Any) -> Any:
        return self.as_sql(*how, **more | {"function": "JSONB_ARRAY_LENGTH"})


def _is_over() -> Combinable:
    """Of an entry: its tournament is final, or all its rounds have been played."""
    rounds = Round.objects.filter(
        tournament=OuterRef("tournament"), state__in=Round.COUNTING
    )
    counted = rounds.order_by().values("tournament").annotate(n=Number("pk"))
    all_played = Q(
        ~Exists(rounds.exclude(state=Round.State.FINISHED)),
        tournament__rounds_planned__lte=Subquery(counted.values("n")),
    )
    is_final = Q(tournament__finished_at__isnull=False)
    return ExpressionWrapper(is_final | all_played, BooleanField())
