"""The phone's own way back: to what a thumb was looking at before, and no further."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Hand
from tests.browser.table_pages import Table, another, at_table
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

ASKED = message("Hand {n}: is this right?", n=1)


@pytest.fixture
def table(phone: Page) -> Table:
    return at_table(phone)


def reviewed(table: Table) -> Table:
    """Looks at hand 1 before it is saved: Marie and Anna won with 61 points."""
    table.link(message("New hand {n}", n=1)).click()
    table.page.locator("#led").get_by_text("Marie").click()
    table.page.locator("#partner").get_by_text("Anna").click()
    for name in ("6", "1", "Review"):
        table.button(name).click()
    return table.heading(ASKED)


def test_back_shows_what_was_typed_and_after_a_save_nothing(table: Table) -> None:
    reviewed(table).page.go_back()
    table.heading(message("Hand {n}", n=1)).says(
        message("Won, {by} over {even}: {chips}.", by=8, even=53, chips="4 chips")
    ).page.go_back()
    table.heading(message("Table {n}", n=1)).link(
        message("Continue hand {n}", n=1)
    ).click()
    table.heading(message("Hand {n}", n=1)).button(message("Review")).click()
    table.heading(ASKED).button(message("Back")).click()  # leads back as the phone does
    table.heading(message("Hand {n}", n=1)).page.go_back()
    a_review_that_was_left_is_found_again_with_its_way_back(table)
    table.link(message("Continue hand {n}", n=1)).click()
    table.button(message("Review")).click()
    table.heading(ASKED).button(message("Save hand {n}", n=1)).click()
    table.says("Hand 1: Marie and Anna +4\u00a0each.").pill(
        message("All saved")
    ).page.go_back()
    expect(table.page).to_have_url("about:blank")


def a_review_that_was_left_is_found_again_with_its_way_back(table: Table) -> None:
    table.heading(message("Table {n}", n=1)).link(
        message("Continue hand {n}", n=1)
    ).click()
    table.button(message("Review")).click()
    table.heading(ASKED).page.locator(".head-back").click()
    table.heading(message("Table {n}", n=1)).link(
        message("Continue hand {n}", n=1)
    ).click()
    table.heading(ASKED).page.reload()
    table.heading(ASKED).page.go_back()
    table.heading(message("Hand {n}", n=1)).page.go_back()
    table.heading(message("Table {n}", n=1))


def test_back_from_another_phones_hand_asks_once_more(table: Table) -> None:
    reviewed(table)
    another(table, 2, asks=True)
    table.hand()
    table.heard_of(1).button(message("Save hand {n}", n=1)).click()
    table.heading(message("Hand {n} is already recorded", n=1)).page.go_back()
    table.heading(ASKED).button(message("Save hand {n}", n=1)).click()
    table.heading(message("Hand {n} is already recorded", n=1)).button(
        message("Same hand, discard mine")
    ).click()
    table.heading(message("Table {n}", n=1)).link(message("New hand {n}", n=2)).click()
    table.heading(message("Hand {n}", n=2)).page.go_back()
    table.heading(message("Table {n}", n=1))
    assert Hand.objects.count() == 1
    after_a_change_the_hand_is_behind(table)


def after_a_change_the_hand_is_behind(table: Table) -> None:
    table.change(1, "Counted anew")
    table.heading(message("Table {n}", n=1)).says(
        "Hand 1 changed: Marie and Anna"
    ).pill(message("All saved"))
    table.page.go_back()
    table.heading(message("Hand {n}", n=1)).says("Counted anew")
    assert Hand.objects.get(replaces__isnull=False).reason == "Counted anew"
