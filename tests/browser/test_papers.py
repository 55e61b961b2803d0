"""The papers of a round as one grid: how many keys and loads it takes, and what may fail."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Count, Round
from tests import builders as build
from tests.browser.conftest import Complaints
from tests.browser.test_sheet import keystrokes, sign_in
from tests.messages import message
from tests.scoring.crew import at

pytestmark = pytest.mark.django_db(transaction=True)

MOST_KEYS = 15  # a sheet: four numbers, and Enter after each
ELEVEN = range(1, 12)


@pytest.fixture
def rnd() -> Round:
    return build.published_round(build.tournament(build.club()), 11)


@pytest.fixture
def grid(laptop: Page, live_server, rnd: Round) -> Page:
    """Anna's laptop on the papers of a round of eleven tables."""
    anna = build.member(rnd.tournament.club, "director", "anna")
    sign_in(laptop, anna, live_server.url)
    laptop.goto(at(rnd.tournament, "papers", rnd.number))
    return laptop


def row(page: Page, table: int):
    return page.locator(f"#t{table}")


def first(page: Page, table: int):
    return row(page, table).locator('input[name="held1"]')


def test_eleven_papers_by_keyboard_in_one_load(grid: Page) -> None:
    loads: list[str] = []
    grid.on("load", lambda page: loads.append(page.url))
    expect(grid.locator("#q")).to_be_focused()
    grid.keyboard.press("Enter")  # the first that is missing
    for table in ELEVEN:
        expect(first(grid, table)).to_be_focused()
        taken = keystrokes(grid)("131⏎96⏎104⏎69⏎")
        assert taken <= MOST_KEYS
    expect(grid.locator("[data-saved]")).to_have_count(11)
    expect(grid.locator("#papers-progress")).to_contain_text("11 waiting for a second")
    expect(grid.locator("#q")).to_be_focused()
    assert loads == []
    assert Count.objects.count() == 11
    assert {count.scores for count in Count.objects.all()} == {(131, 96, 104, 69)}


def test_eleven_tables_fit_a_laptop(grid: Page) -> None:
    grid.set_viewport_size({"width": 1280, "height": 720})
    for table in ELEVEN:
        box = row(grid, table).bounding_box()
        assert box
        assert box["height"] <= 41
        assert box["y"] + box["height"] <= 660
    grid.keyboard.press("Enter")
    keystrokes(grid)("131⏎45⏎124⏎91⏎")
    expect(row(grid, 1).locator(".suggestion").first).to_be_visible()
    box = row(grid, 11).bounding_box()
    assert box
    assert box["y"] + box["height"] <= 720


def test_on_a_phone_one_table_is_open(phone: Page, live_server, rnd: Round) -> None:
    anna = build.member(rnd.tournament.club, "director", "anna")
    sign_in(phone, anna, live_server.url)
    phone.goto(at(rnd.tournament, "papers", rnd.number))
    expect(first(phone, 1)).to_be_visible()
    expect(first(phone, 2)).to_be_hidden()
    row(phone, 2).locator(".paper-names").click()
    expect(first(phone, 2)).to_be_focused()
    expect(first(phone, 1)).to_be_hidden()


def test_a_code_typed_or_scanned_jumps_to_its_row(grid: Page, rnd: Round) -> None:
    code, token = rnd.sheets.get(table=7).code, rnd.sheets.get(table=9).token
    keystrokes(grid)(f"{code.lower()}⏎")
    expect(first(grid, 7)).to_be_focused()
    # A scanner types into whatever has the focus.
    grid.keyboard.type(f"http://192.168.1.20:8000/t/{token}/\n")
    expect(first(grid, 9)).to_be_focused()
    expect(first(grid, 7)).to_have_value("")
    grid.keyboard.type("/3\n")
    expect(first(grid, 3)).to_be_focused()


def test_the_slash_key_types_nothing_into_the_empty_code_field(grid: Page) -> None:
    expect(grid.locator("#q")).to_be_focused()
    grid.keyboard.press("/")
    grid.keyboard.type("7")
    grid.keyboard.press("Enter")
    expect(grid.locator("#t7_held1")).to_be_focused()


def test_what_does_not_add_up_is_explained_in_sight_and_put_right(grid: Page) -> None:
    grid.keyboard.press("Enter")
    keystrokes(grid)("131⏎45⏎124⏎91⏎")
    why = row(grid, 1).locator(".suggestion").first
    expect(why).to_contain_text("54")
    expect(why).to_be_in_viewport()
    expect(row(grid, 1).locator("[data-save]")).to_be_focused()
    assert not Count.objects.exists()
    grid.keyboard.press("u")
    grid.keyboard.press("Enter")
    expect(first(grid, 2)).to_be_focused()
    expect(row(grid, 1)).to_contain_text("Table 1 saved: 400 ✓")
    assert Count.objects.get().scores == (131, 54, 124, 91)


