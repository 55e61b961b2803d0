"""The deal that ends a round, asked for while chips lie aside."""

from typing import Any

import pytest

from scoring.models import Sheet
from scoring.phones.phone_state import state_of
from scoring.phones.previews import preview_of_void
from scoring.sheets import hand_writes
from tests import builders as build

pytestmark = pytest.mark.django_db
PLAYED = {"tricks": [4, 3, 2, 2], "points": [12, 9, 8, 11]}
QUINOLA = {"card": "JH", "how": "forced", "holder": 2, "to": 3}


def table(game: str = "reversis", seats: int = 4) -> Sheet:
    facts = {"game": game, "preset": "book", "start_chips": 0, "with_chips": False}
    made = build.tournament(build.club(), **facts)
    people = build.entries(made, seats)
    return build.published_round(made, [people]).sheets.get(table=1)


def deal(sheet: Sheet, record: dict[str, Any], dealer: int, key: str) -> None:
    whole = {**record, "table": sheet.size, "dealer": dealer}
    made = build.recorded(sheet, build.command(), key=key, record=whole)
    assert made.problems == ()


def closing(sheet: Sheet) -> Any:
    return state_of(sheet)["sheet"]["closing"]


def test_the_pools_are_to_be_shared_out_by_who_dealt_last() -> None:
    sheet = table()
    assert closing(sheet) is None
    deal(sheet, PLAYED, 4, "one")
    deal(sheet, PLAYED, 1, "two")
    record = closing(sheet)
    assert record == {"table": 4, "dealer": 1, "kind": "finish"}
    made = build.recorded(sheet, build.command(), key="end", record=record)
    assert made.hand.net == (8, 8, 7, 7)
    assert closing(sheet) is None
    assert state_of(sheet)["sheet"]["aside"] == 0
    hand_writes.void(
        sheet=sheet, actor=build.command(), key="v", hand="end", reason="played on"
    )
    assert closing(sheet) == record


def test_a_void_deal_says_what_is_shared_out_then() -> None:
    sheet = table()
    deal(sheet, {**PLAYED, "honours": [QUINOLA]}, 4, "one")
    deal(sheet, closing(sheet), 4, "end")
    told = preview_of_void(sheet, "one")
    assert [each["number"] for each in told["moved"]] == [2]
    assert told["moved"][0]["after"] == (0, 0, 0, 0)


def test_a_game_that_keeps_nothing_aside_asks_for_none() -> None:
    sheet = table("paskievics", 5)
    deal(sheet, {"kind": "passed_out"}, 5, "one")
    told = state_of(sheet)["sheet"]
    assert (told["closing"], told["badges"]) == (None, ["×2, 5 deals left"])
