"""The account of a hand: faults, what lapses, and the words of it."""

from typing import Any

import pytest

from rules.ledger import Line
from rules.spjst import GAME, HOUSE, Hand, HouseRules, IllegalHand, parse, settle
from rules.spjst.faults import FAULTS
from rules.spjst.values import VALUES
from tests.in_turn import in_turn
from tests.messages import message
from tests.rules.spjst.builders import (
    Record,
    bonus,
    fault,
    irregular,
    item,
    payments,
    povinost,
    prever,
    scored,
)
from tests.rules.spjst.cases import cases

# Who pays whom


def test_the_lower_losing_seat_pays_the_lower_winning_seat() -> None:
    assert payments(scored(povinost(partner=4)), "game") == [(2, 1, 3), (3, 4, 3)]


def test_values_are_paid_by_the_partner_too_and_never_multiplied() -> None:
    record = povinost(values={"1": ["taroky", "trull"]}, challenge="mort")
    assert item(scored(record), "value") == [12, -4, -4, -4]


@pytest.mark.parametrize(
    ("challenge", "chips"), [("kontra", 8), ("re", 16), ("supre", 32), ("mort", 64)]
)
def test_an_announced_pagat_has_its_own_ladder(challenge: str, chips: int) -> None:
    record = povinost(pagat=bonus("declarer", True, True, challenge=challenge))
    assert item(scored(record), "pagat") == [chips, -chips, chips, -chips]


# Faults


@pytest.mark.parametrize("code", ["misdeal", "renege", "discarded_king"])
def test_a_fault_done_twice_is_paid_twice(code: str) -> None:
    once = scored(povinost(faults=[fault(code, 2)]))
    twice = scored(povinost(faults=[fault(code, 2), fault(code, 2)]))
    assert item(twice, "fault") == [2 * chips for chips in item(once, "fault")]


def test_two_guilty_of_a_wrong_trump_do_not_pay_one_another() -> None:
    record = {
        "bid": "povinost",
        "declarer": 1,
        "faults": [fault("wrong_trump", 1, holder=2)],
    }
    assert payments(scored(record), "fault") == [
        (1, 3, 5),
        (1, 4, 5),
        (2, 3, 5),
        (2, 4, 5),
    ]


def test_in_a_void_hand_faults_and_rulings_remain() -> None:
    record = {
        "bid": "povinost",
        "declarer": 1,
        "partner": 3,
        "values": {"2": ["uni"], "3": ["pane"]},
        "faults": [
            fault("ruling", transfers=[[4, 2, 7]], reason="rude words"),
            fault("wrong_trump", 1),
            fault("illegal_value", 2, value="uni"),
            fault("renege", 3),
        ],
    }
    account = scored(record)
    assert account.net_by_item.keys() == {"fault", "ruling"}
    assert list(account.net) == [-11, 8, 1, 2]
    assert len([note for note in account.notes if "gives back" in note]) == 2


def test_an_illegal_value_is_given_back_and_costs_unless_admitted_early() -> None:
    late = povinost(
        values={"2": ["uni", "pane"]}, faults=[fault("illegal_value", 2, value="uni")]
    )
    account = scored(late)
    assert item(account, "value") == [-2, 6, -2, -2]
    assert item(account, "fault") == [2, -6, 2, 2]
    assert account.notes == (
        message(
            "{who} didn’t hold {value} and gives it back: {chips} to each of the "
            "other three (§30).",
            who="Seat 2",
            value="Uni",
            chips="4 chips",
        ),
    )
    early = povinost(
        values={"2": ["uni"]},
        faults=[fault("illegal_value", 2, value="uni", before_first_card=True)],
    )
    assert item(scored(early), "fault") == [0, 0, 0, 0]
    assert "before the first card" in scored(early).notes[0]


def test_a_wrong_povinost_hand_that_was_played_is_scored() -> None:
    record = {
        "povinost": 1,
        "bid": "prever",
        "declarer": 4,
        "points": 54,
        "faults": [fault("wrong_povinost", 2, rightful=1)],
    }
    account = scored(record)
    assert item(account, "game") == [-3, -3, -3, 9]
    assert item(account, "fault") == [-4, -4, 4, 4]


# Valat and Pagat together


@in_turn(
    "valat, house, paid",
    [
        (bonus("declarer", False, True), {}, ["valat"]),
        (bonus("declarer", True, False), {}, ["valat"]),
        (
            bonus("declarer", True, False),
            {"called_valat_voids_pagat": False},
            ["valat", "pagat"],
        ),
        (
            bonus("declarer", False, True),
            {"called_valat_voids_pagat": False},
            ["valat"],
        ),
        (
            bonus("declarer", True, False, voided="illegal_declaration"),
            {},
            ["game", "pagat"],
        ),
        (
            bonus("declarer", True, False),
            {"valat_replaces_game": False},
            ["game", "valat"],
        ),
    ],
)
def test_what_a_valat_leaves_of_the_account(
    valat: Record, house: dict[str, Any], paid: list[str]
) -> None:
    record = povinost(points=90, valat=valat, pagat=bonus("declarer", False, True))
    assert list(scored(record, **house).net_by_item) == paid


