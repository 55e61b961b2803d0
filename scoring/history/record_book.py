"""A club's records and awards, computed from all its tournaments and cached.

They depend on every tally of its final public tournaments: thirty years of them take
too long to read for each page, so the results are cached until any of them changes.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, Self, cast

from django.db.models import CharField, Func, OuterRef, Subquery
from django.db.models.functions import Cast

from clubs.models import Club
from clubs.tasks import enqueue
from rules.history import (
    Evening,
    Line,
    Pin,
    Played,
    PlayedHand,
    PlayedRound,
    Records,
    all_time,
    club_records,
    pins,
)
from scoring.history.board_cache import read_board, store_board
from scoring.models import Tally
from scoring.rollups.updates import follow_evening

KEPT = 30 * 24 * 60 * 60  # seconds
SHAPE = 4  # version of the cached data: increase it when the classes below change


class Held(NamedTuple):
    """A final tournament of the club."""

    pk: int
    date: date
    game: str
    start_chips: int


class GameBoard(NamedTuple):
    """The results of one game's tournaments, the oldest first; people by their keys.

    `winners`: of each tournament, the players in first place.
    """

    held: Sequence[Held]
    records: Records[int]
    lines: Sequence[Line[int]]
    winners: Sequence[Sequence[int]]

    @classmethod
    def from_held(
        cls, held: Sequence[Held], played: Mapping[int, Sequence[Played[int]]]
    ) -> Self:
        """Return the board of these tournaments from everyone's results."""
        evenings = [
            Evening(evening.date.year, played.get(evening.pk, ())) for evening in held
        ]
        firsts = []
        for evening in evenings:
            results = evening.played
            firsts.append([result.player for result in results if result.place == 1])
        return cls(held, club_records(evenings), all_time(evenings), firsts)


class RecordsPage(NamedTuple):
    """The games of a club, and the pins for the tournaments of all of them together."""

    games: Mapping[str, GameBoard]
    held: Sequence[Held]
    pins: Sequence[Pin[int]]
    came: Mapping[int, int]  # the number of tournaments each player came to


def board_of(club: Club) -> RecordsPage:
    """Return the current board; two queries if cached, two more if not."""
    held, version = held_by(club)
    return _cached_board(club.pk, version, tuple(held))


@lru_cache(maxsize=8)  # clubs; the cache for all processes is slow to read
def _cached_board(club: int, version: str, held: Sequence[Held]) -> RecordsPage:
    key = f"records-{SHAPE}-{club}"
    known, board = read_board(key, ("", None))
    if known != version:
        board = derived(held)
        store_board(key, (version, board), KEPT)
    return cast(RecordsPage, board)


def held_by(club: Club) -> tuple[list[Held], str]:
    """Return the tournaments, and a version that changes with the board's facts.

    A tally is never changed but replaced under its tournament's lock, so the newest key
    and the number of tallies show changes. A restored site may reuse a key, hence the
    time.
    """
    final = club.tournaments.filter(public=True).exclude(finished_at=None)
    tallies = Tally.objects.filter(tournament=OuterRef("pk"))
    rows = final.order_by(
        "date", "pk"
    ).values_list(
        "pk",
        "date",
        "game",
        "start_chips",
        "standings__followed",
        Cast("standings__reckoned_at", CharField()),  # only for the version
        # Joined or grouped, they would take ten times as long.
        Subquery(tallies.order_by("-pk").values("pk")[:1]),
        Subquery(tallies.order_by().values_list(Func("pk", function="COUNT"))),
        "standings__revision",
    )
    facts = []
    for *row, revision in rows:
        facts.append(row)
        pk, followed = row[0], row[4]
        if (followed or 0) < (revision or 0):
            enqueue(follow_evening, pk)  # the task that should do this may be lost
    version = hashlib.sha256(repr(facts).encode()).hexdigest()
    return [Held(*row[:4]) for row in facts], version


def game_board(club: Club, game: str) -> GameBoard:
    """Return a game's board; empty if none of its tournaments is final."""
    return board_of(club).games.get(game) or GameBoard.from_held((), {})


def derived(held: Sequence[Held]) -> RecordsPage:
    """Return the board computed from the tallies of these tournaments; one query."""
    played = _played(held)
    games = {
        game: GameBoard.from_held(
            [evening for evening in held if evening.game == game], played
        )
        for game in {evening.game for evening in held}
    }
    earned = pins(
        [result.player for result in played.get(evening.pk, ())] for evening in held
    )
    came: dict[int, int] = {}
    for game in games.values():
        for line in game.lines:
            came[line.player] = came.get(line.player, 0) + line.evenings
    return RecordsPage(games, held, earned, came)


def _played(held: Iterable[Held]) -> dict[int, list[Played[int]]]:
    """Return everyone's results by tournament."""
    start = {evening.pk: evening.start_chips for evening in held}
    rows = Tally.objects.filter(tournament__in=start).order_by("tournament_id", "pk")
    read = rows.values_list(
        "tournament",
        "player",
        "place",
        "net",
        "rounds",
        "results",
        "figures__largest",
        "figures__sheets",
    )
    played = {}
    for pk, group in groupby(read.iterator(), itemgetter(0)):
        played[pk] = [_played_evening(start[pk], *facts) for _, *facts in group]
    return played


def _played_evening(
    start: int,
    player: int,
    place: int,
    net: int | None,
    counted: int | None,
    results: Sequence[Sequence[Any]],
    largest: Sequence[int] | None,
    with_hands: int | None,
) -> Played[int]:
    rounds = [
        PlayedRound(number, table, chips - start)
        for number, table, chips, _, _ in results  # rows of `Result`
        if table is not None
    ]
    # Past results have at most the number of rounds, without tables.
    known = counted is not None and len(results) >= counted
    return Played(
        player,
        place,
        net,
        counted,
        rounds if known else None,
        PlayedHand(*largest) if largest else None,
        known and (with_hands or 0) >= len(rounds),
    )
