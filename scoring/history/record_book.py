"""A club's records and honours, worked out from all its evenings and kept for a while.

They rest on every tally of its public tournaments that are final: thirty years of them
take too long to read for each page, so what follows is kept until any of them changes.
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

KEPT = 30 * 24 * 60 * 60  # s
SHAPE = 4  # of what is kept: another one for each change of the classes below


class Held(NamedTuple):
    """A tournament that is final: one of the club's evenings."""

    pk: int
    date: date
    game: str
    start_chips: int


class GameBoard(NamedTuple):
    """What the evenings of one game left, the oldest first; people by their keys.

    `winners`: of each evening, whoever came first.
    """

    held: Sequence[Held]
    records: Records[int]
    lines: Sequence[Line[int]]
    winners: Sequence[Sequence[int]]

    @classmethod
    def from_held(
        cls, held: Sequence[Held], played: Mapping[int, Sequence[Played[int]]]
    ) -> Self:
        """What is known of these evenings, from everybody's by tournament."""
        evenings = [
            Evening(evening.date.year, played.get(evening.pk, ())) for evening in held
        ]
        firsts = []
        for number in evenings:
            results = number.played
            firsts.append([result.player for result in results if result.place == 1])
        return cls(held, club_records(evenings), all_time(evenings), firsts)


class RecordsPage(NamedTuple):
    """The games of a club, and the pins for evenings of all of them together."""

    games: Mapping[str, GameBoard]
    held: Sequence[Held]
    pins: Sequence[Pin[int]]
    came: Mapping[int, int]  # how many evenings everybody came to


def board_of(club: Club) -> RecordsPage:
    """As the facts are now; two queries where it is kept, and two more where not."""
    held, version = held_by(club)
    return _cached_board(club.pk, version, tuple(held))


@lru_cache(maxsize=8)  # clubs of a process: what is kept for all takes long to read
def _cached_board(club: int, version: str, held: Sequence[Held]) -> RecordsPage:
    key = f"records-{SHAPE}-{club}"
    known, board = read_board(key, ("", None))
    if known != version:
        board = derived(held)
        store_board(key, (version, board), KEPT)
    return cast(RecordsPage, board)


def held_by(club: Club) -> tuple[list[Held], str]:
    """The evenings, and what is another whenever a fact behind the board is.

    A tally is never changed but made anew, under its tournament's lock: so the newest
    and their number tell. A restored site may give a key twice, hence the time.
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
        Cast("standings__reckoned_at", CharField()),  # read for the key alone
        # Joined, or in groups, they took ten times as long.
        Subquery(tallies.order_by("-pk").values("pk")[:1]),
        Subquery(tallies.order_by().values_list(Func("pk", function="COUNT"))),
        "standings__revision",
    )
    facts = []
    for *row, revision in rows:
        facts.append(row)
        pk, followed = row[0], row[4]
        if (followed or 0) < (revision or 0):
            enqueue(follow_evening, pk)  # whoever was to follow it may be gone
    version = hashlib.sha256(repr(facts).encode()).hexdigest()
    return [Held(*row[:4]) for row in facts], version


def game_board(club: Club, game: str) -> GameBoard:
    """That of a game; empty where no evening of it is final."""
    return board_of(club).games.get(game) or GameBoard.from_held((), {})


def derived(held: Sequence[Held]) -> RecordsPage:
    """The board as it follows from the tallies of these evenings; one query."""
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
    """Everybody's evenings by tournament."""
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
        for number, table, chips, _, _ in results  # rows of `Result`, without making it
        if table is not None
    ]
    # An old list says at most how many there were, and in which none is known.
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
