"""Tapp Tarock beyond its worked cases: its words, its notes, its feats."""

from typing import Any

import pytest

from rules.ledger import Settlement
from rules.tapp_tarock import GAME as tapp_tarock
from tests.messages import message

DEAL = {"dealer": 3, "soloist": 1, "contract": "solo", "points": 40}


def settled(record: dict[str, Any], preset: str = "book", **changes: Any) -> Settlement:
    rules = tapp_tarock.house.rules(preset, changes)
    assert tapp_tarock.check(record, rules) == ()
    return tapp_tarock.settle(tapp_tarock.parse(record), rules)


def test_every_step_of_a_doubled_pagat_in_a_solo_is_told() -> None:
    pagat = {"holder": 2, "result": "partner", "announced": True, "doubled": 2}
    line = settled({**DEAL, "pagat": pagat}).lines[-1]
    assert line.chips == 64
    assert line.why == (
        "Seat 2 announced the Pagat and lost it in the last trick to seat 3, a partner. "
        "Under the strict rule, the Pagat is lost. Announced Pagat: 8 chips. In a solo: 8 × 2 = 16 chips. "
        "Redoubled: 16 × 4 = 64 chips."
    )


def test_a_stand_off_has_a_note_and_no_line() -> None:
    record = {**DEAL, "pagat": {"holder": 2, "result": "partner"}}
    told = settled(record, own_partner_takes_pagat="standoff")
    assert {each.item for each in told.lines} == {"game"}
    (note,) = told.notes
    assert message("a standoff") in note


def test_a_slam_in_times_of_the_contract_counts_before_chips() -> None:
    slam = {"side": "partners", "made": False, "announced": True, "doubled": 1}
    times = {"slam_chips": [12, 24], "slam_times": [0, 5]}
    lines = settled({**DEAL, "slam": slam}, **times).lines
    assert [(each.payer, each.chips) for each in lines if each.item == "slam"] == [
        (2, 80),
        (3, 80),
    ]
    silent = {"side": "partners", "made": True}
    told = settled({**DEAL, "points": 0, "slam": silent}, **times)
    assert told.lines == ()
    assert told.notes == (
        message("The game isn’t counted because the slam replaces it."),
    )


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"pagat": {"holder": 2, "result": "won"}}, ("Pagat",)),
        (
            {
                "pagat": {"holder": 1, "result": "won", "announced": True},
                "slam": {"side": "soloist", "made": True, "announced": True},
            },
            ("announced Pagat", "called slam"),
        ),
        ({"pagat": {"holder": 1, "result": "lost", "announced": True}}, ()),
        ({"slam": {"side": "soloist", "made": True}}, ("slam",)),
    ],
)
def test_feats(more: dict[str, Any], told: tuple[str, ...]) -> None:
    assert tapp_tarock.feats(tapp_tarock.parse({**DEAL, **more})) == told
