"""A season as tables for files: the places, and what each tournament brought."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from clubs.models import Season
from scoring.exports.tables import Row, Table
from scoring.standings.selectors.seasons import SeasonStandings, season_by_game

SEASON = "season"
COLUMNS = (
    *("place", "tied", "player", "name", "lodge", "value", "tournaments", "rounds"),
    *("average", "best_place", "in_final"),
)


def season_tables(season: Season) -> list[Table]:
    """One for each game that was played; the first is called as the season."""
    return [
        Table(
            f"{SEASON}-{each.tournaments[0].game}" if at else SEASON,
            (*COLUMNS, *(f"{t.date} {t.slug}" for t in each.tournaments)),
            partial(_rows, each),
        )
        for at, each in enumerate(season_by_game(season))
    ]


def _rows(standings: SeasonStandings) -> Iterator[Row]:
    """What is dropped stands in brackets."""
    for line in standings.lines:
        average, parts = line.average, line.parts
        yield (
            *(line.place, line.tied, line.player, line.name, line.lodge),
            *(_number(line.value), line.tournaments, line.rounds),
            *(_number(average), line.best_place, line.of.in_final),
            *(
                f"({_number(part.brought)})"
                if part and part.dropped
                else _number(part.brought if part else None)
                for part in parts
            ),
        )


def _number(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else round(float(value), 4)
