"""The first row, field or step of every page is in the upper part of a laptop's window."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import OpenPage
from tests.test_permissions import DOORS
from tests.world import Evening, client_of, print_of, somebody
from tests.world import evening as an_evening

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 400  # px from the top, at 1280 × 720
# They are not read by people, or they answer with a file or with a part of a page.
NO_PAGES = (
    *("-app", "feed", "worker", "file", "export", "data", "schema", "embed", "slip"),
    *("print", "picture", "photo", "news", "state", "people", "evening", "causes"),
    *("suggest", "calendar", "emblem", "script", "style", "icon"),
)
FIRST = """() => {
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
  };
  const isHead = (element) => element.closest("search, [role=search], .page-head, thead, .messages");
  const top = (selector) => {
    const first = [...document.querySelectorAll(`main :is(${selector})`)]
      .find((element) => isSeen(element) && !isHead(element));
    return first ? Math.round(first.getBoundingClientRect().top + scrollY) : Infinity;
  };
  const content = Math.min(
    top("tbody tr, .line-list > li, .board > li, .card li, ol > li, dl > *"),
    top("input:not([type=hidden]), select, textarea"),
    top(".next-step .btn"),
  );
  if (content < Infinity) return content;
  return Math.min(top(".btn, p, li"), 9999);
}"""


@pytest.fixture
def everything(open_page: OpenPage, live_server: LiveServer) -> tuple[Page, Evening]:
    """A page of the operator's, who may open all of an evening's."""
    here, there = an_evening(), an_evening("lodge-84")
    print_of(here)
    client = client_of(somebody("operator", here.club, there.club))
    page = open_page(1280, 720)
    [cookie] = client.cookies.values()
    page.context.add_cookies(
        [{"name": cookie.key, "value": cookie.value, "url": live_server.url}]
    )
    return page, here


def test_first_things_are_seen_without_scrolling(
    everything: tuple[Page, Evening],
) -> None:
    page, here = everything
    lower = {}
    for name, door in DOORS.items():
        if door.get != 200 or ":api" in name or name.endswith(NO_PAGES):
            continue
        address = here.address(name)
        if "text/html" not in page.request.head(address).headers["content-type"]:
            continue
        page.goto(address)
        if not page.locator("main").count():
            continue
        y = page.evaluate(FIRST)
        if y > MOST:
            lower[name] = y
    assert lower == {}
