"""How sheets come in at the desk, round by round, from two people at once."""

import re

from playwright.sync_api import Page, expect

from clubs.models import User
from scoring.models import Sheet
from tests import builders as build
from tests.browser.evening.desk import DESK, names_in
from tests.browser.evening.papers import (
    CONTESTED,
    HALF,
    PAPERS,
    RULED,
    SWAPPED,
    TABLES,
    Paper,
)
from tests.browser.evening.reckoning import Reckoning
from tests.drill.figures import size
from tests.messages import message

HERS, HIS = TABLES[:HALF], TABLES[HALF:]
LATER = size(
    1, HALF
)  # tables of each in a later round; the gate's others count themselves


def open_pile(page: Page, number: int) -> None:
    """Where a pile of paper is worked off: the field for the next one has the focus."""
    page.goto(f"{DESK}paper/?round={number}")
    expect(page.get_by_label(message("Next sheet"))).to_be_focused()


def take_paper(page: Page, typed: object, table: int) -> None:
    """By its code, by its table's number, or by Enter alone: the next that waits."""
    expect(page.get_by_label(message("Next sheet"))).to_be_focused()
    page.keyboard.type(f"{typed}\n")
    heading = page.get_by_role("heading", level=1, name=re.compile(rf"Table {table}\b"))
    expect(heading).to_be_visible()


def count(page: Page, sums: Reckoning, number: int, table: int, typed: object) -> None:
    """Types the next sheet of the pile, by keyboard alone."""
    take_paper(page, typed, table)
    names = names_in(page.locator(".count-row .name"))
    assert names == sums.seats[number, table]
    paper = PAPERS[number, table]
    type_scores(page, paper)
    type_loans(page, paper)
    expect(page.get_by_text(f"Table {table} saved: 400 ✓")).to_be_visible()
    sums.score(number, table, paper)


def type_scores(page: Page, paper: Paper) -> None:
    expect(page.locator('input[name="held1"]').first).to_be_focused()
    for chips in paper.held:
        page.keyboard.type(f"{chips}\n")


def type_loans(page: Page, paper: Paper) -> None:
    """Where the chips alone are too many, beside whose they are; saved when they fit."""
    for seat, chips in enumerate(paper.borrowed, start=1):
        if chips:
            page.locator(f'input[name="borrowed{seat}"]').focus()
            page.keyboard.type(f"{chips}\n")


def first_round(
    dora: Page, karel: Page, sums: Reckoning, codes: dict[int, str]
) -> None:
    """Both count at once: digits swapped on one sheet, 9 chips missing on another."""
    for page in (dora, karel):
        open_pile(page, 1)
    swap_digits_and_find_them(dora, sums)
    for mine, his in zip(HERS[1:], HIS, strict=False):
        if mine == 2:
            rule_on_the_contested(dora, sums, mine)
        else:
            count(dora, sums, 1, mine, mine)
        count(karel, sums, 1, his, codes[his].lower())
    count(karel, sums, 1, HIS[-1], codes[HIS[-1]].lower())
    verify(karel, 1, HERS)
    verify(dora, 1, HIS)


def swap_digits_and_find_them(dora: Page, sums: Reckoning) -> None:
    take_paper(dora, "", 1)
    type_scores(dora, SWAPPED)
    dora.get_by_role(
        "button", name=message("Save table {table} as is", table=1)
    ).click()
    second = sums.seats[1, 1][1]
    expect(dora.get_by_text(f"If {second} has 54 instead of 45")).to_be_visible()
    dora.get_by_role("button", name="Use 54").click()
    dora.keyboard.press("Enter")
    expect(dora.get_by_text("Table 1 saved: 400 ✓")).to_be_visible()
    sums.score(1, 1, PAPERS[1, 1])


def rule_on_the_contested(dora: Page, sums: Reckoning, table: int) -> None:
    """Nobody knows whose they are: a ruling says who bears it."""
    take_paper(dora, table, table)
    type_scores(dora, CONTESTED)
    dora.get_by_text(message("Make ruling on the difference")).click()
    dora.get_by_role("button", name=message("{n} here", n="+9")).last.click()
    dora.keyboard.type("Nobody knows (§31)")
    dora.get_by_role(
        "button", name=message("Save table {table}", table=table), exact=True
    ).click()
    expect(dora.get_by_text(f"Table {table} saved: 400 ✓")).to_be_visible()
    sums.score(1, table, RULED)


def later_round(one: Page, other: Page, sums: Reckoning, number: int) -> None:
    """Each counts some tables, in turn; each verifies the other's."""
    hers, his = HERS[:LATER], HIS[:LATER]
    karel, dora = (User.objects.get(username=each) for each in ("karel", "dora"))
    for table in {*TABLES} - {*hers, *his}:
        paper = PAPERS[number, table]
        sheet = Sheet.objects.get(round__number=number, table=table)
        build.verified_sheet(sheet, paper.held, karel, dora)
        sums.score(number, table, paper)
    for page in (one, other):
        open_pile(page, number)
    for first, second in zip(hers, his, strict=True):
        count(one, sums, number, first, first)
        count(other, sums, number, second, second)
    verify(other, number, hers)
    verify(one, number, his)


def verify(page: Page, number: int, tables: range) -> None:
    """Enter opens the next that waits for other eyes, Enter says that it is right."""
    open_pile(page, number)
    for table in tables:
        take_paper(page, "", table)
        button = page.get_by_role(
            "button", name=message("Verify table {table}", table=table), exact=True
        )
        expect(button).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"Table {table} is verified")).to_be_visible()
