"""A club's page: even cards on a phone, and landmarks that can be told apart."""

import pytest
from playwright.sync_api import Page

from scoring.tournaments import tournaments
from tests import builders as build
from tests.browser.test_table_pages_look import faults_of, in_dark
from tests.drill.figures import size
from tests.rules.spjst.builders import povinost

pytestmark = pytest.mark.django_db(transaction=True)

LABELS = """cells => cells.map(cell => getComputedStyle(cell, "::before"))
    .filter(style => style.display !== "none" && style.content !== "none").length"""
LONG = "Maximiliana Nepomucka-Vondrackova of Frenstat"


def test_place_name_and_chips_stand_on_one_line(phone: Page) -> None:
    club = build.club()
    tournament = build.tournament(club)
    people = build.entries(tournament, 4)
    people[1].player.name = LONG
    people[1].player.save()
    rnd = build.published_round(tournament, [people])
    build.verified_sheet(rnd.sheets.get(), (131, 131, 69, 69))
    phone.goto(f"/{club.slug}/")
    rows = phone.locator("section[aria-labelledby=season-head] tbody tr")
    assert rows.count() == 4
    for kind in ("medal", "lead", "key"):
        cells = phone.locator(f"section[aria-labelledby=season-head] td.{kind}")
        assert cells.evaluate_all(LABELS) == 0
    lefts = set()
    for row in rows.all():
        place, name, chips = (
            row.locator(f"td.{kind}").bounding_box()
            for kind in ("medal", "lead", "key")
        )
        assert place["x"] < name["x"] < chips["x"]
        assert max(place["y"], chips["y"]) < name["y"] + name["height"]
        lefts.add((place["x"], name["x"], chips["x"] + chips["width"]))
    assert len(lefts) == 1, lefts


def test_axe_finds_nothing_on_what_everybody_sees(laptop: Page) -> None:
    club = build.club()
    made = build.tournament(club)
    sheet = build.published_round(made).sheets.get()
    build.recorded(sheet, build.command(), key="hand", record=povinost())
    build.verified_sheet(sheet)
    tournaments.finish(tournament=made, actor=build.command())
    build.published_round(build.tournament(club, name="The next one"))
    alike = ("the-next-one/", "hands/", "honours/")  # made of what the others have too
    pages = (
        "",
        "fall-tarok/",
        "the-next-one/screen/",
        "records/",
        "all-time/",
        "players/1/",
        "players/1/hands/",
        "players/1/met/",
        *size((), alike),
    )
    for n, page in enumerate(pages):
        laptop.goto(f"/{club.slug}/{page}")
        laptop.locator("h1").wait_for()
        assert faults_of(laptop, dark=in_dark(n)) == [], page
