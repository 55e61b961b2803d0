"""The formula for a season's places, as data that a club may choose and change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any

from rules.season.places import Places, PointsList

MOST = 1_000  # events, rounds, places in a list
MOST_POINTS = 1_000_000
MOST_LISTS = 100  # of a club's own points


class Counts(StrEnum):
    """The value of an event that counts."""

    NET = "net"  # chips above the start chips
    CHIPS = "chips"  # including start chips, as in newsletters
    POINTS = "points"  # table points
    PLACES = "places"  # points by place, from a table
    AVERAGE = "average"  # net chips a round


class Of(StrEnum):
    """The units of which the best count."""

    EVENINGS = "evenings"
    ROUNDS = "rounds"


class Least(StrEnum):
    """The unit of a minimum."""

    EVENINGS = "evenings"
    ROUNDS = "rounds"
    PERCENT = "percent"  # of the season's events


class TieBreak(StrEnum):
    """A way to separate equal players; the club chooses their order."""

    BEST_EVENING = "best_evening"  # the contribution of the best event
    BEST_PLACES = "best_places"  # more first places, then second ones, and so on
    LAST_EVENING = "last_evening"  # of the last event; absent players rank behind
    MOST_EVENINGS = "most_evenings"
    NET_CHIPS = "net_chips"  # of all events
    ALL_RESULTS = "all_results"  # the value from all events, none dropped


BELOW_ZERO = (Counts.NET, Counts.CHIPS)  # values of an event that a floor can raise


@dataclass(frozen=True, slots=True)
class Formula:
    """The rules for a season's places. 0 means that there is no such rule.

    `own` has the points of `Places.OWN`. With `floor`, an event below zero counts as 0.
    `best` events or rounds (`best_of`) count, the others are dropped. `planned` is the
    planned number of events, for texts, for problems of a formula and for the places
    that are still possible; no place depends on it. `minimum` is the minimum for a
    place. `bonus` is for each event a player came to, and is never dropped. `finalists`
    go on to a final: a number, or a percentage of the average field. `classes` are
    lists in addition to the one ranking; of lodges the best `lodge_best` count (0: no
    such list).
    """

    counts: Counts = Counts.NET
    table: Places = Places.TENS
    own: tuple[PointsList, ...] = ()
    floor: bool = False
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
    "carinthian": Formula(floor=True, best=7, tie_breaks=(TieBreak.BEST_EVENING,)),
}


def problems(formula: Formula) -> list[tuple[str, str]]:
    """Return all contradictions, as pairs of a field and a code for what is wrong."""
    return [*_out_of_range(formula), *_at_odds(formula)]


def formula_from(data: Mapping[str, Any]) -> Formula:
    """Return a formula from stored data; missing rules get a new season's defaults.

    Raises ValueError for data that no formula can have.
    """
    read: dict[str, Callable[[Any], Any]] = {
        "counts": Counts,
        "table": Places,
        "own": _lists_from,
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
    """Return a formula as JSON data, without the rules that have their defaults."""
    usual = Formula()
    return {
        field.name: _plain(getattr(formula, field.name))
        for field in fields(Formula)
        if getattr(formula, field.name) != getattr(usual, field.name)
    }


def _lists_from(stored: Sequence[Any]) -> tuple[PointsList, ...]:
    """Return a club's own lists; one for all events is stored as its points alone."""
    if not any(isinstance(row, Mapping) for row in stored):
        return (PointsList(tuple(map(Fraction, stored))),) if stored else ()
    return tuple(
        PointsList(
            tuple(map(Fraction, row["points"])),
            row.get("players", 1),
            date.fromisoformat(row["starts"]) if row.get("starts") else None,
        )
        for row in stored
    )


def _lists_to(lists: Sequence[PointsList]) -> list[Any]:
    if [PointsList(listed.points) for listed in lists[:1]] == [*lists]:
        return [_plain(points) for points in lists[0].points]
    return [
        {"points": _plain(listed.points)}
        | ({"players": listed.players} if listed.players != 1 else {})
        | ({"starts": listed.starts.isoformat()} if listed.starts else {})
        for listed in lists
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple) and any(isinstance(part, PointsList) for part in value):
        return _lists_to(value)
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
    if len(formula.own) > MOST_LISTS or not all(map(_is_in_range, formula.own)):
        problems.append(("own", "range"))
    return problems


def _is_in_range(listed: PointsList) -> bool:
    return (
        1 <= listed.players <= MOST
        and len(listed.points) <= MOST
        and all(abs(points) <= MOST_POINTS for points in listed.points)
    )


def _at_odds(formula: Formula) -> list[tuple[str, str]]:
    """Return contradictions between rules that are each possible alone."""
    of_places = formula.counts is Counts.PLACES
    of_rounds = formula.best and formula.best_of is Of.ROUNDS
    percent = formula.minimum_in is Least.PERCENT
    lists, has_own = formula.own, of_places and formula.table is Places.OWN
    cases = {(listed.players, listed.starts) for listed in lists}
    problems = [
        (
            "own",
            "empty",
            not all(listed.points for listed in lists) or (has_own and not lists),
        ),
        ("own", "twice", len(cases) < len(lists)),
        ("own", "start", lists and all(listed.starts for listed in lists)),
        ("best_of", "places_of_rounds", of_places and of_rounds),
        ("bonus", "average", formula.counts is Counts.AVERAGE and formula.bonus),
        ("floor", "counts", formula.floor and formula.counts not in BELOW_ZERO),
        ("floor", "rounds", formula.floor and of_rounds),
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
