"""Rows that older versions logged as sentences get codes and values."""

import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from scoring.models import Change

MIGRATION = import_module("scoring.migrations.0039_codes_of_old_rows")
FEE_PAID: dict[str, Any] = {"code": "entry.fee_paid", "values": {}}
AT_TABLE = {"round": 1, "table": 2}

pytestmark = pytest.mark.django_db


def migrate() -> None:
    MIGRATION.give_codes(apps, SimpleNamespace(connection=connection))


def old_row(text: str, what: str = "hand", **facts: Any) -> Change:
    said = json.dumps(facts.pop("said"), ensure_ascii=False) if "said" in facts else ""
    signed = {"by_name": "Marie", "source": "desk"}
    return Change.objects.create(what=what, text=text, said=said, **signed, **facts)


def test_a_row_that_kept_its_sentences_gets_a_code_and_values() -> None:
    moved = {
        "said": "{text} (hand {hands} settled anew)",
        "plural": "{text} (hands {hands} settled anew)",
        "values": {
            "n": 1,
            "text": {
                "said": "changed hand {hand} of round {round}, table {table}: {reason}",
                "values": {"hand": 3, "reason": "misread “7”", **AT_TABLE},
            },
            "hands": "4",
        },
    }
    text = "changed hand 3 of round 1, table 2: misread “7” (hand 4 settled anew)"
    row = old_row(text, said={"text": moved}, old="+3, −3", new="+5, −5")
    migrate()
    row.refresh_from_db()
    assert (row.code, row.said) == ("hand.others_settled", "")
    assert row.values["text"]["code"] == "hand.changed"
    today = text.replace("settled anew", "recalculated")
    assert row.in_language().text == today
    assert (row.old, row.new) == ("+3, −3", "+5, −5")


def test_words_of_other_versions_are_read_in_the_words_of_today() -> None:
    sentence = {
        "said": "entered {number} {name}",
        "values": {"number": 3, "name": "Jan"},
    }
    row = old_row("entered 3 Jan", "entry", said={"text": sentence})
    migrate()
    row.refresh_from_db()
    assert row.code == "entry.added"
    assert row.in_language().text == "added: 3 Jan"


def test_old_and_new_are_messages_too() -> None:
    fee = {"said": "fee paid"}
    state = {
        "said": "{part0}, {part1}",
        "values": {"part0": {"said": "here"}, "part1": fee},
    }
    text = {
        "said": "{number} {name}: {done}",
        "values": {
            "number": 3,
            "name": "Jan",
            "done": {"said": "{part0}", "values": {"part0": fee}},
        },
    }
    nothing = {"said": ""}
    said = {"text": text, "old": nothing, "new": state}
    row = old_row("3 Jan: fee paid", "fee", said=said, new="here, fee paid")
    migrate()
    row.refresh_from_db()
    assert {*row.values} == {"number", "name", "done", "new_text"}
    assert row.in_language().new == "here, fee paid"
    assert row.values["done"] == {"list": [FEE_PAID], "between": ""}
    assert row.values["new_text"]["list"] == [
        {**FEE_PAID, "code": "entry.here"},
        FEE_PAID,
    ]


@pytest.mark.parametrize(
    ("text", "code", "today"),
    [
        ("recorded hand 3 of round 1, table 2", "hand.recorded", ""),
        ("removed the demo club", "club.demo_removed", "deleted the demo club"),
        (
            "gave 2 people personal links",
            "link.made_for_all",
            "created 2 personal links",
        ),
    ],
)
def test_the_oldest_rows_are_known_by_their_text(
    text: str, code: str, today: str
) -> None:
    row = old_row(text)
    migrate()
    row.refresh_from_db()
    assert row.code == code
    assert row.in_language().text == (today or text)


@pytest.mark.parametrize(
    "text", ["announced: Marie comes", "something nobody logs", "", "x" * 10_000]
)
def test_a_row_that_nobody_knows_keeps_its_text(text: str) -> None:
    row = old_row(text)
    sentence = {"said": "a sentence {n} of no version", "values": {"n": 1}}
    other = old_row("a sentence 1 of no version", said={"text": sentence})
    broken = old_row("broken", said=["text"])
    migrate()
    for each in (row, other, broken):
        before = each.text
        each.refresh_from_db()
        assert each.code == ""
        assert each.in_language().text == before


def test_many_rows_are_done_a_part_at_a_time(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(MIGRATION, "AT_ONCE", 2)
    for number in range(1, 4):
        old_row(f"recorded hand {number} of round 1, table 2")
    old_row("something nobody logs")
    with django_assert_num_queries(5):
        migrate()
    assert Change.objects.filter(code="hand.recorded").count() == 3
