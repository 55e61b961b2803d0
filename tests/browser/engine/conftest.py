"""A phone in a hall whose server is a stub, and whose wifi is as a test wants it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import PATIENCE
from tests.browser.table_engine import join
from tests.browser.table_stub import Stub

NewContext = Callable[[], BrowserContext]


@pytest.fixture
def stub() -> Stub:
    return Stub()


@pytest.fixture
def new_context(browser: Browser, stub: Stub) -> Iterator[NewContext]:
    """A phone of its own; what its scripts throw fails the test."""
    contexts, thrown = [], []

    def make() -> BrowserContext:
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda each: thrown.append(each.error.stack))
        stub.serve(context)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.unroute_all(behavior="ignoreErrors")
        context.close()
    assert thrown == []


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    return new_context()


@pytest.fixture
def page(stub: Stub, context: BrowserContext) -> Page:
    """A joined scorekeeper's open page."""
    page = stub.open(context.new_page())
    join(page)
    return page


@pytest.fixture
def frozen(stub: Stub, context: BrowserContext) -> Page:
    """The same; no second passes but those that `page.clock` is told."""
    page = context.new_page()
    page.clock.install(time=0)
    page.clock.pause_at(60_000)
    with page.expect_response("**/state/**"):
        stub.open(page)
    join(page)
    return page
