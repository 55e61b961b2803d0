"""The reasons that rooms above write are those that are retold."""

import polib
import pytest

from scoring.core import reasons
from tests.in_turn import in_turn
from tests.sentences import CATALOGUE


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


@in_turn("reason", reasons._OF_ROOMS)
def test_a_room_says_it_in_these_words(reason: str, catalogue: polib.POFile) -> None:
    entry = catalogue.find(reason)
    assert entry is not None
    places = [file for file, _ in entry.occurrences]
    assert any(not each.startswith("scoring/core/") for each in places)
