"""An owner has a program told: the address, its secret once, a test, withdrawn again."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Role
from scoring.models import Webhook
from tests import builders as build
from tests.browser.sign_in import sign_in
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)
WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LONG = "https://lodge.example/" + "averylongway" * 30


def look_at(page: Page) -> None:
    """Nothing sideways, and nothing that axe finds, once the style is there."""
    page.wait_for_load_state("load")
    assert page.evaluate(WIDTH) == 0
    assert faults_of(page) == []


def test_a_program_is_told(phone: Page, settings: Any) -> None:
    settings.SITE_URL = "https://tarok.example.org"
    club = build.club()
    build.member(club, Role.Kind.OWNER, "anna")
    sign_in(phone, "anna")
    phone.goto("/desk/lodge-24/settings/")
    phone.get_by_role("link", name=message("Webhooks")).click()
    for typed in ("http://lodge.example/", LONG):
        look_at(phone)
        phone.get_by_label(message("Address of the program")).fill(typed)
        phone.get_by_role("button", name=message("Add webhook")).click()
        if typed != LONG:
            expect(
                phone.get_by_text(
                    message(
                        "Start the address with https:// so that no one else can read the calls."
                    )
                )
            ).to_be_visible()
            field = phone.get_by_label(message("Address of the program"))
            expect(field).to_have_value(typed)
    expect(phone.get_by_text("whsec_")).to_be_visible()
    look_at(phone)
    Webhook.objects.update(address="https://192.0.2.1/")  # nobody's: nothing leaves
    phone.get_by_role("button", name=message("Send a test")).click()
    expect(
        phone.get_by_text(
            message("The test call is being sent. Refresh this page in a few seconds.")
        )
    ).to_be_visible()
    expect(
        phone.get_by_text(message("The host name leads to a private network."))
    ).to_be_visible()
    expect(phone.get_by_text("whsec_")).to_have_count(0)
    look_at(phone)
    phone.get_by_text(message("Remove webhook")).first.click()
    phone.get_by_role("button", name=message("Remove webhook")).click()
    expect(
        phone.get_by_text(
            message("No webhooks yet. Addresses that we call appear here.")
        )
    ).to_be_visible()
    look_at(phone)
