"""Hands that phones send: recorded, changed, taken out, chosen in the tray."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Hand, Round, TrayHand
from scoring.sheets import hand_writes
from tests import builders
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.at_table import (
    GAME,
    NET,
    TOTALS,
    Caller,
    assert_refused,
    hand_of,
    new_key,
)

pytestmark = pytest.mark.django_db


def test_a_hand_is_saved_with_its_nets_and_the_totals(keeper: Caller) -> None:
    key = new_key()
    for _ in range(2):  # sent twice it is one hand
        answer = keeper.send("hands/", {"key": key, **hand_of(note=" late ")})
        told = answer.json()
        assert answer.status_code == 200
        assert told["saved"] == {"key": key, "number": 1, "net": NET, "totals": TOTALS}
    [hand] = told["state"]["hands"]
    at = hand.pop("at")
    assert at.endswith("Z")
    assert hand == {
        "key": key,
        "number": 1,
        "record": GAME,
        "dealer": 4,
        "note": "late",
        "net": NET,
        "aside": 0,
        "by": "Marie Kubala",
        "replaces": None,
        "reason": "",
        "void": "",
    }
    assert Hand.objects.get().by_name == "Marie Kubala"


def test_a_hand_costs_ten_statements(keeper: Caller) -> None:
    """Who asks, the sheet, its hands; three rows are written; seats and phones; and the
    transaction's begin and end. PostgreSQL locks the sheet in a statement of its own."""
    lock = connection.features.has_select_for_update
    keeper.saved("hands/", **hand_of())
    with CaptureQueriesContext(connection) as asked:
        keeper.saved("hands/", **hand_of(number=2))
    assert len(asked) == 10 + lock


def test_the_state_in_the_answer_is_what_is_read_anew(keeper: Caller) -> None:
    def said(path: str, **fields: Any) -> dict[str, Any]:
        told = keeper.tell(path, **fields).json()
        assert told["state"] == keeper.state()
        return told

    first = said("hands/", **hand_of())["saved"]["key"]
    said("loans/", seat=2, chips=20)
    second = said("hands/", **hand_of(number=2))["saved"]["key"]
    said("calls/", reason="A question about the rules")
    said("hands/", **hand_of(number=1))  # another one is recorded: it waits
    change = hand_of(replaces=first, record=GAME | {"points": 63}, reason="Again")
    key = new_key()
    for _ in range(2):
        said("hands/", **change | {"key": key})
    said("hands/void/", hand=second, reason="Played twice")
    said("hands/void/", hand=second, reason="Played twice")
    said("hands/", **hand_of(number=3))
    state = keeper.state()
    parts = ("hands", "tray", "loans", "calls")
    assert [len(state[part]) for part in parts] == [4, 1, 1, 1]


def test_a_change_needs_the_old_version_and_a_reason(keeper: Caller) -> None:
    first = keeper.saved("hands/", **hand_of())["key"]
    body = hand_of(replaces=first, record=GAME | {"points": 63})
    assert assert_refused(keeper.tell("hands/", **body), "reason") == message(
        "Enter why you’re changing the hand."
    )
    saved = keeper.saved("hands/", **{**body, "reason": "Counted again"})
    assert (saved["number"], saved["net"]) == (1, [4, -4, 4, -4])
    assert saved["totals"] == [104, 96, 104, 96]
    versions = keeper.state()["hands"]
    assert [each["replaces"] for each in versions] == [None, first]
    assert versions[1]["reason"] == "Counted again"


def test_an_impossible_record_comes_back_with_every_problem(keeper: Caller) -> None:
    record = GAME | {"points": 107, "partner": 1}
    answer = keeper.tell("hands/", **hand_of(record=record))
    told = answer.json()["refused"]
    assert answer.status_code == 422
    assert {each["field"] for each in told["problems"]} == {"points", "partner"}
    assert all(each["code"] and each["message"] for each in told["problems"])
    assert (told["field"], told["message"]) == (
        told["problems"][0]["field"],
        told["problems"][0]["message"],
    )
    assert not Hand.objects.exists()


@in_turn(
    "field, value",
    [
        *[("record", value) for value in (None, [], "x", 5)],
        *[("number", value) for value in (None, 0, -1, 1.0, True, "1", 10**6, 10**30)],
        *[("dealer", value) for value in (0, 5, 4.0, True, "4")],
        *[("note", value) for value in (5, [], {}, "x" * 301)],
        *[("replaces", value) for value in (5, ["x"])],
        *[("reason", value) for value in (5, ["x"], "x" * 201)],
    ],
)
def test_a_field_of_the_wrong_kind(keeper: Caller, field: str, value: Any) -> None:
    assert_refused(keeper.tell("hands/", **hand_of(**{field: value})), field)
    assert not Hand.objects.exists()


@in_turn("points", [54.0, True, "54", None, 10**30])
def test_points_are_whole_numbers(keeper: Caller, points: Any) -> None:
    record = GAME | {"points": points}
    answer = keeper.tell("hands/", **hand_of(record=record))
    assert assert_refused(answer, "points")


