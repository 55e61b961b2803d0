"""A season's formula in words and in form fields."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.i18n import (
    NOTHING,
    chips,
    day,
    decimal,
    joined,
    message,
    plural_message,
    plural_of,
    points,
    signed,
)
from rules.messages import Sentence
from rules.season import (
    PRESETS,
    Counts,
    Formula,
    Least,
    Of,
    Places,
    PointsList,
    TieBreak,
    problems,
)

COUNTS = (
    (Counts.NET, _("net chips: chips above the start chips")),
    (
        Counts.CHIPS,
        _("chips as newsletters print them, including start chips"),
    ),
    (Counts.POINTS, _("table points")),
    (Counts.PLACES, _("points by place")),
    (Counts.AVERAGE, _("average net chips per round")),
)
BY_PLACE = Counts.PLACES  # the choice that needs a list of points
TABLES = (
    (
        Places.MORAVIAN,
        _("Moravian league: first place gets 100 plus one per player"),
    ),
    (Places.TENS, _("10, 8, 6, 5, 4, 3, 2, 1")),
    (
        Places.FIELD,
        _("as many for first as there are players, then one less per place"),
    ),
    (Places.ROOT, _("10 · √players : √place")),
    (Places.OWN, _("the club’s own points")),
)
BEST_OF = (
    (Of.EVENINGS, _("tournaments")),
    (Of.ROUNDS, _("rounds")),
)
MINIMUM_IN = (
    (Least.EVENINGS, _("tournaments")),
    (Least.ROUNDS, _("rounds at a table")),
    (Least.PERCENT, _("percent of the tournaments")),
)
TIE_BREAKS = (
    ("", _("nothing else, so they share the place")),
    (TieBreak.BEST_EVENING, _("the best tournament")),
    (TieBreak.BEST_PLACES, _("more first places, then more second places")),
    (TieBreak.LAST_EVENING, _("the last tournament")),
    (TieBreak.MOST_EVENINGS, _("more tournaments")),
    (TieBreak.NET_CHIPS, _("net chips of all tournaments")),
    (TieBreak.ALL_RESULTS, _("all results, none dropped")),
)
FINALISTS_ARE = (
    ("", _("players")),
    ("percent", _("percent of the average number of players")),
)
PRESET_NAMES = {
    "net": _("Net chips"),
    "chips": _("Chips as newsletters print them"),
    "moravian": _("Moravian league"),
    "average": _("Average, at least half"),
    "best": _("Best 6 of 10"),
    "carinthian": _("Carinthian cup"),
}
TIE_BREAK_FIELDS = ("tie_break_1", "tie_break_2", "tie_break_3")
NUMBERS = ("best", "planned", "minimum", "finalists", "lodge_best")


def value_text(formula: Formula, value: Fraction | int | None) -> str:
    """Return a value by the formula as text: +55, 460, 8½, −1.3."""
    if value is None:
        return NOTHING
    if formula.counts is Counts.AVERAGE:
        plus = "+" if round(value * 10) > 0 else ""
        return f"{plus}{decimal(Fraction(round(value * 10), 10), 1)}"
    exact = Fraction(value)
    if exact.denominator > 1:
        plus = "+" if formula.counts is Counts.NET and exact > 0 else ""
        return f"{plus}{points(exact)}"
    is_net = formula.counts is Counts.NET
    return signed(int(exact)) if is_net else chips(int(exact))


def value_texts(
    formula: Formula, values: Iterable[Fraction | None]
) -> dict[Fraction, str]:
    """Return longer texts for different values that would look equal.

    Each has as many decimals as needed to tell them apart.
    """
    usual = _digits(formula)
    alike: dict[int, set[Fraction]] = {}
    for value in values:
        if value is not None:
            alike.setdefault(round(value * 10**usual), set()).add(value)
    return {
        value: _with_digits(formula, value, _telling(group, usual))
        for group in alike.values()
        if len(group) > 1
        for value in group
    }


def _digits(formula: Formula) -> int:
    return 1 if formula.counts is Counts.AVERAGE else 2


def _telling(values: Collection[Fraction], usual: int) -> int:
    """Return the smallest number of digits with which all values look different."""
    digits = usual
    while len({round(value * 10**digits) for value in values}) < len(values):
        digits += 1
    return digits


def _with_digits(formula: Formula, value: Fraction, digits: int) -> str:
    is_gain = formula.counts in (Counts.AVERAGE, Counts.NET) and value > 0
    scale = 10**digits
    text = decimal(Fraction(round(value * scale), scale), digits)
    return f"+{text}" if is_gain else text


def value_head(formula: Formula) -> Sentence:
    """Return the heading of a column of values."""
    return {
        Counts.NET: message("Net chips"),
        Counts.CHIPS: message("Chips"),
        Counts.POINTS: message("Table points"),
        Counts.PLACES: message("Points"),
        Counts.AVERAGE: message("Net chips per round"),
    }[formula.counts]


def value_in_words(
    formula: Formula, value: Fraction | None, text: str = ""
) -> Sentence:
    """Return a value with its noun: +55 net chips, 12 points.

    `text` is the number as displayed, if it isn't the usual one.
    """
    n, number = plural_of(value), text or value_text(formula, value)
    return {
        Counts.NET: plural_message(
            "{number} net chip", "{number} net chips", n, number=number
        ),
        Counts.CHIPS: plural_message(
            "{number} chip", "{number} chips", n, number=number
        ),
        Counts.POINTS: plural_message(
            "{number} table point", "{number} table points", n, number=number
        ),
        Counts.PLACES: plural_message(
            "{number} point", "{number} points", n, number=number
        ),
        Counts.AVERAGE: plural_message(
            "{number} net chip per round",
            "{number} net chips per round",
            n,
            number=number,
        ),
    }[formula.counts]


def tie_break_words(tie_break: TieBreak) -> Sentence:
    return {
        TieBreak.BEST_EVENING: message("the best tournament"),
        TieBreak.BEST_PLACES: message("more first places, then more second places"),
        TieBreak.LAST_EVENING: message("the last tournament"),
        TieBreak.MOST_EVENINGS: message("more tournaments"),
        TieBreak.NET_CHIPS: message("net chips of all tournaments"),
        TieBreak.ALL_RESULTS: message("all results, none dropped"),
    }[tie_break]


def places_words(formula: Formula) -> Sentence:
    """Return the sentence about the points for places of a tournament."""
    if _depends_on_size(formula):
        own_lists = message(
            "Places earn points by the club’s own lists, by the number of players."
        )
    else:
        own_points = (points_text(listed) for listed in formula.own)
        own_lists = message(
            "Places earn points by the club’s own list: {points}.",
            points="".join(own_points),
        )
    return {
        Places.MORAVIAN: message(
            "Places earn points as in the Moravian league. First place gets 100 plus "
            "one per player, second place gets 21 fewer, and so on. In the lower "
            "half of the field, each place gets one more than the next, and last "
            "place gets 1. From eleventh place to the middle, the league prints a "
            "number for each field size. Here they fall evenly and are our own."
        ),
        Places.TENS: message("Places earn points: 10, 8, 6, 5, 4, 3, 2, 1."),
        Places.FIELD: message(
            "First place earns as many points as there are players, and each place "
            "after that earns one less."
        ),
        Places.ROOT: message(
            "A place earns 10 times the square root of the number of players, "
            "divided by the square root of the place."
        ),
        Places.OWN: own_lists,
    }[formula.table]


def _depends_on_size(formula: Formula) -> bool:
    """Return whether the club's own points aren't one list for all tournaments."""
    is_one = len(formula.own) == 1 and formula.own[0].players == 1
    return formula.table is Places.OWN and not is_one


def points_text(listed: PointsList) -> str:
    return ", ".join(map(points, listed.points))


def with_next_sizes(
    lists: Iterable[PointsList],
) -> Iterator[tuple[PointsList, int | None]]:
    """Yield the club's lists in order, each with the size of field where it ends."""
    ordered = sorted(lists, key=lambda listed: (listed.first_day, listed.players))
    for listed, following in zip_longest(ordered, ordered[1:]):
        has_end = following and following.first_day == listed.first_day
        yield listed, following.players if has_end else None


