"""What a screen reader reads out on the table page: each save once, and what is true."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Complaints
from tests.browser.table_pages import Table, at_table, quiet
from tests.browser.test_table_pages_count import count
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

# All that a live region said since then, each text as it was when it came to rest there.
LISTEN = """() => {
  window.heard = [];
  const region = document.querySelector("p.out-of-sight[role=status]");
  new MutationObserver(() => {
    const said = region.textContent.trim();
    if (said) window.heard.push(said);
  }).observe(region, { childList: true, characterData: true, subtree: true });
}"""
A_WHILE = 2500  # ms, in which all that is to be said of a save has been said


@pytest.fixture
def table(phone: Page) -> Table:
    return at_table(phone)


def heard(table: Table) -> list[str]:
    table.page.wait_for_timeout(A_WHILE)
    return table.page.evaluate("window.heard.splice(0)")


def test_a_save_is_read_out_once_and_a_lost_connection_and_its_end(
    table: Table, complaints: Complaints
) -> None:
    table.hand()
    table.page.evaluate(LISTEN)
    table.play(2)
    [said] = heard(table)
    assert "Hand 2: Josef and Karel +4" in said
    assert message("All saved") not in said
    table.page.context.set_offline(True)
    table.page.evaluate("dispatchEvent(new Event('offline'))")
    table.play(3).says(message("Saved on this phone"))
    assert any(message("No connection") in words for words in heard(table))
    table.page.context.set_offline(False)
    table.news().pill(message("All saved"))
    assert heard(table)[-1].endswith(message("All saved"))
    quiet(complaints)


def test_a_count_that_is_short_is_not_read_out_as_saved(table: Table) -> None:
    table.page.evaluate(LISTEN)
    count(table, (131, 96, 104, 63)).heading(
        message("Submitted, but it doesn’t add up")
    )
    said = heard(table)
    assert said == [message("These add up to {sum}: {n} are missing.", sum=394, n=6)]
