"""The phone's engine alone: nothing is lost, nothing doubled, nothing pretended."""

import gzip
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from scoring.views.table_files import ENGINE
from tests.browser.conftest import PATIENCE
from tests.browser.table_engine import join, look, record, wait, wake
from tests.browser.table_stub import Stub, refused, source_of
from tests.browser.test_twin import NEWER
from tests.rules.spjst.builders import povinost

MOST_BYTES = 12 * 1024  # all scripts with their comments, as they are sent

NewContext = Callable[[], BrowserContext]


@pytest.fixture
def stub() -> Stub:
    return Stub()


@pytest.fixture
def new_context(browser: Browser, stub: Stub) -> Iterator[NewContext]:
    """A phone of its own; what its scripts throw fails the test."""
    contexts, thrown = [], []

    def make() -> BrowserContext:
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda each: thrown.append(each.error.stack))
        stub.serve(context)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.unroute_all(behavior="ignoreErrors")
        context.close()
    assert thrown == []


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    return new_context()


@pytest.fixture
def page(stub: Stub, context: BrowserContext) -> Page:
    """A joined scorekeeper's open page."""
    page = stub.open(context.new_page())
    join(page)
    return page


def go(page: Page, stub: Stub, wifi: str) -> None:
    """The wifi is another from now on, and the page has noticed."""
    stub.wifi = wifi
    wake(page)
    wait(page, f"now.link === '{'online' if wifi == 'up' else 'offline'}'")


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


@pytest.mark.parametrize("wifi", ["login page", "login json", "error", "down"])
def test_only_our_server_can_say_that_something_is_saved(
    page: Page, stub: Stub, wifi: str
) -> None:
    go(page, stub, wifi)
    key = record(page)
    page.evaluate("engine.lend(3, 10)")
    page.evaluate("engine.sendNow()")
    said = page.evaluate("engine.putSeats([1, 2, 3, 4])")
    assert said == {
        "ok": False,
        "message": "The score server did not answer. Look at the wifi and try again.",
        "field": "",
        "problems": [],
    }
    assert look(page, "[now.unsent, now.link, now.mayWrite]") == [2, "offline", True]
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [key]
    go(page, stub, "up")
    wait(page, "now.unsent === 0")
    assert stub.numbers() == [1]


@pytest.mark.parametrize(
    "spoilt",
    [
        {"key": "another"},
        {"key": None},
        {"net": [3, -3, 3]},
        {"net": None},
        {"totals": [103, 97, 103, "97"]},
        {"totals": [103, 97, 103, 97.5]},
    ],
)
def test_an_answer_without_key_nets_and_totals_saved_nothing(
    page: Page, stub: Stub, spoilt: dict[str, Any]
) -> None:
    saved = {"number": 1, "net": [3, -3, 3, -3], "totals": [103, 97, 103, 97]}
    stub.overrides["hands/"] = lambda body: (
        200,
        {"saved": {"key": body["key"], **saved, **spoilt}},
    )
    with page.expect_response("**/hands/"):
        record(page)
    stub.overrides.clear()
    page.evaluate("engine.sendNow()")
    wait(page, "now.unsent === 0")
    assert len(stub.posts("hands/")) == 2
    assert stub.numbers() == [1]


def test_where_the_server_settles_otherwise_its_numbers_stand(
    page: Page, stub: Stub
) -> None:
    page.evaluate("Spjst.settle = () => ({ net: [9, -9, 0, 0], lines: [], notes: [] })")
    key = record(page)
    wait(page, "now.unsent === 0")
    assert look(page, "now.differs") == [key]
    assert look(page, "now.book.totals") == [103, 97, 103, 97]


# --- What is refused


def test_a_wrong_hand_is_kept_apart_and_holds_up_nothing(
    page: Page, stub: Stub
) -> None:
    go(page, stub, "down")
    wrong = record(page)
    changed = record(page, record={"points": 70}, replaces=wrong, reason="Miscounted")
    loan = page.evaluate("engine.lend(4, 5)")
    right = record(page, record={"points": 60})
    said = refused("This cannot be.", [{"code": "x"}])
    stub.overrides["hands/"] = lambda body: (
        (422, said) if body["key"] == wrong else None
    )
    go(page, stub, "up")
    wait(page, "now.unsent === 2")
    assert [each["key"] for each in stub.now["hands"]] == [right]
    assert [each["key"] for each in stub.now["loans"]] == [loan]
    (stuck,) = look(page, "now.stuck")
    assert (stuck["key"], stuck["to"], stuck["message"]) == (
        wrong,
        "hands/",
        "This cannot be.",
    )
    assert stuck["problems"] == [{"code": "x"}]
    assert stuck["body"]["record"]["points"] == 59
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [right]

    stub.open(page)
    assert look(page, "now.stuck.map((each) => each.key)") == [wrong]
    page.evaluate("(key) => engine.dropStuck(key)", wrong)
    assert look(page, "now.unsent") == 0
    assert changed not in [body["key"] for body in stub.posts()]


