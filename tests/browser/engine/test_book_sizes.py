"""The book of three to five seats, of games that the server alone settles."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.table_of import GAME, TableOf, deal_of
from tests.browser.table_stub import script

ASKED = """(sent) => {
  const [rules, state, outbox] = JSON.parse(sent);
  Table.game.use(rules);
  return JSON.stringify(Table.book(state, outbox, Table.game));
}"""
RULES = {"direction": "left", "active": 3, "account": "the pool"}

Body = dict[str, Any]


@pytest.fixture
def page(empty: Page) -> Page:
    empty.add_script_tag(content=f"{script()};{GAME}")
    return empty


def book_of(page: Page, state: Body, *outbox: Body) -> Body:
    sent = json.dumps([RULES, state | {"version": "1-open"}, outbox])
    return json.loads(page.evaluate(ASKED, sent))


def waiting(key: str, dealer: int, table: int, **facts: Any) -> Body:
    """A deal that waits on the phone."""
    record = {"table": table, "dealer": dealer, "kind": "played"}
    body = {"key": key, "number": 2, "record": record, "dealer": None, "note": ""}
    body |= {"replaces": None, "reason": ""} | facts
    return {"key": key, "to": "hands/", "body": body, "at": "", "refused": None}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_there_is_a_place_for_each_seat(page: Page, seats: int) -> None:
    table = TableOf(seats=seats)
    book = book_of(page, table.now)
    nothing = [0] * seats
    assert [book["totals"], book["owed"], book["nets"]] == [nothing] * 3
    table.deal("a", 1, *range(seats))
    table.now["loans"] = [{"key": "b", "seat": seats, "chips": 20}]
    book = book_of(page, table.now)
    assert book["totals"] == list(range(seats))
    assert book["owed"] == [*nothing[1:], 20]
    assert (book["sum"], book["aside"]) == (sum(range(seats)), -sum(range(seats)))


def test_a_deal_that_waits_moves_nothing_until_the_server_settled_it(
    page: Page,
) -> None:
    table = TableOf(seats=3)
    table.deal("a", 1, 5, -3, -4)
    book = book_of(page, table.now, waiting("b", 2, 3))
    assert [hand["net"] for hand in book["hands"]] == [[5, -3, -4], None]
    assert (book["totals"], book["aside"]) == ([5, -3, -4], 2)
    assert (book["nextNumber"], book["left"]) == (3, 6)


def test_of_a_change_that_waits_the_old_chips_stand(page: Page) -> None:
    table = TableOf(seats=3)
    table.deal("a", 1, 5, -3, -4)
    change = waiting("b", 1, 3, number=1, replaces="a", reason="Miscounted")
    book = book_of(page, table.now, change)
    assert [hand["net"] for hand in book["hands"]] == [None]
    assert (book["totals"], book["aside"]) == ([5, -3, -4], 2)


def test_the_server_says_who_deals_next_where_it_knows_all(page: Page) -> None:
    table = TableOf(seats=4)
    table.deal("a", 1, 1, 0, 0, -1)
    own = {"dealer": 2, "lead": None, "sits": 2}
    told = {"dealer": 4, "lead": 1, "sits": 4}
    assert book_of(page, table.now)["deal"] == own
    table.now["sheet"]["next"] = told
    assert book_of(page, table.now)["deal"] == told
    loan = {"key": "c", "to": "loans/", "body": {"seat": 1, "chips": 5}, "at": ""}
    assert book_of(page, table.now, loan)["deal"] == told
    later = book_of(page, table.now, waiting("b", 2, 4))
    assert later["deal"] == own | {"dealer": 3, "sits": 3}


def test_who_dealt_out_of_turn_is_told_where_nobody_leads(page: Page) -> None:
    table = TableOf(seats=5)
    for key, dealer in (("a", 5), ("b", 1), ("c", 1)):
        table.deal(key, dealer, 0, 0, 0, 0, 0)
    told = [hand["led"] for hand in book_of(page, table.now)["hands"]]
    assert [(each["by"], each["seat"], each["differs"]) for each in told] == [
        ("dealer", 5, False),
        ("dealer", 1, False),
        ("dealer", 1, True),
    ]
    assert told[2]["expected"] == 2


def test_the_game_says_what_was_played(page: Page) -> None:
    table = TableOf(seats=3)
    passed = deal_of("a", 1, 1, 0, 0, 0)
    passed["record"]["kind"] = "passed"
    table.now["hands"] = [passed, deal_of("b", 2, 2, 0, 0, 0)]
    assert book_of(page, table.now)["left"] == 7
