"""The door by keyboard alone, on two laptops at once."""

import re

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import Change, Entry, Tournament
from scoring.people.check_in import update_entry
from scoring.people.entries import entries_of
from tests import builders as build
from tests.browser.conftest import Complaints, OpenPage
from tests.browser.test_sheet import sign_in
from tests.messages import message

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
    field = page.get_by_label(message("Who is it?"))
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
        ("kubala", "1 Marie Kubala is already marked: here"),
        ("willie kubala", "9 Willie Kubala: entered, here, fee paid."),
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
    expect(other.locator("#door-step")).to_contain_text(
        "is already marked: here, fee paid"
    )
    laptop.get_by_role("button", name=message("Undo")).click()
    expect(laptop.locator("#door-step")).to_contain_text(message("Undone."))
    expect(field).to_be_focused()
    assert not tournament.club.players.filter(name="Willie Kubala").exists()


ROBOT = 50  # ms between two names, whatever the site does meanwhile


def test_a_scanner_waits_for_nothing_and_loses_nothing(
    laptop: Page,
    live_server: LiveServer,
    tournament: Tournament,
    complaints: Complaints,
) -> None:
    """Names with Enter, faster than any answer; two of them ask, one is unknown."""
    add = {"tournament": tournament, "state": "expected"}
    Entry.objects.create(number=9, name="Emil Kubala", **add)
    Entry.objects.create(number=10, name="Emil Hrdlicka", **add)
    field = at_the_door(laptop, live_server, tournament, "director")
    names = ["1", "kubala", "josef m", "ann sv", "nobody", "4", "emil", "rosa kral"]
    names += ["5", "6", "7", "8", "willie kostecka"]
    for name in names:
        laptop.keyboard.insert_text(name)
        laptop.keyboard.press("Enter")
        laptop.wait_for_timeout(ROBOT)
    expect(laptop.locator("#door-numbers dd").first).to_have_text("10")
    waits = laptop.locator("#door-waits li")
    expect(waits.locator("[data-said]")).to_have_text(["kubala", "nobody", "emil"])
    expect(waits.first).to_contain_text("could be 9 Emil Kubala or 1 Marie Kubala")
    changes = Change.objects.filter(what__in=("state", "entry")).order_by("pk")
    came = [change.text.removeprefix("added: ").split()[0] for change in changes]
    assert came == ["1", "2", "3", "4", "11", "5", "6", "7", "8", "12"]
    laptop.wait_for_load_state("networkidle")
    laptop.reload()
    # A question for news that the reload cut off.
    complaints.expect("htmx:")
    for typed, who in (("kubala", "Emil Kubala"), ("emil", "Emil Hrdlicka")):
        asked = waits.filter(has_text=f"“{typed}”")
        asked.get_by_role("button", name=message("Search again")).click()
        expect(field).to_have_value(typed)
        laptop.wait_for_timeout(1500)  # the time to read it
        row = laptop.locator("#door-found .door-row").filter(has_text=who)
        row.get_by_role("button", name=message("Check in, fee paid")).click()
        expect(laptop.locator("#door-step")).to_contain_text(f"{who}: here")
    waits.get_by_role("button", name=message("Dismiss")).click()
    expect(laptop.locator("#door-waits")).to_be_hidden()
    expect(field).to_be_focused()


def test_without_network_a_name_stays_in_line(
    laptop: Page,
    live_server: LiveServer,
    tournament: Tournament,
    complaints: Complaints,
) -> None:
    at_the_door(laptop, live_server, tournament, "director")
    laptop.context.set_offline(True)
    for name in ("1", "2"):
        laptop.keyboard.type(name)
        laptop.keyboard.press("Enter")
    expect(laptop.locator("#door-state")).to_have_text(
        message("No connection. Not sent yet: {what}.", what="1, 2")
    )
    laptop.context.set_offline(False)
    expect(laptop.locator("#door-numbers dd").first).to_have_text("2")
    complaints.expect("htmx:", "DISCONNECTED")


def test_the_entries_are_narrowed_as_the_server_narrows_them(
    laptop: Page, live_server: LiveServer, tournament: Tournament
) -> None:
    add = {"tournament": tournament, "state": "here"}
    names = ("Pat O’Brien", "Søren Kjær", "Anna-Marie Groß", "Łukasz Œuvrard")
    for number, name in enumerate(names, start=21):
        Entry.objects.create(number=number, name=name, **add)
    sign_in(laptop, build.member(tournament.club, "director"), live_server.url)
    laptop.goto(f"/desk/{tournament.club.slug}/{tournament.slug}/entries/")
    shown = laptop.locator("#entry-rows tr:not([hidden]) .lead")
    typed = {"obrien": 0, "o br": 0, "kjaer": 1, "gross annamarie": 2, "oeu luk": 3}
    for words, which in typed.items():
        laptop.get_by_label(message("Find")).fill(words)
        expect(shown).to_have_text([names[which]])
        assert [e.name for e in entries_of(tournament).matching(words)] == [
            names[which]
        ]


