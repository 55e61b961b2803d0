"""A season: its events, and a formula as data that ranks players."""

from rules.season.evenings import Evening, Part, Played, RoundPart, Scored
from rules.season.formula import (
    PRESETS,
    Counts,
    Formula,
    Least,
    Of,
    TieBreak,
    formula_from,
    formula_to,
    problems,
)
from rules.season.places import (
    Places,
    PointsList,
    is_between,
    list_in_force,
    points_of,
)
from rules.season.standing import Line, rank_season

__all__ = [
    "PRESETS",
    "Counts",
    "Evening",
    "Formula",
    "Least",
    "Line",
    "Of",
    "Part",
    "Places",
    "Played",
    "PointsList",
    "RoundPart",
    "Scored",
    "TieBreak",
    "formula_from",
    "formula_to",
    "is_between",
    "list_in_force",
    "points_of",
    "problems",
    "rank_season",
]
