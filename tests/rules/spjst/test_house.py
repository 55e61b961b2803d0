"""House rules: presets, changes, and everything wrong with them at once."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from rules.house_rules import HouseRuleError
from rules.spjst import HOUSE, HouseRules, check
from tests.in_turn import in_turn
from tests.rules.spjst.builders import bonus, fault, povinost, prever, scored
from tests.rules.spjst.strategies import houses

# What each house rule changes: a record, the changed rule, the net before and after.
EFFECTS: dict[str, tuple[dict[str, Any], Any, list[int], list[int]]] = {
    "prever_set_multipliers": (
        prever(points=47, prever_set=3),
        [1, 2, 4],
        [15, -45, 15, 15],
        [20, -60, 20, 20],
    ),
    "prever_set_on_win": (
        prever(prever_set=2),
        True,
        [-5, 15, -5, -5],
        [-10, 30, -10, -10],
    ),
    "pagat_chips": (
        povinost(pagat=bonus("declarer", True, True)),
        [3, 5],
        [7, -7, 7, -7],
        [8, -8, 8, -8],
    ),
    "pagat_taken_by_partner": (
        povinost(pagat=bonus("declarer", True, False, taken_by_partner=True)),
        "made",
        [-1, 1, -1, 1],
        [7, -7, 7, -7],
    ),
    "valat_chips": (
        povinost(points=90, valat=bonus("declarer", True, True)),
        [7, 9],
        [40, -40, 40, -40],
        [9, -9, 9, -9],
    ),
    "valat_prever_chips": (
        prever(points=90, valat=bonus("declarer", False, True)),
        [30, 60],
        [-20, 60, -20, -20],
        [-30, 90, -30, -30],
    ),
    "valat_replaces_game": (
        povinost(points=90, valat=bonus("declarer", False, True)),
        False,
        [20, -20, 20, -20],
        [29, -29, 29, -29],
    ),
    "challenge_multiplies_valat": (
        povinost(points=90, valat=bonus("declarer", False, True), challenge="kontra"),
        False,
        [40, -40, 40, -40],
        [20, -20, 20, -20],
    ),
    "called_valat_voids_pagat": (
        povinost(
            valat=bonus("declarer", True, False),
            pagat=bonus("opponents", False, True),
        ),
        False,
        [-40, 40, -40, 40],
        [-42, 42, -42, 42],
    ),
    "values": (
        povinost(values={"2": ["uni"]}),
        {"uni": 1},
        [-1, 9, -1, -7],
        [2, 0, 2, -4],
    ),
    "irregularity_each": (
        povinost(points=54, faults=[fault("short_hand", 2)]),
        0,
        [4, -10, 4, 2],
        [2, -4, 2, 0],
    ),
    "renege_each": (
        povinost(points=54, faults=[fault("renege", 2)]),
        5,
        [4, -10, 4, 2],
        [7, -19, 7, 5],
    ),
    "renege_redirects": (
        povinost(points=54, faults=[fault("renege", 2)]),
        False,
        [4, -10, 4, 2],
        [4, -8, 4, 0],
    ),
    "solo_violator_pays_win": (
        prever(faults=[fault("discard_count", 2)]),
        True,
        [2, -6, 2, 2],
        [7, -21, 7, 7],
    ),
    "soloist_pays_innocent_defenders": (
        prever(points=47, faults=[fault("discard_count", 3)]),
        True,
        [7, 2, -16, 7],
        [7, -8, -6, 7],
    ),
    "misdeal_each": (
        {"bid": None, "faults": [fault("misdeal", 4)]},
        3,
        [2, 2, 2, -6],
        [3, 3, 3, -9],
    ),
    "illegal_value_each": (
        povinost(
            values={"2": ["uni"]}, faults=[fault("illegal_value", 2, value="uni")]
        ),
        1,
        [5, -9, 5, -1],
        [4, -6, 4, -2],
    ),
    "wrong_povinost_each": (
        {"bid": None, "faults": [fault("wrong_povinost", 2, rightful=1)]},
        3,
        [-4, -4, 4, 4],
        [-6, -6, 6, 6],
    ),
    "false_pagat_each": (
        povinost(
            pagat=bonus("declarer", True, False), faults=[fault("false_pagat", 1)]
        ),
        1,
        [-7, 3, 1, 3],
        [-4, 2, 0, 2],
    ),
    "false_pagat_to": (
        povinost(
            pagat=bonus("declarer", True, False),
            faults=[fault("false_pagat", 1, holder=4)],
        ),
        "holder",
        [-7, 3, 1, 3],
        [-3, 1, -1, 3],
    ),
    "discarded_king_each": (
        povinost(faults=[fault("discarded_king", 1)]),
        4,
        [-12, 2, 8, 2],
        [-9, 1, 7, 1],
    ),
    "discarded_trump_each": (
        povinost(faults=[fault("discarded_trump", 1)]),
        4,
        [-12, 2, 8, 2],
        [-9, 1, 7, 1],
    ),
    "wrong_trump_each": (
        {"bid": "povinost", "declarer": 1, "faults": [fault("wrong_trump", 1)]},
        4,
        [-15, 5, 5, 5],
        [-12, 4, 4, 4],
    ),
}


@in_turn("name", EFFECTS)
def test_a_house_rule_changes_the_account(name: str) -> None:
    record, changed, before, after = EFFECTS[name]
    assert list(scored(record).net) == before
    assert list(scored(record, **{name: changed}).net) == after


def test_the_highest_challenge_goes_for_hand_and_pagat() -> None:
    record = povinost(
        challenge="supre", pagat=bonus("declarer", True, True, challenge="mort")
    )
    assert check(record, HouseRules()) == ()
    problems = check(record, HOUSE.rules("spjst-2013", {"max_challenge": "re"}))
    assert [(p.code, p.field) for p in problems] == [
        ("challenge_not_played", "challenge"),
        ("challenge_not_played", "pagat.challenge"),
    ]


def test_the_presets_are_those_of_the_rulings() -> None:
    spjst, westfest = HOUSE.presets["spjst-2013"], HOUSE.presets["westfest-2012"]
    assert spjst == HouseRules()
    before, after = HOUSE.as_changes(spjst), HOUSE.as_changes(westfest)
    values = dict(spjst.values)
    del values["spjst"]
    assert {name: after[name] for name in after if after[name] != before[name]} == {
        "prever_set_multipliers": [1, 2, 4],
        "max_challenge": "supre",
        "values": values,
        "renege_each": 5,
        "solo_violator_pays_win": True,
        "soloist_pays_innocent_defenders": True,
    }


def test_a_value_the_house_does_not_play_is_a_problem() -> None:
    record = povinost(values={"2": ["spjst"]})
    problems = check(record, HOUSE.presets["westfest-2012"])
    assert [(p.code, p.field) for p in problems] == [("value_not_played", "values.2")]


def test_changes_stand_upon_the_preset() -> None:
    rules = HOUSE.rules("westfest-2012", {"renege_each": 3})
    assert rules.renege_each == 3
    assert rules.max_challenge == "supre"


def test_the_table_of_values_is_replaced_as_a_whole() -> None:
    rules = HOUSE.rules("spjst-2013", {"values": {"trull": 3, "uni": 5}})
    assert rules.values == (("uni", 5), ("trull", 3))


@given(houses())
def test_a_house_can_be_kept_as_json(rules: HouseRules) -> None:
    kept = json.loads(json.dumps(HOUSE.as_changes(rules)))
    assert HOUSE.rules("westfest-2012", kept) == rules


@in_turn(
    "name, value",
    [
        ("renege_each", True),
        ("renege_each", 2.0),
        ("renege_each", -1),
        ("renege_each", 10**30),
        ("renege_each", "2"),
        ("renege_each", None),
        ("pagat_chips", [2]),
        ("pagat_chips", [2, "4"]),
        ("pagat_chips", 2),
        ("valat_chips", [20, 40, 60]),
        ("prever_set_multipliers", [1, 2]),
        ("prever_set_multipliers", [0, 1, 2]),
        ("renege_redirects", 1),
        ("renege_redirects", "true"),
        ("max_challenge", "flek"),
        ("max_challenge", ["re"]),
        ("values", [["uni", 4]]),
        ("values", {"unni": 4}),
        ("values", {"uni": 0}),
        ("values", {"uni": 4.0}),
    ],
)
def test_a_wrong_value_is_refused(name: str, value: object) -> None:
    with pytest.raises(HouseRuleError, match=name) as refused:
        HOUSE.rules("spjst-2013", {name: value})
    assert [(p.code, p.field) for p in refused.value.problems] == [
        ("wrong_house_rule", name)
    ]


@in_turn("preset", ["spjst", "", None, ["spjst-2013"], 1])
def test_an_unknown_rule_set_is_refused(preset: object) -> None:
    with pytest.raises(HouseRuleError, match="spjst-2013 or westfest-2012"):
        HOUSE.rules(preset)


def test_everything_wrong_is_said_at_once() -> None:
    changes = {"renege_each": "x", "misdeals": 2, "max_challenge": 1}
    with pytest.raises(HouseRuleError) as refused:
        HOUSE.rules("nowhere", changes)
    assert [(p.code, p.field) for p in refused.value.problems] == [
        ("unknown_rules", "rules"),
        ("wrong_house_rule", "renege_each"),
        ("unknown_house_rule", "misdeals"),
        ("wrong_house_rule", "max_challenge"),
    ]


def test_every_house_rule_is_described_and_has_a_test() -> None:
    names = [option.name for option in HOUSE.options]
    assert names == list(HouseRules.__slots__)
    assert {*EFFECTS, "max_challenge"} == set(names)
    assert all(
        o.label and o.meaning.endswith(".") and "§" in o.section for o in HOUSE.options
    )


def test_the_papers_name_every_house_rule() -> None:
    text = (Path(__file__).parents[3] / "docs/rules/spjst.md").read_text("utf-8")
    for option in HOUSE.options:
        assert f"| `{option.name}` | {option.label} |" in text, option.name


def test_changes_are_said_in_words() -> None:
    said = HOUSE.changes_in_words(
        "spjst-2013", {"renege_each": 5, "max_challenge": "re"}
    )
    assert said == ["Highest challenge: up to Re", "Renege: penalty to each: 5"]
