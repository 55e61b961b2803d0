"""Whoever taps before the page is painted, twice, or while it saves gets what he meant."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_pages import Table, at_table
from tests.browser.test_table_back import reviewed
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

# What Preact does once a page is painted it never does.
UNPAINTED = """Object.defineProperty(window, "preact", { configurable: true, set(made) {
  made.options.requestAnimationFrame = () => {};
  Object.defineProperty(window, "preact", { value: made });
} });"""

# The browser goes back as late as it may: when `back` says so.
SLOW_WAY = """() => {
  const go = history.back.bind(history);
  history.back = () => { window.back = () => { history.back = go; go(); }; };
}"""
TAP = """async (names) => {
  const buttons = document.getElementsByTagName("button");
  for (const name of names) {
    [...buttons].find(({ innerText }) => innerText === name).click();
    await null;
  }
}"""

# What is asked of this address is answered when `answer` says so.
HELD = """(address) => {
  const ask = window.fetch;
  window.fetch = async (to, how) => {
    if (!to.includes(address)) return ask(to, how);
    window.fetch = ask;
    const said = await ask(to, how);
    await new Promise((go) => { window.answer = go; });
    return said;
  };
}"""


@pytest.fixture
def table(phone: Page) -> Table:
    return at_table(phone)


def test_a_page_that_is_not_painted_yet_hears_and_obeys(table: Table) -> None:
    table.page.add_init_script(UNPAINTED)
    table.page.reload()
    table.hand(points=61)
    table.totals(103, 97, 103, 97).link(message("More")).click()
    table.heading(message("More"))
    expect(table.page.get_by_role("heading", level=1)).to_be_focused()
    table.page.locator(".pill").click()
    expect(table.page.locator("#connection")).to_be_visible()
    table.page.locator(".head-back").click()
    table.heading(message("Table {n}", n=1))
    expect(table.page.locator("#connection")).to_be_hidden()


def test_what_is_tapped_while_a_hand_is_saved_is_no_draft(table: Table) -> None:
    reviewed(table).button(message("Back")).click()
    expect(table.button(message("Save hand {n}", n=1))).to_be_enabled()
    table.page.evaluate(SLOW_WAY)
    table.page.evaluate(TAP, ["Save hand 1"])
    table.says("Hand 1: Marie and Anna +4\u00a0each.").heading(message("Hand {n}", n=1))
    table.page.evaluate(TAP, ["2", "5"])
    table.page.evaluate("back()")
    table.heading(message("Table {n}", n=1)).link(message("New hand {n}", n=2)).click()
    table.heading(message("Hand {n}", n=2))


def test_a_save_leaves_the_page_also_after_a_tap_on_back(table: Table) -> None:
    reviewed(table)
    expect(table.button(message("Back"))).to_be_enabled()
    expect(table.button(message("Save hand {n}", n=1))).to_be_enabled()
    table.page.evaluate(SLOW_WAY)
    table.page.evaluate(TAP, ["Save hand 1", "Back"])
    table.says("Hand 1: Marie and Anna +4\u00a0each.").page.evaluate("back()")
    table.heading(message("Table {n}", n=1)).link(message("New hand {n}", n=2)).click()
    table.heading(message("Hand {n}", n=2))


def test_a_late_answer_calls_nobody_away_from_another_page(table: Table) -> None:
    table.go("#seats").page.get_by_label(message("Seat 4")).select_option(
        label=message("Free seat")
    )
    table.page.evaluate(HELD, "seats/")
    table.button(message("Save seats")).click()
    table.page.locator(".head-back").click()
    table.link(message("New hand {n}", n=1)).click()
    table.heading(message("Hand {n}", n=1)).page.wait_for_function(
        "Boolean(window.answer)"
    )
    table.page.evaluate("answer()")
    table.page.wait_for_timeout(200)
    table.heading(message("Hand {n}", n=1))
    assert table.sheet.seats.get(position=4).entry is None