def test_a_stuck_hand_is_mended_in_one_step(page: Page, stub: Stub) -> None:
    wrong = record(page, record={"points": 107})
    wait(page, "now.stuck.length === 1")
    assert look(page, "[now.book.nextNumber, now.book.totals]") == [1, [100] * 4]
    right = record(page, instead=wrong)
    wait(page, "now.unsent === 0")
    assert [each["key"] for each in stub.now["hands"]] == [right]


def test_a_conflict_is_kept_with_its_message(page: Page, stub: Stub) -> None:
    stub.overrides["counts/"] = lambda body: (409, refused("Marie changed this sheet."))
    count = {"held": [100] * 4, "borrowed": [0] * 4}
    key = page.evaluate("(count) => engine.handIn(count)", count)
    record(page)
    wait(page, "now.unsent === 1 && now.state.hands.length === 1")
    assert look(page, "now.stuck.map((each) => [each.key, each.message])") == [
        [key, "Marie changed this sheet."]
    ]
    (sent,) = stub.posts("counts/")
    assert sent == count | {"key": key, "seen": 0, "chips": None, "from_hands": False}


def test_a_phone_that_may_not_write_keeps_its_hands_until_it_may(
    page: Page, stub: Stub
) -> None:
    go(page, stub, "down")
    first, second = record(page), record(page)
    stub.let_write(False)
    go(page, stub, "up")
    wait(page, "now.stuck.length === 1")
    assert look(page, "[now.mayWrite, now.stuck[0].waits]") == [False, True]
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [first, second]
    assert [body["key"] for body in stub.posts("hands/")] == [first]

    stub.let_write(True)
    wake(page)
    wait(page, "now.unsent === 0")
    assert [each["key"] for each in stub.now["hands"]] == [first, second]


def test_a_hand_that_another_phone_recorded_too_waits_for_the_tables_choice(
    page: Page, stub: Stub
) -> None:
    go(page, stub, "down")
    mine = record(page)
    theirs = {"key": "theirs", "number": 1, "record": povinost(points=60)}
    theirs |= {"dealer": None, "note": "", "replaces": None, "reason": ""}
    stub.hand(theirs)
    stub.overrides["hands/"] = down
    go(page, stub, "up")
    wait(page, "now.state.hands.length === 1")
    hands = "now.book.hands.map((hand) => [hand.key, hand.double])"
    assert look(page, hands) == [["theirs", False], [mine, True]]
    assert look(page, "now.book.totals") == [103, 97, 103, 97]

    stub.overrides.clear()
    page.evaluate("engine.sendNow()")
    wait(page, "now.unsent === 0")
    doubles = "now.book.doubles.map(({ mine, theirs }) => [mine.key, theirs.key])"
    assert look(page, doubles) == [[mine, "theirs"]]
    assert look(page, "now.book.hands.map((hand) => hand.key)") == ["theirs"]


# --- What the phone keeps


def test_a_reload_in_the_middle_of_everything_loses_nothing(
    page: Page, stub: Stub
) -> None:
    go(page, stub, "down")
    key = record(page, note="first")
    page.evaluate("engine.keepDraft({ points: 5 })")
    stub.wifi = "up"
    stub.overrides = {"state/": down, "hands/": down}
    stub.open(page)
    assert look(page, "[now.joined, now.isKeeper, now.mayWrite]") == [True] * 3
    assert look(page, "now.book.hands.map((hand) => [hand.key, hand.note])") == [
        [key, "first"]
    ]
    assert look(page, "now.draft") == {"points": 5}
    record(page)
    assert look(page, "[now.draft, now.unsent, now.book.nextNumber]") == [None, 2, 3]
    stub.open(page)
    assert look(page, "[now.draft, now.unsent]") == [None, 2]
    stub.overrides.clear()
    wake(page)
    wait(page, "now.unsent === 0")
    assert stub.numbers() == [1, 2]


