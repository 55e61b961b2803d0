"""The examples of the documentation: right by the schema, and the same after a journey."""

import json
from pathlib import Path

import pytest

from clubs.models import Club
from scoring.exports import card_evening as file
from tests.gate import HOUSE
from tests.scoring.exports.random_evenings import GAMES
from tests.scoring.exports.test_evening_files import errors_of
from tests.scoring.exports.test_evening_import import brought, told

EXAMPLES = HOUSE / "docs/card-evening"
pytestmark = pytest.mark.django_db


def test_there_is_one_of_each_game_and_the_page_leads_there() -> None:
    text = (HOUSE / "docs/card-evening.md").read_text()
    found = {path.stem for path in EXAMPLES.glob("*.json")} - {"schema"}
    assert found == {*GAMES}
    assert all(f"(card-evening/{game}.json)" in text for game in GAMES)


def test_each_field_of_an_evening_stands_on_the_page_or_in_an_example() -> None:
    text = (HOUSE / "docs/card-evening.md").read_text()
    text += "".join(path.read_text() for path in EXAMPLES.glob("[!s]*.json"))
    assert [n for n in file.Evening.model_fields if n not in text] == [
        "hands_per_round",
        "minutes_per_round",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_what_it_says(club: Club, game: str) -> None:
    path: Path = EXAMPLES / f"{game}.json"
    document = json.loads(path.read_text())
    assert errors_of(document) == []
    evening = file.read(path.read_bytes())
    hands = [hand for t in evening.rounds[0].tables for hand in t.hands]
    assert any(any(hand.nets or ()) for hand in hands)
    assert told(brought(club, path.read_bytes())) == file.written(evening)