def test_a_change_of_a_hand_that_is_not_here(keeper: Caller) -> None:
    body = hand_of(replaces="nowhere", reason="why")
    assert assert_refused(keeper.tell("hands/", **body), "replaces")


def test_a_key_used_for_another_hand(keeper: Caller) -> None:
    body = {"key": new_key(), **hand_of()}
    keeper.send("hands/", body)
    body["record"] = GAME | {"points": 70}
    assert_refused(keeper.send("hands/", body), "", 409)
    assert Hand.objects.get().record == GAME


def test_a_hand_that_comes_late_waits_in_the_tray(keeper: Caller) -> None:
    Round.objects.update(state=Round.State.FINISHED)
    key = new_key()
    for _ in range(2):
        answer = keeper.send("hands/", {"key": key, **hand_of()})
        told = answer.json()
        assert answer.status_code == 200
        assert told["tray"] == {
            "key": key,
            "why": "late",
            "message": message("It came in too late to count. The desk will decide."),
        }
    [item] = told["state"]["tray"]
    assert (item["key"], item["net"], item["rival"]) == (key, NET, None)
    assert not Hand.objects.exists()


# --- hands/void/ --------------------------------------------------------------


def test_a_hand_is_taken_out_of_the_totals(keeper: Caller) -> None:
    hand, key = keeper.saved("hands/", **hand_of())["key"], new_key()
    body = {"key": key, "hand": hand, "reason": "Misdealt"}
    for _ in range(2):
        told = keeper.send("hands/void/", body).json()
        assert told["saved"]["key"] == key
        assert told["saved"]["totals"] == [100] * 4
    [shown] = told["state"]["hands"]
    assert shown["void"] == "Misdealt"


@in_turn(
    "facts, field",
    [
        ({"reason": ""}, "reason"),
        ({"reason": 5}, "reason"),
        ({"hand": "nowhere"}, "hand"),
        ({"hand": 5}, "hand"),
    ],
)
def test_a_void_says_which_hand_and_why(
    keeper: Caller, facts: dict[str, Any], field: str
) -> None:
    hand = keeper.saved("hands/", **hand_of())["key"]
    body = {"hand": hand, "reason": "Misdealt", **facts}
    assert_refused(keeper.tell("hands/void/", **body), field)
    assert Hand.objects.get().voided_at is None


@pytest.fixture
def waiting(keeper: Caller, writer: Caller) -> str:
    """The key of hand 1 as another phone recorded it too."""
    keeper.saved("hands/", **hand_of())
    told = writer.tell("hands/", **hand_of(record=GAME | {"points": 63})).json()
    assert told["tray"]["why"] == "double"
    return told["tray"]["key"]


def test_two_records_of_a_hand_stand_side_by_side(keeper: Caller, waiting: str) -> None:
    state = keeper.state()
    [hand], [item] = state["hands"], state["tray"]
    assert (item["key"], item["rival"]) == (waiting, hand["key"])
    assert (item["why"], item["by"]) == ("double", "Anna Svoboda")
    assert (item["net"], hand["net"]) == ([4, -4, 4, -4], NET)


@pytest.mark.parametrize(
    ("take", "totals"),
    [
        ("mine", [104, 96, 104, 96]),
        ("theirs", TOTALS),
        ("both", [107, 93, 107, 93]),
    ],
)
def test_one_is_chosen_or_both(
    keeper: Caller, waiting: str, take: str, totals: list[int]
) -> None:
    for _ in range(2):
        answer = keeper.tell(f"tray/{waiting}/", take=take, reason="")
        assert answer.status_code == 200, answer.content
    state = answer.json()["state"]
    assert state["tray"] == []
    assert keeper.client.get(keeper.at("")).context["seats"][0][1] == totals[0]


@in_turn("take", ["", "ours", None, 5])
def test_a_choice_is_one_of_three(keeper: Caller, waiting: str, take: Any) -> None:
    assert_refused(keeper.tell(f"tray/{waiting}/", take=take, reason=""), "take")
    assert TrayHand.objects.get().outcome == ""


def test_what_does_not_wait_is_not_chosen(keeper: Caller, waiting: str) -> None:
    for item in ("nothing", "%00", "\N{SNOWMAN}", "x" * 500):
        assert keeper.tell(f"tray/{item}/", take="mine").status_code in (400, 409)


def test_what_was_decided_is_said_to_the_phone_that_sends_it_again(
    writer: Caller, waiting: str
) -> None:
    body = hand_of(record=GAME | {"points": 63})
    item = TrayHand.objects.get()
    hand_writes.resolve_tray_hand(item=item, actor=builders.command(), take="theirs")
    told = writer.send("hands/", {"key": waiting, **body}).json()
    assert told["tray"]["message"] == message(
        "Already decided: {outcome}.", outcome="discarded"
    )
