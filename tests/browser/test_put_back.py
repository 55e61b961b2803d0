"""What was typed comes back when the session ended before it was saved."""

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, Response, expect

from clubs.models import User
from scoring.models import Count, Sheet
from tests import builders as build
from tests.browser.test_sheet import address, field, save, sign_in
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

TYPED = (131, 96, 104, 69)
PUT_BACK = message("Restore what you typed. It wasn’t saved.")


@pytest.fixture
def sheet() -> Sheet:
    rnd = build.published_round(build.tournament(build.club()), 2)
    return rnd.sheets.get(table=1)


@pytest.fixture
def anna(sheet: Sheet) -> User:
    return build.member(sheet.round.tournament.club, "scorekeeper", "anna")


@pytest.fixture
def desk(laptop: Page, live_server, anna: User, sheet: Sheet) -> Page:
    """Anna's laptop on table 1, with everything typed."""
    sign_in(laptop, anna, live_server.url)
    laptop.goto(address(sheet))
    for seat, held in enumerate(TYPED, start=1):
        field(laptop, f"held{seat}").fill(str(held))
    field(laptop, "borrowed2").fill("5")
    return laptop


def lose(page: Page, cookie: str) -> None:
    page.context.clear_cookies(name=cookie)


def sign_in_again(page: Page) -> None:
    page.get_by_label(message("Username")).fill("anna")
    page.get_by_label(message("Password")).fill("anna-password")
    page.get_by_role("main").get_by_role("button", name=message("Sign in")).click()


def test_a_sheet_comes_back_after_signing_in(desk: Page, sheet: Sheet) -> None:
    lose(desk, settings.SESSION_COOKIE_NAME)
    desk.get_by_role("button", name=message("Save table {table}", table=1)).click()
    expect(
        desk.get_by_text(
            message("What you typed is saved. You’ll see it again after you sign in.")
        )
    ).to_be_visible()
    sign_in_again(desk)
    expect(desk.get_by_text(PUT_BACK)).to_be_visible()
    expect(field(desk, "held4")).to_have_value("69")
    expect(field(desk, "borrowed2")).to_have_value("5")
    expect(desk.locator("[data-total]")).to_contain_text("395")
    field(desk, "borrowed2").fill("")
    save(desk)
    expect(desk.get_by_text("Table 1 saved: 400 ✓")).to_be_visible()
    assert Count.objects.get().scores == TYPED
    desk.goto(address(sheet))
    expect(desk.get_by_role("heading", name="Table 1 counted")).to_be_visible()
    expect(desk.get_by_text(PUT_BACK)).to_have_count(0)


def test_what_is_put_back_can_be_thrown_away(
    desk: Page, sheet: Sheet, complaints: list[str]
) -> None:
    what_is_refused_comes_back_without_a_word(desk)
    the_page_of_a_lost_cookie_leads_back_to_what_was_typed(desk)
    assert "403" in complaints.pop()
    assert not complaints
    lose(desk, settings.SESSION_COOKIE_NAME)
    desk.get_by_role("button", name=message("Save table {table}", table=1)).click()
    sign_in_again(desk)
    desk.get_by_role("button", name=message("Discard what I typed")).click()
    expect(desk.get_by_text(PUT_BACK)).to_have_count(0)
    expect(field(desk, "held1")).to_have_value("")


def what_is_refused_comes_back_without_a_word(desk: Page) -> None:
    field(desk, "held1").fill("many")
    save(desk)
    expect(desk.get_by_text("“many” isn’t a whole number")).to_be_visible()
    expect(desk.get_by_text(PUT_BACK)).to_have_count(0)
    field(desk, "held1").fill("131")


def the_page_of_a_lost_cookie_leads_back_to_what_was_typed(desk: Page) -> None:
    lose(desk, settings.CSRF_COOKIE_NAME)
    desk.get_by_role("button", name=message("Save table {table}", table=1)).click()
    desk.get_by_role("link", name=message("Go back to the form")).click()
    expect(desk.get_by_text(PUT_BACK)).to_be_visible()
    expect(field(desk, "held1")).to_have_value("131")