RIGHT = (131, 96, 104, 69)
BLIND = dict.fromkeys(ELEVEN, RIGHT) | {3: (131, 96, 104, 60), 7: (13, 96, 104, 69)}
COUNT_TONES = """() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...from) {
        window.tones += 1;
        return start.apply(this, from);
    };
}"""


def test_eleven_sheets_typed_blind_with_two_errors(grid: Page) -> None:
    grid.evaluate(COUNT_TONES)
    grid.keyboard.press("Enter")
    type_ = keystrokes(grid)
    for numbers in BLIND.values():
        type_("".join(f"{number}⏎" for number in numbers))
    expect(grid.locator("[data-saved]")).to_have_count(9)
    saved = {count.sheet.table: count.scores for count in Count.objects.all()}
    assert saved == {table: RIGHT for table in ELEVEN if table not in (3, 7)}
    marked = grid.locator("[data-paper]:has([data-differs])")
    expect(marked).to_have_count(2)
    for table, number, word in (
        (3, "60", message("9 missing")),
        (7, "69", "118 missing"),
    ):
        note = row(grid, table).locator("[data-differs-note]")
        expect(note).to_contain_text("Not saved yet")
        expect(note.locator("svg.sign")).to_be_visible()
        expect(row(grid, table)).to_contain_text(word)
        expect(row(grid, table).locator("input[name=held4]")).to_have_value(number)
    assert grid.evaluate("window.tones") == 2
    the_end_waits_at_the_first_marked_row_and_is_fixed_there(grid)


def the_end_waits_at_the_first_marked_row_and_is_fixed_there(grid: Page) -> None:
    save = row(grid, 3).locator("[data-save]")
    expect(save).to_be_focused()
    grid.keyboard.type("131\n\n")
    expect(save).to_be_focused()
    assert Count.objects.count() == 9
    row(grid, 3).locator("input[name=held4]").fill("69")
    expect(row(grid, 3).locator("[data-differs-note]")).to_be_hidden()
    grid.keyboard.press("Enter")
    expect(row(grid, 3)).to_contain_text("Table 3 saved: 400 ✓")
    expect(row(grid, 7).locator("[data-save]")).to_be_focused()
    grid.keyboard.press("s")
    expect(row(grid, 7)).to_contain_text("Table 7 was saved as is")
    assert Count.objects.get(sheet__table=7).scores == (13, 96, 104, 69)


def test_a_missing_number_is_typed_and_the_sheet_judged_at_once(grid: Page) -> None:
    grid.evaluate(COUNT_TONES)
    grid.keyboard.press("Enter")
    type_ = keystrokes(grid)
    type_("131⏎⏎104⏎69⏎")
    expect(row(grid, 1).locator("input[name=held2]")).to_be_focused()
    assert grid.evaluate("window.tones") == 1
    type_("96⏎")
    expect(first(grid, 2)).to_be_focused()
    expect(row(grid, 1)).to_contain_text("Table 1 saved: 400 ✓")


def test_a_row_that_did_not_arrive_stays_as_it_was_typed(
    grid: Page, complaints: Complaints
) -> None:
    grid.route("**/papers/1/", lambda route: route.abort(), times=1)
    grid.keyboard.press("Enter")
    keystrokes(grid)("131⏎96⏎104⏎69⏎")
    expect(row(grid, 1)).to_contain_text("Table 1 wasn’t saved.")
    expect(first(grid, 1)).to_have_value("131")
    complaints.expect("net::ERR_", "htmx:")
    row(grid, 1).locator("[data-save]").click()
    expect(row(grid, 1)).to_contain_text("Table 1 saved: 400 ✓")
    assert Count.objects.count() == 1


def test_without_a_script_a_row_leads_to_the_next(
    open_page, live_server, rnd: Round
) -> None:
    page = open_page(1280, 720, javascript=False)
    karel = build.member(rnd.tournament.club, "scorekeeper", "karel")
    sign_in(page, karel, live_server.url)
    page.goto(at(rnd.tournament, "papers", 1))
    for seat, chips in enumerate((131, 96, 104, 69), start=1):
        row(page, 1).locator(f'input[name="held{seat}"]').fill(str(chips))
    row(page, 1).get_by_role("button").click()
    expect(page.get_by_text("Table 1 saved: 400 ✓")).to_be_visible()
    assert page.url.endswith("?at=2#t2")
    expect(row(page, 2)).to_be_in_viewport()
    assert Count.objects.count() == 1
