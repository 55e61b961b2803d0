"""What a phone keeps: after a reload, in two tabs, and where the browser keeps nothing."""

from playwright.sync_api import BrowserContext, Page

from tests.browser.table_engine import go, join, look, record, wait, wake
from tests.browser.table_stub import Stub, down
from tests.messages import message
from tests.rules.spjst.builders import povinost


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


def test_two_tabs_that_join_at_once_are_one_phone(
    context: BrowserContext, stub: Stub
) -> None:
    one, other = stub.open(context.new_page()), stub.open(context.new_page())
    join(one)
    join(other)
    assert len(stub.keys) == 1
    assert len(stub.posts("phones/")) == 2


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


def test_what_another_tab_saved_a_moment_ago_is_asked_about(
    page: Page, stub: Stub, context: BrowserContext
) -> None:
    """In the queue still, or sent and not heard of here: as of a second phone."""
    other = stub.open(context.new_page())
    wake(other)
    wait(other, "now.joined")
    go(page, stub, "down")
    first = record(page, number=1)
    assert record(other, number=1) is None
    assert look(other, "now.book.hands.map(({ key }) => key)") == [first]
    go(page, stub, "up")
    wait(page, "now.unsent === 0")
    wake(other)
    wait(other, "now.unsent === 0 && now.book.nextNumber === 2")
    stub.overrides["state/"] = lambda body: (304, None)  # it hears no news
    record(page, number=2)
    wait(page, "now.unsent === 0")
    again = record(other, number=2)
    wait(other, "now.unsent === 0")
    assert stub.numbers() == [1, 2]
    assert [(item["key"], item["why"]) for item in stub.now["tray"]] == [
        (again, "double")
    ]


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
    assert said == message(
        "This phone is out of space, so nothing was saved. Free up some space "
        "and save again."
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


CUT = """(times) => {
  const plain = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...given) {
    if (times-- > 0) throw new DOMException("closing", "InvalidStateError");
    return plain.apply(this, given);
  };
}"""


def test_a_cut_connection_to_the_database_is_made_anew(page: Page, stub: Stub) -> None:
    """iOS cuts those of pages that slept."""
    go(page, stub, "down")
    first = record(page)
    page.evaluate(CUT, 1)
    second = record(page)
    assert look(page, "now.keeps") is True
    assert kept_after_a_reload(page, stub) == [first, second]


def test_a_database_that_comes_back_gets_what_was_kept_meanwhile(
    page: Page, stub: Stub
) -> None:
    go(page, stub, "down")
    page.evaluate(CUT, 6)
    key = record(page)
    assert look(page, "now.keeps") is False
    for _ in range(3):
        wake(page)
    wait(page, "now.keeps")
    assert kept_after_a_reload(page, stub) == [key]


def test_a_database_that_the_browser_threw_away_is_filled_anew(
    page: Page, stub: Stub
) -> None:
    go(page, stub, "down")
    key = record(page)
    page.evaluate(
        """() => new Promise((resolve) => {
          indexedDB.deleteDatabase("valat").onsuccess = resolve;
        })"""
    )
    wake(page)
    page.evaluate("engine.store.load()")
    assert look(page, "[now.unsent, now.keeps]") == [1, True]
    assert kept_after_a_reload(page, stub) == [key]
    assert look(page, "[now.joined, now.isKeeper]") == [True, True]


def kept_after_a_reload(page: Page, stub: Stub) -> list[str]:
    stub.overrides = {"state/": down, "hands/": down}
    stub.wifi = "up"
    stub.open(page)
    return look(page, "now.book.hands.map((hand) => hand.key)")


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
