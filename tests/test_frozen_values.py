"""What the site handed out before a change of names must open the same doors after it.

Each value was made by commit cb23fcdd with this key. A value that differs means that
printed QR codes, emails, calendars, programs or browsers out there stop working.
"""

from datetime import UTC, datetime

import pytest
from pytest_django import Settings

from clubs import forms
from clubs.models import Club, User
from clubs.views import trusted_browsers
from scoring.api import tokens, webhook_delivery
from scoring.emails import bounces
from scoring.models import Letter, PersonalLink, Tournament, Webhook
from scoring.signups import calendars, email_addresses, personal_links

WORD = "Ab3dE6gH9jK2mN5pQ8sT1v"


@pytest.fixture(autouse=True)
def _the_key_of_that_day(settings: Settings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "valat made this long ago", []


def test_a_personal_link() -> None:
    path = personal_links.path_of(PersonalLink(word=WORD))
    assert path == f"/me/{WORD}49ac72fada0d39cf/"
    assert (
        personal_links.word_from_token(path.split("/")[2], personal_links.SALT) == WORD
    )


def test_links_in_emails() -> None:
    signatures = {
        email_addresses.OWN: "625ca48447996f39",
        email_addresses.GUARDIAN: "282d3bfee0eab9af",
        email_addresses.OFF: "d88b8e688b105617",  # unsubscribes
    }
    for salt, signature in signatures.items():
        assert personal_links.word_from_token(WORD + signature, salt) == WORD


def test_a_calendar_entry() -> None:
    uid = "a4e798decbd343b6feb25abd2f720cd7"
    assert calendars._identity(Tournament(pk=7)) == uid


def test_the_id_of_an_email() -> None:
    signed = "7.dDbRVSdhCPrWUS969OHkevbPekBaw7pH-2JOzYnYB0k"
    assert (
        bounces.message_id(Letter(pk=7), "tarok.example") == f"<{signed}@tarok.example>"
    )


def test_an_api_token() -> None:
    token = tokens._word(Club(pk=3), User(pk=5), "key of a form")
    assert token == "valat_ng1vHYQZ-QdJMXimC2t2RntgWj0ERLSUlDK1m2CyJ9Q"


def test_a_webhook() -> None:
    webhook = Webhook(word=WORD)
    secret = "whsec_Iikb7Jb3fDluQnBhsKUDLDtChHSj3kNo7Wt6Djv5MkA="
    assert webhook_delivery.secret_of(webhook) == secret
    at = datetime(2026, 11, 20, 19, 45, tzinfo=UTC)
    assert webhook_delivery.headers_of(webhook, "ev_7", b'{"a":1}', at) == {
        "webhook-id": "ev_7",
        "webhook-timestamp": "1795203900",
        "webhook-signature": "v1,fYnbNzpKOFgU7puW3c7VNsWw4lZhEP8Qcnl/WSMxrLA=",
    }


def test_a_known_browser() -> None:
    assert trusted_browsers._mark("Marie.Kubala") == "f93e99310a2517ea448045a0"


def test_salts_of_open_forms() -> None:
    """A form that was open during an update is still taken."""
    assert forms.SHOWN.salt == "clubs.forms.shown"
    assert forms.ORIGINAL_SALT == "clubs.forms.original"
