"""Loans and counts that phones send, and who confirms them."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.core import subscriptions
from scoring.models import Count, Loan, Round
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.at_table import HELD, Caller, assert_refused, count_of, new_key
from tests.words import SHEET_CHANGED

pytestmark = pytest.mark.django_db


def test_chips_are_borrowed_and_paid_back(keeper: Caller) -> None:
    body = {"key": new_key(), "seat": 2, "chips": 100}
    for _ in range(2):
        assert keeper.send("loans/", body).json()["saved"] == {"key": body["key"]}
    keeper.saved("loans/", seat=2, chips=-40)
    loans = keeper.state()["loans"]
    assert [(each["seat"], each["chips"]) for each in loans] == [(2, 100), (2, -40)]
    assert loans[0]["by"] == "Marie Kubala"


@in_turn(
    "field, value",
    [
        *[("seat", value) for value in (None, 0, 5, 1.0, True, "1")],
        *[("chips", value) for value in (None, 0, 1.5, 54.0, True, "5", -1, 10**30)],
    ],
)
def test_a_loan_is_chips_to_a_seat(keeper: Caller, field: str, value: Any) -> None:
    assert_refused(
        keeper.tell("loans/", **{"seat": 1, "chips": 10, field: value}), field
    )
    assert not Loan.objects.exists()


# --- counts/ and confirm/ -----------------------------------------------------


def test_the_sheet_is_handed_in_and_confirmed_on_a_second_phone(
    keeper: Caller, other: Caller
) -> None:
    body = {"key": new_key(), **count_of()}
    for _ in range(2):
        saved = keeper.send("counts/", body).json()["saved"]
        assert saved == {"key": body["key"], "number": 1, "agreed": True}
    count = other.state()["count"]
    assert (count["held"], count["balances"], count["seat"]) == (HELD, True, 1)
    told = other.tell("confirm/", seen=1, seat=3).json()
    assert told["saved"]["agreed"]
    state = told["state"]
    assert (state["sheet"]["state"], state["count"]) == ("verified", None)
    assert state["in_force"]["scores"] == HELD
    assert state["in_force"]["by"] == "Anna Svoboda"
    made = Count.objects.get(number=2)
    assert (made.witness, made.witness_seat, made.phone) == ("phone", 3, other.row)


def test_what_a_count_and_its_confirmation_cost(
    keeper: Caller, other: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In statements. Each answers with the state after it, the round's end included.

    The count: who asks; the sheet, its key; three rows; its hands, seats, phones; begin
    and end. PostgreSQL locks the tournament and the sheet besides.
    The years follow after it, in a task.
    """
    monkeypatch.setattr(subscriptions, "enqueue", lambda *task: None)
    hold = 2 * connection.features.has_select_for_update
    with CaptureQueriesContext(connection) as asked:
        told = keeper.tell("counts/", **count_of()).json()
    assert len(asked) == 11 + hold
    assert told["state"] == keeper.state()
    assert told["state"]["count"]["balances"]
    with CaptureQueriesContext(connection) as asked:
        told = other.tell("confirm/", seen=1, seat=3).json()
    # Of which the end of its round takes thirteen: all rows of the standings are read,
    # compared and written. While a round runs, only those of one table are.
    assert len(asked) == 26 + hold
    assert told["state"] == other.state()
    assert told["state"]["in_force"]["scores"] == HELD
    assert told["state"]["sheet"]["closed"] == message(
        "Round {number} is finished.", number=1
    )


def test_the_second_person_types_his_own_chips_on_the_same_phone(
    keeper: Caller,
) -> None:
    keeper.saved("counts/", **count_of())
    own = {"seen": 1, "seat": 2, "held": 90, "borrowed": 0}
    saved = keeper.saved("confirm/", **own)
    assert saved == {"key": saved["key"], "number": 2, "agreed": False}
    keeper.saved("counts/", **count_of(seen=2))
    saved = keeper.saved("confirm/", **own | {"seen": 3, "held": 96})
    assert saved["agreed"]
    assert Count.objects.get(number=saved["number"]).witness == "own"


def test_chips_are_counted_by_colour(keeper: Caller) -> None:
    chips = [{"blue": 10}, {"blue": 9, "red": 1, "white": 1}, None, None]
    body = count_of(held=[100, 96, 104, 100], chips=chips)
    keeper.saved("counts/", **body)
    assert Count.objects.get().chips[1] == {"blue": 9, "red": 1, "white": 1}


@in_turn(
    "field, value",
    [
        *[("seen", value) for value in (None, -1, 0.0, True, "0")],
        *[("held", value) for value in (None, 400, [], HELD[:3], [*HELD, 0], "1234")],
        *[("held", [value, 0, 0, 0]) for value in (None, 1.0, True, "1", 10**30)],
        *[("borrowed", value) for value in (None, {}, [1, 2, 3, None])],
        *[("chips", value) for value in (5, "x", [], [1, 2, 3, 4, 5])],
        *[("from_hands", value) for value in (None, 1, "no")],
    ],
)
def test_a_count_is_four_whole_numbers(keeper: Caller, field: str, value: Any) -> None:
    answer = keeper.tell("counts/", **count_of(**{field: value}))
    assert assert_refused(answer, field)
    assert not Count.objects.exists()


@in_turn(
    "chips", [5, "x", [1], {"green": 1}, {"blue": 1.0}, {"blue": -1}, {"blue": True}]
)
def test_colours_are_looked_at(keeper: Caller, chips: Any) -> None:
    answer = keeper.tell("counts/", **count_of(chips=[chips, None, None, None]))
    assert assert_refused(answer, "held.1")


def test_whoever_did_not_see_the_last_count_is_told(
    keeper: Caller, writer: Caller
) -> None:
    keeper.saved("counts/", **count_of())
    late = writer.tell("counts/", **count_of(held=[130, 97, 104, 69]))
    assert SHEET_CHANGED in assert_refused(late, "", 409)
    assert late.json()["state"]["count"]["number"] == 1


@in_turn(
    "field, value",
    [
        *[("seen", value) for value in (None, 1.0, True)],
        *[("seat", value) for value in (None, 0, 5, "2", True)],
        *[("held", value) for value in (None, 1.0, True, "96")],
        *[("borrowed", value) for value in (None, 0.0, False)],
    ],
)
def test_a_confirmation_is_looked_at(keeper: Caller, field: str, value: Any) -> None:
    keeper.saved("counts/", **count_of())
    own = {"seen": 1, "seat": 2, "held": 96, "borrowed": 0, field: value}
    assert_refused(keeper.tell("confirm/", **own), field)
    assert Count.objects.count() == 1


def test_nothing_is_counted_when_the_round_was_cancelled(
    keeper: Caller, other: Caller
) -> None:
    keeper.saved("counts/", **count_of())
    Round.objects.update(state=Round.State.CANCELLED, reason="The lights went out")
    assert_refused(keeper.tell("counts/", **count_of(seen=1, held=[100] * 4)), "")
    assert_refused(other.tell("confirm/", seen=1, seat=3), "")
    assert_refused(keeper.tell("loans/", seat=1, chips=10), "")
    assert_refused(keeper.tell("calls/", reason="why"), "")
    assert_refused(keeper.tell("seats/", seats=[None] * 4), "")
    assert (Count.objects.count(), Loan.objects.count()) == (1, 0)
