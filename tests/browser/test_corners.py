"""What an evening needs now and then, on the night when the clock is turned back.

Without chips: a free seat, a hand from two phones, hands as the count, prizes of fixed
amounts, a class.
"""

import re
from datetime import UTC, datetime

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.core.writes import Actor
from scoring.desk import clocks
from scoring.models import Entry, Round, Sheet
from scoring.phones import seat_fixes
from tests import builders as build
from tests.browser.sign_in import sign_in
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)
DESK = "/desk/lodge-24/fall-tarok/"
ONE_HOUR_MORE = datetime(2026, 11, 1, 6, 30, tzinfo=UTC)  # 1:30 am, the first time
BY_HANDS = (103, 97, 103, 97)
GAME = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 59}


@pytest.fixture
def rnd(monkeypatch: pytest.MonkeyPatch) -> Round:
    """Two tables without chips; Karel (4) sits where Emil (5) should, who stands."""
    monkeypatch.setattr(timezone, "now", lambda: ONE_HOUR_MORE)
    club, by = build.club(time_zone="America/Chicago"), build.command()
    build.member(club, "director", "anna")
    facts = {"with_chips": False, "classes": "Women", "rounds_planned": 1}
    made = build.published_round(build.tournament(club, **facts), 2)
    one, two = made.sheets.order_by("table")
    karel = one.seats.get(position=4).entry
    others = [seat.entry for seat in two.seats.order_by("position")][1:]
    seat_fixes.put_right(sheet=two, actor=by, key="k", entries=[karel, *others])
    clocks.start(rnd=made, actor=by, key="clock", minutes=60)
    return made


def test_the_corners_of_an_evening(laptop: Page, rnd: Round) -> None:
    sign_in(laptop, "anna")
    laptop.goto(DESK)
    expect(laptop.get_by_text("at the bell: 1:30 am CST")).to_be_visible()
    sheet = rnd.sheets.get(table=1)
    the_free_seat_is_taken(laptop)
    a_hand_from_two_phones_is_decided(laptop, sheet)
    the_hands_are_the_count(laptop, sheet)
    a_class_and_fixed_prizes(laptop, rnd.tournament.entries.get(number=1))
    laptop.goto("/lodge-24/fall-tarok/screen/?seconds=5")
    expect(laptop.get_by_text("at the bell: 1:30 am CST")).to_be_visible()


def the_free_seat_is_taken(page: Page) -> None:
    page.goto(f"{DESK}rounds/1/tables/1/")
    page.get_by_label(message("Who sits there?")).fill("5")
    page.get_by_role(
        "button", name=message("Put player in seat {seat}", seat=4)
    ).click()
    expect(
        page.get_by_role("heading", name=message("Seat {seat} is free", seat=4))
    ).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text("Emil Hruska")


def a_hand_from_two_phones_is_decided(page: Page, sheet: Sheet) -> None:
    for key, points in (("one", 59), ("two", 60)):
        record = GAME | {"points": points}
        by = Actor.at_table(build.phone(sheet, seat=None, name=f"Phone {key}"))
        build.recorded(sheet, by, key=key, number=1, record=record)
    page.goto(f"{DESK}tray/")
    page.get_by_role("button", name=message("Replace recorded hand")).click()
    expect(page.get_by_role("region", name=message("Decided"))).to_contain_text(
        "hand 1"
    )


def the_hands_are_the_count(page: Page, sheet: Sheet) -> None:
    page.goto(f"{DESK}rounds/1/tables/1/")
    page.get_by_role("link", name=message("Use hands instead")).click()
    page.get_by_role("button", name=message("Save table {table}", table=1)).click()
    expect(
        page.get_by_text(message("Waiting for a second person")).first
    ).to_be_visible()
    count = sheet.counts.get()
    assert (count.scores, count.balances) == (BY_HANDS, True)


def a_class_and_fixed_prizes(page: Page, marie: Entry) -> None:
    page.goto(f"{DESK}entries/{marie.pk}/")
    page.get_by_label("Women").check()
    page.get_by_role("button", name=message("Save entry")).click()
    page.goto(f"{DESK}prizes/")
    page.get_by_label(message("Added to the fund")).fill("60")
    page.get_by_label(message("fixed amounts")).check()
    page.get_by_label(re.compile("^Prizes, starting with first place")).fill("40, 20")
    page.get_by_role("button", name=message("Save prizes")).click()
    second = page.get_by_role("definition").filter(has_text="$20.00")
    expect(second).to_be_visible()
    page.goto(f"{DESK}entries/")
    expect(page.get_by_role("row", name="Marie Kubala")).to_contain_text("Women")
