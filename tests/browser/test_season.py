"""A season in a browser: a member finds out why, a director changes it and ends it."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club
from scoring.draw import season_plans
from scoring.models import Entry
from scoring.past_results import import_drafts
from scoring.people.spreadsheets import read_sheets
from scoring.printing import jobs
from scoring.standings import seasons
from scoring.tournaments import tournaments
from tests import builders as build
from tests.browser.sign_in import sign_in
from tests.browser.test_table_pages_look import faults_of, in_dark
from tests.drill.figures import size
from tests.messages import message
from tests.scoring.past_results import lists
from tests.scoring.past_results.test_importer import taken
from tests.scoring.standings.views.test_season import evening
from tests.world import PRINT_KEY

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    """Three evenings: Karel came seldom and badly, Marie often and well."""
    club = build.club()
    people = [build.player(club, name, "Star") for name in build.NAMES[:5]]
    for week, held in enumerate(
        [(131, 96, 104, 69), (120, 110, 90, 80), (70, 110, 120, 100)]
    ):
        there = people[:4] if week else [*people[:3], people[4]]
        made = evening(there, held, build.DAY - timedelta(days=7 * week))
        tournaments.finish(tournament=made, actor=build.command())
    build.member(club, "director")
    return club


def test_a_member_finds_out_why_he_is_fourth(phone: Page, club: Club) -> None:
    phone.goto(f"/{club.slug}/seasons/2026/")
    row = phone.get_by_role("row").filter(has_text="Karel Novak")
    row.get_by_role("link", name="−20").click()
    expect(
        phone.get_by_role("heading", name=message("Why place {place}", place=4))
    ).to_be_visible()
    expect(phone.get_by_text("Just ahead: Anna Svoboda, place 3")).to_be_visible()
    expect(phone.get_by_text(message("absent"))).to_be_visible()
    phone.get_by_role("link", name="0", exact=True).click()
    expect(phone).to_have_url(re.compile("/rounds/1/tables/1/$"))


def test_a_director_sees_what_a_change_does_before_he_saves_it(
    laptop: Page, club: Club
) -> None:
    sign_in(laptop, "director")
    laptop.goto(f"/desk/{club.slug}/seasons/2026/")
    preview = laptop.locator("#season-preview")
    expect(preview).to_contain_text(message("Places now"))
    laptop.locator("summary", has_text=message("What counts")).click()
    laptop.get_by_label(message("average net chips per round")).check()
    shown = laptop.get_by_role("alert")
    expect(shown).to_contain_text(message("Not saved yet."))
    laptop.locator(
        "summary",
        has_text=message("How many results count, and the minimum for a place"),
    ).click()
    laptop.get_by_label(message("Minimum for a place")).fill("3")
    laptop.keyboard.press("Tab")  # that is when it is asked for
    expect(shown).to_contain_text("Not saved yet. 2 places would change.")
    assert faults_of(laptop) == []
    laptop.get_by_role("button", name=message("Save season")).click()
    expect(
        laptop.get_by_text(message("Season {name} saved.", name=2026))
    ).to_be_visible()
    laptop.get_by_text(message("Declare season final")).first.click()
    laptop.get_by_role("button", name=message("Declare season final")).click()
    expect(laptop.get_by_text("Declared final on")).to_be_visible()
    laptop.get_by_role("link", name=message("Version {n}", n=1)).click()
    expect(
        laptop.get_by_role("heading", name=message("Final places, version {n}", n=1))
    ).to_be_visible()


def test_a_director_types_points_by_the_number_of_players(
    phone: Page, club: Club
) -> None:
    sign_in(phone, "director")
    phone.goto(f"/desk/{club.slug}/seasons/2026/")
    phone.locator("summary", has_text=message("What counts")).click()
    phone.get_by_label(message("points by place"), exact=True).check()
    phone.get_by_label(message("Points by place"), exact=True).select_option("own")
    points = phone.get_by_label(message("The club’s own points"))
    points.fill("9 7 5\n4: 12 9 x")
    phone.get_by_role("button", name=message("Save season")).click()
    expect(phone.get_by_text("“x” isn’t a number of points.")).to_be_visible()
    assert faults_of(phone) == []
    points.fill("9 7 5\n4: 12 9 7\n2026-12-01\n20 10")
    phone.get_by_role("button", name=message("Save season")).click()
    listed = message("{first} to {last} players", first=1, last=3)
    expect(phone.get_by_text(listed, exact=True)).to_be_visible()
    assert faults_of(phone) == []
    phone.get_by_role("button", name=message("Save season")).click()
    expect(
        phone.get_by_text(message("Season {name} saved.", name=2026))
    ).to_be_visible()
    phone.goto(f"/{club.slug}/seasons/2026/players/1/")
    won = phone.get_by_text("place 1 of 4 players: 12 points")
    expect(won.first).to_be_visible()
    assert faults_of(phone) == []


def test_axe_finds_nothing_on_the_pages_of_seasons_and_old_lists(
    laptop: Page, club: Club
) -> None:
    season = club.seasons.get()
    season.formula = {
        "floor": True,
        "best": 1,
        "finalists": 2,
        "lodge_best": 2,
        "classes": ["Women"],
    }
    season.save()
    seasons.finish(season=season, actor=build.command())
    by = build.command()
    season_plans.make(
        season=season, actor=by, people=[None] * 16, rounds_an_evening=2, seed=1
    )
    known = taken(club)
    content = read_sheets("liga.xlsx", lists.a_year_a_sheet())
    draft = import_drafts.add(club=club, actor=by, name="liga.xlsx", sheets=content)
    line = Entry.objects.filter(old_result__isnull=False)[0]
    laptop.set_viewport_size({"width": 320, "height": 700})
    sign_in(laptop, "director")
    of_season = f"/{club.slug}/seasons/2026/"
    desk = f"/desk/{club.slug}/seasons/"
    old = f"/desk/{club.slug}/old-lists/"
    alike = (  # made of what the others have too
        f"{of_season}print/",
        f"{of_season}editions/1/",
        f"{desk}2026/plan/print/",
        f"/{club.slug}/seasons/",
        f"{old}{known.pk}/",
    )
    pages = (
        of_season,
        f"{of_season}players/1/",
        desk,
        f"{desk}2026/",
        f"{desk}2026/plan/",
        f"{desk}2026/prints/",
        f"/{club.slug}/1998-05-01/",
        old,
        f"{old}{draft.pk}/",
        f"{old}{draft.pk}/people/",
        f"{old}results/{line.pk}/",
        *size((), alike),
    )
    for n, page in enumerate(pages):
        laptop.goto(page)
        assert faults_of(laptop, dark=in_dark(n)) == [], page


def test_axe_finds_nothing_where_posters_and_certificates_are_waited_for(
    laptop: Page, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is made, once it is ready, and where it stopped."""
    job = jobs.Job(PRINT_KEY, club.slug, "print", done=3, of=9, message=jobs.STOPPED)
    evening = club.tournaments.earliest("date")
    poster, certificates = "seasons/2026", evening.slug
    sign_in(laptop, "director")
    monkeypatch.setattr(jobs, "is_pending", lambda task, key: True)
    for state, of in (
        ("working", poster),
        ("done", certificates),
        ("failed", poster),
    ):
        jobs.write_job(replace(job, state=state))
        laptop.goto(f"/desk/{club.slug}/{of}/prints/{PRINT_KEY}/")
        for width in size([320], [320, 1280]):
            laptop.set_viewport_size({"width": width, "height": 700})
            assert faults_of(laptop) == [], (state, of, width)
