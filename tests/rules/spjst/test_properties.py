"""What must hold of every hand, worked or not."""

import json
from collections import Counter
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.ledger import net_of
from rules.spjst import HouseRules, check, parse, settle, write
from rules.spjst.parsing import _WIDEST
from rules.spjst.problems import PROBLEM_CODES
from tests.rules.spjst.builders import Record, further, turned
from tests.rules.spjst.impossible import contradictions
from tests.rules.spjst.records import crowded_record
from tests.rules.spjst.strategies import houses, json_values, records, spoilt

CONTRADICTIONS = [
    "false_pagat_contradicts_values",
    "impossible_values",
    "pagat_contradicts_points",
    "pagat_contradicts_values",
    "too_many_discards",
    "valat_contradicts_pagat",
    "valat_contradicts_points",
    "valat_contradicts_values",
    "values_contradict_points",
]
ORDER = ["value", "game", "valat", "pagat", "fault", "ruling"]


@given(records, houses())
def test_a_right_record_settles_and_adds_up(record: Record, rules: HouseRules) -> None:
    assert check(record, rules) == ()
    settlement = settle(parse(record), rules)
    assert sum(settlement.net) == 0
    assert settlement.net == net_of(settlement.lines, 4)
    per_item = settlement.net_by_item.values()
    totals = tuple(map(sum, zip(*per_item, strict=True))) or (0, 0, 0, 0)
    assert settlement.net == totals


@given(records, houses())
def test_every_line_moves_chips_and_says_why(record: Record, rules: HouseRules) -> None:
    settlement = settle(parse(record), rules)
    for line in settlement.lines:
        assert line.chips >= 1
        assert line.payer != line.payee
        assert line.section.startswith("§")
        assert line.why
    items = [line.item for line in settlement.lines]
    assert items == sorted(items, key=ORDER.index)


@given(records, houses(), st.integers(0, 3))
def test_turning_the_seats_turns_the_result(
    record: Record, rules: HouseRules, by: int
) -> None:
    plain = settle(parse(record), rules).net_by_item
    again = settle(parse(turned(record, by)), rules).net_by_item
    assert plain.keys() == again.keys()
    for item, net in plain.items():
        assert all(again[item][further(s, by) - 1] == net[s - 1] for s in (1, 2, 3, 4))


@given(records)
def test_writing_and_reading_gives_the_hand_back(record: Record) -> None:
    hand = parse(record)
    written = write(hand)
    assert check(written, _WIDEST) == ()
    assert parse(written) == hand
    assert write(parse(written)) == written
    assert parse(json.loads(json.dumps(written))) == hand


@given(records, houses())
def test_absent_and_null_mean_the_same(record: Record, rules: HouseRules) -> None:
    full = dict.fromkeys(
        ["id", "partner", "prever_set", "challenge", "values", "pagat", "valat"]
    )
    if record["bid"] is None:
        full |= dict.fromkeys(["declarer", "points"])
    assert check(full | record, rules) == ()
    assert parse(full | record) == parse(record)


@given(json_values | spoilt(), houses())
def test_check_never_raises_and_a_checked_hand_settles(
    record: Any, rules: HouseRules
) -> None:
    problems = check(record, rules)
    for problem in problems:
        assert problem.code in PROBLEM_CODES
        assert problem.message.endswith((".", "?", "…]."))
    if not problems:
        assert sum(settle(parse(record), rules).net) == 0


def test_what_contradicts_itself_is_found_and_nothing_else() -> None:
    chance = Random(2027)
    found: Counter[str] = Counter()
    for _ in range(8_000):
        record = crowded_record(chance)
        codes = {problem.code for problem in check(record, HouseRules())}
        assert codes == contradictions(record), record
        found.update(codes or {"none"})
    assert min(found[code] for code in (*CONTRADICTIONS, "none")) > 50, found


@given(records, houses())
def test_violators_collect_nothing_and_their_partners_pay_nothing(
    record: Record, rules: HouseRules
) -> None:
    redirecting = {"discard_count", "short_hand", "pagat_card_count"}
    if rules.renege_redirects:
        redirecting.add("renege")
    violators = {
        each["seat"] for each in record["faults"] if each["fault"] in redirecting
    }
    ours = {record.get("declarer"), record.get("partner")}
    covered = {
        seat
        for seat in (1, 2, 3, 4)
        if seat not in violators
        and any((seat in ours) == (other in ours) for other in violators)
    }
    play = [
        line
        for line in settle(parse(record), rules).lines
        if line.item in ("game", "valat", "pagat")
    ]
    assert not violators & {line.payee for line in play}
    assert not covered & {line.payer for line in play}


@given(records, houses())
def test_problems_do_not_depend_on_the_order_of_fields(
    record: Record, rules: HouseRules
) -> None:
    spoilt_record = record | {"points": "x", "declarer": 9, "foo": 1}
    backwards = dict(reversed(spoilt_record.items()))
    assert Counter(check(spoilt_record, rules)) == Counter(check(backwards, rules))
