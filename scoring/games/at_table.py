"""What paper says of a tournament's tables: how many sit there, what they add up to."""

from dataclasses import dataclass

from clubs.wording import points
from rules.at_table import middle_points
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
            TABLE_SIZES[sizes[0]] if len(sizes) == 1 else "",
            _total(tournament),
            WAYS[game.DIRECTION],
            _points(sizes),
            points(middle_points(game.ACTIVE)),
        )

    @property
    def everybody(self) -> str:
        return f"the {self.number}" if self.number else "all"

    @property
    def scores(self) -> str:
        return f"{self.number} scores" if self.number else "scores"

    @property
    def these(self) -> str:
        """Who makes the total: the four, or the scores of a table of any size."""
        return self.number or "scores"


def _total(tournament: Tournament) -> str:
    sizes, start = sizes_of(tournament), tournament.start_chips
    sheet = score_sheet_of(tournament, sizes[0])
    if not sheet.has_total:
        return ""
    each = f"{start} for each seat" if start and len(sizes) > 1 else ""
    return f"{each or must_total(start, sizes[0])} {sheet.total_with}".strip()


def _points(sizes: tuple[int, ...]) -> str:
    if len(sizes) > 1:
        return (
            "the best score makes as many points as there are seats, the last makes 1"
        )
    *more, last = range(sizes[0], 0, -1)
    return f"the scores make {', '.join(map(str, more))} and {last} points"
