"""From a record to a hand: every problem of a record, what is read, and what is written."""

from pathlib import Path
from typing import Any

from rules.spjst import GAME, HOUSE, PROBLEM_CODES, HouseRules, check, parse, write
from rules.spjst.problems import PROBLEM_SECTIONS
from tests.in_turn import in_turn
from tests.rules.spjst.builders import Record, bonus, fault, povinost, prever, without

SPJST = HouseRules()
HUGE = 10**5000
PAGAT_LOST = bonus("declarer", True, False)


def no_hand(**more: Any) -> Record:
    return {"bid": None, "faults": [fault("misdeal", 4)], **more}


def faulty(*faults: Any, **more: Any) -> Record:
    return povinost(faults=list(faults), **more)


def void(*faults: Any, **more: Any) -> Record:
    """A hand void by a wrong trump of seat 1."""
    guilt = fault("wrong_trump", 1)
    return without(povinost(), "points") | {"faults": [guilt, *faults]} | more


def ruling(**changes: Any) -> Record:
    return {"fault": "ruling", "transfers": [[1, 2, 3]], "reason": "x"} | changes


# record, code, field; one problem each
WRONG: list[tuple[Any, str, str]] = [
    ([], "not_an_object", ""),
    (None, "not_an_object", ""),
    ("hand", "not_an_object", ""),
    (float("nan"), "not_an_object", ""),
    (povinost(values=["uni"]), "not_an_object", "values"),
    (povinost(pagat=True), "not_an_object", "pagat"),
    (povinost(valat=[]), "not_an_object", "valat"),
    (faulty("renege"), "not_an_object", "faults[0]"),
    (faulty(None), "not_an_object", "faults[0]"),
    (povinost(values={"1": "uni"}), "not_a_list", "values.1"),
    (povinost(values={"1": {"uni": 4}}), "not_a_list", "values.1"),
    (povinost(faults={}), "not_a_list", "faults"),
    (faulty(ruling(transfers={})), "not_a_list", "faults[0].transfers"),
    (povinost(id=7), "not_text", "id"),
    (povinost(values={"1": [["uni"]]}), "not_text", "values.1"),
    (povinost(values={"1": [None]}), "not_text", "values.1"),
    (faulty(fault("illegal_value", 2, value={})), "not_text", "faults[0].value"),
    (faulty(ruling(reason=3)), "not_text", "faults[0].reason"),
    (povinost(points=54.0), "not_a_whole_number", "points"),
    (povinost(points=True), "not_a_whole_number", "points"),
    (povinost(points=float("nan")), "not_a_whole_number", "points"),
    (povinost(points=[54]), "not_a_whole_number", "points"),
    (prever(prever_set="2"), "not_a_whole_number", "prever_set"),
    (
        povinost(pagat=bonus("declarer", 1, True)),
        "not_true_or_false",
        "pagat.announced",
    ),
    (povinost(valat=bonus("declarer", True, "yes")), "not_true_or_false", "valat.made"),
    (
        faulty(
            fault("illegal_value", 2, value="uni", before_first_card=1),
            values={"2": ["uni"]},
        ),
        "not_true_or_false",
        "faults[0].before_first_card",
    ),
    (povinost(point=59), "unknown_field", "point"),
    (povinost(point=None), "unknown_field", "point"),
    (povinost(pagat=PAGAT_LOST | {"by": 1}), "unknown_field", "pagat.by"),
    (
        povinost(points=80, valat=bonus("declarer", True, True, challenge="re")),
        "unknown_field",
        "valat.challenge",
    ),
    (faulty(fault("renege", 1, trick=3)), "unknown_field", "faults[0].trick"),
    (faulty(fault("renege", 1, trick=None)), "unknown_field", "faults[0].trick"),
    (faulty(fault("renege", 1, holder=2)), "unknown_field", "faults[0].holder"),
    (faulty(ruling(seat=1)), "unknown_field", "faults[0].seat"),
    (without(povinost(), "bid"), "missing_field", "bid"),
    (povinost(declarer=None), "missing_field", "declarer"),
    (without(povinost(), "points"), "missing_field", "points"),
    (
        povinost(points=None, valat=PAGAT_LOST | {"voided": "undeclared_value"}),
        "missing_field",
        "points",
    ),
    (povinost(pagat=without(PAGAT_LOST, "side")), "missing_field", "pagat.side"),
    (povinost(pagat=without(PAGAT_LOST, "made")), "missing_field", "pagat.made"),
    (
        povinost(valat=PAGAT_LOST | {"announced": None}),
        "missing_field",
        "valat.announced",
    ),
    (faulty({"seat": 1}), "missing_field", "faults[0].fault"),
    (faulty(fault("renege")), "missing_field", "faults[0].seat"),
    (faulty(fault("illegal_value", 1)), "missing_field", "faults[0].value"),
    (
        no_hand(faults=[fault("wrong_povinost", 2)]),
        "missing_field",
        "faults[0].rightful",
    ),
    (faulty(ruling(transfers=None)), "missing_field", "faults[0].transfers"),
    (faulty(ruling(reason=None)), "missing_field", "faults[0].reason"),
    (povinost(povinost=0), "not_a_seat", "povinost"),
    (povinost(declarer="1"), "not_a_seat", "declarer"),
    (povinost(declarer=1.0), "not_a_seat", "declarer"),
    (povinost(declarer=True), "not_a_seat", "declarer"),
    (povinost(partner=HUGE), "not_a_seat", "partner"),
    (povinost(values={"7": ["uni"]}), "not_a_seat", "values.7"),
    (povinost(values={"01": ["uni"]}), "not_a_seat", "values.01"),
    (povinost(values={"٢": ["uni"]}), "not_a_seat", "values.٢"),
    (faulty(fault("renege", 5)), "not_a_seat", "faults[0].seat"),
    (
        void(faults=[fault("wrong_trump", 1, holder=0)]),
        "not_a_seat",
        "faults[0].holder",
    ),
    (povinost(bid="solo"), "unknown_bid", "bid"),
    (povinost(bid=["povinost"]), "unknown_bid", "bid"),
    (povinost(bid=False), "unknown_bid", "bid"),
    (povinost(povinost=2), "declarer_not_povinost", "declarer"),
    (
        faulty(fault("wrong_povinost", 2, rightful=1)),
        "declarer_not_povinost",
        "declarer",
    ),
    (povinost(partner=1), "partner_is_declarer", "partner"),
    (prever(partner=3), "prever_with_partner", "partner"),
    (prever(partner=9), "prever_with_partner", "partner"),
    (povinost(points=107), "points_out_of_range", "points"),
    (povinost(points=-1), "points_out_of_range", "points"),
    (povinost(points=HUGE), "points_out_of_range", "points"),
    (
        povinost(points=-1, valat=bonus("opponents", True, True)),
        "points_out_of_range",
        "points",
    ),
    (prever(prever_set=0), "set_out_of_range", "prever_set"),
    (prever(prever_set=4), "set_out_of_range", "prever_set"),
    (povinost(prever_set=1), "set_without_prever", "prever_set"),
    (povinost(challenge="flek"), "unknown_challenge", "challenge"),
    (povinost(challenge={}), "unknown_challenge", "challenge"),
    (
        povinost(pagat=PAGAT_LOST | {"challenge": "Kontra"}),
        "unknown_challenge",
        "pagat.challenge",
    ),
    (povinost(values={"1": ["trul"]}), "unknown_value", "values.1"),
    (povinost(values={"1": ["trull", "trull"]}), "value_twice", "values.1"),
    (povinost(values={"1": ["taroky", "velki"]}), "two_of_a_class", "values.1"),
    (povinost(values={"2": ["trull", "pane"]}), "two_of_a_class", "values.2"),
    (povinost(values={"2": ["trull", "beeda"]}), "impossible_values", "values"),
    (povinost(values={"2": ["pane"], "3": ["pane"]}), "impossible_values", "values"),
    (povinost(pagat=bonus("us", True, True)), "unknown_side", "pagat.side"),
    (povinost(valat=bonus([], True, True)), "unknown_side", "valat.side"),
    (
        povinost(pagat=bonus("declarer", False, True, challenge="re")),
        "silent_pagat_challenged",
        "pagat.challenge",
    ),
    (povinost(valat=bonus("declarer", False, False)), "empty_valat", "valat"),
    (povinost(valat=PAGAT_LOST | {"voided": True}), "unknown_voided", "valat.voided"),
    (
        povinost(
            points=80, valat=bonus("declarer", True, True, voided="undeclared_value")
        ),
        "valat_not_voidable",
        "valat.voided",
    ),
    (
        povinost(pagat=bonus("declarer", True, True, taken_by_partner=True)),
        "partner_cannot_take_pagat",
        "pagat.taken_by_partner",
    ),
    (
        povinost(pagat=PAGAT_LOST | {"taken_by_partner": 1}),
        "not_true_or_false",
        "pagat.taken_by_partner",
    ),
    (
        faulty(fault("false_pagat", 1, holder=1), pagat=PAGAT_LOST),
        "holder_is_caller",
        "faults[0].holder",
    ),
    (
        faulty(fault("false_pagat", 1, holder=5), pagat=PAGAT_LOST),
        "not_a_seat",
        "faults[0].holder",
    ),
    (
        faulty(*[fault("discarded_king", 1)] * 3, *[fault("discarded_king", 2)] * 2),
        "too_many_discards",
        "faults",
    ),
    (
        faulty(*[fault("discarded_trump", 1)] * 4, *[fault("discarded_king", 2)] * 3),
        "too_many_discards",
        "faults",
    ),
    (no_hand(points=50), "no_hand_played", "points"),
    (no_hand(values={}), "no_hand_played", "values"),
    (no_hand(declarer=1), "no_hand_played", "declarer"),
    ({"bid": None}, "no_hand_no_fault", "faults"),
    ({"bid": None, "faults": []}, "no_hand_no_fault", "faults"),
    (void(points=59), "void_hand_has_result", "points"),
    (void(challenge="re"), "void_hand_has_result", "challenge"),
    (void(pagat=PAGAT_LOST), "void_hand_has_result", "pagat"),
    (void(valat=PAGAT_LOST), "void_hand_has_result", "valat"),
    (faulty(fault("cheating", 2)), "unknown_fault", "faults[0].fault"),
    (
        faulty(fault("renege", 1), {"fault": ["renege"]}),
        "unknown_fault",
        "faults[1].fault",
    ),
    (no_hand(faults=[fault("renege", 4)]), "fault_needs_a_hand", "faults[0].fault"),
    (
        no_hand(faults=[fault("wrong_trump", 4)]),
        "fault_needs_a_hand",
        "faults[0].fault",
    ),
    (
        faulty(fault("short_hand", 2), fault("renege", 2), fault("short_hand", 2)),
        "fault_twice",
        "faults[2]",
    ),
    (
        faulty(
            *[fault("illegal_value", 2, value="uni")] * 2,
            values={"2": ["uni", "kings"]},
        ),
        "fault_twice",
        "faults[1]",
    ),
    (
        faulty(fault("illegal_value", 2, value="trull"), values={"2": ["uni"]}),
        "value_not_declared",
        "faults[0].value",
    ),
    (
        prever(faults=[fault("wrong_trump", 2)], points=None),
        "wrong_trump_in_prever",
        "faults[0].fault",
    ),
    (
        void(faults=[fault("wrong_trump", 3)]),
        "wrong_trump_not_declarer",
        "faults[0].seat",
    ),
    (
        void(faults=[fault("wrong_trump", 1, holder=1)]),
        "holder_is_declarer",
        "faults[0].holder",
    ),
    (
        faulty(fault("wrong_povinost", 2, rightful=3), declarer=2),
        "rightful_not_povinost",
        "faults[0].rightful",
    ),
    (
        no_hand(faults=[fault("wrong_povinost", 1, rightful=1)]),
        "rightful_is_seat",
        "faults[0]",
    ),
    (faulty(fault("false_pagat", 1)), "no_lost_pagat_call", "faults[0].fault"),
    (
        faulty(fault("pagat_card_count", 1), pagat=bonus("declarer", True, True)),
        "no_lost_pagat_call",
        "faults[0].fault",
    ),
    (
        faulty(fault("false_pagat", 1), pagat=bonus("declarer", False, False)),
        "no_lost_pagat_call",
        "faults[0].fault",
    ),
    (
        faulty(fault("false_pagat", 2), pagat=PAGAT_LOST),
        "fault_on_other_side",
        "faults[0].seat",
    ),
    (
        faulty(fault("pagat_card_count", 3), pagat=bonus("opponents", True, False)),
        "fault_on_other_side",
        "faults[0].seat",
    ),
    (faulty(ruling(transfers=[])), "bad_transfers", "faults[0].transfers"),
    (faulty(ruling(transfers=[[1, 2]])), "bad_transfers", "faults[0].transfers"),
    (faulty(ruling(transfers=[[1, 1, 4]])), "bad_transfers", "faults[0].transfers"),
    (faulty(ruling(transfers=[[1, 5, 4]])), "bad_transfers", "faults[0].transfers"),
    (faulty(ruling(transfers=[[1, True, 4]])), "bad_transfers", "faults[0].transfers"),
    (faulty(ruling(transfers=[[1, 2, 0]])), "bad_transfers", "faults[0].transfers"),
    (faulty(ruling(transfers=[[1, 2, 2.0]])), "bad_transfers", "faults[0].transfers"),
    (faulty(ruling(transfers=[[1, 2, HUGE]])), "bad_transfers", "faults[0].transfers"),
    (faulty(ruling(reason="  ")), "empty_reason", "faults[0].reason"),
]


