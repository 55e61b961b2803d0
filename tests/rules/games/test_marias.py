"""Mariás beyond its worked cases: its words, its feats, a hundred by doubling tens."""

from typing import Any

from rules.ledger import Settlement
from rules.marias import GAME as marias
from tests.in_turn import in_turn
from tests.messages import message

GAME = {"dealer": 3, "contract": "game", "trump": "acorns"}
SEVEN = {"side": "soloist", "made": True, "announced": True}


def settled(record: dict[str, Any], preset: str = "book", **changes: Any) -> Settlement:
    rules = marias.house.rules(preset, changes)
    assert marias.check(record, rules) == ()
    return marias.settle(marias.parse(record), rules)


def test_every_step_of_a_hundred_by_tens_is_told() -> None:
    record = {**GAME, "trump": "hearts", "points": 80, "doubled": 2}
    both = {"soloist": ["hearts", "bells"]}
    (line, _) = settled({**record, "marriages": both}, "czech").lines
    assert line.why == (
        "Seat 1 reached a hundred without announcing it: 80 + 40 for one marriage = "
        "120. The hundred replaces the game. Silent hundred: 2 chips. Tens above a hundred "
        "(140 points in all): 4. The amount is 2 × (1 + 4) = 10 chips. Hearts are trump: 10 × 2 = 20 "
        "chips. Redoubled: 20 × 4 = 80 chips."
    )


def test_a_missed_hundred_doubles_with_each_ten_after_the_first() -> None:
    record = {**GAME, "points": 60, "hundred": {"side": "soloist"}}
    assert settled(record, "czech", hundred_by_tens="double").net == (-64, 32, 32)


def test_tens_are_not_doubled_with_the_game() -> None:
    record = {**GAME, "points": 90, "marriages": {"soloist": ["acorns"]}, "doubled": 3}
    lines = settled(record, "book-halves").lines
    assert [(each.item, each.chips) for each in lines[::2]] == [
        ("game", 16),
        ("hundred", 4),
        ("tens", 3),
    ]


def test_a_dealer_who_pays_is_told_of() -> None:
    record = {"table": 4, "dealer": 3, "contract": "betl", "soloist": 1, "made": True}
    told = settled(record, dealer_pays=True)
    assert told.net == (15, -5, -5, -5)
    assert told.notes == (
        message(
            "{who} dealt and sat out. Under these house rules, the dealer pays and "
            "collects with the partners.",
            who="Seat 3",
        ),
    )


@in_turn(
    "hundred, marriages, fields",
    [
        (ours := {"side": "soloist", "spoiled": True}, {}, ["hundred.spoiled"]),
        (ours, {"soloist": ["acorns"]}, ["hundred.spoiled"]),
        (ours, {"partners": ["acorns", "bells"]}, ["hundred.spoiled"]),
        (ours, {"soloist": ["acorns", "bells"]}, []),
        ({"side": "soloist", "spoiled": False}, {}, []),
        ([{"side": "partners"}, ours], {}, ["hundred[1].spoiled"]),
        ([ours, ours], {}, ["hundred", "hundred[0].spoiled", "hundred[1].spoiled"]),
    ],
)
def test_a_hundred_is_spoiled_by_a_second_marriage(
    hundred: Any, marriages: dict[str, Any], fields: list[str]
) -> None:
    record = {**GAME, "points": 60, "hundred": hundred, "marriages": marriages}
    rules = marias.house.rules("book", {})
    problems = marias.check(record, rules)
    assert sorted(problem.field for problem in problems) == fields
    assert {problem.section for problem in problems} <= {message("Bidding 2")}
    older = marias.check(record, rules, engine="marias-1")
    assert [problem.code for problem in older] == ["hundred_twice"] * (
        "hundred" in fields
    )


def test_a_hundred_that_was_spoiled_is_told() -> None:
    both = {"soloist": ["acorns", "bells"]}
    record = {**GAME, "points": 80, "marriages": both}
    spoiled = {"side": "soloist", "spoiled": True}
    line = settled({**record, "hundred": spoiled}, "czech").lines[0]
    assert line.why == (
        "Seat 1 announced a hundred but showed a second marriage before reaching it, "
        "so it’s lost despite 80 + 40 for one marriage = 120. The hundred replaces the game. "
        "Announced hundred: 4 chips."
    )


def test_a_deal_that_was_thrown_in_is_told_and_is_nobody_s_hand() -> None:
    record = {"table": 4, "dealer": 3, "contract": "thrown_in"}
    settlement = settled(record, dealer_pays=True)
    assert settlement.notes == (
        message(
            "Thrown in: nothing is paid, and {dealer} deals again.", dealer="seat 3"
        ),
    )
    deal, rules = marias.parse(record), marias.house.rules()
    assert marias.feats(deal) == ()
    assert marias.figures(deal, settlement, rules) == [{}, {}, {}, {}]


@in_turn(
    "more, told",
    [
        ({"points": 60, "marriages": {"soloist": ["acorns"]}}, ("Hundred",)),
        ({"points": 60, "marriages": {"soloist": ["bells", "leaves"]}}, ()),
        (
            {
                "points": 60,
                "marriages": {"soloist": ["acorns"]},
                "hundred": {"side": "soloist"},
                "seven": SEVEN,
            },
            ("Hundred-and-Seven",),
        ),
        (
            {"points": 50, "hundred": {"side": "soloist"}, "seven": SEVEN},
            ("called Seven",),
        ),
        (
            {
                "points": 60,
                "marriages": {"soloist": ["acorns"]},
                "hundred": {"side": "soloist"},
                "seven": {**SEVEN, "announced": False},
            },
            ("called Hundred", "Seven"),
        ),
        ({"points": 50, "double_seven": {"made": True}}, (message("Double Seven"),)),
        (
            {
                "points": 60,
                "marriages": {"soloist": ["acorns"]},
                "hundred": [{"side": "partners"}, {"side": "soloist"}],
            },
            ("called Hundred",),
        ),
        (
            {
                "points": 80,
                "marriages": {"soloist": ["acorns", "bells"]},
                "hundred": {"side": "soloist", "spoiled": True},
            },
            (),
        ),
    ],
)
def test_feats(more: dict[str, Any], told: tuple[str, ...]) -> None:
    assert marias.feats(marias.parse({**GAME, **more})) == told
