"""What any write of a phone needs; who joins a table, and who is let write."""

from typing import Any

import pytest

from scoring.models import Phone, Round, Sheet
from tests import builders
from tests.drill.figures import size
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.at_table import (
    Caller,
    assert_refused,
    count_of,
    hand_of,
    joined,
    new_key,
)

pytestmark = pytest.mark.django_db


WRITES = {
    "phones/": {"seat": 1, "name": "", "asks": False},
    "phones/<id>/": {"writes": True, "keeper": False},
    "hands/": hand_of(),
    "hands/void/": {"hand": "x", "reason": "why"},
    "tray/x/": {"take": "mine", "reason": ""},
    "loans/": {"seat": 1, "chips": 10},
    "counts/": count_of(),
    "confirm/": {"seen": 0, "seat": 2, "held": 96, "borrowed": 0},
    "calls/": {"reason": "a rule"},
    "seats/": {"seats": [None] * 4},
}
JUNK = (
    None,
    True,
    -1,
    54.0,
    2**63,
    -(10**40),
    " ",
    "x" * 10_000,
    "\ufffd\ud7ff\u202e",
    [],
    {},
    [{}] * 4,
    [0] * 4,
    ["x"] * 4,
    [2**63] * 4,
    {"a": [[{"b": 1}]]},
    {"bid": ["povinost"]},
    {"values": {"1": {}}, "faults": [[]]},
)
EVERY = size(3, 1)  # of them a field gets in the gate; the next field gets others
NO_KEYS = (None, 5, "", "x", "0" * 31, "0" * 33, "A" * 32, ["0" * 32])


@in_turn("key", NO_KEYS)
def test_a_write_has_a_key(keeper: Caller, key: Any) -> None:
    for path, body in WRITES.items():
        at = path.replace("<id>", str(keeper.row.pk))
        answer = keeper.send(at, {**body, "key": key})
        assert assert_refused(answer, "key") == message(
            "A key must be 32 hexadecimal digits."
        ), path


@in_turn("path", WRITES)
def test_junk_in_every_field_is_told_in_words(
    keeper: Caller, other: Caller, path: str
) -> None:
    at = path.replace("<id>", str(other.row.pk))
    for turn, field in enumerate(WRITES[path]):
        for junk in JUNK[turn % EVERY :: EVERY]:
            body = {"key": new_key(), **WRITES[path], field: junk}
            answer = keeper.send(at, body)
            # 403 once somebody else keeps the score: true means it
            assert answer.status_code in (200, 403, 409, 422), (field, junk)
            if answer.status_code != 200:
                assert answer.json()["refused"]["message"], (field, junk)


# --- phones/ ------------------------------------------------------------------


def test_the_first_phone_keeps_the_score(sheet: Sheet) -> None:
    caller = Caller(sheet)
    body = {"key": caller.key, "seat": 2, "name": "", "asks": False}
    answer = caller.send("phones/", body).json()
    assert answer["saved"] == {"key": caller.key, "id": caller.row.pk}
    assert answer["state"]["me"] == caller.row.pk
    [phone] = answer["state"]["phones"]
    assert phone == {
        "id": caller.row.pk,
        "name": "Josef Marek",
        "seat": 2,
        "keeper": True,
        "writes": True,
        "asks": False,
    }


def test_a_later_phone_asks_to_write(sheet: Sheet, keeper: Caller) -> None:
    caller = Caller(sheet)
    body = {"key": caller.key, "seat": None, "name": "Rose", "asks": True}
    for _ in range(2):
        answer = caller.send("phones/", body)
        assert answer.status_code == 200
    [_, phone] = answer.json()["state"]["phones"]
    assert (phone["name"], phone["seat"], phone["asks"]) == ("Rose", None, True)
    assert (phone["keeper"], phone["writes"]) == (False, False)


@in_turn(
    "field, value",
    [
        *[("seat", value) for value in (0, 5, -1, 1.0, True, "1", [1], 10**30)],
        *[("name", value) for value in (5, [], {}, "", "  ", "x" * 81)],
        *[("asks", value) for value in (None, 1, 0, "true")],
    ],
)
def test_what_a_phone_says_of_itself_is_looked_at(
    sheet: Sheet, field: str, value: Any
) -> None:
    caller = Caller(sheet)
    body = {"key": caller.key, "seat": None, "name": "Rose", "asks": False}
    assert_refused(caller.send("phones/", body | {field: value}), field)
    assert not Phone.objects.exists()


def test_nobody_joins_when_the_round_is_over(sheet: Sheet) -> None:
    Round.objects.update(state=Round.State.FINISHED)
    caller = Caller(sheet)
    answer = caller.tell("phones/", seat=1, name="", asks=False)
    assert assert_refused(answer, "") == message(
        "Round {number} isn’t being played.", number=1
    )


# --- phones/<id>/ -------------------------------------------------------------


def test_the_keeper_lets_another_phone_write(keeper: Caller, other: Caller) -> None:
    at = f"phones/{other.row.pk}/"
    assert keeper.saved(at, writes=True)["id"] == other.row.pk
    other.saved("hands/", **hand_of())
    keeper.saved(at, writes=False)
    assert other.tell("hands/", **hand_of()).status_code == 403


def test_the_keeping_is_given_away(keeper: Caller, other: Caller) -> None:
    keeper.saved(f"phones/{other.row.pk}/", keeper=True)
    assert other.row.keeper
    assert keeper.row.writes
    answer = keeper.tell(f"phones/{other.row.pk}/", writes=False)
    said = message(
        "Scorekeeper: {name}. Only that phone decides who else can keep score.",
        name="Anna Svoboda",
    )
    assert assert_refused(answer, "", 403) == said


def test_a_phone_of_another_table_is_not_admitted_here(keeper: Caller) -> None:
    rnd = builders.published_round(keeper.sheet.round.tournament)
    stranger = joined(rnd.sheets.get())
    for pk in (stranger.row.pk, 0, 10**30):
        answer = keeper.tell(f"phones/{pk}/", writes=True)
        assert_refused(answer, "", 409)


@in_turn("wish", [{}, {"writes": None}, {"writes": 1}, {"keeper": "x"}])
def test_a_wish_says_what(keeper: Caller, other: Caller, wish: dict[str, Any]) -> None:
    answer = keeper.tell(f"phones/{other.row.pk}/", **wish)
    assert_refused(answer, "keeper" if "keeper" in wish else "writes")
    assert not other.row.writes
