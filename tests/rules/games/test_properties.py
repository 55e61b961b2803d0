"""What holds of every deal of every sister game."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.deal_rotation import active_seats
from rules.game import AnyGame, Game, game_named, game_names
from rules.hand_stats import NOTHING, Figures
from rules.record_schema import Schema
from tests.in_turn import in_turn
from tests.rules.games.records import records
from tests.rules.games.test_cases import Case, cases, house

SISTERS = [
    name for name in game_names() if isinstance(game_named(name).records, Schema)
]


@pytest.mark.parametrize("name", SISTERS)
@given(data=st.data())
def test_a_record_is_refused_at_a_field_or_adds_up(
    name: str, data: st.DataObject
) -> None:
    refused_or_adds_up(game_named(name), data)


def refused_or_adds_up(game: AnyGame, data: st.DataObject) -> None:
    """A random record names a field that is wrong, or its chips add up to 0."""
    rules = game.house.presets[data.draw(st.sampled_from(sorted(game.house.presets)))]
    record = data.draw(records(game))
    problems = game.check(record, rules)
    for each in problems:
        assert each.code in game.problem_codes
        assert each.message
        assert each.field or each.code == "not_an_object"
    if not problems:
        adds_up(game, record, rules)


def case_adds_up(game: AnyGame, case: Case) -> None:
    """Where a game is strict, hardly a random record gets so far."""
    if not case["problems"]:
        adds_up(game, case["record"], house(game, case))


test_a_worked_case_adds_up = in_turn("game, case", cases("cases"))(case_adds_up)


def adds_up(game: AnyGame, record: Case, rules: Any) -> None:
    deal = game.parse(record)
    settlement = game.settle(deal, rules)
    assert sum(settlement.net) + sum(settlement.accounts.values()) == 0
    assert set(settlement.accounts) <= set(game.accounts)
    assert len(settlement.net) == deal.table
    for line in settlement.lines:
        assert line.chips >= 1
        assert all(line.reasons)
        assert "{" not in line.why
        assert all(part in game.sections for part in line.section.split(", "))
    assert 1 <= game.next_deal([deal], None, rules).dealer <= deal.table
    feats = {f"feat.{feat}" for feat in game.feats(deal)}
    made = game.figures(deal, settlement, rules)
    assert [net_by_origin(seat) for seat in made] == list(settlement.net)
    assert {name for seat in made for name in seat if name[:5] == "feat."} >= feats
    dealt = {n for n, seat in enumerate(made, 1) if seat.get("hands", NOTHING).n}
    assert dealt in (
        set(),
        {*active_seats(deal, min(game.tables))},
    )  # a finish has none
    carried = json.loads(json.dumps(settlement.state))
    assert carried == settlement.state
    after = {**record, "state": carried} if carried is not None else record
    codes = {each.code for each in game.check(after, rules)}
    assert "bad_state" not in codes


def net_by_origin(seat: Figures) -> int:
    """What the chips of a seat were paid for, added up; so many it is said to have."""
    net = sum(each.chips for name, each in seat.items() if name.startswith("from."))
    assert net == seat.get("hands", NOTHING).chips
    return net


def has_all_that_a_game_must_have(name: str) -> None:
    game = game_named(name)
    assert isinstance(game, Game)
    assert game.version.startswith(f"{name}-")
    assert game.active in (min(game.tables), max(game.tables))
    assert set(game.left_aside(game.house.rules())) <= set(game.accounts)
    assert all(preset in game.house.names for preset in game.house.presets)


test_a_game_has_all_that_a_game_must_have = in_turn("name", game_names())(
    has_all_that_a_game_must_have
)
