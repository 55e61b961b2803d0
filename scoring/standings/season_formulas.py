"""A formula as a form has it: what there is to choose, and what cannot be, in words."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from clubs.wording import say, say_later
from clubs.wording.said import Said
from rules.season import PRESETS, Counts, Formula, Least, Of, Places, TieBreak, problems

COUNTS = (
    (Counts.NET, say_later("net chips: what somebody has above the start chips")),
    (Counts.CHIPS, say_later("chips as newsletters print them, start chips and all")),
    (Counts.POINTS, say_later("table points")),
    (Counts.PLACES, say_later("points by place")),
    (Counts.AVERAGE, say_later("net chips a round, on average")),
)
TABLES = (
    (Places.MORAVIAN, say_later("Moravian league: 100 and one a player for the first")),
    (Places.TENS, say_later("10, 8, 6, 5, 4, 3, 2, 1")),
    (Places.FIELD, say_later("as many as there are players, one less each place")),
    (Places.ROOT, say_later("10 · √players : √place")),
    (Places.OWN, say_later("the club’s own list")),
)
BEST_OF = (
    (Of.EVENINGS, say_later("tournaments")),
    (Of.ROUNDS, say_later("rounds")),
)
MINIMUM_IN = (
    (Least.EVENINGS, say_later("tournaments")),
    (Least.ROUNDS, say_later("rounds at a table")),
    (Least.PERCENT, say_later("percent of the tournaments")),
)
TIE_BREAKS = (
    ("", say_later("nothing more: they share the place")),
    (TieBreak.BEST_EVENING, say_later("the best tournament")),
    (TieBreak.BEST_PLACES, say_later("more first places, then more second ones")),
    (TieBreak.LAST_EVENING, say_later("the last tournament")),
    (TieBreak.MOST_EVENINGS, say_later("more tournaments")),
    (TieBreak.NET_CHIPS, say_later("net chips of all tournaments")),
    (TieBreak.ALL_RESULTS, say_later("all results, none dropped")),
)
FINALISTS_ARE = (
    ("", say_later("players")),
    ("percent", say_later("percent of the average field")),
)
PRESET_NAMES = {
    "net": say_later("Net chips"),
    "chips": say_later("Chips as newsletters print them"),
    "moravian": say_later("Moravian league"),
    "average": say_later("Average, at least half"),
    "best": say_later("Best 6 of 10"),
}
TIE_BREAK_FIELDS = ("tie_break_1", "tie_break_2", "tie_break_3")
NUMBERS = ("best", "planned", "minimum", "finalists", "lodge_best")


def preset_of(name: str) -> Formula | None:
    return PRESETS.get(name)


def as_fields(formula: Formula) -> dict[str, Any]:
    """What a form shows of a formula."""
    ties = zip(TIE_BREAK_FIELDS, formula.tie_breaks, strict=False)
    return {
        "counts": formula.counts,
        "table": formula.table,
        "own": list(formula.own),
        "best_of": formula.best_of,
        "minimum_in": formula.minimum_in,
        "bonus": formula.bonus or None,
        "finalists_are": "percent" if formula.finalists_percent else "",
        "classes": "\n".join(formula.classes),
        **{name: getattr(formula, name) or None for name in NUMBERS},
        **dict(ties),
    }


def from_fields(data: Mapping[str, Any]) -> Formula:
    """The formula of what was typed; rules that do nothing are left out of it."""
    by_places = data["counts"] == Counts.PLACES
    own = by_places and data["table"] == Places.OWN
    numbers = {name: data.get(name) or 0 for name in NUMBERS}
    usual = Formula()
    formula = Formula(
        counts=Counts(data["counts"]),
        table=Places(data["table"]) if by_places else usual.table,
        own=tuple(data.get("own") or ()) if own else (),
        best_of=Of(data["best_of"]) if numbers["best"] else usual.best_of,
        minimum_in=Least(data["minimum_in"])
        if numbers["minimum"]
        else usual.minimum_in,
        bonus=data.get("bonus") or Fraction(0),
        tie_breaks=tuple(
            TieBreak(data[name]) for name in TIE_BREAK_FIELDS if data.get(name)
        ),
        finalists_percent=bool(numbers["finalists"] and data.get("finalists_are")),
        classes=tuple(data.get("classes") or ()),
        **numbers,
    )
    if formula.best_of is Of.ROUNDS:
        return replace(formula, planned=0)
    return formula


def problems_in_words(formula: Formula) -> list[tuple[str, Said]]:
    """What cannot be, by the field of the form where it is to be put right."""
    said = {
        ("own", "empty"): say("Write the points of each place, the first one first."),
        ("best_of", "places_of_rounds"): say(
            "A round has no place in the evening. Choose tournaments here, or other "
            "points above."
        ),
        ("bonus", "average"): say(
            "An average has no bonus for coming. Leave it empty, or ask for a minimum."
        ),
        ("minimum", "percent"): say("At most 100 percent."),
        ("best", "planned"): say("These are more than the season is planned to have."),
        ("finalists", "percent"): say("At most 100 percent."),
        ("tie_breaks", "twice"): say("This one is chosen twice."),
    }
    too_much = say("This is too much.")
    return [
        (
            TIE_BREAK_FIELDS[1] if field == "tie_breaks" else field,
            said.get((field, wrong), too_much),
        )
        for field, wrong in problems(formula)
    ]
