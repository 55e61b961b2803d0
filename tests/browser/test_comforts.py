"""What the phone does besides: larger letters, a buzz, a screen that stays on, sharing."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, OpenPage
from tests.browser.table_pages import Table, at_table, sheet_with
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

# What a phone has and a headless browser has not; what was asked of it is told.
PHONE = """() => {
  window.asked = { buzzes: [], locks: 0, released: 0, shared: [] };
  const set = (name, value) =>
    Object.defineProperty(navigator, name, { configurable: true, value });
  set("vibrate", (pattern) => { asked.buzzes.push(pattern); return true; });
  set("share", (what) => { asked.shared.push(what); return Promise.resolve(); });
  set("wakeLock", { request: () => {
    asked.locks += 1;
    return Promise.resolve({ release: () => { asked.released += 1; } });
  } });
}"""
NONE = """() => {
  for (const name of ["vibrate", "share", "wakeLock"])
    Object.defineProperty(navigator, name, { configurable: true, value: undefined });
}"""
FONT_SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


@pytest.fixture
def table(phone: Page) -> Table:
    phone.add_init_script(f"({PHONE})()")
    return at_table(phone)


def choose(table: Table, legend: str, word: str) -> None:
    group = table.page.get_by_role("group", name=legend)
    group.get_by_role("button", name=word).click()
    expect(group.get_by_role("button", name=word)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_large_letters_are_kept_on_this_phone(table: Table) -> None:
    usual = table.page.evaluate(FONT_SIZE)
    table.go("more")
    choose(table, message("Large text"), "Yes")
    assert table.page.evaluate(FONT_SIZE) > usual * 1.3
    table.page.reload()
    expect(table.page.locator("html.large")).to_have_count(1)
    table.go("more")
    choose(table, message("Large text"), "No")
    assert table.page.evaluate(FONT_SIZE) == usual


def test_a_saved_hand_buzzes_unless_it_shall_not(table: Table) -> None:
    table.hand()
    table.play(2).says("Hand 2:")
    assert table.page.evaluate("asked.buzzes") == [40]
    table.go("more")
    choose(table, message("Vibrate when a hand is saved"), "No")
    table.go("").button(message("Undo")).click()
    table.says(message("Hand {n} was undone.", n=2))
    assert table.page.evaluate("asked.buzzes") == [40]


def test_the_screen_of_whoever_keeps_the_score_stays_on(table: Table) -> None:
    table.go("more")
    assert table.page.evaluate("asked.locks") == 0
    choose(table, message("Keep screen on"), "Yes")
    table.page.wait_for_function("() => asked.locks === 1")
    table.page.reload()
    table.page.wait_for_function("() => asked.locks === 1")
    table.go("more")
    choose(table, message("Keep screen on"), "No")
    table.page.wait_for_function("() => asked.released === 1")


def test_the_list_of_hands_is_shared_as_a_text(table: Table) -> None:
    table.go("more")
    share = table.button(message("Share list of hands"))
    expect(share).to_have_count(0)  # of none
    table.hand()
    table.news()
    expect(share).to_be_visible()
    share.click()
    [shared] = table.page.evaluate("asked.shared")
    assert re.match(r".+, round 1, table 1\n1\. .*: Marie and Anna \+3", shared["text"])
    assert shared["text"].endswith("Marie 103, Josef 97, Anna 103, Karel 97")


def test_what_a_phone_cannot_do_is_not_offered(phone: Page) -> None:
    """As where the site has no https."""
    phone.add_init_script(f"({NONE})()")
    table = at_table(phone)
    table.hand()
    table.go("more").says(message("Large text"))
    for words in ("Buzz", message("Keep screen on"), "Share"):
        expect(phone.locator("main")).not_to_contain_text(words)


def test_the_first_question_of_a_new_page_brings_nothing_again(phone: Page) -> None:
    """The page has the state in it; only what is newer than the page is sent."""
    sheet = sheet_with()
    address = reverse("scoring:table", args=[sheet.token])
    with phone.expect_response("**/state/**") as first:
        phone.goto(address)
    assert first.value.status == 304
    assert first.value.request.headers["if-none-match"]
    Table(phone, sheet).join().says(message("The first hand of the round."))


def test_pages_that_come_later_are_waited_for(
    open_page: OpenPage, complaints: Complaints
) -> None:
    """Whoever asks for one before it is there sees it as soon as it is."""
    complaints.expect("blocked by Playwright")
    phone = open_page(390, 844, service_workers="block")  # it would bring it as well
    held = []
    phone.route("**/t/app.*-later.*.js", lambda route: held.append(route))
    table = Table(phone, sheet_with())
    address = reverse("scoring:table", args=[table.sheet.token])
    phone.goto(address, wait_until="commit")  # it is not loaded before that script is
    table.join()
    table.go("more").says(message("This page is loading…"))
    table.go("nonsense").says(message("This page is loading…"))
    table.go("").says(message("The first hand of the round.")).go("more")
    for route in held:
        route.continue_()
    table.says(message("Phones at this table"))
