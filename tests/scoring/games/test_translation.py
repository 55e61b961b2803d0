"""Sentences of the rules in the reader's language, with names for seats."""

from collections.abc import Iterator

import pytest

from scoring.games.translation import with_names
from tests.made_up import offered


@pytest.fixture(scope="module", autouse=True)
def _offered() -> Iterator[None]:
    with offered():
        yield


def test_names_take_the_place_of_seats() -> None:
    sentence = "Seat 1 pays seat 3 in place of seat 2, not seat 31"
    names = {1: "Marie", 3: "Josef"}
    said = "Marie pays Josef in place of seat 2, not seat 31"
    assert with_names(sentence, names) == said
