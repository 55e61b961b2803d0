"""The sheet in a real browser: quick by keyboard, live, two people, without scripts."""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Error, Locator, Page, Route, expect

from clubs.models import User
from scoring.models import Count, Round, Sheet
from scoring.sheets.sheet import SheetState, life_of
from tests import builders as build
from tests.browser.conftest import Complaints
from tests.messages import message
from tests.scoring.sheets.views.sheet_cases import CASES
from tests.scoring.sheets.views.sheet_cases import PLAIN as PLAIN_FIELDS

pytestmark = pytest.mark.django_db(transaction=True)

PLAIN = (131, 96, 104, 69)
MOST_KEYSTROKES = 22
ROUND = re.compile(r"/rounds/1/$")


@pytest.fixture
def rnd() -> Round:
    return build.published_round(build.tournament(build.club()), 3)


@pytest.fixture
def sheet(rnd: Round) -> Sheet:
    return rnd.sheets.get(table=1)


@pytest.fixture
def anna(rnd: Round) -> User:
    return build.member(rnd.tournament.club, "director", "anna")


@pytest.fixture
def karel(rnd: Round) -> User:
    return build.member(rnd.tournament.club, "scorekeeper", "karel")


def sign_in(page: Page, user: User, home: str) -> None:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies(
        [{"name": name, "value": client.cookies[name].value, "url": home}]
    )


def address(sheet: Sheet) -> str:
    tournament = sheet.round.tournament
    at = [tournament.club.slug, tournament.slug, sheet.round.number, sheet.table]
    return reverse("scoring:sheet-desk", args=at)


def field(page: Page, name: str) -> Locator:
    return page.locator(f'input[name="{name}"]').first


def save(page: Page, table: int = 1) -> None:
    page.get_by_role("button", name=message("Save table {table}", table=table)).click()


@pytest.fixture
def desk(laptop: Page, live_server, anna: User, sheet: Sheet) -> Page:
    """Anna's laptop on table 1."""
    sign_in(laptop, anna, live_server.url)
    laptop.goto(address(sheet))
    return laptop


def keystrokes(page: Page) -> Callable[[str], int]:
    """Types as a person who sees the cursor; tells how many keys that took so far."""
    expect(page.locator("input:focus")).to_be_visible()
    pressed = 0

    def type_(text: str) -> int:
        nonlocal pressed
        for key in text:
            page.keyboard.press("Enter" if key == "⏎" else key)
            pressed += 1
        return pressed

    return type_


def test_a_whole_round_without_the_pointer(desk: Page, sheet: Sheet) -> None:
    nobody_types_before_enter_works(desk, sheet)
    taken = keystrokes(desk)("131⏎96⏎104⏎69⏎")
    expect(desk.get_by_text("Table 1 saved: 400 ✓")).to_be_visible()
    assert taken <= MOST_KEYSTROKES
    assert Count.objects.get().scores == PLAIN
    for table in (2, 3):
        expect(
            desk.get_by_role("heading", name=message("Table {n}", n=table))
        ).to_be_visible()
        expect(field(desk, "held1")).to_be_focused()
        keystrokes(desk)("100⏎100⏎100⏎100⏎")
    expect(desk).to_have_url(ROUND)
    assert Count.objects.count() == 3
    desk.goto(address(sheet))
    expect(
        desk.get_by_role("link", name=message("Enter table {table} again", table=1))
    ).to_be_focused()
    desk.keyboard.press("Enter")
    expect(
        desk.get_by_role(
            "heading", name=message("Table {table}: second entry", table=1)
        )
    ).to_be_visible()
    keystrokes(desk)("131⏎96⏎104⏎69⏎")
    expect(
        desk.get_by_role(
            "heading", name=message("Table {table}: second entry", table=2)
        )
    ).to_be_visible()
    assert life_of(sheet).state == SheetState.VERIFIED


