"""A running site for the tests here; it ends before its tables are emptied."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.site import Site


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    running = Site(tmp_path)
    running.start()
    yield running
    running.stop()
