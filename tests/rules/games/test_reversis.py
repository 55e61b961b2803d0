"""Reversis: what is told beside the chips, and corners that no case touches."""

from typing import Any

import pytest

from rules.ledger import Settlement
from rules.reversis import GAME as game
from tests.messages import message

PLAIN = {
    "dealer": 3,
    "points": [6, 14, 10, 10],
    "tricks": [3, 3, 3, 2],
    "state": {"pools": [30]},
}
BROKEN: dict[str, Any] = {
    "dealer": 2,
    "points": [39, 0, 1, 0],
    "tricks": [10, 0, 1, 0],
    "state": {"pools": [30]},
    "reversis": {"player": 1, "made": False, "breaker": 3, "by_quinola": True},
}


def settled(record: dict[str, Any], **changes: Any) -> Settlement:
    rules = game.house.rules("book", changes)
    assert game.check(record, rules) == ()
    return game.settle(game.parse(record), rules)


def problems(record: dict[str, Any]) -> set[tuple[str, str]]:
    found = game.check(record, game.house.presets["book"])
    return {(each.code, each.field) for each in found}


def test_every_step_to_the_chips_is_told() -> None:
    forced = {"card": "JH", "how": "forced", "holder": 3, "to": 1, "last_two": True}
    whys = [line.why for line in settled(PLAIN | {"honours": [forced]}).lines]
    assert whys == [
        message(
            "{dealer} deals and adds {chips} to the latest pool: {before} + {chips} "
            "= {after}.",
            dealer="Seat 3",
            chips=5,
            before=30,
            after=35,
        ),
        "Seat 1 led, and seat 3 had to play Quinola. The price is 10 chips × 2 × "
        "2 = 40 in the last two tricks, between players who sit opposite each other.",
        *(
            "Seat 1 led, and seat 3 had to play Quinola. The price is 5 chips × "
            "2 = 10 in the last two tricks.",
        )
        * 2,
        "Seat 3 had to play Quinola and pays a remise of 35 chips, as much as the "
        "latest pool holds. This is the first remise, so the latest pool is doubled to "
        "70 chips.",
        "Seat 1 comes first with the fewest points, 6, and seat 2 comes last with the"
        " most, 14. 4 + 0 for the talon = 4 chips.",
    ]


@pytest.mark.parametrize(
    ("honour", "note"),
    [
        ({"holder": 2, "claimed": False}, ", and no one claimed"),
        ({"holder": 1}, "and also won the hand, so nothing is paid for it."),
    ],
)
def test_a_led_ace_that_brings_nothing_is_told(
    honour: dict[str, Any], note: str
) -> None:
    record = PLAIN | {"honours": [{"card": "AS", "how": "led"} | honour]}
    settlement = settled(record)
    assert [line.item for line in settlement.lines] == ["stake", "party"]
    assert note in settlement.notes[0]


def test_who_played_the_espagnolette_pays_only_for_a_reversis_made_or_broken_by_it() -> (
    None
):
    assert settled(BROKEN | {"espagnolette": 2}).net == (-14, -5, 24, -10)
    assert settled(BROKEN | {"espagnolette": 3}).net == (-4, -15, 24, -10)
    assert "isn’t paid" in settled(BROKEN | {"espagnolette": 4}).notes[1]


def test_a_pool_returned_doubly_is_told() -> None:
    quinola = {"card": "JH", "how": "placed", "holder": 1, "to": 2}
    record = PLAIN | {"honours": [quinola], "espagnolette": 1}
    settlement = settled(record, returned_pool="double")
    (why,) = (line.why for line in settlement.lines if line.item == "remise")
    assert why == (
        "Seat 1 placed Quinola but failed the espagnolette. Instead of winning the "
        "latest pool, they pay a remise of 35 chips, as much as it holds. Under these "
        "house rules, the latest pool is doubled to 70 chips."
    )


