"""What stands in a break-glass pack."""

from datetime import UTC, datetime

import pytest

from scoring.desk.documents.pack import Pack, RunningCell, pack_of
from scoring.draw import manual_seating, rounds
from scoring.models import Tournament
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 21, 2, 45, tzinfo=UTC)
BY = build.command()


@pytest.fixture
def tournament() -> Tournament:
    return build.tournament(build.club(), rounds_planned=4)


def pack(tournament: Tournament) -> Pack:
    fresh = Tournament.objects.select_related("club").get(pk=tournament.pk)
    return pack_of(fresh, address="http://hall:8000", time=AT)


def test_the_next_two_rounds_drafts_too(tournament: Tournament) -> None:
    people = build.entries(tournament, 9)
    first = build.published_round(tournament, [people[:4], people[4:8]])
    for sheet in first.sheets.all():
        build.verified_sheet(sheet)
    build.published_round(tournament, [people[5:], people[:4]])
    manual_seating.seat_by_hand(
        tournament=tournament, actor=BY, tables=[people[1:5], people[5:9]]
    )
    found = pack(tournament)

    assert (found.after, found.as_of, found.undrawn) == (1, "8:45 pm, Nov 20", ())
    second, third = found.coming
    assert (second.number, second.state) == (2, "published")
    assert [seat.name for seat in second.sit_outs] == [people[4].name]
    assert (third.number, third.state) == (3, message("not published yet"))
    assert [seat.name for seat in third.sit_outs] == [people[0].name]
    assert all(sheet.code and "/t/" in sheet.url for sheet in third.sheets)
    marie = found.lines[0]
    assert (marie.name, marie.total, marie.sat) == ("Marie Kubala", "131", "1")
    assert marie.cells == (
        RunningCell("2 · 1"),
        RunningCell("out", "100"),
    )
    late = found.lines[8]
    assert (late.total, late.sat) == ("100", "out")


def test_rounds_that_are_not_drawn_have_blank_sheets(tournament: Tournament) -> None:
    build.entries(tournament, 9)
    found = pack(tournament)
    assert (found.undrawn, found.tables, found.left_over) == ((1, 2), 2, 1)
    assert [sheet.table for sheet in found.coming[0].sheets] == [1, 2]
    assert {sheet.code for sheet in found.coming[1].sheets} == {""}
    assert len(found.lines) == 9


def test_after_the_last_round_nothing_comes(tournament: Tournament) -> None:
    tournament.rounds_planned = 1
    tournament.save()
    build.verified_sheet(build.open_sheet(tournament))
    assert pack(tournament).coming == ()


def test_a_cancelled_round_is_played_by_another(tournament: Tournament) -> None:
    tournament.rounds_planned = 1
    tournament.save()
    rounds.cancel(rnd=build.published_round(tournament), actor=BY, reason="Fire alarm")
    assert pack(tournament).undrawn == (2,)


@pytest.mark.parametrize("tables", [2, 12])
def test_the_cost_does_not_grow(
    tournament: Tournament, tables: int, django_assert_num_queries
) -> None:
    rnd = build.published_round(tournament, tables)
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    build.published_round(tournament, tables)
    with django_assert_num_queries(23):
        pack(tournament)


def test_before_a_sheet_counts_nobody_has_a_place(tournament: Tournament) -> None:
    """The one who sits out has chips, and would stand first."""
    people = build.entries(tournament, 5)
    build.published_round(tournament, [people[:4]])
    found = pack(tournament)
    assert found.standings.lines == ()
    assert (found.lines[4].total, found.lines[4].cells[0]) == (
        "0",
        RunningCell("out", "100", "100"),
    )


def test_an_earlier_round_that_waits_for_a_sheet(tournament: Tournament) -> None:
    """It has its boxes too, beside the round that is played and the next."""
    first = build.published_round(tournament, 2)
    build.verified_sheet(first.sheets.get(table=1))
    build.published_round(tournament, 2)
    found = pack(tournament)
    assert [each.number for each in found.coming] == [1, 2, 3]
    assert [sheet.table for sheet in found.coming[0].sheets] == [2]
    assert found.lines[0].cells[:2] == (
        RunningCell("1 · 1", "131", "131"),
        RunningCell("1 · 1"),
    )


def test_house_players_fill_the_tables_that_are_drawn_by_hand() -> None:
    tournament = build.tournament(build.club(), spare="house")
    build.entries(tournament, 6)
    found = pack(tournament)
    assert (found.tables, found.left_over, found.with_house) == (2, 2, True)
    assert len(found.coming[0].sheets) == 2
