"""The door by keyboard alone, on two laptops at once."""

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import Tournament
from scoring.services.people.door import mark
from tests import builders as build
from tests.browser.conftest import OpenPage
from tests.browser.test_sheet import sign_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    made = build.tournament(build.club(), fee=750)
    build.entries(made, 8, state="expected")
    return made


def at_the_door(
    page: Page, live_server: LiveServer, tournament: Tournament, kind: str
) -> Locator:
    """The one field, signed in."""
    club = tournament.club
    sign_in(page, build.member(club, kind), live_server.url)
    page.goto(f"/desk/{club.slug}/{tournament.slug}/door/")
    field = page.get_by_label("Who is it?")
    expect(field).to_be_focused()
    return field


def test_a_queue_is_worked_off_and_the_other_laptop_sees_it(
    laptop: Page, open_page: OpenPage, live_server: LiveServer, tournament: Tournament
) -> None:
    other = open_page(1280, 800)
    theirs = at_the_door(other, live_server, tournament, "scorekeeper")
    field = at_the_door(laptop, live_server, tournament, "director")
    theirs.press_sequentially("kubala")
    expect(other.locator(".door-row")).to_contain_text("expected")
    for typed, said in (
        ("kub ma", "1 Marie Kubala: here, fee paid."),
        ("3", "3 Anna Svoboda: here, fee paid."),
        ("kubala", "1 Marie Kubala is here already"),
        ("willie kostecka", "9 Willie Kostecka: entered, here, fee paid."),
    ):
        laptop.keyboard.type(typed)
        laptop.keyboard.press("Enter")
        expect(laptop.locator("#door-step")).to_contain_text(said)
        expect(field).to_have_value("")
        expect(field).to_be_focused()
    expect(other.locator("#door-numbers")).to_contain_text("$22.50")
    expect(other.locator(".door-row")).to_contain_text("here")
    expect(theirs).to_have_value("kubala")
    expect(theirs).to_be_focused()
    theirs.press("Enter")
    expect(other.locator("#door-step")).to_contain_text("is here already, fee paid")
    laptop.get_by_role("button", name="Undo").click()
    expect(laptop.locator("#door-step")).to_contain_text("Taken back.")
    expect(field).to_be_focused()
    assert not tournament.club.players.filter(name="Willie Kostecka").exists()


def test_news_that_come_too_late_are_dropped(
    laptop: Page, live_server: LiveServer, tournament: Tournament
) -> None:
    late: list[tuple[Route, APIResponse]] = []
    laptop.clock.install()
    field = at_the_door(laptop, live_server, tournament, "director")
    somebody = tournament.entries.get(number=5)
    mark(entry=somebody, by=build.command(), state="here")
    laptop.route(
        "**/door/?version=*", lambda route: late.append((route, route.fetch()))
    )
    laptop.clock.fast_forward(5000)
    field.press_sequentially("kub ma")
    field.press("Enter")
    here = laptop.locator("#door-numbers dd").first
    expect(here).to_have_text("2")
    [(route, news)] = late
    with laptop.expect_event("requestfinished"):
        route.fulfill(response=news)
    expect(here).to_have_text("2")
