"""Names longer than a phone is wide: nothing is cut, nothing lies over anything."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Entry, Tournament
from scoring.tournaments import tournaments
from tests import builders as build
from tests.browser.conftest import OpenPage
from tests.browser.sign_in import sign_in
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Bartholomew Alexander Schwarzenberg-Hohenlohe von Wallenstein"
WIDTHS = "[document.documentElement.scrollWidth, window.innerWidth]"
BOXES = "all => all.map(each => each.getBoundingClientRect().toJSON())"


@pytest.fixture
def tournament() -> Tournament:
    club = build.club(name=f"{LONG} Lodge of Caldwell and Burleson Counties")
    made = build.tournament(club, name="The Seventy-Fifth Annual Texas Championship")
    build.entries(made, 5)
    made.entries.update(name=LONG)
    return made


def test_who_sits_out_is_not_wider_than_the_phone(
    phone: Page, tournament: Tournament
) -> None:
    director = build.member(tournament.club, "director")
    people = list(tournament.entries.all())
    rnd = build.published_round(tournament, [people[:4]])
    assert rnd.sit_outs.exists()
    sign_in(phone, director.username)
    phone.goto(f"/desk/{tournament.club.slug}/{tournament.slug}/rounds/1/")
    phone.get_by_text(message("Sitting out:")).wait_for()
    page, window = phone.evaluate(WIDTHS)
    assert page <= window


def test_names_to_tap_do_not_lie_over_each_other(
    phone: Page, tournament: Tournament
) -> None:
    director = build.member(tournament.club, "director")
    build.published_round(tournament)
    tournament.entries.filter(number__gt=2).update(name="Jo")
    sign_in(phone, director.username)
    phone.goto(f"/desk/{tournament.club.slug}/{tournament.slug}/rounds/1/")
    phone.get_by_text(message("Swap two players")).click()
    names = phone.locator("td .can-pick")
    expect(names).to_have_count(4)
    for one, other in pairwise(names.evaluate_all(BOXES)):
        assert other["top"] > one["bottom"] + 2  # each has a line around it


def test_the_way_back_has_room_for_a_long_name(
    phone: Page, tournament: Tournament
) -> None:
    build.published_round(tournament)
    phone.goto(f"/{tournament.club.slug}/{tournament.slug}/rounds/1/")
    back = phone.locator(".way-back a")
    expect(back).to_contain_text(tournament.name)
    [link] = back.evaluate_all(BOXES)
    assert link["height"] >= 44
    page, window = phone.evaluate(WIDTHS)
    assert page <= window


def test_an_edition_keeps_names_in_whole_words(
    phone: Page, tournament: Tournament
) -> None:
    people = list(Entry.objects.filter(tournament=tournament)[:4])
    rnd = build.published_round(tournament, [people])
    build.verified_sheet(rnd.sheets.get())
    tournaments.finish(tournament=tournament, actor=build.command())
    phone.goto(f"/{tournament.club.slug}/{tournament.slug}/editions/1/")
    for name in phone.locator("td.lead").evaluate_all(BOXES):
        assert name["width"] > 150
    page, window = phone.evaluate(WIDTHS)
    assert page <= window


def test_a_long_name_squeezes_nothing_beside_it(
    laptop: Page, tournament: Tournament
) -> None:
    longest = f"{LONG} de la Trinidad"
    tournament.entries.filter(number=1).update(name=longest, paid=True, team="Reds")
    director = build.member(tournament.club, "director")
    sign_in(laptop, director.username)
    laptop.goto(f"/desk/{tournament.club.slug}/{tournament.slug}/entries/")
    row = laptop.locator("#entry-rows tr").first
    assert "Reds" in row.inner_text()
    for beside in row.locator("td.bare :is(button, a)").evaluate_all(BOXES):
        assert beside["height"] < 50  # one line
    page, window = laptop.evaluate(WIDTHS)
    assert page <= window


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_the_header_is_one_line(
    open_page: OpenPage, tournament: Tournament, width: int
) -> None:
    director = build.member(tournament.club, "director")
    director.name = LONG
    director.save()
    page = open_page(width, 800)
    sign_in(page, director.username)
    for where in (f"/desk/{tournament.club.slug}/", f"/{tournament.club.slug}/"):
        page.goto(where)
        assert page.locator(".site-header").bounding_box()["height"] < 64
        wide, window = page.evaluate(WIDTHS)
        assert wide <= window
    page.goto(f"/desk/{tournament.club.slug}/")
    page.locator(".account-menu > summary").click()
    page.locator(".site-nav").get_by_role("button").evaluate(
        "button => { button.textContent = 'Sign out and away'; }"
    )
    wide, window = page.evaluate(WIDTHS)
    assert wide <= window


def test_nobody_entered_is_a_word_a_line_on_a_narrow_desk(
    open_page: OpenPage, tournament: Tournament
) -> None:
    tournament.entries.filter(number=1).update(lodge=f"Lodge 84, {LONG}")
    director = build.member(tournament.club, "director")
    page = open_page(768, 1024)
    sign_in(page, director.username)
    page.goto(f"/desk/{tournament.club.slug}/{tournament.slug}/entries/")
    first = page.locator("#entry-rows tr").first
    name, lodge = first.locator("td.name").evaluate_all(BOXES)
    assert name["width"] > 160
    assert (name["x"], name["width"]) == (lodge["x"], lodge["width"])
    assert lodge["top"] >= name["bottom"]


def test_a_heading_breaks_where_its_line_is_full(
    open_page: OpenPage, tournament: Tournament
) -> None:
    tournament.name = "The Fall Championship of all Texas in 2026"
    tournament.save()
    build.published_round(tournament)  # before that, the heading is balanced
    page = open_page(390, 800)
    page.goto(f"/{tournament.club.slug}/{tournament.slug}/")
    words = page.locator("h1").evaluate("""h1 => {
      const text = h1.firstChild, range = document.createRange(), boxes = [];
      for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        boxes.push(range.getBoundingClientRect().toJSON());
      }
      return boxes;
    }""")
    room = page.locator("h1").bounding_box()
    for one, other in pairwise(words):
        if other["top"] > one["top"] + 10:  # in the next line
            space = 8  # px, between the two words
            assert one["right"] + space + other["width"] > room["x"] + room["width"]
