"""Whoever taps before the page is painted, twice, or while it saves gets what he meant."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_pages import Table, at_table

pytestmark = pytest.mark.django_db(transaction=True)

# What Preact does once a page is painted it never does.
UNPAINTED = """Object.defineProperty(window, "preact", { configurable: true, set(made) {
  made.options.requestAnimationFrame = () => {};
  Object.defineProperty(window, "preact", { value: made });
} });"""


@pytest.fixture
def table(phone: Page) -> Table:
    return at_table(phone)


def test_a_page_that_is_not_painted_yet_hears_and_obeys(table: Table) -> None:
    table.page.add_init_script(UNPAINTED)
    table.page.reload()
    table.hand(points=61)
    table.totals(103, 97, 103, 97).link("More").click()
    table.heading("More")
    expect(table.page.get_by_role("heading", level=1)).to_be_focused()
    table.page.locator(".pill").click()
    expect(table.page.locator("#connection")).to_be_visible()
    table.page.locator(".head-back").click()
    table.heading("Table 1")
    expect(table.page.locator("#connection")).to_be_hidden()
