"""The page of the demo that shows stacks and tables in every state."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests import builders as build
from tests.browser.test_table_pages_look import faults_of

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/demo/components/"
WIDTHS = "[document.documentElement.scrollWidth, window.innerWidth]"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_state_is_there_and_axe_finds_nothing(
    laptop: Page, *, dark: bool
) -> None:
    club = build.club()
    type(club).objects.filter(pk=club.pk).update(is_demo=True)
    for width in (1280, 320):
        laptop.set_viewport_size({"width": width, "height": 720})
        laptop.goto(PAGE)
        assert faults_of(laptop, dark=dark) == []
        wide, window = laptop.evaluate(WIDTHS)
        assert wide <= window
    expect(laptop.locator(".chips-row")).to_have_count(10)
    expect(laptop.locator(".square.is-unbalanced")).to_have_count(2)
    expect(laptop.locator("svg:not([aria-hidden]):not(.wordmark svg)")).to_have_count(0)


@pytest.mark.django_db
def test_without_a_demo_there_is_no_such_page(client: Client) -> None:
    build.club()
    assert client.get(PAGE).status_code == 404