def size_words(listed: PointsList, next_size: int | None) -> Sentence:
    """Return the sizes of field that a list is for: 20 to 29 players."""
    first = listed.players
    if next_size is None and first == 1:
        return message("any number of players")
    if next_size is None:
        return plural_message("{n} player or more", "{n} players or more", first)
    last = next_size - 1
    if first == last:
        return plural_message("{n} player", "{n} players", first)
    return message("{first} to {last} players", first=first, last=last)


def _own_lists(lists: Sequence[PointsList]) -> Iterator[Sentence]:
    """Yield a sentence for each of the club's lists, if there are several."""
    previous = None
    for index, (listed, next_size) in enumerate(with_next_sizes(lists)):
        if listed.starts and listed.starts != previous:
            yield message("From {day}, new points count.", day=day(listed.starts))
        is_smallest = index == 0 or listed.starts != previous
        previous = listed.starts
        if is_smallest and listed.players > 1:
            yield plural_message(
                "With fewer than {n} player, no place earns points.",
                "With fewer than {n} players, no place earns points.",
                listed.players,
            )
        yield _own_list(listed, next_size)


def _own_list(listed: PointsList, next_size: int | None) -> Sentence:
    first, listed_points = listed.players, points_text(listed)
    if next_size is None and first == 1:
        return message("With any number of players: {points}.", points=listed_points)
    if next_size is None:
        return plural_message(
            "With {n} player or more: {points}.",
            "With {n} players or more: {points}.",
            first,
            points=listed_points,
        )
    last = next_size - 1
    if first == last:
        return plural_message(
            "With {n} player: {points}.",
            "With {n} players: {points}.",
            first,
            points=listed_points,
        )
    return message(
        "With {first} to {last} players: {points}.",
        first=first,
        last=last,
        points=listed_points,
    )


