"""The queue: what is saved on a phone goes out once, in order, whatever the wifi does."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.table_engine import go, link_of, look, record, wait, wake
from tests.browser.table_stub import Stub, down
from tests.messages import message


def test_hands_wait_without_a_network_and_go_out_in_their_order(
    page: Page, stub: Stub
) -> None:
    record(page, dealer=4)
    wait(page, "now.unsent === 0")
    go(page, stub, "down")
    # clocks of phones go wrong; the order of the queue must not
    page.clock.set_fixed_time("2031-01-01T00:00:00Z")
    second = record(page, note="late")
    page.clock.set_fixed_time("1999-01-01T00:00:00Z")
    changed = record(page, record={"points": 60}, replaces=second, reason="Miscounted")
    loan = page.evaluate("engine.lend(2, 20)")
    third = record(page, record={"povinost": 3, "declarer": 3, "partner": 1})
    voided = page.evaluate("(key) => engine.voidHand(key, 'Misdeal')", third)
    call = page.evaluate("engine.callDirector('A card is missing')")
    queued = [second, changed, loan, third, voided, call]
    assert look(page, "now.unsent") == len(queued)
    assert look(page, "now.book.hands.map((hand) => [hand.number, hand.unsent])") == [
        [1, False],
        [2, True],
        [3, True],
    ]
    assert look(page, "now.book.hands[1].key") == changed
    assert look(page, "now.book.hands[1].versions.map((each) => each.key)") == [second]
    assert look(page, "now.book.hands[2].void") == "Misdeal"
    assert look(page, "now.book.totals") == [106, 94, 106, 94]
    assert look(page, "now.book.owed") == [0, 20, 0, 0]

    stub.sent.clear()
    go(page, stub, "up")
    wait(page, "now.unsent === 0")
    assert [body["key"] for body in stub.posts()] == queued
    assert [hand["number"] for hand in stub.now["hands"]] == [1, 2, 2, 3]
    assert look(page, "now.book.totals") == [106, 94, 106, 94]
    assert not look(page, "now.book.hands.some((hand) => hand.unsent)")


def test_what_was_saved_but_not_answered_is_sent_again_and_is_one(
    page: Page, stub: Stub
) -> None:
    stub.lost = {"hands/"}
    key = record(page)
    wake(page)
    wait(page, "now.state.hands.length === 1")
    assert look(page, "now.unsent") == 1
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [key]
    assert look(page, "now.book.totals") == [103, 97, 103, 97]

    stub.lost.clear()
    page.evaluate("engine.sendNow()")
    wait(page, "now.unsent === 0")
    first, *again = stub.posts("hands/")
    assert again
    assert all(body == first for body in again)
    assert len(stub.now["hands"]) == 1


def test_only_our_server_can_say_that_something_is_saved(
    page: Page, stub: Stub
) -> None:
    wifis = ("login page", "login json", "login redirect", "error", "down")
    for number, wifi in enumerate(wifis, start=1):
        go(page, stub, wifi)
        key = record(page)
        page.evaluate("engine.lend(3, 10)")
        page.evaluate("engine.sendNow()")
        said = page.evaluate("engine.putSeats([1, 2, 3, 4])")
        assert said == {
            "ok": False,
            "message": message(
                "Can’t reach the scoring server. Check the Wi-Fi and try again."
            ),
            "field": "",
            "problems": [],
        }
        told = look(page, "[now.unsent, now.link, now.mayWrite]")
        assert told == [2, link_of(wifi), True]
        assert look(page, "now.book.hands.map((hand) => hand.key)")[-1] == key
        go(page, stub, "up")
        wait(page, "now.unsent === 0")
        assert stub.numbers() == [*range(1, number + 1)]


SAVED = {"number": 1, "net": [3, -3, 3, -3], "totals": [103, 97, 103, 97]}
# What is not as an answer must be: the status, what was saved, what else, and the kind.
SPOILT: list[tuple[int, dict[str, Any], dict[str, Any], str]] = [
    *((200, spoilt, {}, "application/json") for spoilt in (
        {"key": "another"},
        {"key": None},
        {"net": [3, -3, 3]},
        {"net": None},
        {"totals": [103, 97, 103, "97"]},
        {"totals": [103, 97, 103, 97.5]},
    )),
    (500, {}, {}, "application/json"),
    (200, {}, {"state": None}, "application/json"),
    (200, {}, {"state": {"version": "9-open"}}, "application/json"),
    (200, {}, {"state": {"version": "9-open", "sheet": {"id": 8}}}, "application/json"),
    (200, {}, {}, "text/html"),
]  # fmt: skip


def test_an_answer_that_is_not_wholly_ours_saved_nothing(
    page: Page, stub: Stub
) -> None:
    for number, (status, spoilt, changes, kind) in enumerate(SPOILT, start=1):
        stub.overrides["hands/"] = lambda body, at=(status, spoilt, changes): (
            at[0],
            {"saved": {"key": body["key"], **SAVED, **at[1]}, **at[2]},
        )
        stub.kinds["hands/"] = kind
        before = len(stub.posts("hands/"))
        record_in_vain(page, stub)
        assert len(stub.posts("hands/")) >= before + 2
        assert stub.numbers() == [*range(1, number + 1)]


def record_in_vain(page: Page, stub: Stub) -> None:
    """The first answer saves nothing; the hand is still there to be sent again."""
    with page.expect_response("**/hands/"):
        record(page)
    stub.overrides.clear()
    stub.kinds.clear()
    page.evaluate("engine.sendNow()")
    wait(page, "now.unsent === 0")


def test_that_nothing_is_new_says_only_who_was_asked(page: Page, stub: Stub) -> None:
    """A 304 to a question without a version is no answer of our server's."""
    stub.change("loans", [])
    wake(page)
    wait(page, f"now.state.version === '{stub.version}-open'")
    stub.overrides["state/"] = lambda body: (304, None)
    stub.shell_version = 1  # from before what this phone has: it asks for all of it
    stub.open(page)
    wait(page, "now.link === 'offline'")


