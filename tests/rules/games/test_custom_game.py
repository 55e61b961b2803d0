"""A game that isn't built in: what a club may say about it, and that it has no hands."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.custom_game import GAME
from rules.custom_game.house import HOUSE, LONGEST, SIZES
from rules.house_rules import HouseRuleError
from tests.in_turn import in_turn


def test_without_changes_four_scores_add_up_to_what_they_began_with() -> None:
    rules = HOUSE.rules()
    assert GAME.sizes
    assert GAME.sizes(rules) == (4,)
    assert GAME.has_total(rules)
    assert GAME.start == 0


@in_turn("code", SIZES)
def test_tables_have_the_chosen_sizes(code: str) -> None:
    rules = HOUSE.rules(changes={"sizes": code})
    assert GAME.sizes
    sizes = GAME.sizes(rules)
    assert sizes == tuple(range(int(code[0]), int(code[-1]) + 1))
    assert {*sizes} <= {*GAME.tables}


def test_a_name_is_trimmed() -> None:
    assert HOUSE.rules(changes={"name": "  Königrufen "}).name == "Königrufen"


@in_turn(
    "changes, field",
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * (LONGEST + 1)}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"name": 7}, "name"),
        ({"sizes": "6"}, "sizes"),
        ({"sizes": [4]}, "sizes"),
        ({"total": 400}, "total"),
        ({"players": 4}, "players"),
    ],
)
def test_what_cannot_be_is_refused_by_field(
    changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(HouseRuleError) as refused:
        HOUSE.rules(changes=changes)
    assert [problem.field for problem in refused.value.problems] == [field]


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists))
def test_no_hand_is_ever_right(record: object) -> None:
    (problem,) = GAME.check(record, HOUSE.rules(), None, 4)
    assert problem.code == "no_hands"
    with pytest.raises(ValueError, match="No hands"):
        GAME.parse(record)
    with pytest.raises(ValueError, match="No hands"):
        GAME.settle(record, HOUSE.rules())