TAKEN = bonus("declarer", True, False, challenge="kontra", taken_by_partner=True)


@in_turn(
    "house, chips",
    [("lost", [-8, 8, -8, 8]), ("made", [8, -8, 8, -8]), ("standoff", [0, 0, 0, 0])],
)
def test_a_pagat_that_the_partner_took_is_what_the_house_says(
    house: str, chips: list[int]
) -> None:
    account = scored(povinost(pagat=TAKEN), pagat_taken_by_partner=house)
    assert item(account, "pagat") == chips
    assert bool(account.notes) == (house == "standoff")
    silent = bonus("opponents", False, False, taken_by_partner=True)
    account = scored(prever(pagat=silent), pagat_taken_by_partner=house)
    sign = {"lost": 1, "made": -1, "standoff": 0}[house]
    assert item(account, "pagat") == [-2 * sign, 6 * sign, -2 * sign, -2 * sign]


def test_a_partner_who_takes_the_pagat_is_redirected_like_any_winner() -> None:
    record = povinost(pagat=TAKEN, faults=irregular(3))
    made = scored(record, pagat_taken_by_partner="made")
    assert payments(made, "pagat") == [(3, 1, 8)]
    assert payments(scored(record), "pagat") == [(3, 2, 8), (3, 4, 8)]
    assert payments(scored(record, pagat_taken_by_partner="standoff"), "pagat") == []


def test_a_made_valat_voids_a_standoff_too_and_says_it_once() -> None:
    record = povinost(points=98, pagat=TAKEN, valat=bonus("declarer", False, True))
    account = scored(record, pagat_taken_by_partner="standoff")
    assert [note for note in account.notes if "Pagat" in note] == [
        message("The Pagat isn’t counted because the Valat was made (§16).")
    ]


def test_the_penalty_of_a_false_pagat_may_be_its_holders_alone() -> None:
    lost = bonus("declarer", True, False)
    guilt = fault("false_pagat", 1, holder=2)
    record = povinost(pagat=lost, faults=[guilt])
    assert payments(scored(record), "fault") == [(1, 2, 2), (1, 3, 2), (1, 4, 2)]
    account = scored(record, false_pagat_to="holder", false_pagat_each=3)
    assert payments(account, "fault") == [(1, 2, 3)]
    assert account.lines[-1].why == message(
        "{who} called the Pagat without holding it: {chips} to its holder, {holder}.",
        who="Seat 1",
        chips="3 chips",
        holder="seat 2",
    )


def test_a_holder_is_needed_where_the_penalty_is_his() -> None:
    record = povinost(
        pagat=bonus("declarer", True, False), faults=[fault("false_pagat", 1)]
    )
    rules = HOUSE.rules("spjst-2013", {"false_pagat_to": "holder"})
    (problem,) = GAME.check(record, rules)
    assert (problem.code, problem.field) == ("missing_field", "faults[0].holder")
    # one of before goes to each, as it did
    assert GAME.check(record, rules, engine="spjst-1") == ()
    assert len(payments(settle(parse(record), rules), "fault")) == 3


def test_beside_a_valat_the_set_multiplies_the_game_only() -> None:
    record = prever(
        points=7,
        prever_set=3,
        challenge="kontra",
        valat=bonus("opponents", True, True),
    )
    account = scored(record, valat_replaces_game=False)
    assert item(account, "game") == [102, -306, 102, 102]
    assert item(account, "valat") == [80, -240, 80, 80]
    account = scored(
        record, valat_replaces_game=False, challenge_multiplies_valat=False
    )
    assert item(account, "game") == [102, -306, 102, 102]
    assert item(account, "valat") == [40, -120, 40, 40]


def test_a_valat_needs_no_points() -> None:
    record = {"bid": "povinost", "declarer": 1, "valat": bonus("opponents", True, True)}
    assert list(scored(record).net) == [-120, 40, 40, 40]


def test_what_lapses_is_said() -> None:
    record = povinost(
        challenge="kontra",
        valat=bonus("declarer", True, False),
        pagat=bonus("declarer", False, True),
    )
    assert scored(record, challenge_multiplies_valat=False).notes == (
        message(
            "The card points aren’t counted because the Valat replaces the game (§16)."
        ),
        message(
            "The challenge isn’t counted because it doesn’t multiply the Valat under "
            "these house rules (§13)."
        ),
        message("The Pagat isn’t counted because the called Valat was lost (§16)."),
    )