@pytest.mark.parametrize("can_stop", [True, False])
def test_an_answer_that_never_comes_is_given_up(
    page: Page, stub: Stub, can_stop: bool
) -> None:
    if not can_stop:  # as on phones of 2018
        page.evaluate("() => { delete window.AbortController; }")
    page.clock.install()
    stub.wifi = "hangs"
    record(page)
    page.clock.run_for(5_000)
    stub.wifi = "up"
    assert look(page, "[now.unsent, now.link]") == [1, "online"]
    page.clock.run_for(6_000)
    wait(page, "now.unsent === 0 && now.link === 'online'")
    assert stub.numbers() == [1]


def test_a_wake_up_during_a_vain_try_is_followed_at_once(
    frozen: Page, stub: Stub
) -> None:
    stub.wifi = "hangs"
    record(frozen)
    wake(frozen)
    stub.wifi = "up"
    frozen.clock.run_for(10_000)  # given up; no further second passes
    wait(frozen, "now.unsent === 0")
    assert stub.numbers() == [1]


def test_a_write_without_an_answer_asks_whether_there_is_a_network(
    frozen: Page, stub: Stub
) -> None:
    stub.wifi = "down"
    record(frozen)
    wait(frozen, "now.link === 'offline'")
    assert look(frozen, "now.unsent") == 1


def test_the_queue_goes_out_when_a_question_is_answered_again(
    frozen: Page, stub: Stub
) -> None:
    stub.wifi = "down"
    record(frozen)
    wait(frozen, "now.link === 'offline'")
    stub.wifi = "up"
    frozen.evaluate("engine.sync.now()")
    wait(frozen, "now.unsent === 0")
    assert stub.numbers() == [1]


def test_tries_grow_rare_and_an_hour_later_all_is_sent(page: Page, stub: Stub) -> None:
    page.clock.install()
    go(page, stub, "down")
    tries = []
    page.on("request", lambda request: tries.append(request.method))
    record(page)
    for _ in range(30):
        page.clock.run_for(2_000)
    # 1 + 2 + 4 + 8 + 16 + 30 s, and each may be half as long
    assert 4 <= tries.count("POST") <= 9
    page.clock.fast_forward("01:00:00")
    stub.wifi = "up"
    for _ in range(60):
        page.clock.run_for(1_000)
        page.wait_for_timeout(50)  # an answer comes in real time
        if look(page, "now.unsent === 0 && now.link === 'online'"):
            break
    assert look(page, "[now.unsent, now.link]") == [0, "online"]
    assert stub.numbers() == [1]


def test_what_is_left_of_another_table_goes_out_from_this_one(
    page: Page, stub: Stub, context: BrowserContext
) -> None:
    go(page, stub, "down")
    key = record(page)
    page.close()
    stub.wifi = "up"
    stub.overrides["hands/"] = down
    next_table = Stub(sheet=8, token="another")
    context.route("**/t/another/**", next_table.route)
    page = next_table.open(context.new_page())
    wait(page, "now.elsewhere === 1")
    stub.overrides.clear()
    wake(page)
    wait(page, "now.elsewhere === 0")
    assert [hand["key"] for hand in stub.now["hands"]] == [key]
    assert look(page, "now.unsent") == 0
    assert next_table.now["hands"] == []