def test_what_another_saved_meanwhile_is_told(desk: Page, sheet: Sheet) -> None:
    lose(desk, settings.SESSION_COOKIE_NAME)
    desk.get_by_role("button", name=message("Save table {table}", table=1)).click()
    build.counted(sheet, held=(131, 96, 103, 70))
    sign_in_again(desk)
    expect(desk.get_by_text(PUT_BACK)).to_be_attached()
    expect(field(desk, "held3")).to_have_value("104")
    field(desk, "borrowed2").fill("")
    save(desk)
    expect(desk.get_by_text("changed this sheet while you were typing")).to_be_visible()
    assert Count.objects.count() == 1


def test_a_pasted_list_is_kept_until_it_is_entered(
    laptop: Page, live_server, sheet: Sheet
) -> None:
    tournament = sheet.round.tournament
    anna = build.member(tournament.club, "director", "anna")
    sign_in(laptop, anna, live_server.url)
    paste = f"/desk/{tournament.club.slug}/{tournament.slug}/entries/paste/"
    laptop.goto(paste)
    laptop.get_by_label(message("The list")).fill("Zita Vlk\nOtto Kral")
    laptop.get_by_role("button", name=message("Review list")).click()
    lose(laptop, settings.SESSION_COOKIE_NAME)
    laptop.get_by_role("button", name=message("Enter these people")).click()
    sign_in_again(laptop)
    laptop.goto(paste)
    expect(laptop.get_by_label(message("The list"))).to_have_value(
        "Zita Vlk\nOtto Kral"
    )
    laptop.get_by_role("button", name=message("Review list")).click()
    laptop.get_by_role("button", name=message("Enter these people")).click()
    expect(laptop.get_by_text(message("{n} people were entered.", n=2))).to_be_visible()
    laptop.go_back()  # to the field, not to a browser's error
    expect(laptop.get_by_role("heading", level=1)).to_have_text(message("Enter a list"))
    laptop.goto(paste)
    expect(laptop.get_by_label(message("The list"))).to_have_value("")


def is_of_summary(response: Response) -> bool:
    return response.request.headers.get("hx-target") == "tournament-summary"


@pytest.mark.parametrize("leaves", ["field", "form"])
def test_another_games_rules_come_back(
    laptop: Page, live_server, sheet: Sheet, leaves: str
) -> None:
    club = sheet.round.tournament.club
    sign_in(laptop, build.member(club, "director", "anna"), live_server.url)
    laptop.goto(f"/desk/{club.slug}/new/")
    laptop.locator("summary", has_text=message("Game")).first.click()
    with laptop.expect_response(is_of_summary):
        laptop.get_by_label(message("Scarto")).check()
    expect(field(laptop, "start_chips")).to_have_value("0")
    laptop.locator("#house-rules summary").click()
    field(laptop, "rules-stake").fill("9")
    lose(laptop, settings.SESSION_COOKIE_NAME)
    if leaves == "field":  # the summary is asked for, and has nobody signed in
        field(laptop, "rules-stake").blur()
    else:
        with laptop.expect_navigation():
            laptop.locator("#tournament-form").evaluate("form => form.requestSubmit()")
    sign_in_again(laptop)
    laptop.goto(f"/desk/{club.slug}/new/")
    expect(laptop.get_by_text(PUT_BACK)).to_be_visible()
    expect(field(laptop, "rules-stake")).to_have_value("9")


def test_saving_one_card_keeps_what_was_typed_into_another(
    laptop: Page, live_server, sheet: Sheet
) -> None:
    club = sheet.round.tournament.club
    sign_in(laptop, build.member(club, "owner", "olga"), live_server.url)
    laptop.goto(f"{live_server.url}{reverse('clubs:settings', args=[club.slug])}")
    laptop.locator("#the-club [name=town]").fill("Temple")
    laptop.locator("#phone-address [name$=phone_address]").fill("http://192.168.1.7")
    laptop.get_by_role("button", name=message("Save club")).click()
    expect(laptop.locator("#the-club [name=town]")).to_have_value("Temple")
    club.refresh_from_db()
    assert club.town == "Temple"
    typed = laptop.locator("#phone-address [name$=phone_address]")
    expect(typed).to_have_value("http://192.168.1.7")
    expect(laptop.locator("#phone-address [data-unsaved]")).to_be_visible()
    laptop.reload()
    expect(typed).to_have_value("")