def down(body: Any) -> tuple[int, Any]:
    return 503, {}


def test_every_write_waits_for_the_disk(context: BrowserContext, stub: Stub) -> None:
    context.add_init_script(
        """
        const plain = IDBDatabase.prototype.transaction;
        window.written = [];
        IDBDatabase.prototype.transaction = function (stores, mode, options) {
          if (mode === "readwrite") window.written.push(options && options.durability);
          return plain.call(this, stores, mode, options);
        };"""
    )
    page = stub.open(context.new_page())
    join(page)
    record(page)
    wait(page, "now.unsent === 0")
    written = page.evaluate("written")
    assert len(written) >= 4
    assert set(written) == {"strict"}


def test_the_newer_of_page_and_phone_is_shown(page: Page, stub: Stub) -> None:
    record(page)
    wait(page, "now.unsent === 0")
    stub.overrides["state/"] = down
    hands = stub.now["hands"]
    stub.now["hands"], stub.shell_version = [], 1
    stub.open(page)  # the page from a cache; the phone knows better
    assert look(page, "now.state.hands.length") == 1

    stub.now["hands"] = [*hands, hands[0] | {"key": "b", "number": 2}]
    stub.shell_version = stub.version + 1
    stub.open(page)  # the page is newer; it does not know whose phone this is
    assert look(page, "now.state.hands.length") == 2
    assert look(page, "[now.joined, now.isKeeper]") == [True, True]


def test_an_older_answer_that_was_overtaken_is_not_taken(
    page: Page, stub: Stub
) -> None:
    old = stub.state(stub.posts("phones/")[0]["key"])
    stub.overrides["calls/"] = lambda body: (
        200,
        {"saved": {"key": body["key"]}, "state": old},
    )
    page.evaluate(
        """() => {
          const plain = window.fetch;
          window.fetch = async (url, options) => {
            const answer = await plain(url, options);
            if (url.endsWith("calls/")) await new Promise((go) => { window.go = go; });
            return answer;
          };
          window.fetch.plain = plain;
        }"""
    )
    page.evaluate("engine.callDirector('Come')")
    page.wait_for_function("typeof window.go === 'function'")
    stub.change("loans", [{"key": "a", "seat": 1, "chips": 10, "by": "", "at": ""}])
    wake(page)
    wait(page, "now.state.loans.length === 1")
    page.evaluate("window.go()")
    wait(page, "now.unsent === 0")
    assert look(page, "now.state.loans.length") == 1


def test_a_server_that_went_back_to_a_copy_is_believed(page: Page, stub: Stub) -> None:
    stub.change("loans", [{"key": "a", "seat": 1, "chips": 10, "by": "", "at": ""}])
    wake(page)
    wait(page, "now.state.loans.length === 1")
    stub.now["loans"], stub.version = [], 1
    wake(page)
    wait(page, "now.state.loans.length === 0")


def test_a_question_with_nothing_new_costs_little(page: Page, stub: Stub) -> None:
    go(page, stub, "down")
    record(page)
    stub.overrides["hands/"] = down
    stub.sent.clear()
    go(page, stub, "up")
    with page.expect_response("**/state/**") as answered:
        wake(page)
    assert answered.value.status == 304
    last = stub.sent[-1]
    assert (last.query, last.known) == ("unsent=1", f'"{stub.version}-open"')
    assert last.phone in stub.keys


@pytest.mark.parametrize("after", ["reload", "stay"])
def test_a_new_code_takes_what_waits_to_the_new_address(
    page: Page, stub: Stub, after: str
) -> None:
    go(page, stub, "down")
    key = record(page)
    stub.token = "second"
    go(page, stub, "up")
    wait(page, "now.gone !== ''")
    assert look(page, "[now.gone, now.mayWrite]") == ["There is no sheet here.", False]
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [key]
    if after == "reload":
        stub.open(page)
    else:
        stub.token = "first"  # the desk opened the page again
        wake(page)
    wait(page, "now.unsent === 0 && now.gone === ''")
    assert [hand["key"] for hand in stub.now["hands"]] == [key]


def test_what_is_left_of_another_table_goes_out_from_this_one(
    page: Page, stub: Stub, context: BrowserContext
) -> None:
    go(page, stub, "down")
    key = record(page)
    page.close()
    stub.wifi = "up"
    next_table = Stub(sheet=8, token="another")
    context.route("**/t/another/**", next_table.route)
    page = next_table.open(context.new_page())
    page.wait_for_function("engine.outboxes.length === 2")
    page.wait_for_function("engine.outboxes[1].items.length === 0")
    assert [hand["key"] for hand in stub.now["hands"]] == [key]
    assert look(page, "now.unsent") == 0
    assert next_table.now["hands"] == []


