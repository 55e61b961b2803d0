"""The phone reads the shape of a record as `rules.record_schema` does, for every game.

Both must find the same problems: codes, fields and sentences.
"""

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from rules.fields import SHAPE_CODES
from rules.game import AnyGame, game_named, game_names
from rules.record_schema import Schema, schema_of
from scoring.games.phone import schema_as_json, shape_words
from tests.browser.form_page import source_of
from tests.browser.test_twin import is_told_apart
from tests.drill.figures import say, size
from tests.rules.games.random_records import odd_record

SCRIPTS = ("js/say", "table/names", "deals/shapes")
RECORDS_EACH = size(1_000, 3_000)
SISTERS = [
    name for name in game_names() if isinstance(game_named(name).records, Schema)
]
ANSWERS = """(sent) => {
  const { schema, words, records } = JSON.parse(sent);
  return JSON.stringify(records.map((each) => Deals.checkShape(each, schema, words)));
}"""
Told = list[tuple[str, str, str]]


@pytest.fixture
def reader(empty: Page) -> Page:
    """A page with the reader."""
    for name in SCRIPTS:
        empty.add_script_tag(content=source_of(f"{name}.js"))
    return empty


def ask(page: Page, game: AnyGame, records: list[Any]) -> list[Told]:
    sent = {
        "schema": schema_as_json(schema_of(game)),
        "words": shape_words(),
        "records": records,
    }
    answers = json.loads(page.evaluate(ANSWERS, json.dumps(sent)))
    return [in_order((p["code"], p["field"], p["message"]) for p in a) for a in answers]


def truth(game: AnyGame, record: Any) -> Told:
    _, problems = schema_of(game).read(record)
    return in_order((each.code, each.field, each.message) for each in problems)


def in_order(problems: Any) -> Told:
    """Sorted; a number above all that a phone can hold is told in other digits."""
    return sorted(
        (c, f, re.sub(r"1e\+\d+|10{15,}|9{15,}", "…", m)) for c, f, m in problems
    )


def test_random_records_are_read_alike(reader: Page) -> None:
    found: set[str] = set()
    for name in SISTERS:
        chance, game = Random(1897), game_named(name)
        records = [odd_record(chance, schema_of(game)) for _ in range(RECORDS_EACH)]
        records = [each for each in records if is_told_apart(each)]
        seen: Counter[str] = Counter()
        for record, said in zip(records, ask(reader, game, records), strict=True):
            expected = truth(game, record)
            assert said == expected, json.dumps(record)
            seen.update({code for code, *_ in expected} or {"right"})
        say(f"{name}: {seen['right']} of {len(records)} records right")
        assert seen["right"] > RECORDS_EACH / 6
        assert len(seen) > len(SHAPE_CODES) / 2
        found |= set(seen)
    codes = {code.partition(".")[0] for code in SHAPE_CODES}
    assert found == {*codes, "right"}


def test_what_is_no_record_is_refused_alike(reader: Page) -> None:
    game = game_named("scarto")
    for record in (None, 1, "x", [], True, {}, {"dealer": 1, "__proto__": 1}):
        assert ask(reader, game, [record]) == [truth(game, record)]
