"""What a hand would move, asked before it is saved."""

import pytest

from scoring.models import Change, Hand, Sheet
from tests.scoring.at_table import GAME, NET, Caller, hand_of, joined, new_key

pytestmark = pytest.mark.django_db
PATH = "hands/preview/"


def test_nets_and_why_are_told_and_nothing_is_written(
    sheet: Sheet, keeper: Caller
) -> None:
    before = keeper.state()["version"], Change.objects.count()
    told = keeper.send(PATH, {"record": GAME}).json()
    assert told["net"] == NET
    assert (told["aside"], told["moved"], told["badges"]) == (0, [], [])
    assert {(line["from"], line["to"], line["chips"]) for line in told["lines"]} == {
        (2, 1, 3),
        (4, 3, 3),
    }
    line = told["lines"][0]
    assert line["item"] == "game"
    assert line["section"] == "§29"
    assert line["reasons"]
    assert line["instead_of"] is None
    assert not Hand.objects.exists()
    assert (keeper.state()["version"], Change.objects.count()) == before


def test_what_is_wrong_is_told_at_its_field(keeper: Caller) -> None:
    answer = keeper.send(PATH, {"record": GAME | {"points": 200}})
    assert answer.status_code == 200
    [problem] = answer.json()["problems"]
    assert (problem["code"], problem["field"]) == ("points_out_of_range", "points")
    assert problem["said"].endswith(".")


def test_a_change_is_of_a_hand_on_this_sheet(keeper: Caller) -> None:
    key = keeper.saved("hands/", **hand_of())["key"]
    better = GAME | {"points": 63}
    told = keeper.send(PATH, {"record": better, "replaces": key}).json()
    assert told["net"] == [4, -4, 4, -4]
    refused = keeper.send(PATH, {"record": better, "replaces": new_key()})
    assert refused.status_code == 422
    assert refused.json()["refused"]["field"] == "replaces"


def test_who_sits_at_the_table_may_ask(sheet: Sheet, keeper: Caller) -> None:
    assert Caller(sheet).send(PATH, {"record": GAME}).status_code == 403
    assert joined(sheet, seat=2).send(PATH, {"record": GAME}).json()["net"] == NET


def test_what_a_void_hand_moves_is_told(keeper: Caller) -> None:
    key = keeper.saved("hands/", **hand_of())["key"]
    told = keeper.send(PATH, {"void": key})
    assert (told.status_code, told.json()) == (200, {"moved": []})  # none rests on it
    refused = keeper.send(PATH, {"void": new_key()})
    assert refused.status_code == 422
    assert refused.json()["refused"]["field"] == "void"
    assert Hand.objects.get().voided_at is None


def test_what_is_no_question_of_ours_is_refused(keeper: Caller) -> None:
    assert keeper.send(PATH, "[]").status_code == 400
    assert keeper.send(PATH, {"record": "x"}).json()["refused"]["field"] == "record"
    assert keeper.get(PATH).status_code == 405