def test_two_tabs_of_one_phone_share_the_queue(
    page: Page, stub: Stub, context: BrowserContext
) -> None:
    other = stub.open(context.new_page())
    wake(other)
    wait(other, "now.joined")
    go(page, stub, "down")
    first = record(page)
    wake(other)
    wait(other, "now.unsent === 1")
    second = record(other)
    third = record(page)
    assert look(page, "now.book.hands.map((hand) => [hand.number, hand.key])") == [
        [1, first],
        [2, second],
        [3, third],
    ]
    stub.wifi = "up"
    wake(page)
    wake(other)
    wait(page, "now.unsent === 0")
    wake(other)
    wait(other, "now.unsent === 0 && now.book.hands.length === 3")
    assert [hand["key"] for hand in stub.now["hands"]] == [first, second, third]
    assert len(stub.keys) == 1


# --- Where the browser keeps nothing


def test_a_full_phone_says_so_and_pretends_nothing(page: Page, stub: Stub) -> None:
    page.evaluate("engine.keepDraft({ points: 5 })")
    page.evaluate(
        """() => {
          window.put = IDBObjectStore.prototype.put;
          IDBObjectStore.prototype.put = () => {
            throw new DOMException("full", "QuotaExceededError");
          };
        }"""
    )
    said = page.evaluate(
        "(hand) => engine.record(hand).then(() => 'saved', (error) => error.message)",
        {"record": povinost()},
    )
    assert said == (
        "This phone has no room left, so nothing was saved. "
        "Free some space and save again."
    )
    assert look(page, "[now.unsent, now.book.hands, now.draft, now.keeps]") == [
        0,
        [],
        {"points": 5},
        True,
    ]
    page.evaluate("() => { IDBObjectStore.prototype.put = window.put; }")
    record(page)
    wait(page, "now.unsent === 0")
    assert stub.numbers() == [1]


def test_without_a_database_the_page_works_on_and_warns(
    context: BrowserContext, stub: Stub
) -> None:
    context.add_init_script(
        "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); };"
    )
    page = stub.open(context.new_page())
    join(page)
    assert look(page, "now.keeps") is False
    asks = """() => {
      const event = new Event("beforeunload", { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    }"""
    assert page.evaluate(asks) is False
    go(page, stub, "down")
    key = record(page)
    assert page.evaluate(asks) is True
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [key]
    go(page, stub, "up")
    wait(page, "now.unsent === 0")
    assert stub.numbers() == [1]


@pytest.mark.parametrize("times", [1, 2])
def test_a_cut_connection_to_the_database_is_made_anew(
    page: Page, stub: Stub, times: int
) -> None:
    """iOS cuts those of pages that slept; now and then the next one, too."""
    go(page, stub, "down")
    page.evaluate(
        """(times) => {
          const plain = IDBDatabase.prototype.transaction;
          IDBDatabase.prototype.transaction = function (...given) {
            if (times-- > 0) throw new DOMException("closing", "InvalidStateError");
            return plain.apply(this, given);
          };
        }""",
        times,
    )
    key = record(page)
    wait(page, "now.keeps")
    stub.overrides = {"state/": down, "hands/": down}
    stub.wifi = "up"
    stub.open(page)
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [key]


def test_a_blocked_database_does_not_hold_up_the_page_for_ever(
    context: BrowserContext, stub: Stub
) -> None:
    blocker = stub.open(context.new_page())
    blocker.evaluate(
        """() => {
          engine.store.close();
          window.held = indexedDB.open("valat");
          window.held.onsuccess = () => indexedDB.open("valat", 2);
        }"""
    )
    blocker.wait_for_function("held.readyState === 'done'")
    page = context.new_page()
    page.clock.install()
    page.goto(f"{stub.origin}/t/{stub.token}/")
    for _ in range(2):
        page.clock.run_for(2500)
    page.evaluate("started")
    join(page)
    assert look(page, "now.keeps") is False