def test_a_deal_thrown_in_is_nobody_s_hand_and_feeds_no_pool() -> None:
    record = {"dealer": 3, "kind": "thrown_in", "state": {"pools": [30]}}
    settlement = settled(record)
    assert settlement.lines == ()
    deal = game.parse(record)
    assert game.feats(deal) == ()
    assert game.figures(deal, settlement, game.house.rules()) == [{}, {}, {}, {}]


def test_what_contradicts_twice_is_named_twice() -> None:
    made = {"player": 1, "made": True, "breaker": 2, "by_quinola": True}
    record = PLAIN | {"points": [39, 0, 0, 0], "tricks": [11, 0, 0, 0]}
    assert problems(record | {"talon": ["JH"], "reversis": made}) == {
        ("reversis_was_made", "reversis.breaker"),
        ("no_such_trick", "reversis.breaker"),
        ("reversis_was_made", "reversis.by_quinola"),
        ("card_twice", "reversis.by_quinola"),
    }
    led = {"card": "JH", "how": "led", "holder": 1, "to": 1}
    assert problems(PLAIN | {"honours": [led]}) == {
        ("led_to_nobody", "honours[0].to"),
        ("same_seat", "honours[0].to"),
    }


ALL = {"points": [40, 0, 0, 0], "tricks": [11, 0, 0, 0]}
EIGHT = {"points": [28, 10, 2, 0], "tricks": [8, 2, 1, 0]}
QUINOLA_AWAY = {"card": "JH", "how": "placed", "holder": 2, "to": 3}


@pytest.mark.parametrize(
    ("record", "code", "field"),
    [
        (ALL, "reversis_missing", "reversis"),
        (
            EIGHT | {"reversis": {"player": 1, "made": False, "breaker": 2}},
            "reversis_tricks",
            "reversis.player",
        ),
        (
            BROKEN | {"reversis": {**BROKEN["reversis"], "quinola": True}},
            "card_twice",
            "reversis.quinola",
        ),
        (
            {"points": [6, 10, 10, 10], "talon": ["AS"]}
            | {"espagnolette": 1, "honours": [QUINOLA_AWAY]},
            "espagnolette_cards",
            "espagnolette",
        ),
    ],
)
def test_what_cannot_be_is_refused(
    record: dict[str, Any], code: str, field: str
) -> None:
    assert problems(PLAIN | record) == {(code, field)}


def test_the_espagnolette_pays_what_the_three_would_have_paid() -> None:
    record = PLAIN | ALL | {"reversis": {"player": 1, "made": True}, "espagnolette": 2}
    assert settled(record, reversis_chips=[10, 15]).net == (35, -35, -5, 0)


def test_a_pool_of_nothing_is_none() -> None:
    led = {"card": "JH", "how": "led", "holder": 2, "claimed": False}
    record = PLAIN | {"state": {"pools": []}, "honours": [led]}
    settlement = settled(record, pool_chips=[0, 0])
    assert [line.item for line in settlement.lines] == ["party"]
    assert settlement.state == {"pools": [], "remise": False}


def test_a_round_ends_with_a_finish_while_a_pool_is_left() -> None:
    rules = game.house.rules("book", {"leftover_pools": "dealer"})
    assert game.finish({"pools": [], "remise": False}, rules, 2) is None
    state = {"pools": [35, 70], "remise": True}
    deal = game.finish(state, rules, 2)
    assert deal is not None
    record = game.write(deal)
    assert record == {"table": 4, "dealer": 2, "kind": "finish"}
    assert game.check(record, rules, state) == ()
    settlement = game.settle(game.parse(record, checked=True), rules, state)
    assert settlement.net == (0, 105, 0, 0)
    assert game.feats(deal) == ()


def test_what_is_worth_telling() -> None:
    placed = {"card": "JH", "how": "placed", "holder": 1, "to": 2}
    assert game.feats(game.parse(PLAIN | {"honours": [placed]})) == (
        message("Quinola placed"),
    )
    assert game.feats(game.parse(BROKEN)) == (message("broken reversis"),)
    lost = {"points": [0, 20, 10, 10], "tricks": [0, 5, 3, 3], "espagnolette": 1}
    assert game.feats(game.parse(PLAIN | lost)) == ("espagnolette",)
