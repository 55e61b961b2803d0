"""An owner lets a program read: the token is shown once, copied, used, withdrawn."""

import json
import os
import re
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club
from tests import builders
from tests.browser.sign_in import sign_in
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)
LONG = (
    "The lodge’s web page with a name that is as long as eighty letters let it be, so"
)


@pytest.fixture
def club() -> Club:
    return builders.club()


def picture(page: Page, name: str) -> None:
    if "PICTURES" not in os.environ:
        return
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(
                path=f"/tmp/pics/{name}-{width}-{scheme}.png", full_page=True
            )


def is_wide(page: Page) -> bool:
    """Whether the page has to be pushed sideways."""
    root = "document.documentElement"
    return bool(page.evaluate(f"{root}.scrollWidth > {root}.clientWidth"))


def test_a_token_is_shown_once_used_and_withdrawn(phone: Page, club: Club) -> None:
    builders.member(club, "owner")
    builders.tournament(club, name="Secret Tarok", public=False)
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sign_in(phone, "owner")
    phone.goto(f"/desk/{club.slug}/settings/")
    phone.get_by_role("link", name=message("API tokens")).click()
    expect(
        phone.get_by_text(message("No program can read more than what’s public."))
    ).to_be_visible()
    assert faults_of(phone) == []
    picture(phone, "empty")
    phone.get_by_role("button", name=message("Create token")).click()
    expect(
        phone.get_by_text(
            message(
                "Select at least one. Anyone can read what’s public without a token."
            )
        )
    ).to_be_visible()
    picture(phone, "wrong")
    phone.get_by_label(message("Program or purpose")).fill(LONG)
    phone.get_by_label(
        message("Events that aren’t public, and the club before it’s approved")
    ).check()
    phone.get_by_role("button", name=message("Create token")).dblclick()
    expect(phone.get_by_text(message("This token is shown only once."))).to_be_visible()
    expect(phone).to_have_url(re.compile("/settings/programs/$"))
    assert faults_of(phone) == []
    assert not is_wide(phone)
    word = phone.locator("code").first.inner_text()
    picture(phone, "shown")
    phone.get_by_role("button", name=message("Copy token")).click()
    expect(phone.get_by_role("button", name=message("Copied"))).to_be_visible()
    assert phone.evaluate("navigator.clipboard.readText()") == word
    assert word not in phone.evaluate("JSON.stringify({...sessionStorage})")
    phone.reload()
    assert word not in phone.content()
    phone.get_by_role("heading", name=LONG).wait_for()
    assert club.api_tokens.count() == 1
    way = f"/api/v1/clubs/{club.slug}/tournaments/"
    home = phone.evaluate("location.origin")
    asked = Request(home + way, headers={"Authorization": f"Bearer {word}"})
    with urlopen(asked, timeout=30) as answer:
        assert [e["name"] for e in json.load(answer)["evenings"]] == ["Secret Tarok"]
    phone.reload()
    expect(phone.get_by_text("Last used on")).to_be_visible()
    assert not is_wide(phone)
    picture(phone, "listed")
    phone.get_by_text(message("Withdraw token")).first.click()
    phone.get_by_role("button", name=message("Withdraw token")).click()
    expect(phone.get_by_role("status")).to_contain_text(
        "can now read only what’s public"
    )
    phone.get_by_text(message("Withdrawn or expired")).click()
    expect(phone.get_by_text("Withdrawn on")).to_be_visible()
    assert faults_of(phone) == []
    picture(phone, "withdrawn")
