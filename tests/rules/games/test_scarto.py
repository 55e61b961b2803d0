"""Scarto beside a second scorer that was written from its rules alone."""

import os
from random import Random
from typing import Any

from rules.record_schema import schema_of
from rules.scarto import GAME as scarto
from tests.rules.games.random_records import odd_record
from tests.rules.games.scarto_scorer import ALL, DEALS, PAR, score

RECORDS = int(os.environ.get("SCARTO_RECORDS", "4000"))
HOUSES: tuple[dict[str, Any], ...] = (
    {"score_by": "points", "stake": 1, "tie": "all_pay"},
    *(
        {"score_by": "stake", "stake": stake, "tie": tie}
        for stake in (0, 1, 6)
        for tie in ("all_pay", "split", "nobody")
        if tie != "split" or stake % 2 == 0
    ),
)


def shared_out(chance: Random, together: int = ALL) -> list[int]:
    """Points of three that make so many; often even, so that two tie."""
    if chance.random() < 0.3:
        half = chance.randint(0, together // 2)
        parts = [half, half, together - 2 * half]
    else:
        one, two = sorted(chance.randint(0, together) for _ in range(2))
        parts = [one, two - one, together - two]
    chance.shuffle(parts)
    return parts


def likely(chance: Random) -> dict[str, Any]:
    """A deal somewhere in a game, mostly one that there can be."""
    deal = chance.randrange(DEALS)
    played = [shared_out(chance) for _ in range(deal)]
    totals = [sum(points) - deal * PAR for points in zip(*played, strict=True)]
    record = {"dealer": chance.randint(1, 3), "points": shared_out(chance)}
    if deal == DEALS - 1 and chance.random() < 0.3:
        record["points"] = [PAR - total for total in totals]  # all three tie
    if deal or chance.random() < 0.5:
        record["state"] = {"deal": deal, "totals": totals or [0, 0, 0]}
    if chance.random() < 0.1:
        record["points"][chance.randrange(3)] += chance.choice((-1, 1))
    if chance.random() < 0.1 and deal:
        record["state"]["totals"][chance.randrange(3)] += chance.choice((-60, 60, 1))
    return record


def test_another_scorer_says_the_same() -> None:
    chance, schema = Random(1897), schema_of(scarto)
    seen: set[str] = set()
    scored = staked = 0
    for number in range(RECORDS):
        record = likely(chance) if number % 2 else odd_record(chance, schema)
        house = chance.choice(HOUSES)
        told = score(record, house)
        rules = scarto.house.rules("book", house)
        problems = scarto.check(record, rules)
        assert {(each.code, each.field) for each in problems} == told.problems, record
        seen |= {code for code, _ in told.problems}
        if problems:
            continue
        settled = scarto.settle(scarto.parse(record), rules)
        lines = [
            (each.item, each.payer, each.payee, each.chips) for each in settled.lines
        ]
        assert lines == told.lines, record
        assert list(settled.net) == told.net
        assert settled.state == told.state
        scored += 1
        staked += any(item == "stake" for item, *_ in lines)
    assert scored > RECORDS / 4
    assert staked > RECORDS / 40
    assert {"points_total", "dealer_has_discards", "bad_state"} <= seen


def test_par_is_the_houses() -> None:
    """The club's page on Scarto knows no par, so no line cites one of its sections."""
    record = {"dealer": 1, "points": [40, 30, 8]}
    rules = scarto.house.rules("book", {})
    found = scarto.settle(scarto.parse(record), rules)
    assert {line.section for line in found.lines} == {"house"}
    assert set(scarto.sections) == {"house"}