def nobody_types_before_enter_works(desk: Page, sheet: Sheet) -> None:
    """An Enter before the script runs would send a sheet with one number."""
    held_back: list[Route] = []
    desk.route("**/sheets/sheet.js", lambda route: held_back.append(route), times=1)
    with desk.expect_request("**/sheets/sheet.js"):
        desk.goto(address(sheet), wait_until="commit")
    expect(field(desk, "held1")).to_have_count(0)
    held_back.pop().continue_()
    expect(field(desk, "held1")).to_be_focused()


def causes(page: Page) -> Locator:
    return page.locator("[data-use]")


def test_a_cause_is_said_at_the_fourth_number_and_put_in_by_one_key(
    desk: Page, complaints: Complaints
) -> None:
    type_ = keystrokes(desk)
    below = desk.get_by_role("heading", name=message("At the table")).bounding_box()
    type_("131⏎45⏎124⏎91")
    expect(causes(desk)).to_have_text("Use 54: Josef Marek U")
    assert (
        desk.get_by_role("heading", name=message("At the table")).bounding_box()
        == below
    )
    type_("⏎")
    expect(
        desk.get_by_role("button", name=message("Save table {table}", table=1))
    ).to_be_focused()
    said = desk.locator("[data-said]")
    expect(said).to_have_text(re.compile("391: 9 missing. If Josef Marek has 54 inst"))
    assert type_("u⏎") <= MOST_KEYSTROKES
    expect(desk.get_by_text("Table 1 saved: 400 ✓")).to_be_visible()
    assert Count.objects.get().scores == (131, 54, 124, 91)
    an_explanation_fills_its_field_and_saves_nothing(desk)
    an_old_answer_is_dropped_and_no_network_is_silent(desk)
    complaints.expect("Failed to load resource")


def an_explanation_fills_its_field_and_saves_nothing(desk: Page) -> None:
    expect(desk.get_by_role("heading", name=message("Table {n}", n=2))).to_be_visible()
    keystrokes(desk)("131⏎45⏎124⏎91⏎s")
    expect(desk.get_by_text("was saved as is. It doesn’t balance yet.")).to_be_visible()
    desk.get_by_role("button", name="Use 54").click()
    expect(field(desk, "held2")).to_have_value("54")
    expect(desk.locator("[data-total]")).to_contain_text(message("adds up"))
    assert Count.objects.count() == 2
    save(desk, 2)
    expect(desk.get_by_text("Table 2 saved: 400 ✓")).to_be_visible()
    assert Count.objects.count() == 3


def an_old_answer_is_dropped_and_no_network_is_silent(desk: Page) -> None:
    expect(desk.get_by_role("heading", name=message("Table {n}", n=3))).to_be_visible()
    held_back: list[Route] = []
    desk.route("**/causes/**", lambda route: held_back.append(route), times=1)
    with desk.expect_request("**/causes/**"):
        keystrokes(desk)("131⏎45⏎124⏎91")
    field(desk, "held2").fill("145")
    expect(desk.locator("[data-total]")).to_contain_text(message("{n} too many", n=91))
    with suppress(Error):  # the page has given it up already
        held_back.pop().fulfill(body='<a data-use="2">old</a>')
    desk.route("**/causes/**", lambda route: route.abort())
    with desk.expect_event("requestfailed"):
        field(desk, "held2").fill("44")
    expect(desk.locator("[data-total]")).to_contain_text(message("{n} missing", n=10))
    expect(causes(desk)).to_have_count(0)


def test_a_minus_a_loan_and_a_ruling(desk: Page) -> None:
    enter_walks_no_empty_field_and_a_minus_can_be_saved(desk)
    expect(desk.get_by_role("heading", name=message("Table {n}", n=2))).to_be_visible()
    a_loan_on_the_way(desk)
    expect(desk.get_by_role("heading", name=message("Table {n}", n=3))).to_be_visible()
    a_ruling_is_offered_seat_by_seat(desk)
    made = Count.objects.order_by("pk")
    assert [each.scores for each in made[:2]] == [(-12, 162, 130, 120), PLAIN]
    assert made[2].ruled == (0, 0, 0, 9)


