"""Somebody opens a club, the operator approves it, its owner closes it and takes that back."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import Page, expect

from clubs import forms
from clubs.models import Club
from tests import builders as build
from tests.browser.conftest import OpenPage
from tests.messages import message


def come_in(page: Page, username: str) -> Page:
    page.goto("/sign-in/")
    page.get_by_label(message("Username")).fill(username)
    page.get_by_label(message("Password")).fill(f"{username}-password")
    page.get_by_role("main").get_by_role("button", name=message("Sign in")).click()
    expect(
        page.get_by_text(message("Signed in as {username}.", username=username))
    ).to_be_visible()
    return page


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_a_club_by_itself(
    open_page: OpenPage,
    size: tuple[int, int],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.OPEN_CLUBS = settings.MAIL = True
    monkeypatch.setattr(forms, "SHORTEST", timedelta(0))
    anna = build.user("anna", email="anna@example.org")
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True)
    build.user("root", is_superuser=True)
    page = come_in(open_page(*size), "anna")
    page.get_by_role("link", name=message("Open your own club")).click()
    page.get_by_label(message("Club name")).fill("Taroky Žižkov")
    page.get_by_label(message("Town")).fill("Praha")
    page.get_by_label(message("Create the first event too")).uncheck()
    page.get_by_role("button", name=message("Open club")).click()
    expect(page.get_by_text("is waiting for approval")).to_be_visible()
    slug = Club.objects.get().slug

    operator = come_in(open_page(*size), "root")
    operator.get_by_role("link", name=message("Clubs on this site")).click()
    operator.get_by_role("link", name="Taroky Žižkov").click()
    operator.get_by_role("button", name=message("Approve club")).click()
    expect(operator.get_by_text("Approved: Taroky Žižkov")).to_be_visible()

    page.goto(f"/desk/{slug}/settings/")
    page.locator("a.btn", has_text=message("Close club")).click()
    page.get_by_label(message("Club name")).fill("Taroky")
    page.get_by_role("button", name=message("Close club")).click()
    expect(page.get_by_text("That isn’t the club’s name. Enter:")).to_be_visible()
    page.get_by_label(message("Club name")).fill("taroky žižkov")
    page.get_by_role("button", name=message("Close club")).click()
    expect(page.get_by_text("The club will be erased on")).to_be_visible()
    page.get_by_role("button", name=message("Reopen club")).click()
    expect(page.get_by_text(message("The club is open again."))).to_be_visible()
