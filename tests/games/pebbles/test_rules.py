"""Pebbles does what every game does: its worked cases, and random records."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import game_named
from scoring.games.jsonl import answer
from tests.games import pebbles
from tests.in_turn import in_turn
from tests.rules.games import test_cases as by_case
from tests.rules.games import test_properties as by_luck

NAME = "pebbles"
Case = dict[str, Any]


@pytest.fixture(autouse=True)
def _in_place() -> Iterator[None]:
    with pebbles.in_place():
        yield


def cases(part: str) -> list[Any]:
    with pebbles.in_place():
        return list(by_case.cases_of(NAME, pebbles.CASES, part))


test_a_record_comes_to_what_the_case_says = in_turn("game, case", cases("cases"))(
    by_case.comes_to_what_it_says
)
test_a_round_carries_its_state_on = in_turn("game, case", cases("rounds"))(
    by_case.carries_its_state_on
)
test_a_house_is_taken_or_refused = in_turn("game, case", cases("houses"))(
    by_case.is_taken_or_refused
)

test_a_worked_case_adds_up = in_turn("game, case", cases("cases"))(by_luck.case_adds_up)


@given(data=st.data())
def test_a_record_is_refused_at_a_field_or_adds_up(data: st.DataObject) -> None:
    by_luck.refused_or_adds_up(game_named(NAME), data)


def test_it_has_all_that_a_game_must_have() -> None:
    by_luck.has_all_that_a_game_must_have(NAME)


def test_what_is_left_is_swept_where_the_house_says_so() -> None:
    game = game_named(NAME)
    state = {"pool": 7, "doubled": True, "table": 4}
    assert game.finish(state, game.house.presets["brook"], 2) is None
    rules = game.house.presets["quarry"]
    assert game.finish(game.initial_state(rules, 4), rules, 2) is None
    deal = game.finish(state, rules, 2)
    assert game.write(deal) == {"table": 4, "dealer": 2, "kind": "swept"}
    settlement = game.settle(deal, rules, state)
    assert settlement.net == (0, 7, 0, 0)
    assert settlement.state == {"pool": 0, "doubled": False, "table": 4}


def test_what_is_worth_telling() -> None:
    game = game_named(NAME)
    record = {"dealer": 1, "winner": 1, "stones": [9, 0, 0]}
    assert game.feats(game.parse(record)) == ("all nine stones",)
    assert game.feats(game.parse({"dealer": 1, "kind": "passed"})) == ()


def test_its_records_are_scored_by_the_command_while_it_is_in_place() -> None:
    game = game_named(NAME)
    line = b'{"table": 4, "dealer": 1, "kind": "passed"}'
    scored, said = answer(line, game, game.house.rules())
    assert scored
    assert '"net":[0,-1,-1,-1]' in said
    assert '"accounts":{"POOL":3}' in said
    assert '"next_dealer":2' in said