@in_turn("record, code, field", WRONG)
def test_what_is_wrong_is_named_and_nothing_else(
    record: Any, code: str, field: str
) -> None:
    problems = check(record, SPJST)
    assert [(p.code, p.field) for p in problems] == [(code, field)]


def trull_of(seat: int, **more: Any) -> Record:
    return {"values": {str(seat): ["trull"]}, **more}


# A record that contradicts itself, the code, and the two places that it is between.
CONTRADICTORY: list[tuple[Record, str, list[str]]] = [
    (
        povinost(points=53, valat=bonus("declarer", False, True)),
        "valat_contradicts_points",
        ["points", "valat"],
    ),
    (
        povinost(points=75, valat=bonus("declarer", False, True)),
        "valat_contradicts_points",
        ["points", "valat"],
    ),
    (
        povinost(points=31, valat=bonus("opponents", False, True)),
        "valat_contradicts_points",
        ["points", "valat"],
    ),
    (
        povinost(
            points=98,
            valat=bonus("declarer", False, True),
            pagat=bonus("opponents", True, True),
        ),
        "valat_contradicts_pagat",
        ["pagat", "valat"],
    ),
    (
        povinost(points=90, **trull_of(4), valat=bonus("declarer", False, True)),
        "valat_contradicts_values",
        ["valat", "values"],
    ),
    (
        without(prever(), "points")
        | {"values": {"2": ["uni"]}, "valat": bonus("declarer", True, True)},
        "valat_contradicts_values",
        ["valat", "values"],
    ),
    (
        povinost(**trull_of(2), pagat=PAGAT_LOST),
        "pagat_contradicts_values",
        ["pagat", "values"],
    ),
    (
        povinost(
            values={"2": ["uni"], "4": ["uni"]}, pagat=bonus("opponents", False, True)
        ),
        "pagat_contradicts_values",
        ["pagat", "values"],
    ),
    (
        povinost(points=7, pagat=bonus("declarer", False, True)),
        "pagat_contradicts_points",
        ["pagat", "points"],
    ),
    (
        povinost(points=99, pagat=bonus("declarer", False, False)),
        "pagat_contradicts_points",
        ["pagat", "points"],
    ),
    (
        povinost(points=7, pagat=PAGAT_LOST | {"taken_by_partner": True}),
        "pagat_contradicts_points",
        ["pagat", "points"],
    ),
    (
        prever(points=106, values={"2": ["uni"]}),
        "values_contradict_points",
        ["points", "values"],
    ),
    (
        povinost(points=0, values={"2": ["uni"], "4": ["uni", "kings"]}),
        "values_contradict_points",
        ["points", "values"],
    ),
    (
        faulty(fault("discarded_king", 3), values={"2": ["kings"]}),
        "impossible_values",
        ["faults", "values"],
    ),
    (
        prever(pagat=PAGAT_LOST | {"taken_by_partner": True}),
        "partner_cannot_take_pagat",
        ["pagat.taken_by_partner", "partner"],
    ),
    (
        faulty(fault("false_pagat", 3), pagat=PAGAT_LOST | {"taken_by_partner": True}),
        "partner_cannot_take_pagat",
        ["faults[0]", "pagat.taken_by_partner"],
    ),
    (
        faulty(
            fault("renege", 3),
            fault("false_pagat", 3),
            pagat=PAGAT_LOST,
            values={"3": ["spjst"]},
        ),
        "false_pagat_contradicts_values",
        ["faults[1]", "values"],
    ),
]


