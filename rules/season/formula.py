"""What makes the places of a season, as data that a club may choose and change."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import Any

from rules.season.places import Places

MOST = 1_000  # evenings, rounds, places in a list
MOST_POINTS = 1_000_000


class Counts(StrEnum):
    """What an evening brings."""

    NET = "net"  # chips above the start chips
    CHIPS = "chips"  # as newsletters print them, start chips and all
    POINTS = "points"  # table points
    PLACES = "places"  # points by place, from a table
    AVERAGE = "average"  # net chips a round


class Of(StrEnum):
    """Of what the best count."""

    EVENINGS = "evenings"
    ROUNDS = "rounds"


class Least(StrEnum):
    """What a minimum is counted in."""

    EVENINGS = "evenings"
    ROUNDS = "rounds"
    PERCENT = "percent"  # of the season's evenings


class TieBreak(StrEnum):
    """What separates those who are equal, in an order to choose."""

    BEST_EVENING = "best_evening"  # what his best evening brought
    BEST_PLACES = "best_places"  # more first places, then second ones, and so on
    LAST_EVENING = (
        "last_evening"  # what the last evening brought; who was away is behind
    )
    MOST_EVENINGS = "most_evenings"
    NET_CHIPS = "net_chips"  # of all evenings
    ALL_RESULTS = "all_results"  # what counts, of all evenings: none dropped


@dataclass(frozen=True, slots=True)
class Formula:
    """How places follow from evenings. 0: no such rule.

    `best` evenings or rounds (`best_of`) count, the others are dropped. `planned` is
    how many evenings the season is to have; only words depend on it. `minimum` is what
    somebody needs to have a place. `bonus` is for each evening somebody came to, and is
    never dropped. `finalists` go on to a final: so many, or that percent of the average
    field. `classes` are lists beside the one ranking; of lodges the best `lodge_best`
    count (0: no such list).
    """

    counts: Counts = Counts.NET
    table: Places = Places.TENS
    own: tuple[Fraction, ...] = ()
    best: int = 0
    best_of: Of = Of.EVENINGS
    planned: int = 0
    minimum: int = 0
    minimum_in: Least = Least.EVENINGS
    bonus: Fraction = Fraction(0)
    tie_breaks: tuple[TieBreak, ...] = ()
    finalists: int = 0
    finalists_percent: bool = False
    classes: tuple[str, ...] = ()
    lodge_best: int = 0


PRESETS: Mapping[str, Formula] = {
    "net": Formula(),
    "chips": Formula(counts=Counts.CHIPS),
    "moravian": Formula(
        counts=Counts.PLACES,
        table=Places.MORAVIAN,
        tie_breaks=(TieBreak.BEST_PLACES, TieBreak.NET_CHIPS),
    ),
    "average": Formula(counts=Counts.AVERAGE, minimum=50, minimum_in=Least.PERCENT),
    "best": Formula(
        counts=Counts.NET, best=6, planned=10, tie_breaks=(TieBreak.BEST_EVENING,)
    ),
}


def problems(formula: Formula) -> list[tuple[str, str]]:
    """All that cannot be, as fields with a word for what is wrong there."""
    return [*_out_of_range(formula), *_at_odds(formula)]


def formula_from(data: Mapping[str, Any]) -> Formula:
    """A formula as it was kept; what is not said is as in a new season.

    Raises ValueError for what no formula can be.
    """
    read: dict[str, Callable[[Any], Any]] = {
        "counts": Counts,
        "table": Places,
        "own": lambda listed: tuple(map(Fraction, listed)),
        "best_of": Of,
        "minimum_in": Least,
        "bonus": Fraction,
        "tie_breaks": lambda listed: tuple(map(TieBreak, listed)),
        "classes": tuple,
    }
    known = {field.name for field in fields(Formula)}
    if unknown := {*data} - known:
        raise ValueError(f"no such rule of a season: {', '.join(sorted(unknown))}")
    formula = Formula(**{k: read[k](v) if k in read else v for k, v in data.items()})
    if wrong := problems(formula):
        raise ValueError(f"no formula of a season: {wrong[0]}")
    return formula


def formula_to(formula: Formula) -> dict[str, Any]:
    """A formula as JSON can carry it: only what is not as in a new season."""
    usual = Formula()
    return {
        field.name: _plain(getattr(formula, field.name))
        for field in fields(Formula)
        if getattr(formula, field.name) != getattr(usual, field.name)
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Fraction) else value


def _out_of_range(formula: Formula) -> list[tuple[str, str]]:
    problems = [
        (name, "range")
        for name in ("best", "planned", "minimum", "finalists", "lodge_best")
        if not 0 <= getattr(formula, name) <= MOST
    ]
    if abs(formula.bonus) > MOST_POINTS:
        problems.append(("bonus", "range"))
    if len(formula.own) > MOST or any(
        abs(points) > MOST_POINTS for points in formula.own
    ):
        problems.append(("own", "range"))
    return problems


def _at_odds(formula: Formula) -> list[tuple[str, str]]:
    """Rules that each can be, and not together."""
    of_places = formula.counts is Counts.PLACES
    of_rounds = formula.best and formula.best_of is Of.ROUNDS
    percent = formula.minimum_in is Least.PERCENT
    problems = [
        ("own", "empty", of_places and formula.table is Places.OWN and not formula.own),
        ("best_of", "places_of_rounds", of_places and of_rounds),
        ("bonus", "average", formula.counts is Counts.AVERAGE and formula.bonus),
        ("minimum", "percent", percent and formula.minimum > 100),
        (
            "best",
            "planned",
            formula.best_of is Of.EVENINGS and 0 < formula.planned < formula.best,
        ),
        ("finalists", "percent", formula.finalists_percent and formula.finalists > 100),
        ("tie_breaks", "twice", len({*formula.tie_breaks}) < len(formula.tie_breaks)),
    ]
    return [(field, wrong) for field, wrong, is_so in problems if is_so]
