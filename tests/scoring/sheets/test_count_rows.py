"""The database itself refuses a count that cannot be."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Count, Sheet
from tests import builders as build
from tests.in_turn import in_turn

pytestmark = pytest.mark.django_db


def row(sheet: Sheet, number: int = 1, **facts: Any) -> Count:
    """A balanced count of 100 for each seat, written past every service."""
    fours = {
        f"{what}{seat}": 100 for what in ("held", "score") for seat in (1, 2, 3, 4)
    }
    return Count.objects.create(
        sheet=sheet,
        **{
            "number": number,
            "by_name": "nobody",
            "key": f"raw-{number}",
            "must_total": 400,
            **fours,
            **facts,
        },
    )


def assert_refused(name: str, sheet: Sheet, **facts: Any) -> None:
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        row(sheet, **facts)


@in_turn(
    "facts",
    [
        {"held1": 101},
        {"borrowed2": 5},
        {"ruled3": 1, "reason": "why"},
        {"score4": 99},
    ],
)
def test_a_score_is_held_less_borrowed_plus_ruled(sheet, facts):
    assert_refused("scoring_count_adds_up", sheet, **facts)


@in_turn(
    "facts",
    [
        {"score5": 100},
        {"held5": 100},
        {"borrowed5": 1},
        {"held4": None},
    ],
)
def test_a_seat_that_is_not_there_has_nothing(sheet, facts):
    assert_refused("scoring_count_adds_up", sheet, **facts)


@pytest.mark.parametrize(("seats", "aside"), [(3, 0), (5, 0), (3, 25)])
def test_a_count_has_the_seats_of_its_table(sheet, seats, aside):
    """Three, four or five; what lies aside belongs to the table's total."""
    there = range(1, seats + 1)
    facts = {"held4": None, "score4": None}
    facts |= {f"{what}{seat}": 90 for what in ("held", "score") for seat in there}
    found = row(sheet, aside=aside, must_total=90 * seats + aside, **facts)
    assert found.held == found.scores == (90,) * seats
    assert found.borrowed == found.ruled == (0,) * seats
    assert found.balances


def test_a_count_that_does_not_balance_may_be_kept(sheet):
    assert row(sheet, held1=109, score1=109).difference == 9


def test_a_confirming_count_balances(sheet):
    first = row(sheet)
    assert_refused(
        "scoring_count_confirmed_balances",
        sheet,
        number=2,
        confirms=first,
        witness="paper",
        witness_seat=1,
        held1=109,
        score1=109,
    )


@pytest.mark.parametrize("confirms", [True, False])
def test_a_witness_stands_on_a_confirming_count_and_nowhere_else(sheet, confirms):
    first = row(sheet)
    assert_refused(
        "scoring_count_confirmed_has_witness",
        sheet,
        number=2,
        confirms=first if confirms else None,
        witness="" if confirms else "blind",
    )


def test_another_person_confirms(sheet):
    anna = build.user("anna")
    first = row(sheet, by=anna)
    assert_refused(
        "scoring_count_confirmed_by_another",
        sheet,
        number=2,
        confirms=first,
        by=anna,
        counted_by=anna,
        witness="account",
    )


@in_turn("witness", ["paper", "phone", "own"])
@in_turn("seat", [0, 6, None])
def test_a_player_who_stands_for_it_has_a_seat(sheet, witness, seat):
    first = row(sheet)
    assert_refused(
        "scoring_count_witness_names_seat",
        sheet,
        number=2,
        confirms=first,
        witness=witness,
        witness_seat=seat,
    )


def test_a_correction_has_a_reason(sheet):
    first = row(sheet)
    assert_refused(
        "scoring_count_correction_has_reason", sheet, number=2, corrects=first
    )


def test_a_ruling_has_a_reason(sheet):
    assert_refused(
        "scoring_count_ruling_has_reason", sheet, held1=91, ruled1=9, score1=100
    )


def test_numbers_of_a_sheet_and_keys_are_used_once(sheet):
    row(sheet)
    with pytest.raises(IntegrityError), transaction.atomic():
        row(sheet, key="another")
    with pytest.raises(IntegrityError), transaction.atomic():
        row(sheet, number=2, key="raw-1")