def formula_words(formula: Formula) -> list[Sentence]:
    """Return the whole formula, a sentence for each rule that differs from usual."""
    return [*_counted(formula), *_best(formula), *_needed(formula), *_parted(formula)]


def formula_changes(old: Formula, new: Formula) -> Iterator[Sentence]:
    """Yield each rule that differs, with its old and its new sentences."""
    for rule in (_counted, _best, _needed, _parted):
        old_sentences, new_sentences = list(rule(old)), list(rule(new))
        if old_sentences != new_sentences:
            yield message(
                "{was} → {now}",
                was=joined(old_sentences, " ") or message("nothing"),
                now=joined(new_sentences, " ") or message("nothing"),
            )


def _counted(formula: Formula) -> Iterator[Sentence]:
    if formula.counts is Counts.PLACES:
        yield places_words(formula)
        if _depends_on_size(formula):
            yield from _own_lists(formula.own)
        yield message("Players who share a place share its points.")
    else:
        yield {
            Counts.NET: message(
                "Net chips are added up: chips above the start chips, in the rounds "
                "at a table."
            ),
            Counts.CHIPS: message(
                "The totals are added up as newsletters print them, including start "
                "chips."
            ),
            Counts.POINTS: message("The table points are added up."),
            Counts.AVERAGE: message(
                "Net chips per round: chips above the start chips, divided by the "
                "rounds at a table."
            ),
        }[formula.counts]
    if formula.floor:
        yield message("A tournament below zero counts as 0.")
    if formula.bonus:
        yield message(
            "Each tournament a player attends adds {bonus}.",
            bonus=points(formula.bonus),
        )


def _best(formula: Formula) -> Iterator[Sentence]:
    best, planned = formula.best, formula.planned
    if best and formula.best_of is Of.ROUNDS:
        yield plural_message(
            "Each player’s best round counts.",
            "Each player’s best {n} rounds count.",
            best,
        )
    elif best and planned:
        yield message(
            "Each player’s best {best} of {planned} tournaments count.",
            best=best,
            planned=planned,
        )
    elif best:
        yield plural_message(
            "Each player’s best tournament counts.",
            "Each player’s best {n} tournaments count.",
            best,
        )