def enter_walks_no_empty_field_and_a_minus_can_be_saved(desk: Page) -> None:
    type_ = keystrokes(desk)
    type_("12⏎162⏎130⏎120⏎")
    expect(desk.get_by_role("button", name="Save table 1 as")).to_be_focused()
    expect(causes(desk)).to_contain_text("Use 0 held, 12 borrowed: Marie Kubala")
    type_("u⏎")
    expect(desk.get_by_text("Table 1 saved: 400 ✓")).to_be_visible()


def a_loan_on_the_way(desk: Page) -> None:
    for seat, held in enumerate((131, 146, 104, 119), start=1):
        field(desk, f"held{seat}").fill(str(held))
    field(desk, "borrowed2").focus()
    keystrokes(desk)("50⏎")
    expect(field(desk, "borrowed3")).to_be_focused()
    keystrokes(desk)("⏎")
    expect(desk.get_by_role("button", name="Save table 2 as")).to_be_focused()
    field(desk, "borrowed4").focus()
    keystrokes(desk)("50⏎")
    expect(desk.get_by_text("Table 2 saved: 400 ✓")).to_be_visible()


def a_ruling_is_offered_seat_by_seat(desk: Page) -> None:
    """What was refused is right only when it is typed anew."""
    keystrokes(desk)("131⏎96⏎104⏎60")
    desk.get_by_text(message("Make ruling on the difference")).click()
    desk.get_by_role(
        "button", name=message("Assign {chips} here", chips="+9")
    ).last.click()
    expect(field(desk, "reason")).to_be_focused()
    save(desk, 3)
    expect(desk.get_by_text(message("Enter a reason for the ruling."))).to_be_visible()
    expect(desk.locator("[data-total]")).not_to_have_class(re.compile("is-right"))
    expect(desk.locator("[data-word]")).to_have_text("of 400")
    field(desk, "reason").fill("§31, nobody knows")
    expect(desk.get_by_text(message("Enter a reason for the ruling."))).to_have_count(0)
    expect(desk.locator("[data-word]")).to_have_text(message("adds up"))
    save(desk, 3)
    expect(desk.get_by_text("Table 3 saved: 400 ✓")).to_be_visible()


TYPE = """([plain, typed]) => {
    const form = document.querySelector("form[data-sheet]");
    for (const field of form.querySelectorAll("input.chips-field, [name=reason]")) {
        field.value = typed[field.name] ?? plain[field.name] ?? "";
    }
    form.querySelector("[name=ruled4]").dispatchEvent(new Event("input", {bubbles: true}));
    return form.querySelector("[data-word]").textContent;
}"""
BEHIND_THE_BAR = """() => {
    const bar = document.querySelector(".action-bar");
    const on = document.activeElement;
    return !bar.contains(on) && on.closest("main") !== null
        && on.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
}"""


def test_the_total_is_live(desk: Page) -> None:
    keystrokes(desk)("131⏎⏎104⏎69⏎")
    expect(field(desk, "held2")).to_be_focused()  # the seat that was left out
    assert not Count.objects.exists()
    field(desk, "held4").fill("")
    field(desk, "held2").fill("96")
    total = desk.locator("[data-total]")
    expect(total).to_contain_text("331")
    expect(total).to_contain_text("of 400")
    field(desk, "held4").fill("60")
    expect(total).to_contain_text(message("9 missing"))
    expect(
        desk.get_by_role("button", name=message("Save table {table} as is", table=1))
    ).to_be_visible()
    field(desk, "held4").fill("69")
    expect(total).to_contain_text(message("adds up"))
    assert "is-right" in total.get_attribute("class")
    field(desk, "held1").fill("")
    desk.get_by_text(message("Count by color")).click()
    for colour, number in (("blue", 12), ("red", 2), ("white", 1)):
        field(desk, f"{colour}1").fill(str(number))
    expect(field(desk, "held1")).to_have_value("131")
    # As the server takes it.
    said = [desk.evaluate(TYPE, [PLAIN_FIELDS, typed]) for typed, _, _ in CASES]
    assert said == [word for _, word, _ in CASES]
    the_bar_hides_nothing_that_has_the_focus(desk)


