"""A running site for the tests of a module; they leave its tables empty."""

from collections.abc import Iterator

import pytest

from tests.server.site import Site


@pytest.fixture(scope="module")
def _running(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def site(_running: Site, transactional_db: None) -> Site:
    return _running
