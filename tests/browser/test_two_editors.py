"""Two directors change one form at the same time, each on a machine of their own."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Tournament
from tests import builders as build
from tests.browser.test_sheet import sign_in
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message
from tests.scoring.crew import at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Tournament:
    facts = {"fee": 750, "prizes": [5000, 3000, 2000], "prize_kind": "percent"}
    return build.tournament(build.club(), **facts)


def save(page: Page) -> None:
    page.get_by_role("button", name=message("Save prizes")).click()


def test_a_fee_of_one_and_a_prize_of_the_other_are_both_saved(
    laptop: Page, phone: Page, live_server, evening: Tournament
) -> None:
    pages = {"anna": laptop, "josef": phone}
    for name, page in pages.items():
        director = build.member(evening.club, "director", name)
        sign_in(page, director, live_server.url)
        page.goto(at(evening, "prizes"))
    laptop.get_by_label(message("Added to the fund")).fill("20")
    phone.get_by_label(message("Entry fee")).fill("9")
    save(phone)
    expect(phone.get_by_text(message("Prizes saved."))).to_be_visible()
    save(laptop)
    expect(laptop.get_by_text(message("Prizes saved."))).to_be_visible()
    expect(laptop.get_by_label(message("Entry fee"))).to_have_value("9.00")

    laptop.get_by_label(message("Entry fee")).fill("8")
    laptop.get_by_label(message("Prizes, starting with first place")).fill("60, 40")
    phone.get_by_label(message("Entry fee")).fill("10")
    save(phone)
    expect(phone.get_by_text(message("Prizes saved."))).to_be_visible()
    save(laptop)
    said = "Josef Hlavac changed “Entry fee” to $10.00 while you were editing."
    expect(laptop.get_by_role("alert")).to_contain_text(said)
    assert faults_of(laptop) == []
    laptop.get_by_label(message("Save {value} instead", value="$8.00")).check()
    expect(
        laptop.get_by_label(message("Prizes, starting with first place"))
    ).to_have_value("60, 40")
    save(laptop)
    expect(laptop.get_by_text(message("Prizes saved."))).to_be_visible()
    evening.refresh_from_db()
    assert (evening.fee, evening.prize_extra) == (800, 2000)
    assert evening.prizes == [6000, 4000]
