"""Each player's result at an event, derived from the stored standings."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from scoring.games.game_adapter import game_of
from scoring.models import Entry, Tally, Tournament
from scoring.results.compute import net_of


class Result(NamedTuple):
    """The result of a finished round; without a table, it wasn't played at one."""

    round: int
    table: int | None
    chips: int
    points: float
    dropped: bool


class Facts(NamedTuple):
    """A tally derived from a row of the standings, without its figures."""

    entry_id: int
    player_id: int
    game: str
    engine: str
    place: int
    tied: bool
    total: int | None
    net: int | None
    rulings: int
    points: float | None
    rounds: int | None
    sum_squares: int | None
    results: list[list[Any]]

    def as_tally(self, tournament: Tournament, figures: dict[str, Any]) -> Tally:
        """Return the unsaved tally."""
        return Tally(tournament=tournament, figures=figures, **self._asdict())


class Figured(NamedTuple):
    """The figures of a tally (hand_figures), and the version of the rules."""

    engine: str
    figures: dict[str, Any]


def kept_facts(tournament: Tournament) -> dict[int, Facts]:
    """Return the stored tallies by entry; one query."""
    rows = Tally.objects.filter(tournament=tournament.pk).values_list(*Facts._fields)
    return {row.entry_id: row for row in map(Facts._make, rows)}


def kept_figures(tournament: Tournament) -> dict[int, Figured]:
    """Return the stored figures by entry, which are the largest part; one query."""
    tallies = Tally.objects.filter(tournament=tournament.pk)
    rows = tallies.values_list("entry", *Figured._fields)
    return {entry: Figured(*rest) for entry, *rest in rows}


def facts_of(
    tournament: Tournament, rows: Iterable[Mapping[str, Any]]
) -> Iterator[Facts]:
    """Yield the tallies that belong to these rows of the standings; one query.

    An entry without a player of the club has a place, but no tally.
    """
    ranked = Entry.objects.filter(ranked=True, player__isnull=False)
    event_entries = ranked.filter(tournament=tournament.pk)
    players = dict(event_entries.values_list("pk", "player")) if rows else {}
    return facts_with(tournament, rows, players)


def facts_with(
    tournament: Tournament,
    rows: Iterable[Mapping[str, Any]],
    players: Mapping[int, int | None],
) -> Iterator[Facts]:
    """Yield the tallies with the given players by entry; no query."""
    engine = game_of(tournament).version
    for row in rows:
        if player := players.get(row["entry"]):
            yield _facts(tournament, row, player, engine)


def not_of_this_version() -> list[Tournament]:
    """Return tournaments whose tallies are missing, or made by older rules."""
    known = Tally.objects.filter(tournament=OuterRef("pk")).filter(
        figures__has_key="partners"
    )
    first = known.values("engine")[:1]
    tournaments: QuerySet[Tournament] = Tournament.objects.exclude(
        standings__places=[]
    ).annotate(engine=Subquery(first))
    return [
        tournament
        for tournament in tournaments
        if tournament.engine != game_of(tournament).version  # type: ignore[attr-defined]  # annotated
    ]


def _facts(
    tournament: Tournament, row: Mapping[str, Any], player: int, engine: str
) -> Facts:
    results = [
        Result(r["round"], r["table"], r["chips"], r["points"], r["dropped"])
        for r in row["rounds"]
        if not r.get("apart")
    ]
    nets = [
        result.chips - tournament.start_chips
        for result in results
        if result.table and not result.dropped
    ]
    net, rounds = sum(nets) + row["adjustment"], len(nets)
    squares: int | None = sum(net * net for net in nets)
    if tournament.old_list_id:
        net = net_of(row["total"], row["played"], tournament.start_chips)
        rounds, squares = row["played"], None
    return Facts(
        entry_id=row["entry"],
        player_id=player,
        game=tournament.game,
        engine=engine,
        place=row["place"],
        tied=row["tied"],
        total=row["total"],
        net=net,
        rulings=row["adjustment"],
        points=row["points"],
        rounds=rounds,
        sum_squares=squares,
        results=[list(result) for result in results],
    )
