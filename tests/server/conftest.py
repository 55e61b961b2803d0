"""A running site for the tests of a module; they leave its tables empty."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.server.site import Site


@pytest.fixture(scope="module")
def _running(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"))
    running.start()
    yield running
    with django_db_blocker.unblock():
        running.stop()


@pytest.fixture
def _at_rest(_running: Site) -> Iterator[None]:
    """Begun before the database is given to the test, so ended once it is emptied."""
    yield
    _running.go_on()


@pytest.fixture
def site(_running: Site, _at_rest: None, transactional_db: None) -> Iterator[Site]:
    yield _running
    _running.pause()
