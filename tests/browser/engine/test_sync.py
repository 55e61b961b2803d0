"""Which state is the newest: of the page, the phone, and answers that overtake."""

from playwright.sync_api import BrowserContext, Page

from tests.browser.table_engine import go, look, record, wait, wake
from tests.browser.table_stub import Stub, down


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
    last = [each for each in stub.sent if each.path == "state/"][-1]
    assert (last.query, last.known) == ("unsent=1", f'"{stub.version}-open"')
    assert last.phone in stub.keys


def test_where_the_server_settles_otherwise_its_numbers_stand(
    page: Page, stub: Stub
) -> None:
    page.evaluate("Spjst.settle = () => ({ net: [9, -9, 0, 0], lines: [], notes: [] })")
    key = record(page)
    wait(page, "now.unsent === 0")
    assert look(page, "now.differs") == [key]
    assert look(page, "now.book.totals") == [103, 97, 103, 97]


def test_it_asks_every_4_seconds_and_every_15_in_a_pocket(
    frozen: Page,
) -> None:
    asked = []
    frozen.on("request", lambda request: asked.append(request.url))
    seconds_until_asked(frozen, asked)
    assert seconds_until_asked(frozen, asked) in (4, 5)
    hide = "Object.defineProperty(document, 'hidden', { value: true })"
    frozen.evaluate(f"() => {{ {hide}; }}")
    seconds_until_asked(frozen, asked)
    assert seconds_until_asked(frozen, asked) in (15, 16)


def seconds_until_asked(page: Page, asked: list[str]) -> int:
    asked.clear()
    for second in range(1, 31):
        page.clock.run_for(1_000)
        page.wait_for_timeout(50)  # the last answer comes in real time
        if asked:
            return second
    raise AssertionError("it never asked")


def test_who_joined_in_another_tab_is_known_though_nothing_else_is_new(
    stub: Stub, context: BrowserContext
) -> None:
    page = stub.open(context.new_page())
    with page.expect_response("**/state/**"):
        wake(page)
    page.evaluate("engine.store.makePhone()")
    stub.join(page.evaluate("engine.kept.phone"))
    stub.version -= 1  # this tab has that version, asked for just before
    wake(page)
    wait(page, "now.joined")