@in_turn("record, code, fields", CONTRADICTORY)
def test_a_contradiction_is_named_at_both_places_with_its_section(
    record: Record, code: str, fields: list[str]
) -> None:
    problems = check(record, SPJST)
    assert sorted((p.code, p.field) for p in problems) == [
        (code, field) for field in fields
    ]
    assert {problem.section for problem in problems} == {PROBLEM_SECTIONS[code]}
    assert all(f"({problem.section})" in problem.message for problem in problems)


def test_every_problem_has_a_section_or_is_one_of_form() -> None:
    of_form = {
        *["not_an_object", "not_a_list", "not_text", "not_a_whole_number"],
        *["not_true_or_false", "unknown_field", "missing_field", "not_a_seat"],
        *["unknown_bid", "unknown_challenge", "unknown_value", "unknown_side"],
        *["unknown_voided", "unknown_fault", "no_hand_played", "no_hand_no_fault"],
        *["fault_needs_a_hand", "fault_twice", "bad_transfers", "empty_reason"],
    }
    assert {*PROBLEM_CODES} - {*PROBLEM_SECTIONS} == of_form


def test_a_hand_of_before_is_held_to_the_checks_of_before() -> None:
    for record, code, _ in CONTRADICTORY:
        older = GAME.check(record, SPJST, engine="spjst-1")
        was_asked = code in ("valat_contradicts_pagat", "partner_cannot_take_pagat")
        was_asked |= code == "valat_contradicts_points" and record["points"] == 53
        assert bool(older) == was_asked, record
        assert GAME.check(record, SPJST, engine="spjst-2") == check(record, SPJST)
        if not older:
            assert sum(GAME.settle(GAME.parse(record), SPJST).net) == 0


