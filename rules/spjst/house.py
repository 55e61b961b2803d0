"""House rules: where clubs are known to differ, one field each.

Amounts are whole chips. Two presets: the rule sheet of 2013 (`spjst-2013`) and the
Westfest tournament rules of 2012 (`westfest-2012`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from rules.options import HouseRuleError
from rules.problems import Problem
from rules.spjst.hand import Challenge
from rules.spjst.options import OPTIONS, Refused, in_words, read_option

# §17, §18, §21: chips from each of the other three players.
SPJST_VALUES: tuple[tuple[str, int], ...] = (
    ("uni", 4),
    ("beeda", 2),
    ("taroky", 2),
    ("velki", 4),
    ("trull", 2),
    ("pane", 2),
    ("trull_pane", 4),
    ("kings", 4),
    ("rosanne_pane", 6),
    ("spjst", 10),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How one house plays. Build it with `house_rules`, which checks every value.

    The defaults are SPJST 2013; `OPTIONS` describes each field in words. Pairs of
    chips are (silent, announced), `values` are (code, chips from each) in table order.
    """

    prever_set_multipliers: tuple[int, int, int] = (1, 2, 3)  # §8
    prever_set_on_win: bool = False  # §8, quick sheet
    pagat_chips: tuple[int, int] = (2, 4)  # §15
    valat_chips: tuple[int, int] = (20, 40)  # §16
    valat_prever_chips: tuple[int, int] = (20, 40)  # §16
    valat_replaces_game: bool = True  # §16
    challenge_multiplies_valat: bool = True  # §13, §16
    called_valat_voids_pagat: bool = True  # §16
    max_challenge: Challenge = "mort"  # §13
    values: tuple[tuple[str, int], ...] = SPJST_VALUES  # §17, §18, §21
    irregularity_each: int = 2  # §30
    renege_each: int = 2  # §30
    renege_redirects: bool = True  # §30
    solo_violator_pays_win: bool = False  # §30
    soloist_pays_innocent_defenders: bool = False  # §30
    misdeal_each: int = 2  # §22
    illegal_value_each: int = 2  # §30
    wrong_povinost_each: int = 2  # §31
    false_pagat_each: int = 2  # §31
    discarded_king_each: int = 5  # §30
    discarded_trump_each: int = 5  # §30
    wrong_trump_each: int = 5  # §31


PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "spjst-2013": HouseRules(),
        "westfest-2012": HouseRules(
            prever_set_multipliers=(1, 2, 4),
            max_challenge="supre",
            values=tuple(pair for pair in SPJST_VALUES if pair[0] != "spjst"),
            renege_each=5,
            solo_violator_pays_win=True,
            soloist_pays_innocent_defenders=True,
        ),
    }
)
PRESET_NAMES: Mapping[str, str] = MappingProxyType(
    {"spjst-2013": "SPJST 2013", "westfest-2012": "Westfest 2012"}
)


def house_rules(
    preset: object = "spjst-2013", changes: Mapping[str, object] | None = None
) -> HouseRules:
    """The preset with these fields changed (JSON values; lists may be tuples).

    `values` is replaced as a whole by an object such as `{"uni": 4}`. Raises
    `HouseRuleError` naming every unknown name and every wrong value at once.
    """
    problems: list[Problem] = []
    known = isinstance(preset, str) and preset in PRESETS
    if not known:
        problems.append(_unknown_preset(preset))
    read: dict[str, object] = {}
    for name, value in (changes or {}).items():
        try:
            read[name] = read_option(name, value)
        except Refused as refused:
            problems.append(Problem(refused.code, str(name), str(refused)))
    if problems:
        raise HouseRuleError(problems)
    base = PRESETS[str(preset)]
    fields = {option.name: getattr(base, option.name) for option in OPTIONS}
    return HouseRules(**(fields | read))


def changes_in_words(preset: object, changes: Mapping[str, object]) -> list[str]:
    """Each changed rule with its value: “Renege: 5”. Raises `HouseRuleError`."""
    rules = house_rules(preset, changes)
    return [
        f"{option.label}: {in_words(option, getattr(rules, option.name))}"
        for option in OPTIONS
        if option.name in changes
    ]


def as_changes(rules: HouseRules) -> dict[str, object]:
    """Every field as a JSON value; `house_rules(any preset, these)` gives it back."""
    changes: dict[str, object] = {}
    for option in OPTIONS:
        value = getattr(rules, option.name)
        if option.name == "values":
            value = dict(value)
        changes[option.name] = list(value) if isinstance(value, tuple) else value
    return changes


@lru_cache(maxsize=256)
def prices(values: tuple[tuple[str, int], ...]) -> Mapping[str, int]:
    """The chips from each for every value of the house, by code."""
    return MappingProxyType(dict(values))


def _unknown_preset(preset: object) -> Problem:
    given = f'no rule set "{preset}"' if isinstance(preset, str) else "no such rule set"
    return Problem(
        "unknown_rules", "rules", f"There is {given}; choose {' or '.join(PRESETS)}."
    )
