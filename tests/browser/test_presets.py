"""A preset fills its own fields, and what was typed into others stays."""

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club
from scoring.models import Tournament
from tests import builders as build
from tests.browser.test_sheet import sign_in
from tests.messages import message
from tests.scoring.crew import at

pytestmark = pytest.mark.django_db(transaction=True)
SPLIT = "40, 25, 15, 12, 8"


@pytest.fixture
def club() -> Club:
    return build.club()


def test_a_split_fills_the_prizes_in_place(
    laptop: Page, live_server, club: Club
) -> None:
    evening = build.tournament(club, prize_kind="fixed", prizes=[3000])
    sign_in(laptop, build.member(club, "director"), live_server.url)
    laptop.goto(at(evening, "prizes"))
    loads: list[str] = []
    laptop.on("load", lambda page: loads.append(page.url))
    laptop.get_by_label(message("Entry fee")).fill("9")
    laptop.get_by_role("button", name=SPLIT, exact=True).click()
    expect(
        laptop.get_by_label(message("Prizes, starting with first place"))
    ).to_have_value(SPLIT)
    expect(laptop.get_by_label(message("percent of the fund"))).to_be_checked()
    expect(laptop.get_by_label(message("Entry fee"))).to_have_value("9")
    assert loads == []
    laptop.get_by_label(message("Entry fee")).press("Enter")
    expect(laptop.get_by_text(message("Prizes saved."))).to_be_visible()
    evening.refresh_from_db()
    assert (evening.fee, evening.prizes[0]) == (900, 4000)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_start_keeps_what_was_typed(
    open_page, live_server, club: Club, javascript: bool
) -> None:
    last = build.tournament(club, name="Fall Tarok", place="Parish hall", fee=750)
    page = open_page(1280, 720, javascript=javascript)
    sign_in(page, build.member(club, "director"), live_server.url)
    page.goto(f"/desk/{club.slug}/new/")
    loads: list[str] = []
    page.on("load", lambda page: loads.append(page.url))
    page.get_by_label(message("Entry fee")).fill("9")
    page.get_by_role(
        "button", name=message("the last event: {name}", name="Fall Tarok")
    ).click()
    expect(page.locator("input[name=place]")).to_have_value("Parish hall")
    expect(page.get_by_label(message("Entry fee"))).to_have_value("9")
    expect(page).to_have_url(
        f"{live_server.url}/desk/{club.slug}/new/?like={last.slug}"
    )
    assert not (javascript and loads)
    page.locator("input[name=name]").fill("Ours")
    page.locator("input[name=name]").press("Enter")
    expect(page.get_by_text("Ours was created.")).to_be_visible()
    made = Tournament.objects.get(name="Ours")
    assert (made.fee, made.place) == (900, "Parish hall")