HOUSE_CODES = {"challenge_not_played", "value_not_played"}  # in test_house.py


def test_every_code_has_a_wrong_record() -> None:
    codes = {code for _, code, _ in [*WRONG, *CONTRADICTORY]}
    assert codes | HOUSE_CODES == set(PROBLEM_CODES)


RIGHT: list[Record] = [
    povinost(),
    povinost(povinost=None, id=None, partner=None),
    povinost(id="any text"),
    povinost(values={}, faults=[]),
    povinost(values={"1": None, "2": []}),
    povinost(pagat=bonus("declarer", False, True, challenge=None)),
    povinost(points=None, valat=bonus("declarer", True, False, voided=None)),
    povinost(
        points=20,
        valat=bonus("opponents", False, True),
        pagat=bonus("declarer", True, False),
    ),
    povinost(
        points=76,
        valat=bonus("declarer", False, True),
        pagat=bonus("declarer", False, False),
    ),
    povinost(points=8, pagat=bonus("declarer", False, True)),
    povinost(points=98, pagat=bonus("declarer", False, False)),
    povinost(points=7, pagat=PAGAT_LOST),
    povinost(pagat=PAGAT_LOST | {"taken_by_partner": True}),
    prever(pagat=bonus("opponents", False, False, taken_by_partner=True)),
    prever(pagat=PAGAT_LOST | {"taken_by_partner": False}),
    povinost(points=0, values={"2": ["uni"], "4": ["beeda"]}),
    povinost(values={"1": ["trull"]}, pagat=PAGAT_LOST),
    # whoever holds it is not the caller, so nobody else’s values are held against it
    faulty(fault("false_pagat", 1, holder=2), pagat=PAGAT_LOST, **trull_of(2)),
    faulty(
        fault("false_pagat", 1),
        fault("illegal_value", 1, value="trull"),
        pagat=PAGAT_LOST,
        **trull_of(1),
    ),
    faulty(*[fault("discarded_king", 1)] * 4, *[fault("discarded_trump", 2)] * 2),
    # an illegal value counts neither for its class nor for the deal
    faulty(
        fault("illegal_value", 2, value="velki"),
        fault("illegal_value", 2, value="beeda", before_first_card=None),
        values={"2": ["velki", "taroky", "beeda", "kings"]},
    ),
    faulty(fault("renege", 1, holder=None, transfers=None)),
    faulty(fault("discard_count", 2), fault("short_hand", 2)),
    faulty(fault("discard_count", 2), fault("discard_count", 3)),
    faulty(fault("misdeal", 2), fault("misdeal", 2), ruling(), ruling()),
    faulty(fault("false_pagat", 3), fault("pagat_card_count", 3), pagat=PAGAT_LOST),
    faulty(fault("wrong_povinost", 2, rightful=1), declarer=2),
    void(values={"1": ["uni"]}),
    void(faults=[fault("wrong_trump", 1, holder=3)], points=None, challenge=None),
    void(
        faults=[fault("wrong_povinost", 2, rightful=1), fault("wrong_trump", 2)],
        declarer=2,
    ),
    prever(faults=[fault("wrong_povinost", 3, rightful=1)]),
    no_hand(declarer=None, points=None, values=None),
    no_hand(faults=[fault("wrong_povinost", 4, rightful=3), ruling()], povinost=3),
]


