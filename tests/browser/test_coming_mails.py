"""At 390 px: a member with a mail address, a place that becomes free, a stranger without a
link, a minor, and a site that sends no mails.
"""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs import forms
from clubs.models import Club, Player
from scoring.models import Tournament
from scoring.signups import email_addresses, personal_links, rsvps
from scoring.signups.email_addresses import address_of
from tests import builders
from tests.browser.conftest import OpenPage
from tests.browser.sign_in import sign_in
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    return builders.club(word="felt")


@pytest.fixture
def evening(club: Club) -> Tournament:
    return builders.tournament(club, date=timezone.localdate(), asks=True, places=1)


@pytest.fixture
def with_mail(settings: Any, live_server: LiveServer) -> None:
    settings.MAIL, settings.SITE_URL = True, live_server.url


def own_page(phone: Page, player: Player) -> None:
    link = personal_links.give(player=player, actor=builders.command())
    phone.goto(personal_links.path_of(link))


def press(phone: Page, button: str) -> None:
    phone.get_by_role("button", name=button, exact=True).click()


def says(phone: Page, words: str) -> None:
    expect(phone.get_by_role("status")).to_have_text(words)


def open_link(phone: Page, words: str) -> None:
    """The link below these words in the newest mail."""
    found = re.search(rf"{words}:?\s+(http\S+)", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    phone.goto(found[1])


def give_address(phone: Page, *wishes: str) -> None:
    phone.get_by_role("link", name=message("My emails")).click()
    phone.get_by_label(message("Email"), exact=True).fill("marie@example.org")
    for wish in wishes:
        phone.get_by_label(wish).check()


def test_a_member_gets_a_mail_and_ends_it(
    phone: Page, evening: Tournament, club: Club, with_mail: None
) -> None:
    marie = builders.player(club)
    own_page(phone, marie)
    give_address(
        phone,
        message("a confirmation of my RSVP"),
        message("my results the next morning"),
    )
    assert faults_of(phone, dark=False) == []
    press(phone, message("Send confirmation email"))
    expect(phone.get_by_role("status")).to_contain_text(
        message(
            "Open the email we sent there and select its button. Until then we won’t "
            "send anything else."
        )
    )
    open_link(phone, message("Review and confirm"))
    assert not address_of(marie).is_open  # opening it says nothing
    assert faults_of(phone, dark=False) == []
    press(phone, message("Yes, that’s my address"))
    expect(phone.get_by_text("Confirmed.")).to_be_visible()
    own_page(phone, marie)
    press(phone, message("I’m going"))
    says(phone, message("You’re going."))
    assert mail.outbox[-1].subject.startswith("You’re going:")
    before = len(mail.outbox)
    open_link(phone, message("Unsubscribe"))
    assert "confirmation" in address_of(marie).wishes
    assert faults_of(phone, dark=False) == []
    press(phone, "Unsubscribe from: a confirmation of my RSVP")
    expect(phone.get_by_text(message("Turned off."))).to_be_visible()
    own_page(phone, marie)
    press(phone, message("Can’t make it"))
    press(phone, message("I’m going"))
    says(phone, message("You’re going."))
    assert len(mail.outbox) == before


def test_a_place_becomes_free(
    phone: Page, evening: Tournament, club: Club, with_mail: None
) -> None:
    """In, out, in line, offered a place by mail, in again."""
    marie, josef = builders.players(club, ["Marie Kubala", "Josef Marek"])
    by = builders.command()
    address = email_addresses.give(
        player=marie, actor=by, email="marie@example.org", wishes=["offer"]
    )
    email_addresses.confirm(address=address, actor=by)
    own_page(phone, marie)
    press(phone, message("I’m going"))
    says(phone, message("You’re going."))
    press(phone, message("Can’t make it"))
    says(phone, message("You said you can’t make it."))
    rsvps.set_going(tournament=evening, player=josef, actor=by)
    press(phone, message("I’m going"))
    says(phone, message("This event is full. You’re number {n} on the waitlist.", n=1))
    before = len(mail.outbox)
    rsvps.set_not_going(tournament=evening, player=josef, actor=by)
    assert len(mail.outbox) == before + 1
    open_link(phone, message("Claim your spot"))
    expect(phone.get_by_role("status")).to_contain_text(
        "A spot opened up for you. Claim it by"
    )
    press(phone, message("I’m going"))
    says(phone, message("You’re going."))


def test_a_stranger_without_a_link_is_confirmed(
    phone: Page,
    open_page: OpenPage,
    evening: Tournament,
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forms, "SHORTEST", timedelta(0))
    phone.goto(evening.get_absolute_url())
    phone.get_by_role("link", name=message("Sign up by name")).click()
    assert faults_of(phone, dark=False) == []
    phone.get_by_label(message("Your name")).fill("Rose Krenek")
    phone.get_by_label(message("Club password")).fill("cards")
    press(phone, message("I’m going"))
    expect(
        phone.get_by_text(message("That club password isn’t right."))
    ).to_be_visible()
    assert phone.get_by_label(message("Your name")).input_value() == "Rose Krenek"
    phone.get_by_label(message("Club password")).fill("Felt")
    press(phone, message("I’m going"))
    says(phone, message("The director needs to confirm your sign-up."))
    assert faults_of(phone, dark=False) == []
    desk = open_page(1280, 800)
    builders.member(club, "director")
    sign_in(desk, "director")
    desk.goto(f"/desk/{club.slug}/{evening.slug}/coming/")
    assert faults_of(desk, dark=False) == []
    desk.get_by_role("button", name=re.compile("Confirm.*Rose Krenek")).click()
    expect(desk.get_by_text("Confirmed: Rose Krenek")).to_be_visible()
    phone.reload()
    says(phone, message("You’re going."))


def test_a_minor_names_a_guardian_who_agrees(
    phone: Page, evening: Tournament, club: Club, with_mail: None
) -> None:
    marie = builders.player(club)
    own_page(phone, marie)
    give_address(phone, message("a reminder the day before"))
    phone.get_by_label(message("I’m younger than {age}", age=16)).check()
    press(phone, message("Send confirmation email"))
    expect(
        phone.get_by_text(
            message(
                "If you’re younger than that, a parent or guardian has to agree too."
            )
        )
    ).to_be_visible()
    phone.get_by_label(message("Email of a parent or guardian")).fill(
        "mother@example.org"
    )
    press(phone, message("Send confirmation email"))
    expect(phone.get_by_role("status")).to_contain_text(
        message(
            "Open the email we sent there and select its button. Until then we won’t "
            "send anything else."
        )
    )
    own, guardian = mail.outbox
    assert (own.to, guardian.to) == (["marie@example.org"], ["mother@example.org"])
    open_link(phone, message("Review and agree"))
    press(phone, message("I agree"))
    expect(phone.get_by_text("Thank you.")).to_be_visible()
    assert not address_of(marie).is_open
    mail.outbox.remove(guardian)
    open_link(phone, message("Review and confirm"))
    press(phone, message("Yes, that’s my address"))
    expect(phone.get_by_text("Confirmed.")).to_be_visible()
    assert address_of(marie).is_open


def test_where_no_mail_is_sent_everything_stands_on_the_page(
    open_page: OpenPage, evening: Tournament, club: Club
) -> None:
    phone = open_page(390, 844, javascript=False)
    own_page(phone, builders.player(club))
    phone.get_by_role("link", name=message("My emails")).click()
    expect(
        phone.get_by_text(
            message(
                "This site doesn’t send email. You’ll find everything on your page and "
                "the club’s."
            )
        )
    ).to_be_visible()
    expect(phone.get_by_label(message("Email"), exact=True)).to_have_count(0)
    phone.get_by_role("link", name=message("Back to my page")).click()
    press(phone, message("I’m going"))
    says(phone, message("You’re going."))
    assert mail.outbox == []
