"""Where to go next in a round, asked without reading its sheets."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.models import Count
from scoring.sheets.progress import next_missing, next_waiting, progress_of
from tests import builders as build

pytestmark = pytest.mark.django_db
OFF = (100, 100, 100, 101)


def test_the_next_table_is_that_of_the_whole_round(
    club: Club, django_assert_num_queries: Any
) -> None:
    rnd = build.published_round(build.tournament(club), 9)
    sheets = list(rnd.sheets.order_by("table"))
    anna, bea = (build.member(club, username=name) for name in ("anna", "bea"))
    build.counted(sheets[0], by=anna)
    build.counted(sheets[2], by=bea)
    build.counted(sheets[3], by=anna)
    build.counted(sheets[4], by=anna, held=OFF)
    build.verified_sheet(sheets[5])
    build.verified_sheet(sheets[6])
    build.corrected(sheets[6], by=bea)
    build.counted(sheets[7], by=bea)
    found = progress_of(rnd)
    assert (found.missing, found.unbalanced) == ([2, 9], [5])
    assert found.waiting == [1, 3, 4, 7, 8]
    for table in range(1, 10):
        round_it = [*range(table + 1, 10), *range(1, table)]
        missing = [each for each in round_it if each in found.missing]
        assert next_missing(rnd, table) == next(iter(missing), None)
        for user in (anna, bea):
            own = next_waiting(rnd, table, user, own_only=True)
            assert own == found.next_of_own(table, user)
            others = next_waiting(rnd, table, user, own_only=False)
            assert others == found.next_for_others_eyes(table, user)
    with django_assert_num_queries(2):
        next_waiting(rnd, 1, anna, own_only=False)
        next_missing(rnd, 1)


def test_chips_aside_are_part_of_what_a_sheet_totals(club: Club) -> None:
    """A sheet that balances with them is next; one that only its seats make is not."""
    rnd = build.published_round(build.tournament(club), 3)
    anna, bea = (build.member(club, username=name) for name in ("anna", "bea"))
    short, whole = (131, 96, 104, 59), (131, 96, 104, 69)
    for table, held in ((2, short), (3, whole)):
        count = build.counted(rnd.sheets.get(table=table), by=bea, held=held)
        Count.objects.filter(pk=count.pk).update(aside=10)
    found = progress_of(rnd)
    assert (found.waiting, found.unbalanced) == ([2], [3])
    assert next_waiting(rnd, 1, anna, own_only=False) == 2
    assert next_waiting(rnd, 2, anna, own_only=False) is None


def test_nothing_is_next_where_nothing_waits(club: Club) -> None:
    rnd = build.published_round(build.tournament(club), 1)
    anna = build.member(club, username="anna")
    assert next_missing(rnd, 1) is None  # the table itself is no next one
    assert next_waiting(rnd, 1, anna, own_only=True) is None


@pytest.mark.parametrize("tables", [2, 12])
def test_a_confirmation_reads_one_sheet_whatever_the_round(
    club: Club, tables: int, django_assert_num_queries: Any
) -> None:
    rnd = build.published_round(build.tournament(club), tables)
    for sheet in rnd.sheets.all():
        build.counted(sheet)
    client = Client()
    client.force_login(build.member(club, username="bea"))
    at = [club.slug, rnd.tournament.slug, rnd.number]
    sent = {"seen": 1, "key": "confirm", "witness": "account"}
    # Four of them ask whether Undo may be offered.
    with django_assert_num_queries(26):
        answer = client.post(reverse("scoring:sheet-confirm", args=[*at, 1]), sent)
    assert answer.url == reverse("scoring:sheet-desk", args=[*at, 2])
