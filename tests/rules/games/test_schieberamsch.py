"""Schieberamsch: what is told beside the chips, and corners that no case touches."""

from typing import Any

import pytest

from rules.ledger import Settlement
from rules.schieberamsch import GAME as game
from tests.messages import message

PLAIN = {"dealer": 3, "points": [30, 35, 50], "skat": 5, "last_trick": 3}
TIED = {"dealer": 3, "points": [45, 45, 20], "skat": 10, "last_trick": 3}
MARCH = {
    "dealer": 3,
    "points": [120, 0, 0],
    "skat": 0,
    "last_trick": 1,
    "virgins": [2, 3],
    "shoves": 1,
}
GRAND = {"dealer": 3, "kind": "grand_hand", "soloist": 2, "value": 48, "made": True}


def settled(record: dict[str, Any], preset: str = "book", **changes: Any) -> Settlement:
    rules = game.house.rules(preset, changes)
    assert game.check(record, rules) == ()
    return game.settle(game.parse(record), rules)


def test_every_step_to_the_points_is_told() -> None:
    record = PLAIN | {"points": [0, 35, 80], "virgins": [1], "shoves": 2}
    assert [line.why for line in settled(record).lines] == [
        "With the skat, seat 3 has the most points: 80 + 5 = 85. 2 shoves: × 4. A "
        "virgin: × 2. 85 × 8 = 680."
    ]
    assert [line.why for line in settled(GRAND, "pairs").lines] == [
        "Seat 2 made a Grand hand: 48 points. "
        f"Seat 2 has +48 and seat {payer} has 0, a difference of 48 chips."
        for payer in (1, 3)
    ]
    nobody = PLAIN | {"points": [40, 40, 40], "skat": 0}
    assert settled(nobody).notes == (
        message("All three have the same number of points, so no one scores."),
    )


def test_a_shared_loss_is_halved_before_it_is_doubled() -> None:
    assert settled(TIED | {"shoves": 1}, tie="share").net == (-46, -46, 0)


def test_of_two_tied_the_last_trick_loses_if_it_is_theirs() -> None:
    theirs = TIED | {"last_trick": 2}
    assert settled(theirs, "loser-skat").net == (0, -55, 0)
    assert settled(TIED, "loser-skat").net == (-55, -55, 0)


def test_shoves_may_leave_a_march_alone() -> None:
    assert settled(MARCH).net == (240, 0, 0)
    assert settled(MARCH, shoves_double_march=False).net == (120, 0, 0)
    assert settled(MARCH, march_chips=0).lines == ()


@pytest.mark.parametrize("field", ["points", "virgins", "shoves"])
def test_a_grand_hand_has_nothing_of_a_ramsch(field: str) -> None:
    found = game.check(GRAND | {field: MARCH[field]}, game.house.presets["book"])
    assert [(each.code, each.field) for each in found] == [("not_with_kind", field)]


def test_a_virgin_doubles_only_where_the_house_says_so() -> None:
    record = PLAIN | {"points": [0, 35, 80], "virgins": [1]}
    assert settled(record).net == (0, 0, -170)
    assert settled(record, virgin_doubles=False).net == (0, 0, -85)


def test_somebody_took_tricks_and_a_grand_has_a_value() -> None:
    rules = game.house.presets["book"]
    three = PLAIN | {"points": [0, 0, 0], "virgins": [1, 2, 3]}
    codes = {each.code for each in game.check(three, rules)}
    assert codes == {"points_total", "somebody_took_tricks", "virgin_took_last_trick"}
    (problem,) = game.check(GRAND | {"value": 50}, rules)
    assert (problem.code, problem.field) == ("not_a_grand_value", "value")


def test_what_is_worth_telling() -> None:
    assert game.feats(game.parse(MARCH)) == ("march",)
    assert game.feats(game.parse(GRAND)) == (message("Grand hand"),)
    assert game.feats(game.parse(GRAND | {"made": False})) == ()
    assert game.feats(game.parse(PLAIN)) == ()
