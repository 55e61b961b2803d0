"""Standings from the facts: what counts, what does not, and what is kept."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Club
from scoring.draw import manual_seating, rounds
from scoring.models import Adjustment, Entry, Round, SitOut, Standings, Tournament
from scoring.people import entries
from scoring.results import stored
from scoring.results.compute import compute_rows
from scoring.results.standings_table import table_of
from scoring.sheets import counts, rulings
from scoring.tournaments import tournaments
from tests import builders as build
from tests.in_turn import in_turn

pytestmark = pytest.mark.django_db

FIRST = (131, 96, 104, 69)
SECOND = (70, 130, 90, 110)
QUERIES = 4


def play(rnd: Round, held: tuple[int, ...] = FIRST) -> None:
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet, held)


def row_of(tournament: Tournament, entry: Entry) -> dict[str, Any]:
    return next(row for row in compute_rows(tournament) if row["entry"] == entry.pk)


def chips_of(row: dict[str, Any]) -> list[int]:
    return [each["chips"] for each in row["rounds"]]


def test_totals_are_the_sum_of_the_verified_rounds(tournament: Tournament) -> None:
    for held in (FIRST, SECOND):
        play(build.published_round(tournament), held)
    found = [
        (row["place"], row["tied"], row["total"]) for row in compute_rows(tournament)
    ]
    assert found == [(1, False, 226), (2, False, 201), (3, False, 194), (4, False, 179)]


def test_those_who_are_equal_share_the_place(tournament: Tournament) -> None:
    play(build.published_round(tournament), (120, 100, 100, 80))
    rows = compute_rows(tournament)
    assert [(row["place"], row["tied"]) for row in rows] == [
        (1, False),
        (2, True),
        (2, True),
        (4, False),
    ]


def test_a_sheet_that_nobody_verified_is_out(tournament: Tournament) -> None:
    """Until a round is over nobody has a place, whoever sits out neither."""
    build.entries(tournament, 9)
    rnd = build.published_round(tournament, 2)
    for sheet in rnd.sheets.all():
        build.counted(sheet)
    assert compute_rows(tournament) == []
    build.confirmed(rnd.sheets.get(table=1))
    assert compute_rows(tournament) == []
    build.over(rnd)
    rows = compute_rows(tournament)
    assert [(row["total"], row["played"], len(row["rounds"])) for row in rows[-4:]] == [
        (0, 0, 0)
    ] * 4
    assert len(rows) == 9


def test_an_unbalanced_sheet_is_out(tournament: Tournament) -> None:
    sheet = build.open_sheet(tournament)
    build.counted(sheet, held=(131, 96, 104, 60))
    assert all(row["total"] == 0 for row in compute_rows(tournament))


def test_a_cancelled_round_is_out(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    play(rnd)
    play(build.published_round(tournament), SECOND)
    rounds.cancel(rnd=rnd, actor=build.command(), reason="wrong cards")
    assert [row["total"] for row in compute_rows(tournament)] == [130, 110, 90, 70]


def test_a_draft_is_no_round_yet(tournament: Tournament) -> None:
    people = build.entries(tournament, 4)
    manual_seating.seat_by_hand(
        tournament=tournament, actor=build.command(), tables=[people]
    )
    assert compute_rows(tournament) == []


def test_house_players_have_no_place(tournament: Tournament) -> None:
    people = build.entries(tournament, 3)
    house = entries.house_players(tournament, 1)
    play(build.published_round(tournament, [[*people, *house]]))
    assert [row["entry"] for row in compute_rows(tournament)] == [
        people[0].pk,
        people[2].pk,
        people[1].pk,
    ]


def test_a_seat_counts_for_whom_it_is_credited(tournament: Tournament) -> None:
    people = build.entries(tournament, 5)
    rnd = build.published_round(tournament, [people[:4]])
    rnd.sit_outs.all().delete()
    rnd.seats.filter(entry=people[0]).update(credit=people[4])
    play(rnd)
    assert row_of(tournament, people[4])["total"] == 131
    assert people[0].pk not in {row["entry"] for row in compute_rows(tournament)}


@pytest.mark.parametrize(
    ("policy", "first", "second"),
    [("start", 100, 100), ("zero", 0, 0), ("average", 100, 131)],
)
def test_a_sit_out_scores_as_the_tournament_says(
    club: Club, policy: str, first: int, second: int
) -> None:
    """Who has not played yet has no average: he gets the start chips."""
    tournament = build.tournament(club, sit_out_score=policy)
    people = build.entries(tournament, 5)
    play(build.published_round(tournament, [people[:4]]))
    assert chips_of(row_of(tournament, people[4])) == [first]
    play(build.published_round(tournament, [[people[4], *people[:3]]]))
    assert chips_of(row_of(tournament, people[4])) == [second, 131]


@pytest.mark.parametrize("why", ["late", "absent", "left"])
def test_a_missed_round_scores_by_its_own_setting(club: Club, why: SitOut.Why) -> None:
    tournament = build.tournament(club, sit_out_score="start", absent_score="zero")
    people = build.entries(tournament, 5)
    first = build.published_round(tournament, [people[:4]])
    SitOut.objects.filter(round=first).update(why=why)
    play(first)
    play(build.published_round(tournament, [[people[4], *people[:3]]]))
    row = row_of(tournament, people[4])
    assert [(each["chips"], each["why"]) for each in row["rounds"]] == [
        (0, why),
        (131, None),
    ]
    assert row["played"] == 1


def test_who_never_came_has_no_place(tournament: Tournament) -> None:
    people = build.entries(tournament, 4)
    build.entries(tournament, 1, state=Entry.State.ABSENT)
    play(build.published_round(tournament, [people]))
    assert len(compute_rows(tournament)) == 4


def test_rulings_outside_a_sheet_count_until_taken_back(
    tournament: Tournament,
) -> None:
    rnd = build.published_round(tournament)
    play(rnd)
    entry = tournament.entries.get(number=1)
    made = rulings.adjust(
        entry=entry, actor=build.command(), chips=-50, reason="§31", key="ruling"
    )
    row = row_of(tournament, entry)
    assert (row["total"], row["adjustment"], row["place"]) == (81, -50, 3)
    rulings.reverse(adjustment=made, actor=build.command(), reason="not he")
    row = row_of(tournament, entry)
    assert (row["total"], row["adjustment"], row["place"]) == (131, 0, 1)


def test_the_worst_round_is_dropped(club: Club) -> None:
    tournament = build.tournament(club, drop_worst=1)
    play(build.published_round(tournament), FIRST)
    play(build.published_round(tournament), SECOND)
    row = row_of(tournament, tournament.entries.get(number=1))
    assert row["total"] == 131
    assert [each["dropped"] for each in row["rounds"]] == [False, True]


def test_table_points_come_first_then_chips(club: Club) -> None:
    tournament = build.tournament(club, ranking="table_points")
    play(build.published_round(tournament), (200, 80, 80, 40))
    play(build.published_round(tournament), (60, 130, 110, 100))
    rows = compute_rows(tournament)
    numbers = dict(tournament.entries.values_list("pk", "number"))
    found = [(numbers[row["entry"]], row["points"], row["total"]) for row in rows]
    assert found == [(2, 6.5, 210), (3, 5.5, 190), (1, 5, 260), (4, 3, 140)]


def test_a_tie_break_is_named(club: Club) -> None:
    tournament = build.tournament(club, tie_breaks=["best_round", "lot"])
    play(build.published_round(tournament), (120, 110, 90, 80))
    play(build.published_round(tournament), (100, 110, 90, 100))
    rows = compute_rows(tournament)
    assert [(row["place"], row["total"], row["decided_by"]) for row in rows] == [
        (1, 220, "best_round"),
        (2, 220, "best_round"),
        (3, 180, "best_round"),
        (4, 180, "best_round"),
    ]


def test_each_number_knows_its_table(tournament: Tournament) -> None:
    rnd = build.published_round(tournament, 2)
    play(rnd)
    entry = rnd.seats.get(sheet__table=2, position=3).entry
    assert row_of(tournament, entry)["rounds"] == [
        {
            "round": 1,
            "chips": 104,
            "points": 3,
            "table": 2,
            "why": None,
            "dropped": False,
        }
    ]


@pytest.mark.parametrize("tables", [1, 3])
def test_reckoning_takes_as_many_queries_whatever_the_size(
    tournament: Tournament, tables: int, django_assert_num_queries: Any
) -> None:
    """With each of the seats its sheet and round would be read hundreds of times."""
    with django_assert_num_queries(1):  # nothing is over: the seats say so
        compute_rows(tournament)
    for _ in range(tables):
        play(build.published_round(tournament, tables))
    with django_assert_num_queries(4):
        compute_rows(tournament)
    with django_assert_num_queries(QUERIES):
        table_of(tournament)


# --- What is kept -----------------------------------------------------------


def _count(rnd: Round) -> None:
    build.counted(rnd.sheets.get(table=2))


def _verify(rnd: Round) -> None:
    build.verified_sheet(rnd.sheets.get(table=2))


def _correct(rnd: Round) -> None:
    sheet = rnd.sheets.get(table=1)
    counts.correct(
        sheet=sheet,
        actor=build.command(),
        seats=build.seats(SECOND),
        seen=build.seen(sheet),
        key="correct",
        reason="two seats changed",
    )
    build.confirmed(sheet)


def _withdraw(rnd: Round) -> None:
    _correct(rnd)
    sheet = rnd.sheets.get(table=1)
    counts.correct(
        sheet=sheet,
        actor=build.command(),
        seats=build.seats(FIRST),
        seen=build.seen(sheet),
        key="correct-again",
        reason="no",
    )
    counts.withdraw(
        sheet=sheet,
        actor=build.command(),
        seen=build.seen(sheet),
        key="withdraw",
        reason="yes",
    )


def _publish(rnd: Round) -> None:
    build.published_round(rnd.tournament, 2)


def _unpublish(rnd: Round) -> None:
    rounds.unpublish(
        rnd=build.published_round(rnd.tournament, 2), actor=build.command()
    )


def _cancel(rnd: Round) -> None:
    rounds.cancel(rnd=rnd, actor=build.command(), reason="wrong cards")


def _swap(rnd: Round) -> None:
    one, other = (rnd.tournament.entries.get(number=n) for n in (1, 6))
    manual_seating.swap(
        rnd=rnd, actor=build.command(), one=one, other=other, reason="moved"
    )


def _swap_out(rnd: Round) -> None:
    one, other = (rnd.tournament.entries.get(number=n) for n in (1, 9))
    manual_seating.swap(
        rnd=rnd, actor=build.command(), one=one, other=other, reason="moved"
    )


def _rule(rnd: Round) -> None:
    entry = rnd.tournament.entries.get(number=1)
    rulings.adjust(
        entry=entry, actor=build.command(), chips=7, reason="§31", key="rule"
    )


def _reverse(rnd: Round) -> None:
    _rule(rnd)
    made = Adjustment.objects.get()
    rulings.reverse(adjustment=made, actor=build.command(), reason="no")


def _come_late(rnd: Round) -> None:
    entries.add(
        tournament=rnd.tournament, actor=build.command(), name="Late PersonRsvp"
    )


def _take_out(rnd: Round) -> None:
    entries.remove(entry=rnd.tournament.entries.get(number=9), actor=build.command())


def _renumber(rnd: Round) -> None:
    """Those who share a place stand in the order of their numbers."""
    entry = rnd.tournament.entries.get(number=5)
    entries.change(
        entry=entry, actor=build.command(), name=entry.name, lodge="", number=77
    )


def _settings(rnd: Round) -> None:
    tournaments.change(
        tournament=rnd.tournament,
        actor=build.command(),
        ranking="table_points",
        sit_out_score="zero",
    )


WRITES: list[Callable[[Round], None]] = [
    _count,
    _verify,
    _correct,
    _withdraw,
    _publish,
    _unpublish,
    _cancel,
    _swap,
    _swap_out,
    _rule,
    _reverse,
    _come_late,
    _take_out,
    _renumber,
    _settings,
]


@in_turn("write", WRITES)
def test_what_is_kept_is_right_after_every_write(
    tournament: Tournament, write: Callable[[Round], None]
) -> None:
    people = build.entries(tournament, 9)
    rnd = build.published_round(tournament, [people[:4], people[4:8]])
    build.verified_sheet(rnd.sheets.get(table=1))
    write(rnd)
    fresh = Tournament.objects.get(pk=tournament.pk)
    assert fresh.standings.list_rows() == compute_rows(fresh)


def test_the_version_moves_only_with_the_rows(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    before = Standings.objects.get(tournament=tournament).version
    stored.refresh(tournament, actor=build.command(), reason="a test")
    assert Standings.objects.get(tournament=tournament).version == before
    play(rnd)
    assert Standings.objects.get(tournament=tournament).version == before + 1


def test_rows_are_read_with_todays_names(tournament: Tournament) -> None:
    play(build.published_round(tournament))
    tournament.entries.filter(number=1).update(name="Marie Nováková")
    first = table_of(tournament).lines[0]
    assert first.person.name == "Marie Nováková"


def test_missing_sheets_keep_it_from_being_final(tournament: Tournament) -> None:
    rnd = build.published_round(tournament, 2)
    build.verified_sheet(rnd.sheets.get(table=1))
    tournament.finished_at = timezone.now()
    page = table_of(tournament)
    assert (page.running.missing_tables, page.is_final) == ((2,), False)
    build.verified_sheet(rnd.sheets.get(table=2))
    assert table_of(tournament).is_final


def test_who_played_it_for_somebody_is_kept(tournament: Tournament) -> None:
    *four, came = build.entries(tournament, 5)
    rnd = build.published_round(tournament, [four])
    rnd.seats.filter(position=2).update(entry=came)
    play(rnd)
    (result,) = row_of(tournament, four[1])["rounds"]
    assert (result["chips"], result["by"]) == (96, came.pk)
    (own,) = row_of(tournament, four[0])["rounds"]
    assert "by" not in own