def _needed(formula: Formula) -> Iterator[Sentence]:
    least = formula.minimum
    if not least:
        return
    if formula.minimum_in is Least.PERCENT:
        yield message(
            "A player needs {percent}% of the season’s tournaments to get a place.",
            percent=least,
        )
    elif formula.minimum_in is Least.ROUNDS:
        yield plural_message(
            "A player needs {n} round at a table to get a place.",
            "A player needs {n} rounds at a table to get a place.",
            least,
        )
    else:
        yield plural_message(
            "A player needs {n} tournament to get a place.",
            "A player needs {n} tournaments to get a place.",
            least,
        )


def _parted(formula: Formula) -> Iterator[Sentence]:
    if formula.tie_breaks:
        tie_breaks = ", ".join(map(tie_break_words, formula.tie_breaks))
        yield message("Ties are broken by: {by}.", by=tie_breaks)
    if formula.finalists_percent and formula.finalists:
        yield message(
            "{percent}% of the average number of players go to the final.",
            percent=formula.finalists,
        )
    elif formula.finalists:
        yield plural_message(
            "First place goes to the final.",
            "The top {n} go to the final.",
            formula.finalists,
        )


def preset_of(name: str) -> Formula | None:
    return PRESETS.get(name)


def as_fields(formula: Formula) -> dict[str, Any]:
    """Return a formula as values of form fields."""
    ties = zip(TIE_BREAK_FIELDS, formula.tie_breaks, strict=False)
    return {
        "counts": formula.counts,
        "table": formula.table,
        "own": list(formula.own),
        "floor": formula.floor,
        "best_of": formula.best_of,
        "minimum_in": formula.minimum_in,
        "bonus": formula.bonus or None,
        "finalists_are": "percent" if formula.finalists_percent else "",
        "classes": "\n".join(formula.classes),
        **{name: getattr(formula, name) or None for name in NUMBERS},
        **dict.fromkeys(TIE_BREAK_FIELDS, ""),
        **dict(ties),
    }


def from_fields(data: Mapping[str, Any]) -> Formula:
    """Return the formula of cleaned form data, without rules that do nothing."""
    by_places = data["counts"] == Counts.PLACES
    has_own_points = by_places and data["table"] == Places.OWN
    numbers = {name: data.get(name) or 0 for name in NUMBERS}
    usual = Formula()
    formula = Formula(
        counts=Counts(data["counts"]),
        table=Places(data["table"]) if by_places else usual.table,
        own=tuple(data.get("own") or ()) if has_own_points else (),
        best_of=Of(data["best_of"]) if numbers["best"] else usual.best_of,
        minimum_in=Least(data["minimum_in"])
        if numbers["minimum"]
        else usual.minimum_in,
        floor=bool(data.get("floor")),
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


def problems_in_words(formula: Formula) -> list[tuple[str, Sentence]]:
    """Return the formula's errors, each with the form field to fix it in."""
    texts = {
        ("own", "empty"): message(
            "Enter the points for each place, starting with first place."
        ),
        ("own", "twice"): message(
            "Two of your lines are for the same number of players from the same day."
        ),
        ("own", "start"): message(
            "First enter the points that count before the first of these days."
        ),
        ("best_of", "places_of_rounds"): message(
            "One round can’t be a place in the event. Choose tournaments here, or "
            "other points."
        ),
        ("bonus", "average"): message(
            "An average can’t have an attendance bonus. Leave the bonus blank, or set a minimum instead."
        ),
        ("floor", "counts"): message(
            "Only chips can go below zero. Clear this checkbox, or choose net chips or chips."
        ),
        ("floor", "rounds"): message(
            "Single rounds count here, not whole tournaments. Clear this checkbox, "
            "or choose tournaments for the best results."
        ),
        ("minimum", "percent"): message("Enter at most 100 percent."),
        ("best", "planned"): message(
            "This is more than the number of tournaments planned for the season."
        ),
        ("finalists", "percent"): message("Enter at most 100 percent."),
        ("tie_breaks", "twice"): message("This one is selected twice."),
    }
    too_much = message("This number is too large.")
    return [
        (
            TIE_BREAK_FIELDS[1] if field == "tie_breaks" else field,
            texts.get((field, wrong), too_much),
        )
        for field, wrong in problems(formula)
    ]
