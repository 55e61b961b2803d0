"""A real Chromium on a live server; what goes wrong in the page fails the test.

    def test_entries(laptop: Page) -> None:
        laptop.goto("/")

`laptop` and `phone` are pages of two people (each with cookies of his own);
`open_page(width, height, **options)` makes one more, `javascript=False` for one
without scripts, `finger=True` for one that is tapped as fast as people do. `screen` is a
phone's page without a site behind it, the same one for all tests: their scripts draw anew.
`complaints` lists what went wrong so far: a test that provokes an error looks at it there
and clears it, or says what it expects: a browser may speak of a lost network much later.
"""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

# Playwright's sync API runs an event loop in this thread; Django would take our
# plain queries for queries inside a coroutine.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# The same engine without a window to draw takes half of the time.
CHROMIUM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Fewer processes for the same pages.
    "--in-process-gpu",
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    # Nothing from outside: another host has no address, and the console tells.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
PATIENCE = 15_000  # ms; a busy machine is slow, a wrong page stays wrong
expect.set_options(timeout=PATIENCE)

# A new button that writes is deaf to the finger that brought its page. Tests have no
# such finger, and Playwright would come back to each of them after 900 ms only.
PARTS = Path(__file__).parents[2] / "static/table/ui/parts.js"
[FRESH] = re.findall(r"const FRESH = (\d+)", PARTS.read_text(encoding="utf-8"))
NO_FINGER = f"""{{
  const later = window.setTimeout, soon = (ms) => (ms === {FRESH} ? 0 : ms);
  window.setTimeout = (call, ms, ...more) => later(call, soon(ms), ...more);
}}"""

# Of a question that it drops for a newer one htmx says what it says of an error; one that
# failed has a third line.
DROPPED = ("htmx:afterRequest", "htmx:sendAbort")

PHONE: ViewportSize = {"width": 390, "height": 844}
OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = os.path.dirname(__file__)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert path, "Chromium is missing; ./run test installs it"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def _migrated(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[sqlite3.Connection]:
    """The database before the first test."""
    with closing(sqlite3.connect(":memory:")) as kept:
        with django_db_blocker.unblock():
            connection.ensure_connection()
            connection.connection.backup(kept)
        yield kept


@pytest.fixture
def _django_db_helper(
    _migrated: sqlite3.Connection, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Puts the whole file back: emptying each table takes thirty times as long."""
    with django_db_blocker.unblock():
        yield
        connection.ensure_connection()
        _migrated.backup(connection.connection)
        connection.close()


class Complaints(list[str]):
    """What went wrong, but for what the test expects."""

    def __init__(self) -> None:
        super().__init__()
        self.expected: tuple[str, ...] = ()

    def expect(self, *words: str) -> None:
        """Drop whatever has one of these words in it, and all that comes from now on."""
        self.expected += words
        self[:] = [text for text in self if not self._is_expected(text)]

    def append(self, text: str) -> None:
        if not self._is_expected(text):
            super().append(text)

    def _is_expected(self, text: str) -> bool:
        return any(words in text for words in self.expected)


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def open_page(
    browser: Browser, live_server: LiveServer, complaints: list[str]
) -> Iterator[OpenPage]:
    contexts = []

    def open_one(
        width: int, height: int, *, finger: bool = False, **options: object
    ) -> Page:
        size = {"width": width, "height": height}
        context = new_context(browser, live_server.url, size, finger=finger, **options)
        contexts.append(context)
        page = context.new_page()
        listen(page, complaints)
        return page

    yield open_one
    found = complaints.copy()  # a page that is closed while it asks complains too
    for context in contexts:
        context.close()
    assert found == []


def new_context(
    browser: Browser,
    home: str,
    size: ViewportSize,
    *,
    javascript: bool = True,
    finger: bool = False,
    **options: object,
) -> BrowserContext:
    context = browser.new_context(
        base_url=home,
        viewport=size,
        java_script_enabled=javascript,
        reduced_motion="reduce",
        locale="en-US",
        timezone_id="America/Chicago",
        **options,
    )
    context.set_default_timeout(PATIENCE)
    if not finger:
        context.add_init_script(NO_FINGER)
    return context


@pytest.fixture(scope="session")
def _screen(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    options = {"has_touch": True, "is_mobile": True}
    context = new_context(browser, "http://localhost", PHONE, **options)
    page, heard = context.new_page(), []
    listen(page, heard)
    yield page, heard
    context.close()


@pytest.fixture
def screen(_screen: tuple[Page, list[str]]) -> Iterator[Page]:
    page, heard = _screen
    heard.clear()
    page.set_viewport_size(PHONE)
    yield page
    assert heard == []


@pytest.fixture
def empty(screen: Page) -> Page:
    """Nothing on it: for scripts that only reckon."""
    screen.goto("about:blank")
    return screen


@pytest.fixture
def small(screen: Page) -> Page:
    """That of the smallest phone."""
    screen.set_viewport_size({"width": 320, "height": 640})
    return screen


@pytest.fixture
def laptop(open_page: OpenPage) -> Page:
    return open_page(1280, 800)


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    return open_page(*PHONE.values(), has_touch=True, is_mobile=True)


def listen(page: Page, complaints: list[str]) -> None:
    """Scripts' errors, refused and failed loads, and anything from outside."""

    def console(message: ConsoleMessage) -> None:
        wrong = message.type in {"error", "warning"}
        if wrong and not message.text.startswith(DROPPED):
            place = message.location.get("url", "")
            complaints.append(f"{message.type}: {message.text} ({place})")

    page.on("console", console)
    page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
