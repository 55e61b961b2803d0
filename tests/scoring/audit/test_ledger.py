"""The room's ledger: what adds up, and where it does not."""

import pytest

from scoring.audit.ledger import ledger_of
from scoring.draw import manual_seating, rounds
from scoring.models import Tournament
from scoring.people import entries
from scoring.phones import loans
from scoring.sheets import hand_rulings, rulings
from tests import builders as build
from tests.messages import message
from tests.scoring.at_table import GAME

pytestmark = pytest.mark.django_db

BY = build.command()


@pytest.fixture
def tournament() -> Tournament:
    return build.tournament(build.club(), sit_out_score="start", absent_score="zero")


def test_before_anything_is_seated(tournament: Tournament) -> None:
    assert ledger_of(tournament).rounds == ()
    assert ledger_of(tournament).is_right


def test_two_tables_that_add_up(tournament: Tournament) -> None:
    rnd = build.published_round(tournament, 2)
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    found = ledger_of(tournament)
    (line,) = found.rounds
    assert (line.begun, line.written, line.is_right) == (800, 800, True)
    assert (found.in_force, found.computed, found.standings) == (800, 800, 800)
    assert found.is_right


def test_a_leak_is_traced_to_its_sheet(tournament: Tournament) -> None:
    rnd = build.published_round(tournament, 3)
    for sheet in rnd.sheets.filter(table__lt=3):
        build.counted(sheet, held=(131, 96, 104, 60 if sheet.table == 2 else 69))
    (line,) = ledger_of(tournament).rounds
    assert (line.begun, line.written, line.difference) == (800, 791, -9)
    assert line.unwritten == [3]
    (leak,) = line.leaks
    assert (leak.sheet.table, leak.missing, leak.entered.by_name) == (
        2,
        9,
        "a command",
    )


def test_a_cancelled_round_is_no_part_of_it(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    build.counted(rnd.sheets.get(), held=(1, 1, 1, 1))
    rounds.cancel(rnd=rnd, actor=BY, reason="Fire alarm")
    assert ledger_of(tournament).rounds == ()


def test_house_players_sit_outs_rulings_and_worst_rounds(
    tournament: Tournament,
) -> None:
    people = build.entries(tournament, 4)
    house = entries.house_players(tournament, 1)
    tournament.drop_worst = 1
    tournament.save()
    for tables in ([[*people[:3], *house]], [people]):
        draft = manual_seating.seat_by_hand(
            tournament=tournament, actor=BY, tables=tables
        )
        opened = rounds.publish(rnd=draft, actor=BY)
        build.verified_sheet(opened.sheets.get())
    rulings.adjust(entry=people[0], actor=BY, chips=-10, reason="late", key="one")
    rulings.adjust(
        entry=people[1], other=people[2], actor=BY, chips=7, reason="§24", key="two"
    )
    found = ledger_of(tournament)
    first = found.rounds[0]
    # Karel sat round 1 out and scores 100 for it; the house player held 69.
    assert (first.players, first.house, first.of_nobody) == (3, 1, 69)
    assert (first.missed, first.missed_by) == (100, 1)
    assert dict(found.steps)["Rulings on players"] == -10
    assert dict(found.steps)["Lowest rounds dropped"] == -(131 + 96 + 104 + 69)
    assert found.computed == found.standings
    assert found.is_right


def test_the_bank_by_notes_and_by_counts(tournament: Tournament) -> None:
    sheet = build.open_sheet(tournament)
    loans.lend(sheet=sheet, actor=BY, key="one", seat=2, chips=50)
    loans.lend(sheet=sheet, actor=BY, key="two", seat=2, chips=-20)
    build.counted(sheet, seats=build.seats((131, 126, 104, 69), (0, 30, 0, 0)))
    (line,) = ledger_of(tournament).rounds
    assert (line.lent, line.paid_back, line.borrowed) == (50, 20, 30)
    assert line.unlike_notes == []
    assert line.is_right  # loans change no sum
    build.counted(sheet)
    (line,) = ledger_of(tournament).rounds
    assert [table.sheet.table for table in line.unlike_notes] == [1]


def test_tables_ruled_upon_are_named(tournament: Tournament) -> None:
    sheet = build.open_sheet(tournament)
    build.recorded(sheet=sheet, by=BY, key="hand", record=GAME)
    assert ledger_of(tournament).rounds[0].ruled_sheets == []
    hand_rulings.rule(
        sheet=sheet,
        actor=BY,
        number=1,
        chips=(5, -5, 0, 0),
        reason="looked",
        key="ruled",
        seen=0,
    )
    (line,) = ledger_of(tournament).rounds
    assert [table.sheet.table for table in line.ruled_sheets] == [1]


@pytest.mark.parametrize("tables", [1, 12])
def test_the_cost_does_not_grow(
    tournament: Tournament, tables: int, django_assert_num_queries
) -> None:
    rnd = build.published_round(tournament, tables)
    for sheet in rnd.sheets.all():
        loans.lend(sheet=sheet, actor=BY, key=f"loan-{sheet.pk}", seat=1, chips=10)
        build.counted(sheet)
    with django_assert_num_queries(10):
        assert len(ledger_of(tournament).leaks) == 0


def test_a_sit_out_that_is_dropped_is_taken_off(tournament: Tournament) -> None:
    people = build.entries(tournament, 5)
    tournament.drop_worst = 1
    tournament.save()
    for seated in (people[:4], people[1:]):
        rnd = build.published_round(tournament, [seated])
        build.verified_sheet(rnd.sheets.get(), (90, 90, 90, 130))
    found = ledger_of(tournament)
    # Round 1: 90, 90, 90, 130, 100 for no. 5; round 2: 100 for no. 1, 90, 90, 90, 130.
    assert dict(found.steps)["Lowest rounds dropped"] == -(90 + 90 + 90 + 90 + 100)
    assert found.standings == 100 + 90 + 90 + 130 + 130
    assert found.is_right


def test_a_sit_out_of_a_round_that_is_not_over_comes_in_later(
    tournament: Tournament,
) -> None:
    people = build.entries(tournament, 9)
    first = build.published_round(tournament, [people[:4], people[4:8]])
    for sheet in first.sheets.all():
        build.verified_sheet(sheet)
    second = build.published_round(tournament, [people[1:5], people[5:]])
    build.verified_sheet(second.sheets.get(table=1))
    found = ledger_of(tournament)
    later = message("From a round that isn’t over (counted later)")
    assert dict(found.steps)[later] == -(400 + 100)
    assert found.standings == 800 + 100
    assert found.is_right


def test_a_free_seat_is_nobodys(tournament: Tournament) -> None:
    people = build.entries(tournament, 3)
    house = entries.house_players(tournament, 1)
    rnd = build.published_round(tournament, [[*people, *house]])
    rnd.seats.filter(position=3).update(entry=None, credit=None)
    (line,) = ledger_of(tournament).rounds
    assert (line.players, line.house, line.free) == (2, 1, 1)
