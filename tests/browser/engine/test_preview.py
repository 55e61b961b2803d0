"""What the server says of a hand before it is saved, as the form asks it."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.table_engine import go, record, wait
from tests.browser.table_stub import Stub, down, source_of

RECORD = {"bid": "povinost", "declarer": 1, "points": 59}
FORESEEN = {"net": [3, -1, -1, -1], "lines": [], "notes": []}


@pytest.fixture
def page(page: Page) -> Page:
    page.add_script_tag(content=source_of("deals/preview.js"))
    return page


def preview(page: Page, *replaces: str) -> Any:
    sent = [RECORD, *replaces]
    return page.evaluate("(sent) => Table.preview(engine, ...sent)", sent)


def test_the_answer_is_the_servers(page: Page, stub: Stub) -> None:
    stub.overrides["hands/preview/"] = lambda body: (200, FORESEEN)
    assert preview(page)["net"] == FORESEEN["net"]
    preview(page, "some key")
    asked = stub.posts("hands/preview/")
    assert asked == [
        {"record": RECORD, "replaces": None},
        {"record": RECORD, "replaces": "some key"},
    ]
    problems = [{"code": "no", "field": "points", "said": "No."}]
    stub.overrides["hands/preview/"] = lambda body: (200, {"problems": problems})
    assert preview(page)["problems"] == problems


def test_without_an_answer_nobody_knows(page: Page, stub: Stub) -> None:
    stub.overrides["hands/preview/"] = down
    assert preview(page) is None
    stub.overrides["hands/preview/"] = lambda body: (200, {"saved": "by the wifi"})
    assert preview(page) is None
    go(page, stub, "login json")
    assert preview(page) is None
    go(page, stub, "down")
    assert preview(page) is None


def test_it_is_not_asked_while_an_earlier_hand_waits(page: Page, stub: Stub) -> None:
    stub.overrides["hands/preview/"] = lambda body: (200, FORESEEN)
    stub.overrides["hands/"] = down
    record(page)
    assert preview(page) is None
    assert not stub.posts("hands/preview/")
    refusal = {"refused": {"message": "It cannot be.", "field": "", "problems": []}}
    stub.overrides["hands/"] = lambda body: (422, refusal)
    page.evaluate("engine.sendNow()")
    wait(page, "now.stuck.length === 1")
    assert preview(page)["net"] == FORESEEN["net"]
