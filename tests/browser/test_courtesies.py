"""What the small scripts of every page do: theme, one sending, typed data kept."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import builders as build
from tests.browser.conftest import OpenPage
from tests.browser.test_sheet import sign_in
from tests.messages import message

A_FORM = """() => {
  document.querySelector("main").innerHTML =
    '<form method="post" action="/sign-in/" data-guard><input name="x" aria-label="X">' +
    '<span data-unsaved hidden>not saved yet</span><button>Save hand 7</button></form>';
  window.sent = 0;
  document.addEventListener("submit", (event) => {
    window.sent += 1;
    event.preventDefault();
  });
}"""

# The answer is there before a second click.
ANSWERED = """() => document.addEventListener("submit", ({ target }) => {
  const detail = { successful: true };
  target.dispatchEvent(new CustomEvent("htmx:afterRequest", { bubbles: true, detail }));
})"""


def test_the_chosen_theme_stays(laptop: Page) -> None:
    laptop.goto("/sign-in/")
    laptop.get_by_label(message("Dark"), exact=True).check()
    laptop.reload()
    assert laptop.locator("html").get_attribute("data-bs-theme") == "dark"
    assert laptop.get_by_label(message("Dark"), exact=True).is_checked()
    laptop.get_by_label(message("Auto")).check()
    laptop.reload()
    assert laptop.locator("html").get_attribute("data-bs-theme") is None


def test_dark_follows_the_system_without_scripts(open_page: OpenPage) -> None:
    grounds = [
        open_page(390, 844, javascript=False, color_scheme=scheme)
        for scheme in ("light", "dark")
    ]
    for page in grounds:
        page.goto("/sign-in/")
    light, dark = [page.screenshot() for page in grounds]
    assert light != dark


def test_a_form_is_sent_once_however_often_it_is_pressed(laptop: Page) -> None:
    laptop.goto("/sign-in/")
    laptop.evaluate(A_FORM)
    button = laptop.get_by_role("button", name=message("Save hand {n}", n=7))
    for _ in range(3):
        button.click()
    assert laptop.evaluate("window.sent") == 1
    assert button.get_attribute("aria-busy") == "true"


def test_the_second_of_a_double_click_is_none(laptop: Page) -> None:
    laptop.goto("/sign-in/")
    laptop.evaluate(A_FORM)
    laptop.evaluate(ANSWERED)
    button = laptop.get_by_role("button", name=message("Save hand {n}", n=7))
    button.dblclick()
    assert laptop.evaluate("window.sent") == 1
    button.click()
    assert laptop.evaluate("window.sent") == 2


def test_typed_data_is_marked_until_it_is_sent(laptop: Page) -> None:
    laptop.goto("/sign-in/")
    laptop.evaluate(A_FORM)
    mark = laptop.get_by_text(message("not saved yet"))
    assert not mark.is_visible()
    laptop.get_by_label("X").fill("112")
    assert mark.is_visible()
    laptop.get_by_role("button", name=message("Save hand {n}", n=7)).click()
    assert not mark.is_visible()


def test_the_first_tab_leads_past_the_header(phone: Page) -> None:
    phone.goto("/")
    phone.keyboard.press("Tab")
    assert phone.evaluate("document.activeElement.className") == "skip-link"
    phone.keyboard.press("Enter")
    assert phone.evaluate("location.hash") == "#main"


def in_sight(page: Page, selector: str) -> bool:
    return page.locator(selector).evaluate(
        """(element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }"""
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("javascript", [True, False])
def test_a_wrong_field_below_the_fold_is_in_sight_and_has_the_focus(
    open_page: OpenPage, live_server: LiveServer, javascript: bool
) -> None:
    club = build.club()
    dora = build.member(club, "director", "dora")
    page = open_page(1280, 720, javascript=javascript)
    sign_in(page, dora, live_server.url)
    page.goto(f"/desk/{club.slug}/new/")
    page.locator("#id_drop_worst").evaluate("(field) => { field.value = 'much'; }")
    page.locator("#id_name").fill("Friday")
    page.locator("#id_name").press("Enter")
    wrong = page.locator("#id_drop_worst")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_value("much")
    expect(wrong).to_be_focused()
    assert in_sight(page, "#id_drop_worst")


def test_what_is_typed_before_the_scripts_came_stays(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    """What was sent before is put back, but never over what is newer."""
    club = build.club()
    evening = build.tournament(club)
    dora = build.member(club, "director", "dora")
    page = open_page(1280, 720)
    sign_in(page, dora, live_server.url)
    page.goto(f"/desk/{club.slug}/{evening.slug}/treasurer/")
    page.locator("#id_what_1").fill("The hall")
    page.locator("#id_what_2").fill("Coffee")
    page.locator("#id_coins_2").fill("7.03")
    held = []
    page.route("**/forms*.js", lambda route: held.append(route))
    page.locator("#id_what_2").press("Enter")
    amount = page.locator("#id_coins_1[aria-invalid=true]")
    amount.fill("40.51")
    for route in held:
        route.continue_()
    page.wait_for_load_state("load")
    expect(amount).to_have_value("40.51")
    page.unroute("**/forms*.js")
    amount.press("Enter")
    expect(page.get_by_text(message("Costs saved."))).to_be_visible()
