"""Paskievics: what is told beside the chips, and corners that no case touches."""

from typing import Any

from rules.ledger import Settlement
from rules.paskievics import GAME as game
from tests.in_turn import in_turn
from tests.messages import message

PLAIN = {"dealer": 4, "declarer": 1, "partner": 3, "bid": "two", "points": 50}


def settled(record: dict[str, Any], **changes: Any) -> Settlement:
    rules = game.house.rules("book", changes)
    assert game.check(record, rules) == ()
    return game.settle(game.parse(record), rules)


def whys(record: dict[str, Any], **changes: Any) -> list[str]:
    lines = settled(record, **changes).lines
    return list(dict.fromkeys(line.why for line in lines))


def test_every_step_to_the_chips_is_told() -> None:
    record = PLAIN | {"doubled": 2, "state": {"doublings": [3, 1]}}
    assert whys(record) == [
        "The declarer’s side has 50 of 94 card points and needs 48 to win: Two, 2 "
        "chips. Rekontra: 2 × 4 = 8. 2 doubled rounds at once: 8 × 4 = 32."
    ]
    record = PLAIN | {"points": 20, "announced": {"declarer": {"volat": 1}}}
    assert whys(record)[1:] == [
        "The declarer’s side announced volát but didn’t take all nine tricks: 6 × "
        "Two, 6 × 2 = 12 chips. Kontra: 12 × 2 = 24.",
    ]
    assert settled(PLAIN | {"points": 71}).notes == (
        message(
            "The double game or volát includes the game itself, so the game isn’t "
            "paid separately."
        ),
    )


def test_the_deal_after_a_pass_out_says_so() -> None:
    passed = {"dealer": 4, "kind": "passed_out"}
    told = settled(passed, pass_out="next").notes
    assert told == (message("The next deal that is played counts double."),)
    (why,) = whys(PLAIN | {"state": {"doublings": [1]}}, pass_out="next")
    assert why.endswith(
        message("The deal after a pass-out: {before} × 2 = {after}.", before=2, after=4)
    )


def test_who_loses_the_xxi_to_a_partner_wears_the_hat_and_pays_nothing() -> None:
    record = PLAIN | {"xxi": {"lost_by": 1, "caught_by": 3}, "state": {"mayor": 2}}
    settlement = settled(record)
    assert [line.item for line in settlement.lines] == ["game", "game"]
    assert settlement.state == {"doublings": [], "mayor": 1}
    assert "wears the mayor’s hat" in settlement.notes[1]
    announced = record | {"announced": {"declarer": {"xxi": 0}}}
    assert settled(announced).net == (-40, 40, -40, 40)


def test_each_side_can_win_the_announcement_of_the_other() -> None:
    """A Pagát announced by both and taken by nobody costs both the same."""
    both = {"declarer": {"pagat": 0}, "opponents": {"pagat": 0}}
    assert settled(PLAIN | {"announced": both}).net == (2, -2, 2, -2)


def test_announced_trull_and_kings_are_paid_beside_a_volat() -> None:
    record = PLAIN | {"points": 90, "all_tricks": "declarer"}
    record |= {"announced": {"declarer": {"trull": 0}}, "kings": "declarer"}
    settlement = settled(record)
    assert {line.item for line in settlement.lines} == {"volat", "trull"}
    assert "The volát includes the trull and Kings that" in settlement.notes[1]


def test_more_doubled_rounds_than_can_be_written_are_refused() -> None:
    record = PLAIN | {"state": {"doublings": [4] * 10_000}}
    assert str(settled(record).net[0])
    record["state"]["doublings"].append(4)
    problems = game.check(record, game.house.rules())
    assert [each.field for each in problems] == ["state.doublings"]


@in_turn(
    "more, told",
    [
        ({"points": 71}, ("double game",)),
        ({"points": 94, "all_tricks": "declarer"}, ("volát",)),
        ({"pagat": {"side": "opponents", "made": True}}, ("pagát ultimó",)),
        ({"xxi": {"lost_by": 1, "caught_by": 2}}, ("caught XXI",)),
        ({}, ()),
    ],
)
def test_what_is_worth_telling(more: dict[str, Any], told: tuple[str, ...]) -> None:
    assert game.feats(game.parse(PLAIN | more)) == told
    assert game.feats(game.parse({"dealer": 1, "kind": "passed_out"})) == ()
