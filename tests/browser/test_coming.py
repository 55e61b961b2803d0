"""A member with a phone and no account: I come, I do not, a place in line, an offer."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.models import Player
from scoring.models import Change, Tournament
from scoring.signups import personal_links, rsvps
from scoring.signups.rsvps import coming_to
from tests import builders
from tests.browser.conftest import OpenPage
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Tournament:
    club = builders.club()
    return builders.tournament(club, date=timezone.localdate(), asks=True, places=1)


def own_page(phone: Page, player: Player) -> Page:
    link = personal_links.give(player=player, actor=builders.command())
    phone.goto(personal_links.path_of(link))
    return phone


def press(phone: Page, button: str) -> None:
    phone.get_by_role("button", name=button, exact=True).click()


def says(phone: Page, words: str) -> None:
    expect(phone.get_by_role("status")).to_have_text(words)


def test_a_member_says_it_in_one_press(phone: Page, evening: Tournament) -> None:
    marie, josef = builders.players(evening.club, ["Marie Kubala", "Josef Marek"])
    own_page(phone, marie)
    says(phone, message("You haven’t responded yet."))
    assert Change.objects.count() == 1  # that the link was made
    press(phone, message("I’m going"))
    says(phone, message("You’re going."))
    expect(phone.get_by_role("button", name=message("I’m going"))).to_have_attribute(
        "aria-pressed", "true"
    )
    assert faults_of(phone, dark=False) == []
    own_page(phone, josef)
    press(phone, message("I’m going"))
    says(phone, message("This event is full. You’re number {n} on the waitlist.", n=1))
    by = builders.command()
    rsvps.set_not_going(tournament=evening, player=marie, actor=by)
    phone.reload()
    expect(phone.get_by_role("status")).to_contain_text(
        "A spot opened up for you. Claim it by"
    )
    press(phone, message("I’m going"))
    says(phone, message("You’re going."))
    press(phone, message("Can’t make it"))
    says(phone, message("You said you can’t make it."))
    evening.refresh_from_db()
    assert coming_to(evening).inside == []


def test_it_works_without_a_script(open_page: OpenPage, evening: Tournament) -> None:
    page = open_page(360, 640, javascript=False)
    own_page(page, builders.player(evening.club))
    press(page, message("On standby"))
    says(page, message("You’re on standby. You’ll play if someone is missing."))
