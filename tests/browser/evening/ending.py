"""Afterwards: what was wrong is put right, the cups are given out, everything is kept."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.evening.desk import DESK, PUBLIC
from tests.browser.evening.papers import CORRECTED
from tests.browser.evening.reckoning import Reckoning
from tests.browser.standings_page import standings_on
from tests.messages import message


def correct_a_sheet(dora: Page, karel: Page, visitor: Page, sums: Reckoning) -> None:
    """Two numbers were exchanged in round 1; everybody can read old and new."""
    dora.goto(f"{DESK}rounds/1/tables/3/")
    dora.get_by_text(message("Correct table {table}", table=3)).click()
    for seat, chips in enumerate(CORRECTED.held, start=1):
        dora.locator(f'input[name="held{seat}"]').fill(str(chips))
    dora.get_by_label(message("Reason for correcting")).fill("Read off the wrong line")
    dora.get_by_role(
        "button", name=message("Save correction for table {table}", table=3)
    ).click()
    expect(dora.get_by_text("Correction for table 3 saved.")).to_be_visible()
    expect(dora.get_by_text(message("Effect on the standings"))).to_be_visible()
    visitor.goto(PUBLIC)
    assert not sums.unlike(standings_on(visitor))  # the old score still stands

    karel.goto(f"{DESK}rounds/1/tables/3/")
    karel.get_by_role(
        "button", name=message("Verify correction for table {table}", table=3)
    ).click()
    expect(karel.get_by_text("Table 3 is verified")).to_be_visible()
    sums.score(1, 3, CORRECTED)
    visitor.goto(f"{PUBLIC}rounds/1/tables/3/")
    receipt = visitor.locator(".receipt")
    expect(receipt).to_contain_text("Read off the wrong line")
    for old, new in ((113, 131), (140, 122)):
        line = receipt.get_by_role("listitem").filter(has_text=str(old))
        expect(line).to_have_text(re.compile(rf"old\s+{old}\s+→\s+new\s+{new}"))


def rule(dora: Page, sums: Reckoning, name: str, chips: int, why: str) -> None:
    """What it moves is shown before it is made."""
    dora.goto(f"{DESK}rulings/")
    dora.get_by_label(message("Player"), exact=True).fill(name)
    dora.get_by_label(message("Chips"), exact=True).fill(str(chips))
    dora.get_by_label(message("Reason"), exact=True).fill(why)
    dora.get_by_role("button", name=message("Preview changes")).click()
    dora.get_by_role("button", name=message("Save ruling")).click()
    expect(dora.locator("article.ruling").filter(has_text=why)).to_contain_text(name)
    sums.ruled[name] += chips


def let_two_share_the_first_place(dora: Page, sums: Reckoning) -> None:
    """The runner-up is given what is missing to the best."""
    (_, most), *others = sums.best_first()
    name, total = next(other for other in others if other[1] < most)
    rule(dora, sums, name, most - total, "A forgotten Pagat (§17)")


def audit_the_podium(dora: Page) -> None:
    dora.goto(f"{DESK}podium/")
    expect(
        dora.get_by_role("heading", name=message("Everything is verified"))
    ).to_be_visible()
    with dora.expect_download():  # it opens by itself
        dora.get_by_role("button", name=message("Print verified audit")).click()
    dora.goto(f"{DESK}podium/")
    expect(dora.get_by_role("heading", name="Verified at")).to_be_visible()


def finish(dora: Page) -> None:
    dora.goto(DESK)
    dora.locator(".next-step").get_by_role("button", name=message("Finish")).click()
    finished = message("The tournament is finished. The standings are final.")
    expect(dora.get_by_text(finished)).to_be_visible()


def share_the_prizes(visitor: Page, sums: Reckoning, paid: int) -> None:
    """Of each hundred 50, 30 and 20 for the first three; $10 each paid."""
    fund = 10 * paid
    visitor.goto(PUBLIC)
    lines = visitor.locator(".prize-lines li")
    right = sums.prizes(fund * 0.5, fund * 0.3, fund * 0.2)
    expect(lines).to_have_count(len(right))
    given = {name: dollars_in(lines.filter(has_text=name)) for name in right}
    assert given == pytest.approx(right, abs=0.01)  # a cent cannot be shared
    assert sum(given.values()) == pytest.approx(fund)


def dollars_in(line: Locator) -> float:
    return float(line.inner_text().rpartition("$")[2])