@in_turn("record", RIGHT)
def test_what_is_right_has_no_problem(record: Record) -> None:
    assert check(record, SPJST) == ()


def test_everything_wrong_is_said_at_once() -> None:
    record = {
        "id": 1,
        "povinost": 5,
        "bid": "prever",
        "declarer": 0,
        "partner": 3,
        "points": "59",
        "prever_set": 4,
        "challenge": "x",
        "values": {"1": ["nope", "uni", "uni"], "2": ["uni", "velki"], "9": []},
        "pagat": {"side": "us", "announced": 1, "extra": 0},
        "valat": {"side": "declarer", "announced": False, "made": False},
        "faults": [{"fault": "renege"}, 3, {"fault": "ruling"}],
        "more": None,
    }
    fields = [problem.field for problem in check(record, SPJST)]
    assert sorted(fields) == sorted(
        [
            "more",
            "id",
            "povinost",
            "declarer",
            "partner",
            "prever_set",
            "values.1",
            "values.1",
            "values.9",
            "values.2",
            "values",
            "points",
            "challenge",
            "pagat.extra",
            "pagat.side",
            "pagat.announced",
            "pagat.made",
            "valat",
            "faults[0].seat",
            "faults[1]",
            "faults[2].transfers",
            "faults[2].reason",
        ]
    )


