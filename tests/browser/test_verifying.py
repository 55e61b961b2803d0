"""A round from its papers to the next one published: how many keys and loads that takes."""

import pytest
from playwright.sync_api import Page, expect

from scoring.draw import manual_seating
from scoring.models import Round
from scoring.sheets.sheet import life_of
from tests import builders as build
from tests.browser.test_sheet import keystrokes, sign_in
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message
from tests.scoring.crew import at

pytestmark = pytest.mark.django_db(transaction=True)

MOST_KEYS = 15  # a sheet
MOST_LOADS = 6  # of a round of eleven papers to the next published round
NUMBERS = "131⏎96⏎104⏎69⏎"


@pytest.fixture
def rnd() -> Round:
    made = build.published_round(build.tournament(build.club()), 11)
    people = list(made.tournament.entries.order_by("number"))
    tables = [people[n : n + 4] for n in range(0, 44, 4)]
    manual_seating.seat_by_hand(
        tournament=made.tournament, actor=build.command(), tables=tables
    )
    return made


@pytest.fixture
def list_of(laptop: Page, live_server, rnd: Round):
    """Anna's laptop, and the list of eleven sheets that somebody else counted."""
    anna = build.member(rnd.tournament.club, "director", "anna")
    karel = build.member(rnd.tournament.club, "scorekeeper", "karel")
    for sheet in rnd.sheets.all():
        build.counted(sheet, karel, held=(131, 96, 104, 69))
    sign_in(laptop, anna, live_server.url)
    laptop.goto(at(rnd.tournament, "verifying", rnd.number))
    return laptop


def in_force(rnd: Round) -> int:
    return sum(life_of(sheet).in_force is not None for sheet in rnd.sheets.all())


def button(page: Page, table: int):
    return page.locator(f"#t{table} [data-verifies]").first


def test_a_round_of_eleven_papers_to_the_next_published_round(
    laptop: Page, live_server, rnd: Round
) -> None:
    anna = build.member(rnd.tournament.club, "director", "anna")
    sign_in(laptop, anna, live_server.url)
    loads: list[str] = []
    laptop.on("load", lambda page: loads.append(page.url))
    laptop.goto(at(rnd.tournament, "papers", rnd.number))
    laptop.keyboard.press("Enter")
    for table in range(1, 12):
        expect(laptop.locator(f"#t{table} input[name=held1]")).to_be_focused()
        assert keystrokes(laptop)(NUMBERS) <= MOST_KEYS
    expect(laptop.locator("[data-saved]")).to_have_count(11)
    # She is alone at the desk: all are typed a second time, without sight of the first.
    laptop.get_by_role("link", name=message("Verify all sheets")).click()
    for table in range(1, 12):
        expect(laptop.locator(f"#t{table} input[name=held1]")).to_be_focused()
        assert keystrokes(laptop)(NUMBERS) <= MOST_KEYS
    expect(laptop.locator("[data-done]")).to_have_count(11)
    laptop.get_by_role("button", name=message("Publish round {round}", round=2)).click()
    expect(laptop.get_by_text("Round 2 published. Everyone")).to_be_visible()
    assert len(loads) <= MOST_LOADS, loads
    assert in_force(rnd) == 11


def test_enter_verifies_the_row_that_is_seen_and_goes_on(
    list_of: Page, rnd: Round
) -> None:
    for table in range(1, 12):
        expect(button(list_of, table)).to_be_focused()
        expect(list_of.locator(f"#t{table}")).to_be_in_viewport(ratio=1)
        list_of.keyboard.press("Enter")
    expect(list_of.locator("[data-done]")).to_have_count(11)
    expect(
        list_of.get_by_role("button", name=message("Publish round {round}", round=2))
    ).to_be_in_viewport()
    expect(list_of.locator("#papers-progress")).to_be_focused()
    assert in_force(rnd) == 11


def test_a_row_out_of_sight_is_brought_into_sight_first(
    list_of: Page, rnd: Round
) -> None:
    list_of.set_viewport_size({"width": 1280, "height": 360})
    expect(button(list_of, 1)).to_be_focused()
    list_of.mouse.wheel(0, 5000)
    expect(list_of.locator("#t1")).not_to_be_in_viewport()
    list_of.keyboard.press("Enter")
    expect(list_of.locator("#t1")).to_be_in_viewport(ratio=1)
    expect(list_of.locator("[data-done]")).to_have_count(0)
    assert in_force(rnd) == 0
    list_of.keyboard.press("Enter")
    expect(list_of.locator("#t1[data-done]")).to_have_count(1)
    assert in_force(rnd) == 1


def test_a_key_held_down_verifies_one_row_alone(list_of: Page, rnd: Round) -> None:
    expect(button(list_of, 1)).to_be_focused()
    list_of.keyboard.down("Enter")
    expect(button(list_of, 2)).to_be_focused()
    for _ in range(5):
        list_of.keyboard.down("Enter")
    list_of.keyboard.up("Enter")
    expect(list_of.locator("[data-done]")).to_have_count(1)
    assert in_force(rnd) == 1


def test_axe_finds_nothing_on_the_papers_and_the_list(
    list_of: Page, rnd: Round
) -> None:
    for name in ("verifying", "papers"):
        list_of.goto(at(rnd.tournament, name, rnd.number))
        assert faults_of(list_of) == []
