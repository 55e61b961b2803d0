"""A page's engine, as its pages use it: `engine` stands there for a test to ask."""

from time import monotonic
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import PATIENCE
from tests.browser.table_stub import Stub
from tests.rules.spjst.builders import povinost


def look(page: Page, what: str) -> Any:
    """Something of `now`, which is what the pages are told."""
    return page.evaluate(f"(() => {{ const now = engine.get(); return {what}; }})()")


def wait(page: Page, condition: str) -> None:
    """Until `now` is so. The page's own clock may stand still; its CSP forbids eval."""
    end = monotonic() + PATIENCE / 1000
    while not look(page, condition):
        assert monotonic() < end, f"never: {condition}; now: {look(page, 'now')}"
        page.wait_for_timeout(20)


def join(page: Page) -> None:
    """The first phone keeps the score, another one asks to write."""
    said = page.evaluate("engine.join({ seat: 1, asks: true })")
    assert said["ok"], said
    wait(page, "now.joined")


def record(page: Page, **changes: Any) -> str:
    """Queue a plain hand, three chips for seats 1 and 3, with changes; its key."""
    hand = {"record": povinost(**changes.pop("record", {})), **changes}
    return page.evaluate("(hand) => engine.record(hand)", hand)


def wake(page: Page) -> None:
    """As when the phone comes out of a pocket, or into the wifi."""
    page.evaluate("() => { dispatchEvent(new Event('online')); }")


def go_offline(page: Page) -> None:
    page.context.set_offline(True)
    wait(page, "now.link === 'offline'")


def go(page: Page, stub: Stub, wifi: str) -> None:
    """The wifi is another from now on, and the page has noticed."""
    stub.wifi = wifi
    wake(page)
    wait(page, f"now.link === '{link_of(wifi)}'")


def link_of(wifi: str) -> str:
    """What a page says of it."""
    return {"up": "online"}.get(wifi, "login" if "login" in wifi else "offline")