def test_points_are_needed_where_game_and_valat_are_both_paid() -> None:
    record = povinost(points=None, valat=bonus("declarer", True, False))
    rules = HOUSE.rules("spjst-2013", {"valat_replaces_game": False})
    assert [p.field for p in check(record, rules)] == ["points"]


def test_a_slip_in_a_name_is_recognized() -> None:
    (problem,) = check(povinost(chalenge="re"), SPJST)
    assert problem.message.endswith("Did you mean challenge?")


def test_long_and_strange_values_stay_short_in_messages() -> None:
    wrong = ["x" * 10_000, HUGE, {"a": [1]}, [[]] * 1000, 1e308, None]
    for value in wrong:
        for problem in check(povinost(bid=value, points=value, challenge=value), SPJST):
            assert len(problem.message) < 250


def test_a_record_nested_within_itself_is_no_danger() -> None:
    record = povinost()
    record["values"] = {"1": record}
    record["faults"] = [record]
    assert check(record, SPJST)


def test_the_papers_list_exactly_these_codes() -> None:
    text = (Path(__file__).parents[3] / "docs/rules/spjst.md").read_text("utf-8")
    section = text.split("## Problem codes")[1].split("\n## ")[0]
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| `")]
    listed = {row[1].strip(" `"): row[2].strip() for row in rows}
    for code, meaning in PROBLEM_CODES.items():
        assert listed.pop(code, None) == meaning, code
    house_codes = {"unknown_rules", "unknown_house_rule", "wrong_house_rule"}
    reading_codes = {"not_json", "not_utf8", "duplicate_field"}
    assert set(listed) == house_codes | reading_codes


def test_the_canonical_record_says_what_is_known_and_no_more() -> None:
    record = {
        "challenge": None,
        "faults": [fault("renege", 2, holder=None)],
        "values": {"4": ["trull", "taroky"], "2": None, "1": ["uni"]},
        "valat": None,
        "pagat": bonus("opponents", False, True, challenge=None),
        **povinost(),
    }
    written = write(parse(record))
    assert list(written) == [
        "povinost",
        "bid",
        "declarer",
        "partner",
        "points",
        "values",
        "pagat",
        "faults",
    ]
    assert written["povinost"] == 1
    assert list(written["values"].items()) == [
        ("1", ["uni"]),
        ("4", ["taroky", "trull"]),
    ]
    assert written["pagat"] == bonus("opponents", False, True)
    assert written["faults"] == [fault("renege", 2)]


def test_a_prever_says_its_set_and_a_hand_keeps_its_id() -> None:
    assert write(parse(prever(id="A", prever_set=None))) == {
        "id": "A",
        "povinost": 1,
        "bid": "prever",
        "declarer": 2,
        "points": 59,
        "prever_set": 1,
    }


def test_a_record_without_a_hand_keeps_the_null() -> None:
    record = {"povinost": 2, "bid": None, "faults": [fault("misdeal", 1)]}
    assert write(parse(record)) == record
