"""The examples of the documentation: right by the schema, and the same after a journey."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clubs.models import Club
from scoring.exports import card_evening_reader
from scoring.exports import card_evening_schema as file
from scoring.games.game_choice import has_hands
from tests.gate import HOUSE
from tests.scoring.exports.random_evenings import GAMES
from tests.scoring.exports.test_card_evening_export import errors_of
from tests.scoring.exports.test_card_evening_import import brought, told

EXAMPLES = HOUSE / "docs/card-evening"
NODE = Path(sys.executable).parents[1] / "node" / "node_modules"
CHANGED = 20  # places of each example
OTHER = (None, True, "", "x" * 400, -1, 10**13, 0.5, [], {"x": 1})
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
    evening = card_evening_reader.read(path.read_bytes())
    hands = [hand for t in evening.rounds[0].tables for hand in t.hands]
    assert any(any(hand.nets or ()) for hand in hands) is has_hands(game)
    assert told(brought(club, path.read_bytes())) == file.canonical_bytes(evening)


def test_a_validator_of_another_house_says_the_same() -> None:
    """ajv in its strict mode: the examples are right, and whatever is wrong to one is
    wrong to the other.
    """
    wholes = [json.loads((EXAMPLES / f"{game}.json").read_text()) for game in GAMES]
    changed = [other for whole in wholes for other in changed_of(whole)]
    ours = [not errors_of(document) for document in changed]
    wrong = wrong_to_ajv(file.schema(), wholes + changed)
    assert wrong[: len(wholes)] == [[]] * len(GAMES)
    assert [not told for told in wrong[len(wholes) :]] == ours
    assert 0 < sum(ours) < len(ours) / 2


def wrong_to_ajv(schema: Any, documents: list[Any]) -> list[list[str]]:
    told = subprocess.run(
        ["node", HOUSE / "tests/node/validate.cjs"],
        input=json.dumps({"schema": schema, "documents": documents}),
        capture_output=True,
        text=True,
        env={"NODE_PATH": str(NODE), "PATH": os.environ["PATH"]},
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, "")
    found: list[list[str]] = json.loads(told.stdout)
    return found


def changed_of(whole: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The document with one thing gone, another in its place, or a field too many."""
    chance = Random(whole["game"])
    for _ in range(CHANGED):
        document = deepcopy(whole)
        part: Any = document
        while True:
            key = chance.choice([*part] if isinstance(part, dict) else range(len(part)))
            if not isinstance(part[key], (dict, list)) or not part[key]:
                break
            if chance.random() < 0.2:
                break
            part = part[key]
        if chance.random() < 0.2:
            del part[key]
        elif chance.random() < 0.2 and isinstance(part, dict):
            part["another"] = 1
        else:
            part[key] = chance.choice(OTHER)
        yield document
