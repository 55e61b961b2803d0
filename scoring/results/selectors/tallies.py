"""What each player's evening was, as it follows from the kept standings."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from clubs.selectors.prepared import Prepared
from scoring.games.game_adapter import game_of
from scoring.models import Entry, Tally, Tournament
from scoring.results.selectors.hand_figures import with_figures, wrong_figures
from scoring.results.selectors.old_evenings import net_of
from scoring.results.selectors.stored import stored_rows

_PLAYERS = Prepared(
    Entry.objects.filter(ranked=True, player__isnull=False).only("pk", "player"),
    "tournament",
)
_KEPT = Prepared(Tally.objects.order_by("pk").defer("figures"), "tournament")
FACTS = (
    *("player_id", "game", "engine", "place", "tied", "total", "net", "rulings"),
    *("points", "rounds", "sum_squares", "results"),
)


class Result(NamedTuple):
    """What a round that is over brought; no table: it was not played at one."""

    round: int
    table: int | None
    chips: int
    points: float
    dropped: bool


def kept_tallies(tournament: Tournament) -> dict[int, Tally]:
    """The tallies as they are kept, by entry, without their figures; one query."""
    return {each.entry_id: each for each in _KEPT(tournament=tournament.pk)}


def read_figures(tournament: Tournament, kept: Mapping[int, Tally]) -> None:
    """Give kept tallies their figures, which are far more than all else; one query."""
    figures = dict(tournament.tallies.values_list("entry", "figures"))
    for entry, tally in kept.items():
        tally.figures = figures[entry]


def tallies_of(
    tournament: Tournament, rows: Iterable[Mapping[str, Any]]
) -> Iterator[Tally]:
    """What should be kept beside these rows of the standings, but figures; one query.

    Who is no player of the club has a place, and no tally.
    """
    found = _PLAYERS(tournament=tournament.pk) if rows else ()
    players = {entry.pk: entry.player_id for entry in found}
    yield from tallies_with(tournament, rows, players)


def tallies_with(
    tournament: Tournament,
    rows: Iterable[Mapping[str, Any]],
    players: Mapping[int, int | None],
) -> Iterator[Tally]:
    """The same, with the players by their entries; no query."""
    engine = game_of(tournament).VERSION
    for row in rows:
        if player := players.get(row["entry"]):
            yield _tally(tournament, row, player, engine)


def same_facts(one: Tally, other: Tally) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in FACTS)


def wrong_tallies(tournament: Tournament, *, hands: bool = True) -> Iterator[str]:
    """Tallies that do not follow from the kept standings and, if so asked, the hands.

    What the rules refuse was nothing for anybody: hands are to be right.
    """
    kept = kept_tallies(tournament)
    read_figures(tournament, kept)
    names = dict(tournament.entries.values_list("pk", "name"))
    right = list(tallies_of(tournament, stored_rows(tournament)))
    if hands:
        with_figures(tournament, right, {})
    for tally in right:
        old = kept.pop(tally.entry_id, None)
        who = f"tally, {names[tally.entry_id]}"
        if old is None:
            yield f"{who}: it is missing"
            continue
        for name in FACTS:
            was, is_now = getattr(old, name), getattr(tally, name)
            if was != is_now:
                said = name.replace("_", " ")
                yield f"{who}: {said} {was} kept, {is_now} from the standings"
        for name in wrong_figures(old.figures, tally.figures) if hands else ():
            yield f"{who}: “{name}” is not what the hands say"
    for entry in kept:
        yield f"tally, {names.get(entry, entry)}: it is kept and should not be"


def not_of_this_version() -> list[Tournament]:
    """Tournaments with standings whose tallies are missing, or of older rules."""
    known = Tally.objects.filter(tournament=OuterRef("pk")).filter(
        figures__has_key="partners"
    )
    first = known.values("engine")[:1]
    found: QuerySet[Tournament] = Tournament.objects.exclude(
        standings__rows=[]
    ).annotate(engine=Subquery(first))
    return [
        each
        for each in found
        if each.engine != game_of(each).VERSION  # type: ignore[attr-defined]  # annotated
    ]


def _tally(
    tournament: Tournament, row: Mapping[str, Any], player: int, engine: str
) -> Tally:
    results = [
        Result(r["round"], r["table"], r["chips"], r["points"], r["dropped"])
        for r in row["rounds"]
        if not r.get("apart")
    ]
    nets = [
        each.chips - tournament.start_chips
        for each in results
        if each.table and not each.dropped
    ]
    net, rounds = sum(nets) + row["adjustment"], len(nets)
    squares: int | None = sum(net * net for net in nets)
    if tournament.old_list_id:
        net = net_of(row["total"], row["played"], tournament.start_chips)
        rounds, squares = row["played"], None
    return Tally(
        tournament=tournament,
        player_id=player,
        entry_id=row["entry"],
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
        results=[list(each) for each in results],
    )
