"""The versions of a sheet's hands."""

from typing import Any

import pytest
from django.db import connection

from scoring.models import Hand, Sheet, TrayHand
from scoring.sheets import hand_writes
from scoring.sheets.hands import (
    hands_in_force,
    is_replaced,
    newest,
    next_number,
    rival_of,
    versions_of,
)
from tests import builders as build
from tests.in_turn import in_turn

pytestmark = pytest.mark.django_db

GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}


@pytest.fixture
def sheet() -> Sheet:
    """Hand 1 changed twice, hand 2 void, hand 3 changed and then void."""
    sheet = build.open_sheet(build.tournament(build.club()))
    for key in ("1a", "2a", "3a"):
        record(sheet, key)
    for key, old in (("1b", "1a"), ("3b", "3a"), ("1c", "1b")):
        record(sheet, key, replaces=old, reason="miscounted")
    for key in ("2a", "3b"):
        wish = {"actor": build.command(), "hand": key, "reason": "misdealt"}
        hand_writes.void(sheet=sheet, key=f"void {key}", **wish)
    return sheet


def record(sheet: Sheet, key: str, **facts: Any) -> None:
    build.recorded(sheet=sheet, by=build.command(), key=key, record=GAME, **facts)


def key_of(hand: Hand | None) -> str:
    return hand.key if hand else ""


def test_every_version_is_read_in_one_query(sheet, django_assert_num_queries):
    with django_assert_num_queries(1):
        versions = versions_of(sheet)
        read = [
            (hand.key, is_replaced(hand, versions), hand.sheet == sheet)
            for hand in versions
        ]
    assert read == [
        ("1a", True, True),
        ("2a", False, True),
        ("3a", True, True),
        ("1b", True, True),
        ("3b", False, True),
        ("1c", False, True),
    ]


def test_what_counts_is_neither_replaced_nor_void(sheet):
    assert [hand.key for hand in hands_in_force(sheet)] == ["1c"]


@in_turn("number, key", [(1, "1c"), (2, "2a"), (3, "3b"), (4, ""), (0, "")])
def test_the_newest_version_of_a_number_may_be_void(sheet, number, key):
    versions = versions_of(sheet)
    assert key_of(newest(versions, number)) == key
    assert key_of(rival_of(TrayHand(number=number), versions)) == key


def test_the_next_number_follows_the_last_that_counts(sheet):
    assert next_number(sheet, versions_of(sheet)) == 2
    assert next_number(sheet, []) == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite’s way to plan")
def test_hands_in_force_are_found_by_an_index_once_the_database_has_counted(
    sheet: Sheet,
) -> None:
    for number in range(4, 40):
        record(sheet, f"plain {number}")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    standing = Hand.objects.filter(sheet=sheet, voided_at=None, replaced_by=None)
    plan = standing.explain()
    assert "SCAN" not in plan
    assert "scoring_hand_replaced_once" in plan