def the_bar_hides_nothing_that_has_the_focus(desk: Page) -> None:
    desk.set_viewport_size({"width": 1280, "height": 500})
    field(desk, "held1").focus()
    for _ in range(10):
        desk.keyboard.press("Tab")
        assert not desk.evaluate(BEHIND_THE_BAR)


# What is folded away has no size.
LOW = """(all) => all.filter((each) => each.checkVisibility())
    .filter((each) => each.getBoundingClientRect().height < 44)
    .map((each) => each.outerHTML)"""


def test_enter_alone_never_saves_a_difference(desk: Page) -> None:
    type_ = keystrokes(desk)
    type_("131⏎96⏎104⏎60⏎⏎⏎")
    expect(desk.locator("[data-differs-note]")).to_be_visible()
    type_("100⏎100⏎100⏎100⏎")
    expect(desk.get_by_role("button", name="Save table 1 as")).to_be_focused()
    assert [field(desk, f"held{n}").input_value() for n in (1, 4)] == ["131", "60"]
    for name in ("borrowed4", "reason"):
        desk.get_by_text(message("Make ruling on the difference")).click()
        field(desk, name).press("Enter")
    assert not Count.objects.exists()
    desk.get_by_role("button", name="Save table 1 as").press(" ")
    expect(desk.get_by_text("Table 1 was saved as is")).to_be_visible()
    assert Count.objects.get().scores == (131, 96, 104, 60)


def test_two_people_at_once(
    desk: Page, phone: Page, live_server, karel: User, sheet: Sheet
) -> None:
    sign_in(phone, karel, live_server.url)
    phone.goto(address(sheet))
    a_phone_shows_it_all_and_every_target_is_large(phone)
    keystrokes(desk)("131⏎96⏎104⏎69⏎")
    expect(desk.get_by_text("Table 1 saved")).to_be_visible()
    for seat, held in enumerate((131, 96, 104, 70), start=1):
        field(phone, f"held{seat}").fill(str(held))
    save(phone)
    expect(phone.get_by_role("alert")).to_contain_text("Anna Hlavac changed this sheet")
    expect(field(phone, "held4")).to_have_value("70")
    expect(phone.get_by_text(message("saved {chips}", chips=69))).to_be_visible()
    assert Count.objects.count() == 1
    phone.goto(address(sheet))
    phone.get_by_role("button", name=message("Verify table {table}", table=1)).click()
    expect(phone).to_have_url(ROUND)
    assert life_of(Sheet.objects.get(pk=sheet.pk)).state == SheetState.VERIFIED


def a_phone_shows_it_all_and_every_target_is_large(phone: Page) -> None:
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone.locator("main").locator("button, a.btn, input").evaluate_all(LOW) == []


def test_without_scripts(open_page, live_server, anna: User, sheet: Sheet) -> None:
    page = open_page(390, 844, javascript=False)
    sign_in(page, anna, live_server.url)
    page.goto(address(sheet))
    for seat, held in enumerate((131, 45, 124, 91), start=1):
        field(page, f"held{seat}").fill(str(held))
    field(page, "held4").press("Enter")
    expect(page.get_by_text(message("9 missing"))).to_be_visible()
    page.get_by_role("button", name="Use 54").click()
    expect(field(page, "held2")).to_have_value("54")
    save(page)
    expect(page.get_by_text("Table 1 saved: 400 ✓")).to_be_visible()
    assert life_of(sheet).state == SheetState.COUNTED
