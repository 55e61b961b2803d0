"""The bar of the desk, and what the evening shows on a laptop without scrolling."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Round
from tests import builders as build
from tests.browser.conftest import OpenPage
from tests.browser.sign_in import sign_in
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message
from tests.scoring.crew import at

pytestmark = pytest.mark.django_db(transaction=True)

# Primary buttons that are to be seen, but not without scrolling; that of a long form is
# in sight once something was changed.
BELOW = """() => [...document.querySelectorAll(".btn-primary")]
  .filter((button) => !button.closest(".action-bar") && button.checkVisibility() && button.getBoundingClientRect().bottom > innerHeight)
  .map((button) => button.textContent.trim())"""
PAGES = (
    ("tournament-desk", ()),
    ("door", ()),
    ("entries", ()),
    ("draw", ()),
    ("papers", (1,)),
    ("verifying", (1,)),
    ("sheet-desk", (1, 1)),
    ("sheet-desk", (1, 2)),
    ("paper", ()),
    ("prints", ()),
    ("desk-search", ()),
    ("start-chips", (1,)),
    ("rulings", ()),
    ("substitutes", ()),
    ("change", ()),
    ("prizes", ()),
    ("report", ()),
    ("podium", ()),
    ("pack", ()),
    ("export", ()),
    ("tray", ()),
    ("entries-paste", ()),
    ("coming", ()),
    ("tournament-settings", ()),
)
# Pages of the club's desk, whose forms are longer than a laptop is high.
OF_CLUB = ("player-new", "season-new", "results-import", "look", "currency", "people")


@pytest.fixture
def rnd() -> Round:
    """Eleven tables of an evening at which Anna directs, an owner; one is counted, one is wrong."""
    club = build.club()
    build.member(club, "owner", "anna")
    made = build.published_round(
        build.tournament(club, hands_per_round=20, minutes_per_round=60), 11
    )
    build.counted(made.sheets.get(table=1))
    build.counted(made.sheets.get(table=7), held=(131, 96, 104, 60))
    return made


def test_search_and_keys_by_keyboard_alone(laptop: Page, rnd: Round) -> None:
    sign_in(laptop, "anna")
    laptop.goto(at(rnd.tournament, "prints"))
    laptop.keyboard.press("/")
    laptop.keyboard.type("jos mar")
    expect(laptop.locator("#desk-results .found-main").first).to_contain_text("Josef")
    laptop.keyboard.press("Escape")
    expect(laptop.locator("#desk-results")).to_be_hidden()
    laptop.keyboard.type("jos mar 3")
    expect(laptop.locator("#desk-results [data-typed='jos mar 3']")).to_be_visible()
    laptop.keyboard.press("Enter")
    laptop.wait_for_url(f"**{at(rnd.tournament, 'sheet-desk', 1, 9)}")
    laptop.goto(at(rnd.tournament, "prints"))
    laptop.keyboard.press("?")
    expect(laptop.locator("#keys-dialog")).to_be_visible()
    laptop.keyboard.press("Escape")
    expect(laptop.locator("#keys-dialog")).to_be_hidden()


def test_what_is_found_is_gone_through_by_arrows(laptop: Page, rnd: Round) -> None:
    sign_in(laptop, "anna")
    laptop.goto(at(rnd.tournament, "tournament-desk"))
    laptop.keyboard.press("/")
    laptop.keyboard.type("7")
    links = laptop.locator("#desk-results .found-main")
    expect(links.first).to_contain_text("table 7")
    laptop.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    laptop.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    laptop.keyboard.press("ArrowUp")
    laptop.keyboard.press("Enter")
    laptop.wait_for_url(f"**{at(rnd.tournament, 'sheet-desk', 1, 7)}")


def test_without_a_script_the_search_is_a_page(open_page: OpenPage, rnd: Round) -> None:
    plain = open_page(1280, 720, javascript=False)
    sign_in(plain, "anna")
    plain.goto(at(rnd.tournament, "tournament-desk"))
    plain.locator("#desk-q").fill("7")
    plain.keyboard.press("Enter")
    plain.wait_for_url(f"**{at(rnd.tournament, 'desk-search')}?q=7")
    expect(plain.locator("main .found-main").first).to_contain_text("table 7")
    expect(plain.locator("#keys")).to_be_visible()


def test_a_laptop_shows_all_of_eleven_tables_and_every_first_button(
    open_page: OpenPage, rnd: Round
) -> None:
    laptop = open_page(1280, 720)
    sign_in(laptop, "anna")
    for name, more in PAGES:
        laptop.goto(at(rnd.tournament, name, *more))
        assert laptop.evaluate(BELOW) == [], name
    for name in OF_CLUB:
        laptop.goto(reverse(f"scoring:{name}", args=[rnd.tournament.club.slug]))
        assert laptop.evaluate(BELOW) == [], name
    laptop.goto(at(rnd.tournament, "tournament-desk"))
    tiles = laptop.locator(".board-table")
    expect(tiles).to_have_count(11)
    box = tiles.last.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 720


def test_axe_finds_nothing_on_the_evening_the_search_and_the_keys(
    laptop: Page, rnd: Round
) -> None:
    sign_in(laptop, "anna")
    laptop.goto(f"{at(rnd.tournament, 'desk-search')}?q=mar")
    assert faults_of(laptop) == []
    laptop.goto(at(rnd.tournament, "tournament-desk"))
    laptop.locator("#desk-more > summary").click()
    laptop.keyboard.press("/")
    laptop.keyboard.type("mar")
    expect(laptop.locator("#desk-results .found-main").first).to_be_visible()
    assert faults_of(laptop) == []
    laptop.keyboard.press("Escape")
    laptop.locator("#desk-more > summary").click()
    laptop.locator("#desk-keys").click()
    assert faults_of(laptop) == []


def test_on_a_phone_the_bar_is_one_line_with_the_page_in_sight(
    phone: Page, rnd: Round
) -> None:
    sign_in(phone, "anna")
    phone.goto(at(rnd.tournament, "tournament-settings"))
    box = phone.locator(".site-header").bounding_box()
    assert box
    assert box["height"] <= 52
    phone.locator("#desk-more > summary").click()
    here = phone.locator("#desk-more a[aria-current]")
    expect(here).to_have_text(message("Settings"))
    expect(here).to_be_in_viewport(ratio=1)
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    phone.locator(".bar-to-search").click()
    phone.wait_for_url(f"**{at(rnd.tournament, 'desk-search')}")
    expect(phone.locator("#search-q")).to_be_focused()


def test_the_bar_counts_no_fields_of_closed_folds(laptop: Page, rnd: Round) -> None:
    sign_in(laptop, "anna")
    laptop.goto(at(rnd.tournament, "tournament-settings"))
    laptop.locator("#id_name").fill("Winter Tarok")
    below = laptop.locator(".fields-below")
    laptop.evaluate(
        "document.querySelectorAll('main details').forEach(f => f.open = true)"
    )
    laptop.evaluate("scrollTo(0, 1)")
    expect(below).to_be_visible()
    laptop.evaluate(
        "document.querySelectorAll('main details').forEach(f => f.open = false)"
    )
    laptop.evaluate("scrollTo(0, 0)")
    expect(below).to_be_hidden()
