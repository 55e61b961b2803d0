"""A table whose pages a test taps through, and the other phones at it.

table = at_table(phone)          # Marie's phone keeps the score
table.hand(points=61)            # recorded from elsewhere, by the same phone
table.look("hand")               # goes there by its address
"""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from scoring.models import Phone, Sheet
from tests import builders
from tests.browser.conftest import Complaints
from tests.messages import message
from tests.scoring.at_table import GAME, Caller, hand_of, joined

# Until this phone has heard of so many hands, whatever it shows.
HEARD = """async (wanted) => {
  const db = await idb.openDB("valat");
  for (let tries = 0; tries < 300; tries += 1) {
    const [{ state }] = await db.getAll("sheets");
    if (state.hands.length >= wanted) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const [{ state }] = await db.getAll("sheets");
  db.close();
  return state.hands.length;
}"""
# Another's network errors are no complaint of a test that takes the network away.
EXPECTED = ("net::ERR_", "status of 4")


def sheet_with(**facts: Any) -> Sheet:
    """Table 1 of an open round, eight hands to play; the facts are the tournament's."""
    wanted = {"hands_per_round": 8, **facts}
    return builders.open_sheet(builders.tournament(builders.club(), **wanted))


@dataclass
class Table:
    """One phone's page of a sheet."""

    page: Page
    sheet: Sheet

    def open(self, place: str = "") -> "Table":
        address = reverse("scoring:table", args=[self.sheet.token])
        self.page.goto(f"{address}{place}")
        return self

    def join(self, name: str = "Marie Kubala") -> "Table":
        """Says who holds this phone; the first one says that the four sit so."""
        is_first = not self.sheet.phones.exists()
        self.button(name).click()
        if is_first:
            self.button(message("Yes, seats are correct")).click()
        expect(self.main("More")).to_be_visible()
        return self

    def go(self, place: str) -> "Table":
        self.page.evaluate("(place) => { location.hash = place; }", place)
        return self

    def news(self) -> "Table":
        """Asks the server now: what others wrote is seen without waiting."""
        self.page.evaluate("dispatchEvent(new Event('online'))")
        return self

    def heard_of(self, hands: int) -> "Table":
        """Waits for news that no page shows just now."""
        assert self.page.evaluate(HEARD, hands) == hands
        return self

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name)

    def row(self, number: int) -> Locator:
        """A hand in the list."""
        return self.page.locator(".hand-row", has_text=message("Hand {n}", n=number))

    def play(self, number: int) -> "Table":
        """Records a hand by its form: with the second choice of partner, 61 points."""
        self.link(message("New hand {n}", n=number)).click()
        self.heading(message("Hand {n}", n=number))
        self.page.get_by_role("radio").nth(1).click()
        for name in ("6", "1", f"Save hand {number}"):
            self.button(name).click()
        return self

    def change(self, number: int, reason: str) -> "Table":
        """Saves a hand anew by its form, as it was."""
        self.row(number).click()
        self.link(message("Change")).click()
        self.button(message("Review hand {n}", n=number)).click()
        self.page.get_by_label(message("Why are you changing it?")).fill(reason)
        self.button(message("Save change to hand {n}", n=number)).click()
        return self

    def choice(self, name: str) -> Locator:
        """One of several, whatever its second line says."""
        return self.page.locator(".choice", has_text=name)

    def main(self, name: str) -> Locator:
        """What stands in the bar at the bottom."""
        return self.page.locator(".bar").get_by_text(name)

    def heading(self, text: str) -> "Table":
        expect(self.page.get_by_role("heading", level=1)).to_have_text(text)
        return self

    def says(self, *texts: str) -> "Table":
        for text in texts:
            expect(self.page.locator("#table")).to_contain_text(text)
        return self

    def pill(self, text: str) -> "Table":
        expect(self.page.locator(".pill")).to_have_text(text)
        return self

    def totals(self, *totals: int) -> "Table":
        """The four big numbers in order of play."""
        expect(self.page.locator(".seat .total")).to_have_text(list(map(str, totals)))
        return self

    def hand(self, number: int = 1, **facts: Any) -> str:
        """A hand of this sheet, written by whoever keeps the score; its key."""
        record = {**GAME, **facts.pop("record", {})}
        keeper = Phone.objects.get(sheet=self.sheet, keeper=True)
        caller = Caller(self.sheet, keeper.key)
        body = hand_of(number=number, record=record, **facts)
        key = caller.saved("hands/", **body)["key"]
        self.news()
        return str(key)


def at_table(page: Page, **facts: Any) -> Table:
    """The scorekeeper's phone at a new table."""
    return Table(page, sheet_with(**facts)).open().join()


def another(table: Table, seat: int, **facts: Any) -> Caller:
    """Somebody else's phone at the same table."""
    return joined(table.sheet, seat, **facts)


def quiet(complaints: Complaints) -> None:
    """Drops the browser's own words on a network that the test took away."""
    complaints.expect(*EXPECTED)
