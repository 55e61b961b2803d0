"""The desk's list of RSVPs: one press or one key an answer, and no page is loaded."""

import os
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.models import Player
from scoring.models import Tournament
from scoring.signups import rsvps
from scoring.signups.rsvps import coming_to
from tests import builders as build
from tests.browser.conftest import OpenPage
from tests.browser.test_sheet import sign_in
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message
from tests.scoring.crew import at

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    *("Marie Kubala", "Frank Wotipka", "Albina Zapalac", "Emil Cernosek"),
    *("Rosalie Vrana", "Ludmila Šebesta", "Olga Repa", "Leon Chovanec"),
    *("Agnes Polášek", "Jerome Bartek", "Beatrice Hlavenka", "Willie Zetka"),
)


@pytest.fixture
def event() -> Tournament:
    club = build.club()
    build.member(club, "director", "dora")
    day = timezone.localdate() + timedelta(days=7)
    return build.tournament(club, name="Club night", date=day, asks=True)


@pytest.fixture
def people(event: Tournament) -> list[Player]:
    players = build.players(event.club, NAMES)
    rsvps.ask(tournament=event, players=players, actor=build.command())
    return players


@pytest.fixture
def desk(laptop: Page, event: Tournament, people: list[Player], live_server) -> Page:
    sign_in(laptop, event.club.roles.get().user, live_server.url)
    laptop.goto(at(event, "coming"))
    return laptop


def number_of(page: Page, answer: str) -> str:
    return page.locator(f".rsvp-{answer} strong").inner_text()


def press(page: Page, name: str, answer: str) -> None:
    page.get_by_role("group", name=name).get_by_role("button", name=answer).click()


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def count_loads(page: Page) -> list[str]:
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    return loads


def test_twelve_answers_are_twelve_presses_and_no_load(
    desk: Page, event: Tournament
) -> None:
    loads = count_loads(desk)
    for name in NAMES:
        press(desk, name, "Going")
    for name in NAMES:
        button = desk.get_by_role("group", name=name).get_by_role("button").first
        expect(button).to_have_attribute("aria-pressed", "true")
    expect(desk.locator(".rsvp-come strong")).to_have_text("12")
    expect(desk.locator("#rsvp-number-asked")).to_have_text("0")
    assert loads == []
    assert len(coming_to(event).inside) == 12


def test_keys_alone_find_and_answer(desk: Page, event: Tournament) -> None:
    loads = count_loads(desk)
    desk.keyboard.press("/")
    for typed, key in (("kuba", "1"), ("šebe", "2"), ("bart", "3"), ("zetka", "4")):
        desk.keyboard.type(typed)
        expect(desk.locator(".rsvp-row.is-found")).to_have_count(1)
        desk.keyboard.press(key)
        expect(desk.locator("#q")).to_have_value("")
    for answer in ("come", "late", "needed", "out"):
        expect(desk.locator(f".rsvp-{answer} strong")).to_have_text("1")
    expect(desk.locator("#q")).to_be_focused()
    assert loads == []
    coming = coming_to(event)
    assert [comer.player.name for comer in coming.spare] == ["Jerome Bartek"]
    assert [comer.late for comer in coming.inside] == [False, True]


def test_the_waitlist_changes_where_it_is(
    desk: Page, event: Tournament, people: list[Player]
) -> None:
    Tournament.objects.filter(pk=event.pk).update(places=2)
    for name in NAMES[:4]:
        press(desk, name, "Going")
    third = desk.get_by_role("group", name=NAMES[2]).get_by_role("button")
    expect(third.first).to_have_text(message("Waitlist {n}", n=1))
    press(desk, NAMES[0], "Can’t")
    expect(third.first).to_have_text(message("Offered"))
    expect(desk.locator(f"#player-{people[3].number}")).to_contain_text(
        message("Waitlist {n}", n=1)
    )
    picture(desk, "rsvps-waitlist")
    assert faults_of(desk) == []


def test_an_answer_that_did_not_arrive_is_not_shown_as_saved(
    desk: Page, event: Tournament, complaints: list[str]
) -> None:
    complaints.expect("ERR_FAILED")
    desk.route("**/coming/*/", lambda route: route.abort())
    press(desk, NAMES[0], "Going")
    expect(desk.locator("#rsvp-status")).to_contain_text(NAMES[0])
    expect(desk.locator("#rsvp-status")).to_be_visible()
    button = desk.get_by_role("group", name=NAMES[0]).get_by_role("button").first
    expect(button).to_have_attribute("aria-pressed", "false")
    desk.unroute("**/coming/*/")
    press(desk, NAMES[0], "Going")
    expect(button).to_have_attribute("aria-pressed", "true")


def test_a_phone_shows_the_answer_and_opens_it_by_a_tap(
    phone: Page, event: Tournament, people: list[Player], live_server
) -> None:
    rsvps.set_going(tournament=event, player=people[0], actor=build.command())
    sign_in(phone, event.club.roles.get().user, live_server.url)
    phone.goto(at(event, "coming"))
    row = phone.locator(f"#player-{people[0].number}")
    expect(row.get_by_role("button")).to_have_count(1)
    picture(phone, "rsvps-phone")
    row.get_by_role("button", name=message("Going")).tap()
    expect(row.get_by_role("button")).to_have_count(4)
    row.get_by_role("button", name=message("Standby")).tap()
    expect(row.get_by_role("button")).to_have_count(1)
    expect(row.get_by_role("button", name=message("Standby"))).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults_of(phone, dark=False) == []


def test_without_a_script_a_press_loads_the_page(
    open_page: OpenPage, event: Tournament, people: list[Player], live_server
) -> None:
    page = open_page(1280, 800, javascript=False)
    sign_in(page, event.club.roles.get().user, live_server.url)
    page.goto(at(event, "coming"))
    press(page, NAMES[0], "Going")
    group = page.get_by_role("group", name=NAMES[0])
    expect(group.get_by_role("button").first).to_have_attribute("aria-pressed", "true")
    assert len(coming_to(event).inside) == 1


def test_all_links_and_a_message_are_there_to_copy(
    desk: Page, event: Tournament, people: list[Player]
) -> None:
    for name in NAMES[:5]:
        press(desk, name, "Going")
    expect(desk.locator(".rsvp-come strong")).to_have_text("5")
    picture(desk, "rsvps")
    desk.get_by_role("button", name=message("Get all personal links")).click()
    lines = desk.locator("textarea").first.input_value().splitlines()
    assert [line.split("\t")[0] for line in lines][:2] == [
        "Jerome Bartek",
        "Emil Cernosek",
    ]
    assert len({line.split("\t")[1] for line in lines}) == len(people)
    assert event.get_absolute_url() in desk.locator("textarea").last.input_value()
    picture(desk, "rsvp-links")
    assert faults_of(desk, dark=False) == []