def test_an_answer_that_never_comes_is_given_up(page: Page, stub: Stub) -> None:
    page.clock.install()
    stub.wifi = "hangs"
    record(page)
    page.clock.run_for(9_000)
    stub.wifi = "up"
    assert look(page, "[now.unsent, now.link]") == [1, "online"]
    page.clock.run_for(2_000)
    wait(page, "now.link === 'online'")
    wait(page, "now.unsent === 0")
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
    page.clock.run_for(30_000)
    wait(page, "now.unsent === 0 && now.link === 'online'")
    assert stub.numbers() == [1]


# --- Joining, and what is sent at once


def test_a_phone_keeps_its_key_before_it_tells_it(
    context: BrowserContext, stub: Stub
) -> None:
    page = stub.open(context.new_page())
    stub.lost = {"phones/"}
    said = page.evaluate("engine.join({ seat: 1 })")
    assert said["ok"] is False
    (key,) = stub.keys
    stub.lost.clear()
    stub.open(page)  # the answer was lost, the phone is known all the same
    wait(page, "now.joined && now.isKeeper")
    assert page.evaluate("engine.kept.phone") == key
    assert len(key) == 32
    assert int(key, 16)
    join(page)
    assert list(stub.keys) == [key]
    assert [body["key"] for body in stub.posts("phones/")] == [key, key]


def test_a_wish_put_again_after_no_answer_is_the_same_write(
    page: Page, stub: Stub
) -> None:
    confirm = "engine.confirm({ seat: 2, held: 100, borrowed: 0 })"
    stub.lost = {"confirm/"}
    assert page.evaluate(confirm)["ok"] is False
    stub.lost.clear()
    assert page.evaluate(confirm)["ok"] is True
    assert page.evaluate(confirm)["ok"] is True
    first, again, new = stub.posts("confirm/")
    assert first == again
    assert first | {"key": ""} == {
        **{"key": "", "seen": 0, "seat": 2, "held": 100, "borrowed": 0}
    }
    assert new["key"] != first["key"]


def test_what_is_sent_at_once_says_how_it_ended(page: Page, stub: Stub) -> None:
    assert page.evaluate("engine.people()") == {
        "ok": True,
        "people": [{"entry": 5, "name": "Vlasta", "sits": ""}],
    }
    said = page.evaluate("engine.admit(2, true)")
    assert said["saved"]["key"] == stub.posts("phones/2/")[0]["key"]
    assert stub.posts("phones/2/")[0]["writes"] is True
    page.evaluate("engine.makeKeeper(2)")
    assert stub.posts("phones/2/")[1]["keeper"] is True
    page.evaluate("engine.choose('abc', 'both', 'two hands')")
    (chosen,) = stub.posts("tray/abc/")
    assert (chosen["take"], chosen["reason"]) == ("both", "two hands")
    refusal = {"refused": {"message": "No.", "field": "seats.1", "problems": []}}
    stub.overrides["seats/"] = lambda body: (422, refusal)
    assert page.evaluate("engine.putSeats([1, null, 3, 4])") == {
        "ok": False,
        **refusal["refused"],
    }


# --- Plain http, and reopening


def test_plain_http_in_a_hall_has_all_but_reopening(page: Page) -> None:
    assert page.evaluate("[isSecureContext, 'randomUUID' in crypto]") == [False, False]
    assert look(page, "[now.keeps, now.joined, now.canReopen]") == [True, True, False]


# --- Words, and what phones of 2018 know


def test_numbers_and_seats_read_as_players_say_them(page: Page) -> None:
    said = page.evaluate(
        """() => [
          [-12, 0, 3].map(Table.shown),
          [-12, 0, 3].map(Table.signed),
          Table.withNames("Seat 2 pays seat 4; a seat 5 or seats 1", ["A", "$&", "C", "D"]),
        ]"""
    )
    assert said == [
        ["−12", "0", "3"],
        ["−12", "0", "+3"],
        "$& pays D; a seat 5 or seats 1",
    ]


def test_keys_are_32_random_hexadecimal_digits(page: Page) -> None:
    keys = page.evaluate("Array.from({ length: 500 }, Table.newKey)")
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)
    assert len(set(keys)) == 500


def test_the_scripts_are_small_and_plain_enough_for_old_phones() -> None:
    sources = {name: source_of(name) for name in ENGINE}
    size = len(gzip.compress("".join(sources.values()).encode()))
    print(f"\nthe engine: {size} bytes as sent")
    assert size <= MOST_BYTES
    for name, text in sources.items():
        code = re.sub(r"^ *//.*", "", text, flags=re.MULTILINE)
        assert re.search(NEWER, code) is None, name
