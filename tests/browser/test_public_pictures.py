"""Public pages in a browser: the first row in the first view, nothing sideways, axe finds nothing."""

import random

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Tournament
from scoring.tournaments import tournaments
from tests import builders as build
from tests.browser.sign_in import sign_in
from tests.browser.test_table_pages_look import faults_of, in_dark
from tests.scoring.results.test_progression import play, scores

pytestmark = pytest.mark.django_db(transaction=True)

OPEN_ALL = (
    "document.querySelectorAll('main details').forEach(part => (part.open = true))"
)
WIDTHS = "[document.documentElement.scrollWidth, window.innerWidth]"


@pytest.fixture
def evening() -> Tournament:
    """Two rounds of twelve, final; one of them has a long name."""
    chance = random.Random(3)
    made = build.tournament(build.club(), rounds_planned=2)
    people = build.entries(made, 12)
    made.entries.filter(number=2).update(name="Bartholomew von Wallenstein-Hohenlohe")
    for _ in range(2):
        play(made, people, [score for _ in range(3) for score in scores(chance)])
    tournaments.finish(tournament=made, actor=build.command())
    return made


def test_podium_and_first_row_are_in_the_first_view(
    laptop: Page, phone: Page, evening: Tournament
) -> None:
    for page, (width, height) in ((laptop, (1280, 720)), (phone, (390, 844))):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(evening.get_absolute_url())
        expect(page.locator(".podium-1")).to_be_in_viewport()
        expect(page.locator("table.standings tbody tr").first).to_be_in_viewport()
        wide, window = page.evaluate(WIDTHS)
        assert wide <= window


def test_a_phones_header_is_one_line_for_a_member_too(
    phone: Page, evening: Tournament
) -> None:
    evening.club.name = "The Lodge of Caldwell and Burleson Counties"
    evening.club.save()
    director = build.member(evening.club, "director")
    sign_in(phone, director.username)
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(evening.get_absolute_url())
    box = phone.locator(".site-header").bounding_box()
    assert box
    assert box["height"] < 70


def test_axe_finds_nothing_in_the_pictures(laptop: Page, evening: Tournament) -> None:
    player = evening.entries.get(number=1).player
    assert player
    start = evening.get_absolute_url()
    pages = (
        start,
        f"{start}places/9/",
        f"{start}rounds/1/tables/1/",
        player.get_absolute_url(),
        f"{player.get_absolute_url()}met/?sort=apart",
        f"/{evening.club.slug}/seasons/2026/",
    )
    for n, page in enumerate(pages):
        for width in (1280, 320):
            laptop.set_viewport_size({"width": width, "height": 720})
            laptop.goto(page)
            laptop.evaluate(OPEN_ALL)
            assert faults_of(laptop, dark=in_dark(n)) == [], page
            wide, window = laptop.evaluate(WIDTHS)
            assert wide <= window, page