# The words


@in_turn(
    "record, section, sentence",
    [
        (
            povinost(),
            "§29",
            (
                "59 − 53 = 6, + 10 = 16, × 2 = 32 → 3 chips. The last digit is dropped "
                "(5 or more would round up)."
            ),
        ),
        (
            povinost(points=61),
            "§29",
            (
                "61 − 53 = 8, + 10 = 18, × 2 = 36 → 4 chips. The last digit is dropped, "
                "and 5 or more rounds up."
            ),
        ),
        (
            povinost(points=47),
            "§29",
            (
                "53 − 47 = 6, + 10 = 16, × 2 = 32 → 3 chips. The last digit is dropped "
                "(5 or more would round up)."
            ),
        ),
        (
            povinost(points=53),
            "§29, §13",
            "53 − 53 = 0, + 10 = 10, × 2 = 20 → 2 chips. The last digit is dropped (5 or more would round up). The bidder’s side loses a tie.",
        ),
        (
            povinost(points=53, challenge="kontra"),
            "§29, §13",
            "53 − 53 = 0, + 10 = 10, × 2 = 20 → 2 chips. The last digit is dropped (5 or more would round up). The bidder’s side loses a tie. Kontra: × 2 = 4 chips.",
        ),
        (
            prever(points=48, prever_set=2, challenge="re"),
            "§29, §8, §13",
            "53 − 48 = 5, + 10 = 15, × 3 = 45 → 5 chips. The last digit is dropped, and 5 or more rounds up. Prever, the second three cards: × 2 = 10 chips. Re: × 4 = 40 chips.",
        ),
        (
            prever(prever_set=2),
            "§29, §8",
            "59 − 53 = 6, + 10 = 16, × 3 = 48 → 5 chips. The last digit is dropped, and 5 or more rounds up. Prever, the second three cards: this only multiplies a loss.",
        ),
        (
            prever(prever_set=3),
            "§29, §8",
            "59 − 53 = 6, + 10 = 16, × 3 = 48 → 5 chips. The last digit is dropped, and 5 or more rounds up. Prever, going back to the first: this only multiplies a loss.",
        ),
        (
            povinost(faults=irregular(4)),
            "§29, §30",
            "59 − 53 = 6, + 10 = 16, × 2 = 32 → 3 chips. The last digit is dropped (5 or more would round up). Seat 4 (wrong discard) pays what seat 2 lost.",
        ),
        (
            povinost(values={"2": ["beeda"]}),
            "§18",
            "Seat 2 declared Beeda (one or two trumps): 2 chips from each of the other three.",
        ),
        (
            povinost(
                points=90, valat=bonus("declarer", True, True), challenge="kontra"
            ),
            "§16, §13",
            "Seat 1 and seat 3 called the Valat and took every trick: 40 chips. The Valat replaces the game. Kontra: × 2 = 80 chips.",
        ),
        (
            {"bid": None, "faults": [fault("misdeal", 4)]},
            "§22",
            message(
                "{who} misdealt: {chips} to each of the other three.",
                who="Seat 4",
                chips="2 chips",
            ),
        ),
        (
            {
                "bid": None,
                "faults": [fault("ruling", transfers=[[1, 2, 3]], reason="as ruled")],
            },
            "§31",
            "Judge’s ruling: as ruled",
        ),
    ],
)
def test_every_line_explains_itself(
    record: Record, section: str, sentence: str
) -> None:
    account = scored(record)
    assert account.lines[0].section == section
    assert {line.why for line in account.lines} >= {sentence}


# What cannot be


def test_reading_an_unchecked_record_raises_with_its_problems() -> None:
    with pytest.raises(IllegalHand, match="106") as illegal:
        parse(povinost(points=107))
    assert [problem.field for problem in illegal.value.problems] == ["points"]
    with pytest.raises(IllegalHand):
        parse("no hand")


@pytest.mark.parametrize(
    "hand", [Hand("povinost"), Hand("povinost", declarer=1)], ids=str
)
def test_settling_half_a_hand_raises(hand: Hand) -> None:
    with pytest.raises(IllegalHand):
        settle(hand, HouseRules())


def test_every_value_and_every_fault_is_paid_in_some_case_or_test() -> None:
    for code in VALUES:
        (line, *_) = scored(povinost(values={"2": [code]})).lines
        assert isinstance(line, Line)
        assert line.item == "value"
        assert line.section == VALUES[code].section
    records = [case["record"] for case in cases("hands")]
    worked = {each["fault"] for r in records for each in r.get("faults", ())}
    assert worked | {"discarded_king"} == set(FAULTS)
