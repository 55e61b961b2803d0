"""A network that is gone for everybody, until the test brings it back."""

from collections.abc import Iterator
from contextlib import contextmanager
from wsgiref.simple_server import WSGIRequestHandler

import pytest
from playwright.sync_api import Page


@contextmanager
def no_network(page: Page) -> Iterator[None]:
    """The page's browser is offline, and the server hears nobody.

    Chromium alone lets some requests out while a page reloads through its worker.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WSGIRequestHandler, "parse_request", _hang_up)
        page.context.set_offline(True)
        yield
    page.context.set_offline(False)


def _hang_up(handler: WSGIRequestHandler) -> bool:
    handler.close_connection = True
    return False
