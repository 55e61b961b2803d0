"""Tysiacha: what is told beside the points, and corners that no case touches."""

from typing import Any

from rules.ledger import Settlement
from rules.tysiacha import GAME as game
from tests.in_turn import in_turn
from tests.messages import message

PLAIN = {"dealer": 1, "soloist": 2, "bid": 100, "points": [12, 100, 8]}
ON_BARREL = {"totals": [880, 0, 0], "barrel": [1, 0, 0]}


def settled(record: dict[str, Any], preset: str = "book", **changes: Any) -> Settlement:
    rules = game.house.rules(preset, changes)
    assert game.check(record, rules) == ()
    return game.settle(game.parse(record), rules)


def test_every_step_to_the_points_is_told() -> None:
    record = PLAIN | {"bid": 160, "marriages": {"2": ["clubs"]}, "blind": True}
    lines = settled(record, "russian").lines
    assert [line.why for line in lines] == [
        "Seat 2 took 100 points and has 60 for marriages: 100 + 60 = 160. "
        "The bid of 160 was made: +160. The bid was blind: +160 × 2 = +320.",
        "Seat 1 took 12 points. Rounded to the nearest 5, 12 counts as 10.",
        "Seat 3 took 8 points. Rounded to the nearest 5, 8 counts as 10.",
    ]


def test_what_lapses_and_what_is_counted_is_told() -> None:
    record = PLAIN | {"points": [20, 100, 0], "state": ON_BARREL}
    assert settled(record).notes == (
        message(
            "{who} is on the barrel and can score only as the soloist, so these "
            "{score} points don’t count.",
            who="Seat 1",
            score=20,
        ),
        message(
            "{who} took nothing: zero no. {count} of {limit}.",
            who="Seat 3",
            count=1,
            limit=3,
        ),
        message(
            "{who} stays on the barrel, and deal {count} of {limit} is next.",
            who="Seat 1",
            count=2,
            limit=3,
        ),
    )


def test_by_a_stake_the_points_are_told_and_run_on() -> None:
    record = PLAIN | {"state": {"totals": [0, 500, 0]}}
    settlement = settled(record, "stake")
    assert settlement.net == (0, 0, 0)
    assert (
        settlement.notes[0] == "Seat 2 took 100 points. The bid of 100 was made: +100."
    )
    assert settlement.state is not None
    assert settlement.state["totals"] == [10, 600, 10]


def test_of_equal_winners_the_first_after_the_dealer_wins_and_the_dealer_last() -> None:
    state = {"totals": [950, 0, 950]}
    record = {"dealer": 1, "soloist": 2, "bid": 100, "kind": "conceded", "state": state}
    changes = {"concede": "bid", "game_chips": 7}
    assert settled(record, "plain", **changes).net == (60, -100, 67)
    before_the_dealer = record | {"dealer": 3}
    assert settled(before_the_dealer, "plain", **changes).net == (67, -100, 60)


def test_a_newcomer_throws_off_the_dealer_who_sits_out() -> None:
    record = {"table": 4, "dealer": 1, "soloist": 2, "bid": 100}
    record |= {"points": [0, 100, 20, 0]}
    record["state"] = {"totals": [880, 800, 0, 0], "barrel": [3, 0, 0, 0]}
    settlement = settled(record, barrel_for="newest", falls_to_zero=1)
    assert settlement.net == (-880, 80, 20, 0)
    assert [(line.item, line.chips) for line in settlement.lines[2:]] == [
        ("fall", 880),
        ("barrel", 20),
    ]
    assert "thrown off the barrel by seat 2" in settlement.lines[2].why


def test_minus_the_dump_goes_back_to_nothing_too() -> None:
    record = PLAIN | {"points": [60, 50, 10], "state": {"totals": [0, -455, 0]}}
    settlement = settled(record, "russian")
    assert [(line.item, line.payee) for line in settlement.lines][-1] == ("dump", 2)
    assert settlement.net == (60, 455, 10)


@in_turn(
    "more, told",
    [
        (
            {"bid": 200, "marriages": {"2": ["hearts"]}, "blind": True},
            ["high", "blind"],
        ),
        ({"bid": 205, "marriages": {"2": ["hearts"]}, "blind": True}, []),
        ({"marriages": {"1": ["aces"]}}, ["Ace"]),
        ({"state": {"totals": [0, 900, 0]}}, ["won"]),
        ({"kind": "conceded", "points": None}, []),
    ],
)
def test_what_is_worth_telling(more: dict[str, Any], told: list[str]) -> None:
    rules = game.house.rules("plain")
    feats = game.feats(game.parse(PLAIN | more), rules)
    assert [each.split()[0] for each in feats] == told
