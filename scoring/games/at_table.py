"""What paper says of a tournament's tables: how many sit there, what they add up to."""

from dataclasses import dataclass

from clubs.wording import and_list, in_language, say, together
from clubs.wording import points as written
from rules.round_scores import middle_points
from rules.sheet import TABLE_SIZES, must_total
from scoring.games import score_sheet_of
from scoring.games.game_adapter import game_of, sizes_of
from scoring.games.score_sheet import WAYS
from scoring.models import Tournament


@dataclass(frozen=True, slots=True)
class AtTable:
    """The words for a table of a tournament.

    `number` is how many sit at one, in words; empty where tables differ. `total` is what
    the scores of a table make, as it is said; empty where nobody can tell. `way` is the
    order of play. `points` says what points those scores make among themselves, and
    `missed_points` how many a round not played is worth.
    """

    number: str
    total: str
    way: str
    points: str
    missed_points: str

    @classmethod
    def of(cls, tournament: Tournament) -> "AtTable":
        game, sizes = game_of(tournament), sizes_of(tournament)
        return cls(
            in_language(TABLE_SIZES[sizes[0]]) if len(sizes) == 1 else "",
            _total(tournament),
            in_language(WAYS[game.direction]),
            _points(sizes),
            written(middle_points(game.active)),
        )


def _total(tournament: Tournament) -> str:
    sizes, start = sizes_of(tournament), tournament.start_chips
    sheet = score_sheet_of(tournament, sizes[0])
    if not sheet.has_total:
        return ""
    total = f"{must_total(start, sizes[0])}"
    if start and len(sizes) > 1:
        total = say("{chips} for each seat", chips=start)
    return together((total, sheet.total_with), " ") if sheet.total_with else total


def _points(sizes: tuple[int, ...]) -> str:
    if len(sizes) > 1:
        return say(
            "the best score makes as many points as there are seats, the last makes 1"
        )
    *more, last = range(sizes[0], 0, -1)
    points = and_list((*map(str, more), last))
    return say("the scores make {points} points", points=points)