def test_a_press_among_many_moves_one_name_on_both_laptops(
    laptop: Page, open_page: OpenPage, live_server: LiveServer, tournament: Tournament
) -> None:
    """Only whoever moved is sent; the lists and their counts follow."""
    build.entries(tournament, 32, state="expected")
    page = open_page(1280, 800)
    at_the_door(page, live_server, tournament, "scorekeeper")
    field = at_the_door(laptop, live_server, tournament, "director")
    lists = laptop.locator("#door-lists")
    expect(lists.get_by_text("Still expected: 40")).to_be_visible()
    expect(lists.locator("[data-key=unpaid]")).to_be_hidden()
    with laptop.expect_response(lambda answer: answer.request.method == "POST") as sent:
        field.fill("17")
        field.press("Enter")
    assert len(sent.value.body()) < 5_000
    for desk in (laptop, page):
        here = desk.locator("#door-lists [data-key=here]")
        expect(here.locator("summary")).to_have_text("Here: 1", timeout=15_000)
        expect(here.locator("[data-find]")).to_have_attribute("data-find", "17")
        waiting = desk.locator("#door-lists [data-key=expected] [data-find]")
        expect(waiting).to_have_count(39)
    update_entry(
        entry=tournament.entries.get(number=3),
        actor=build.command(),
        state="here",
        paid=False,
    )
    unpaid = lists.locator("[data-key=unpaid]")
    expect(unpaid.locator("[data-find]")).to_have_attribute("data-find", "3")
    found = lists.locator("[data-key=here] [data-find]")
    expect(found).to_have_text([re.compile("^3 "), re.compile("^17 ")])
    lists.get_by_text(message("Mark everyone else as no-show")).click()
    expect(lists.get_by_text("These 38 people will be listed")).to_be_visible()
    lists.get_by_role(
        "button", name=message("Mark {n} people as no-shows", n=38)
    ).click()
    expect(
        laptop.get_by_text(message("{n} people were marked as no-shows.", n=38))
    ).to_be_visible()
    expect(page.locator("#door-lists [data-key=gone]")).to_contain_text(
        "Not coming: 38", timeout=15_000
    )


def test_people_found_one_after_the_other_stay_selected(
    laptop: Page, live_server: LiveServer, tournament: Tournament
) -> None:
    """In a list of several pages, by what is found and by pages."""
    build.entries(tournament, 140, state="expected")
    sign_in(laptop, build.member(tournament.club, "director"), live_server.url)
    laptop.goto(f"/desk/{tournament.club.slug}/{tournament.slug}/entries/")
    rows = laptop.locator("#entry-rows tr")
    expect(rows).to_have_count(60)
    for n, number in enumerate(("117", "140"), start=1):
        laptop.get_by_label(message("Find")).fill(number)
        expect(rows.locator(".medal")).to_have_text([number])
        rows.locator("input[name=who]").check(force=True)
        expect(laptop.locator("[data-ticked]")).to_have_text(str(n))
    laptop.get_by_label(message("Find")).fill("")
    expect(rows).to_have_count(60)
    laptop.get_by_role("link", name="2", exact=True).click()
    expect(rows.first.locator(".medal")).to_have_text("61")
    expect(rows.locator("input[name=who]:checked")).to_have_count(1)
    expect(laptop.locator("[data-ticked]")).to_have_text("2")
    laptop.locator("#several button[value=here]").click()
    expect(
        laptop.get_by_text(message("{n} entries were changed.", n=2))
    ).to_be_visible()
    here = tournament.entries.filter(state="here").values_list("number", flat=True)
    assert [*here.order_by("number")] == [117, 140]


def test_news_that_come_too_late_are_dropped(
    laptop: Page, live_server: LiveServer, tournament: Tournament
) -> None:
    late: list[tuple[Route, APIResponse]] = []
    laptop.clock.install()
    field = at_the_door(laptop, live_server, tournament, "director")
    somebody = tournament.entries.get(number=5)
    update_entry(entry=somebody, actor=build.command(), state="here")
    laptop.route(
        "**/door/?version=*", lambda route: late.append((route, route.fetch()))
    )
    laptop.clock.fast_forward(5000)
    while not late:  # these news know of the first alone
        laptop.wait_for_timeout(20)
    field.press_sequentially("kub ma")
    field.press("Enter")
    here = laptop.locator("#door-numbers dd").first
    expect(here).to_have_text("2")
    [(route, news)] = late
    with laptop.expect_event("requestfinished"):
        route.fulfill(response=news)
    expect(here).to_have_text("2")


def test_the_answer_stands_beside_what_is_typed_in_the_first_view(
    open_page: OpenPage, live_server: LiveServer, tournament: Tournament
) -> None:
    """A laptop's; the last person stands below the field."""
    page = open_page(1280, 720)
    field = at_the_door(page, live_server, tournament, "director")
    field.press_sequentially("1")
    page.keyboard.press("Enter")
    expect(page.locator(".door-done")).to_be_visible()
    field.press_sequentially("emil")
    row = page.locator("#door-found .door-row").first
    expect(row).to_be_visible()
    typed, answer = field.bounding_box(), row.bounding_box()
    last = page.locator(".door-done").bounding_box()
    assert typed
    assert answer
    assert last
    assert answer["x"] >= typed["x"] + typed["width"]
    assert abs(answer["y"] - typed["y"]) < 100
    assert last["y"] >= typed["y"] + typed["height"]
    assert answer["y"] + answer["height"] <= 720
    assert last["y"] + last["height"] <= 720
