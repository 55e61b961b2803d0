"""An account as a player reads it: one payee or one payer a sentence, parts named."""

import re

import pytest
from hypothesis import given

from rules.explanations import Paragraph, paragraphs
from rules.spjst import HouseRules, parse, settle
from tests.in_turn import in_turn
from tests.messages import message
from tests.rules.spjst.builders import (
    Record,
    bonus,
    fault,
    irregular,
    povinost,
    prever,
    scored,
)
from tests.rules.spjst.strategies import houses, records

SAID = re.compile(
    r"(?P<payers>[Ss]eat [^:]+?) (?:pays|each pay) (?P<payees>seat .+?) "
    r"(?P<chips>\d+) chips?(?: each)?(?: in place of seat \d)?"
    r"(?:: (?P<split>.+))?\."
)
PART = re.compile(r"(\d+) (?:own|(each )?for (.+?))(?=, \d|$)")


def told(record: Record, item: str, **house: object) -> list[Paragraph]:
    lines = scored(record, **house).lines
    return [each for each in paragraphs(lines) if each.item == item]


def test_two_with_the_same_value_are_two_paragraphs_of_one_payee() -> None:
    record = povinost(values={"2": ["beeda"], "4": ["beeda"]})
    assert [each.said for each in told(record, "value")] == [
        ("Seat 1, seat 3 and seat 4 each pay seat 2 2 chips.",),
        ("Seat 1, seat 2 and seat 3 each pay seat 4 2 chips.",),
    ]


def test_a_renege_against_a_prever_is_one_paragraph() -> None:
    [game] = told(prever(faults=[fault("renege", 4)]), "game")
    assert game.said == (
        "Seat 4 pays seat 2 15 chips: 5 own, 5 each for seat 1 and seat 3.",
    )
    assert game.reasons[1:] == (
        message(
            "{who} ({fault}) pays what {partners} lost.",
            who="Seat 4",
            fault="renege",
            partners="seat 1 and seat 3",
        ),
    )
    assert game.section == "§29, §30"


@in_turn(
    "record, house, said",
    [
        (
            povinost(),
            {},
            ["Seat 2 pays seat 1 3 chips.", "Seat 4 pays seat 3 3 chips."],
        ),
        (
            prever(points=47),
            {},
            ["Seat 2 pays seat 1, seat 3 and seat 4 5 chips each."],
        ),
        (
            povinost(faults=irregular(1)),
            {},
            [
                message(
                    "{payer} pays {payee} {chips} in place of {others}.",
                    payer="Seat 1",
                    payee="seat 3",
                    chips="3 chips",
                    others="seat 4",
                )
            ],
        ),
        (
            prever(points=47, faults=irregular(3)),
            {},
            [
                message(
                    "{payer} pays {payees} {chips} each in place of {others}.",
                    payer="Seat 3",
                    payees="seat 1 and seat 4",
                    chips="5 chips",
                    others="seat 2",
                )
            ],
        ),
        (
            prever(faults=irregular(3, 4)),
            {},
            [
                "Seat 3 pays seat 2 8 chips: 5 own, 3 for seat 1.",
                "Seat 4 pays seat 2 7 chips: 5 own, 2 for seat 1.",
            ],
        ),
        (
            prever(faults=irregular(2, 3)),
            {"solo_violator_pays_win": True},
            ["Seat 2 pays seat 1 and seat 4 5 chips each."],
        ),
    ],
)
def test_who_pays_whom_is_told_once(
    record: Record, house: dict[str, object], said: list[str]
) -> None:
    [game] = told(record, "game", **house)
    assert list(game.said) == said


def test_who_shares_is_told_where_the_odd_chip_falls() -> None:
    [game] = told(prever(faults=irregular(3, 4)), "game")
    assert game.reasons[1:] == (
        "Seat 3 (wrong discard) pays 3 of the 5 chips that seat 1 lost.",
        message(
            "The odd chip falls on {who}, who comes first in order of play.",
            who="seat 3",
        ),
        "Seat 4 (wrong discard) pays 2 of the 5 chips that seat 1 lost.",
    )


def test_the_same_fault_twice_is_two_paragraphs() -> None:
    twice = told(povinost(faults=[fault("renege", 2), fault("renege", 2)]), "fault")
    assert [each.said for each in twice] == [
        ("Seat 2 pays seat 1, seat 3 and seat 4 2 chips each.",)
    ] * 2


@pytest.mark.parametrize(
    ("pagat", "why"),
    [
        (
            bonus("opponents", True, False, challenge="mort"),
            (
                message(
                    "{who} called the Pagat but lost it: {chips}.",
                    who="Seat 2 and seat 4",
                    chips="4 chips",
                ),
                "Mort: × 16 = 64 chips.",
            ),
        ),
        (
            bonus("declarer", True, True, challenge="supre"),
            (
                message(
                    "{who} called the Pagat and made it in the last trick: {chips}.",
                    who="Seat 1 and seat 3",
                    chips="4 chips",
                ),
                "Supre: × 8 = 32 chips.",
            ),
        ),
        (
            bonus("declarer", False, False),
            (
                message(
                    "{who} lost the Pagat in the last trick without a call: {chips}.",
                    who="Seat 1 and seat 3",
                    chips="2 chips",
                ),
            ),
        ),
    ],
    ids=str,
)
def test_a_pagat_says_who_called_it_and_how_it_ended(
    pagat: Record, why: tuple[str, ...]
) -> None:
    [paragraph] = told(povinost(pagat=pagat), "pagat")
    assert paragraph.reasons == why


def test_several_transfers_of_one_ruling_stand_together() -> None:
    ruling = fault("ruling", transfers=[[1, 2, 3], [4, 2, 3], [1, 3, 7]], reason="cut")
    [paragraph] = told({"bid": None, "faults": [ruling]}, "ruling")
    assert paragraph.said == (
        "Seat 1 and seat 4 each pay seat 2 3 chips.",
        "Seat 1 pays seat 3 7 chips.",
    )
    assert paragraph.reasons == (message("Judge’s ruling: {reason}", reason="cut"),)


@given(records, houses())
def test_what_is_said_adds_up_to_the_nets(record: Record, rules: HouseRules) -> None:
    """Read back from the sentences alone, as a player would with a pencil."""
    settlement = settle(parse(record), rules)
    net = dict.fromkeys((1, 2, 3, 4), 0)
    for sentence in (
        said for each in paragraphs(settlement.lines) for said in each.said
    ):
        read = SAID.fullmatch(sentence)
        assert read, sentence
        chips = int(read["chips"])
        assert chips == parts_of(read["split"], chips)
        payers, payees = (_seats(read[end]) for end in ("payers", "payees"))
        assert len(payers) == 1 or len(payees) == 1
        for payer in payers:
            for payee in payees:
                net[payer] -= chips
                net[payee] += chips
    assert tuple(net.values()) == settlement.net


def parts_of(split: str | None, chips: int) -> int:
    """What the named parts make together; all of it where none are named."""
    if split is None:
        return chips
    return sum(
        int(count) * (len(_seats(others)) if others else 1)
        for count, _, others in PART.findall(split)
    )


def _seats(words: str) -> list[int]:
    return [int(digit) for digit in re.findall(r"[Ss]eat (\d)", words)]
