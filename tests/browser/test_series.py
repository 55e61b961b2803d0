"""A director makes a series of ten, calls one off, moves one; sixty places, seventy people."""

from datetime import date, time, timedelta

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club
from scoring.models import Tournament
from scoring.signups import personal_links, rsvps
from scoring.signups.rsvps import coming_to
from tests import builders as build
from tests.browser.conftest import OpenPage
from tests.browser.sign_in import sign_in
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

SOON = date.today() + timedelta(days=5)
PLACES, PEOPLE = 60, 70


@pytest.fixture
def club() -> Club:
    club = build.club()
    build.member(club, "director")
    return club


def desk(evening: Tournament, page: str = "") -> str:
    return f"/desk/{evening.club.slug}/{evening.slug}/{page}"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_series_of_ten_one_called_off_one_moved_by_an_hour(
    laptop: Page, phone: Page, club: Club
) -> None:
    first = build.tournament(
        club, name="Club night", date=SOON, starts_at=time(19), place="SPJST Hall"
    )
    Tournament.objects.update(asks=True, places=PLACES, fee=700)
    marie = build.player(club)
    sign_in(laptop, "director")
    laptop.goto(desk(first, "coming/series/"))
    laptop.get_by_label(message("How often")).select_option(
        label=message("every second week")
    )
    laptop.get_by_label(message("How many more events")).fill("9")
    press(laptop, message("Show days"))
    expect(laptop.get_by_role("checkbox")).to_have_count(9)
    assert faults_of(laptop, dark=False) == []
    press(laptop, message("Create events"))
    expect(laptop.get_by_text(message("{n} events were created.", n=9))).to_be_visible()
    made = list(club.tournaments.order_by("date"))
    assert [each.date for each in made] == [
        SOON + timedelta(weeks=2 * n) for n in range(10)
    ]
    told = {(each.starts_at, each.place, each.fee, each.places) for each in made}
    assert told == {(time(19), "SPJST Hall", 700, PLACES)}

    _, off, moved, *_ = made
    for evening in (off, moved):
        rsvps.set_going(tournament=evening, player=marie, actor=build.command())
    laptop.goto(desk(off, "coming/"))
    laptop.locator("summary", has_text=message("Cancel this event")).click()
    press(laptop, message("Cancel this event"))
    expect(
        laptop.get_by_text(
            message("{tournament} is canceled.", tournament=off.name)
        ).first
    ).to_be_visible()
    laptop.goto(desk(moved, "settings/"))
    laptop.locator("#id_starts_at").fill("20:00")
    laptop.locator("form[method=post] button.btn-primary").last.click()
    expect(laptop).not_to_have_url(f"**{desk(moved, 'settings/')}")
    moved.refresh_from_db()
    assert moved.starts_at == time(20)

    link = personal_links.give(player=marie, actor=build.command())
    phone.goto(personal_links.path_of(link))
    mine = phone.locator(f"#evening-{off.pk}")
    expect(mine.get_by_text(message("This event is canceled."))).to_be_visible()
    expect(mine.get_by_role("button")).to_have_count(0)
    says = "This event has moved. It was announced for:"
    expect(phone.locator(f"#evening-{moved.pk}").get_by_text(says)).to_be_visible()
    phone.goto(moved.get_absolute_url())
    expect(phone.get_by_text(says)).to_be_visible()
    phone.goto(off.get_absolute_url())
    expect(phone.get_by_text(message("This event is canceled.")).first).to_be_visible()
    others = club.tournaments.exclude(pk__in=[off.pk, moved.pk])
    assert {each.starts_at for each in others} == {time(19)}
    assert not others.exclude(called_off_at=None).exists()


def test_sixty_places_and_seventy_people(laptop: Page, club: Club) -> None:
    evening = build.tournament(club, date=SOON, asks=True, places=PLACES)
    by = build.command()
    people = build.players(club, [f"Guest {n:02}" for n in range(1, PEOPLE + 1)])
    for player in people:
        rsvps.set_going(tournament=evening, player=player, actor=by)
    sign_in(laptop, "director")
    laptop.goto(desk(evening, "coming/"))
    going, waiting = laptop.locator(".rsvp-come strong"), "#rsvp-number-waiting"
    expect(going).to_have_text(str(PLACES))
    expect(laptop.locator(waiting)).to_have_text(str(PEOPLE - PLACES))
    expect(laptop.locator(".rsvp-number")).to_have_text(str(PLACES))
    assert faults_of(laptop, dark=False) == []
    laptop.locator("#player-1").get_by_role("button", name=message("Can’t")).click()
    expect(going).to_have_text(str(PLACES - 1))
    laptop.locator("#player-61").get_by_role("button", name=message("Offered")).click()
    expect(going).to_have_text(str(PLACES))
    assert len(coming_to(evening).waiting) == PEOPLE - PLACES - 1
    laptop.goto(desk(evening, "door/"))
    expect(laptop.get_by_text(f"Still expected: {PLACES}")).to_be_visible()


def test_three_taps_from_the_link_to_i_come(open_page: OpenPage, club: Club) -> None:
    evening = build.tournament(club, date=SOON, asks=True)
    marie = build.player(club)
    link = personal_links.give(player=marie, actor=build.command())
    phone = open_page(390, 844)
    phone.goto(personal_links.path_of(link))  # the first: the link itself
    button = phone.get_by_role("button", name=message("I’m going"), exact=True)
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844, "it is in sight without scrolling"
    assert min(box["width"], box["height"]) >= 44
    button.click()  # the second, and the last
    expect(phone.get_by_role("status")).to_have_text(message("You’re going."))
    assert coming_to(evening).rsvp_of(marie)
    assert faults_of(phone) == []


def test_the_treasurers_sheet_to_the_cent(laptop: Page, club: Club) -> None:
    evening = build.tournament(club, fee=750, prize_extra=1_999)
    build.entries(evening, 7, paid=True)
    sign_in(laptop, "director")
    laptop.goto(desk(evening, "treasurer/"))
    laptop.locator("#id_what_1").fill("The hall")
    laptop.locator("#id_coins_1").fill("40.51")
    laptop.locator("#id_what_2").fill("Coffee")
    press(laptop, message("Save costs"))
    expect(laptop.get_by_text(message("Enter the amount."))).to_be_visible()
    laptop.locator("#id_coins_2").fill("7.03")
    press(laptop, message("Save costs"))
    expect(laptop.get_by_text(message("Costs saved."))).to_be_visible()
    # 7 × 7.50 + 19.99 − 40.51 − 7.03
    expect(laptop.get_by_text("$24.95")).to_be_visible()
    assert faults_of(laptop) == []
