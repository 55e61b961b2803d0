"""A table calls while the desk has a page open: it shows by itself, nothing is lost."""

import pytest
from playwright.sync_api import Page, expect

from scoring.core.writes import Actor
from scoring.models import Call, Sheet
from scoring.phones import calls
from tests import builders as build
from tests.browser.sign_in import sign_in
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)
TEN_SECONDS = 10_500


@pytest.fixture
def sheets() -> list[Sheet]:
    """Three tables of an evening at which Anna directs."""
    club = build.club()
    build.member(club, "director", "anna")
    rnd = build.published_round(build.tournament(club), 3)
    return list(rnd.sheets.order_by("table"))


def call(sheet: Sheet, reason: str) -> Call:
    by = Actor.at_table(build.phone(sheet))
    key = f"call-{sheet.table}-{sheet.calls.count()}"
    return calls.call(sheet=sheet, actor=by, key=key, reason=reason)


def test_a_call_shows_by_itself_and_a_half_typed_answer_stays(
    laptop: Page, sheets: list[Sheet]
) -> None:
    sign_in(laptop, "anna")
    laptop.clock.install()
    for path in ("", "rounds/1/", "rounds/1/tables/1/"):
        first = call(sheets[0], "no chips left")
        laptop.goto(f"/desk/lodge-24/fall-tarok/{path}")
        plain = laptop.title()
        assert plain.startswith("(1) ")
        laptop.get_by_text(message("Type an answer")).click()
        words = laptop.get_by_label(message("Answer to table {table}", table=1))
        words.fill("Take 50 from the b")
        other = call(sheets[2], "rules question")
        laptop.clock.run_for(TEN_SECONDS)
        expect(laptop.get_by_text("Table 3 is calling: rules question")).to_be_visible()
        expect(laptop).to_have_title(f"(2) {plain.removeprefix('(1) ')}")
        expect(words).to_have_value("Take 50 from the b")
        expect(words).to_be_focused()
        laptop.keyboard.type("ox")
        laptop.get_by_role(
            "button", name=message("Send to table {table}", table=1)
        ).click()
        expect(laptop.locator("#desk-news")).not_to_contain_text("no chips left")
        # The evening's page says it at the table, too.
        laptop.clock.run_for(TEN_SECONDS)
        expect(laptop.get_by_text("is calling: no chips left")).to_have_count(0)
        first.refresh_from_db()
        assert first.answer == "Take 50 from the box"
        calls.answer(call=other, actor=build.command(), answer="As always")


def test_on_my_way_is_one_press_and_keeps_what_is_typed_on_the_sheet(
    laptop: Page, sheets: list[Sheet]
) -> None:
    made = call(sheets[2], "rules question")
    sign_in(laptop, "anna")
    laptop.goto("/desk/lodge-24/fall-tarok/rounds/1/tables/1/")
    held = laptop.get_by_label(message("{name}, chips held", name="Marie Kubala"))
    held.fill("131")
    laptop.get_by_role("button", name=message("On my way")).click()
    expect(laptop.get_by_text("is calling: rules question")).to_have_count(0)
    expect(held).to_have_value("131")
    made.refresh_from_db()
    assert made.answer == message("The director is on the way.")


def test_nothing_new_leaves_the_page_alone(laptop: Page, sheets: list[Sheet]) -> None:
    call(sheets[0], "no chips left")
    sign_in(laptop, "anna")
    laptop.clock.install()
    laptop.goto("/desk/lodge-24/fall-tarok/")
    laptop.evaluate("document.getElementById('desk-news').mark = 'the same one'")
    with laptop.expect_response("**/news/**") as answer:
        laptop.clock.run_for(TEN_SECONDS)
    assert answer.value.status == 204
    mark = laptop.evaluate("document.getElementById('desk-news').mark")
    assert mark == "the same one"
