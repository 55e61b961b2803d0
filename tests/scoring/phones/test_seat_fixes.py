"""Seats put right: who really sits at a table, and what that frees elsewhere."""

from collections.abc import Sequence

import pytest

from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.desk.next_step import Todo, next_step
from scoring.desk.overview import evening_of
from scoring.draw import manual_seating, rounds
from scoring.draw.reseat import question_of
from scoring.draw.reseat_writes import change_seats
from scoring.models import (
    Change,
    Entry,
    Phone,
    Round,
    Seat,
    Sheet,
    SitOut,
    Standings,
    Tournament,
)
from scoring.phones import seat_fixes
from scoring.results.compute import compute_rows, ranked_entries
from scoring.sheets.progress import version_of
from tests import builders as build
from tests.log_texts import log_text
from tests.messages import message
from tests.words import USED_BEFORE

pytestmark = pytest.mark.django_db

AT_TABLE = Actor(None, "Marie Kubala", "table")
GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}


@pytest.fixture
def people(tournament: Tournament) -> list[Entry]:
    """Ten who are here: eight have seats, two sit out."""
    return build.entries(tournament, 10)


@pytest.fixture
def rnd(tournament: Tournament, people: list[Entry]) -> Round:
    return build.published_round(tournament, [people[:4], people[4:8]])


@pytest.fixture
def one(rnd: Round) -> Sheet:
    return rnd.sheets.get(table=1)


@pytest.fixture
def two(rnd: Round) -> Sheet:
    return rnd.sheets.get(table=2)


def put(
    sheet: Sheet, entries: Sequence[Entry | None], key: str = "k", by: Actor = AT_TABLE
) -> Sheet:
    return seat_fixes.put_right(sheet=sheet, actor=by, key=key, entries=entries)


def sitters(sheet: Sheet) -> list[int | None]:
    seats = sheet.seats.order_by("position").values_list("entry__number", flat=True)
    return list(seats)


def credited(sheet: Sheet) -> list[int | None]:
    seats = sheet.seats.order_by("position").values_list("credit__number", flat=True)
    return list(seats)


def without_seat(rnd: Round) -> set[int]:
    outs = SitOut.objects.filter(round=rnd).values_list("entry__number", flat=True)
    return set(outs)


def test_two_at_one_table_sat_the_other_way_round(one, two, people):
    a, b, c, d = people[:4]
    put(one, [b, a, c, d])
    assert (sitters(one), credited(one)) == ([2, 1, 3, 4], [2, 1, 3, 4])
    assert sitters(two) == [5, 6, 7, 8]


def test_who_sits_at_another_table_by_the_sheet_is_taken_from_there(one, two, people):
    a, b, c, _ = people[:4]
    put(one, [a, b, c, people[4]])
    assert (sitters(one), credited(one)) == ([1, 2, 3, 5], [1, 2, 3, 5])
    assert (sitters(two), credited(two)) == ([None, 6, 7, 8], [None, 6, 7, 8])


def test_who_loses_his_seat_has_none_until_his_table_says_so(rnd, one, two, people):
    """No sit-out either: he plays somewhere."""
    a, b, c, d = people[:4]
    put(one, [a, b, c, people[4]])
    assert without_seat(rnd) == {9, 10}
    assert d not in ranked_entries(rnd.tournament)
    put(two, [d, *people[5:8]], key="k2")
    assert sitters(two) == [4, 6, 7, 8]
    assert d in ranked_entries(rnd.tournament)


def test_whoever_sat_out_and_sits_here_sits_out_no_more(rnd, one, people):
    put(one, [*people[:3], people[8]])
    assert without_seat(rnd) == {4, 10}
    kept = Standings.objects.get(tournament=rnd.tournament)
    assert kept.list_rows() == compute_rows(rnd.tournament)


def test_a_seat_may_be_left_free(one, people):
    put(one, [None, *people[1:4]])
    assert (sitters(one), credited(one)) == ([None, 2, 3, 4], [None, 2, 3, 4])


def test_a_house_player_is_credited_to_nobody(tournament, rnd, one, people):
    house = Entry.objects.create(tournament=tournament, house=1, ranked=False)
    put(one, [house, *people[1:4]])
    assert credited(one) == [None, 2, 3, 4]


def test_for_whom_a_substitute_plays_goes_with_him(one, two, people):
    """Anna plays for the one who sits out, at whatever table she sits."""
    anna, absent = people[2], people[9]
    Seat.objects.filter(sheet=one, position=3).update(credit=absent)
    put(one, [anna, people[1], people[0], people[3]])
    assert credited(one) == [10, 2, 1, 4]
    put(two, [anna, *people[5:8]], key="k2")
    assert credited(two) == [10, 6, 7, 8]


@pytest.mark.parametrize("table", [1, 2])
def test_nobody_is_credited_twice_in_a_round(one, two, people, table):
    """Who has a substitute cannot be seated beside him, at his table or another."""
    substituted = people[9]
    Seat.objects.filter(sheet=one, position=3).update(credit=substituted)
    sheet, others = (one, people[1:4]) if table == 1 else (two, people[5:8])
    with pytest.raises(
        ActionRefused, match=r"Anna Svoboda is substituting at table 1, for: "
    ):
        put(sheet, [substituted, *others])
    assert sitters(one) == [1, 2, 3, 4]


def test_hands_and_counts_stay(one, people):
    build.recorded(sheet=one, by=build.command(), key="h", record=GAME)
    build.counted(one)
    a, b, c, d = people[:4]
    put(one, [b, a, c, d])
    assert one.hands.count() == 1
    assert one.counts.count() == 1
    build.confirmed(one)
    scores = dict(one.seats.values_list("entry__number", "score"))
    assert scores == {2: 131, 1: 96, 3: 104, 4: 69}


def test_the_same_write_twice_is_one(one, people):
    a, b, c, d = people[:4]
    put(one, [b, a, c, d])
    put(one, [a, b, c, d], key="k2")
    put(one, [b, a, c, d])
    assert sitters(one) == [1, 2, 3, 4]
    assert Change.objects.filter(what="seats").count() == 2


def test_a_key_used_for_something_else_is_refused(one, two, people):
    a, b, c, d = people[:4]
    put(one, [b, a, c, d])
    with pytest.raises(ActionRefused, match=USED_BEFORE):
        put(two, [people[5], people[4], *people[6:8]])


def test_right_seats_stay_and_leave_no_word(one, people):
    put(one, people[:4])
    assert not Change.objects.filter(what="seats").exists()


def test_both_tables_have_it_in_their_log_and_their_phones_learn_of_it(
    one, two, people
):
    before = [Sheet.objects.get(pk=each.pk).version for each in (one, two)]
    put(one, [*people[:3], people[4]])
    here = Change.objects.filter(sheet=one).first()
    assert here.text == log_text("sheet.seats_corrected", round="1", table="1")
    assert here.old == "1 Marie Kubala, 2 Josef Marek, 3 Anna Svoboda, 4 Karel Novak"
    assert here.new == "1 Marie Kubala, 2 Josef Marek, 3 Anna Svoboda, 5 Emil Hruska"
    there = Change.objects.filter(sheet=two).first()
    assert there.text == log_text(
        "sheet.seat_freed", n="1", name="Emil Hruska", table="1"
    )
    assert (there.old, there.new) == ("5 Emil Hruska", message("free seat"))
    after = [Sheet.objects.get(pk=each.pk).version for each in (one, two)]
    assert after == [before[0] + 1, before[1] + 1]


def test_the_desks_page_of_the_round_is_drawn_anew(rnd, one, people):
    before = version_of(rnd)
    put(one, [None, *people[1:4]])
    assert version_of(rnd) != before


def test_a_phone_of_a_freed_seat_is_nobodys_seat(one, two, people):
    emil, vlasta = build.phone(two, 1), build.phone(two, 2)
    put(one, [people[4], *people[1:4]])
    assert Phone.objects.get(pk=emil.pk).seat is None
    assert Phone.objects.get(pk=vlasta.pk).seat == 2


def test_phones_go_with_their_people(one, people):
    marie = build.phone(one, 1)
    a, b, c, d = people[:4]
    put(one, [b, a, c, d])
    fresh = Phone.objects.get(pk=marie.pk)
    assert (fresh.seat, fresh.name, fresh.keeper) == (2, "Marie Kubala", True)


@pytest.mark.parametrize("four", [(0, 1, 2), (0, 1, 2, 3, 4), ()])
def test_a_table_has_four_seats(one, people, four):
    with pytest.raises(ActionRefused, match="four seats"):
        put(one, [people[at] for at in four])


def test_nobody_sits_on_two_seats(one, people):
    a, b, c, _ = people[:4]
    with pytest.raises(ActionRefused, match="Marie Kubala can’t sit in two seats"):
        put(one, [a, b, c, a])


def test_only_those_who_play_in_the_tournament_sit_here(one, people):
    other = build.tournament(build.club("lodge-25"))
    (stranger,) = build.entries(other, 1)
    with pytest.raises(
        ActionRefused, match=message("Someone on this list isn’t playing here tonight.")
    ):
        put(one, [stranger, *people[1:4]])


@pytest.mark.parametrize("state", ["draft", "finished", "cancelled"])
def test_only_in_an_open_round(rnd, one, people, state):
    Round.objects.filter(pk=rnd.pk).update(state=state, reason="why")
    with pytest.raises(ActionRefused, match="seats stay"):
        put(one, [None, *people[1:4]])
    assert sitters(one) == [1, 2, 3, 4]


def test_not_on_a_verified_sheet(one, people):
    build.verified_sheet(one)
    with pytest.raises(ActionRefused, match="verified"):
        put(one, [None, *people[1:4]])
    assert sitters(one) == [1, 2, 3, 4]


def test_not_from_a_verified_sheet(one, two, people):
    build.verified_sheet(two)
    with pytest.raises(
        ActionRefused, match="Emil Hruska is at table 2, which is already verified"
    ):
        put(one, [*people[:3], people[4]])
    assert sitters(two) == [5, 6, 7, 8]


def test_at_the_same_time_at_two_tables_the_later_one_wins(one, two, people):
    """Both say that number 9 sits with them."""
    put(one, [people[8], *people[1:4]])
    put(two, [people[8], *people[5:8]], key="k2")
    assert (sitters(one), sitters(two)) == ([None, 2, 3, 4], [9, 6, 7, 8])


def test_the_desk_lets_somebody_take_a_free_seat(rnd, one, two, people):
    put(one, [*people[:3], people[4]])
    karel, by = people[3], build.command()
    facts = {"sheet": two, "by": by, "key": "down", "position": 1, "entry": karel}
    seat_fixes.sit_down(**facts)
    seat_fixes.sit_down(**facts)
    assert (sitters(two), credited(two)) == ([4, 6, 7, 8], [4, 6, 7, 8])
    assert Change.objects.filter(what="seats", sheet=two).count() == 1


def test_who_takes_a_free_seat_leaves_the_one_he_had(one, two, people):
    put(one, [None, *people[1:4]])
    by = build.command()
    seat_fixes.sit_down(sheet=one, by=by, key="a", position=1, entry=people[1])
    assert sitters(one) == [2, None, 3, 4]
    seat_fixes.sit_down(sheet=one, by=by, key="b", position=2, entry=people[4])
    assert (sitters(one), sitters(two)) == ([2, 5, 3, 4], [None, 6, 7, 8])


@pytest.mark.parametrize("position", [0, 1, 5])
def test_a_seat_that_is_taken_is_not_free(one, people, position):
    put(one, [people[0], None, *people[2:4]])
    with pytest.raises(Conflict, match="is no longer free\\. Check the seats again\\."):
        seat_fixes.sit_down(
            sheet=one,
            by=build.command(),
            key="a",
            position=position,
            entry=people[8],
        )


def test_two_change_places_although_a_seat_is_free(rnd, one, two, people):
    """One with a seat and one who lost his: neither minds the free seat."""
    put(one, [*people[:3], people[4]])
    manual_seating.swap(rnd=rnd, actor=build.command(), one=people[3], other=people[5])
    assert sitters(two) == [None, 4, 7, 8]
    assert without_seat(rnd) == {6, 9, 10}


def test_more_who_lost_their_seats_than_there_are_free_ones_are_no_mistake(
    tournament, rnd, one, two, people
):
    """Who of them sits on the free one, and who then sits out, nobody knows yet."""
    build.published_round(tournament, [people[:4], people[4:8]])
    put(one, [people[8], people[4], *people[2:4]])
    assert list(differences_in(tournament)) == []
    put(two, [people[0], *people[5:8]], key="k2")
    assert without_seat(rnd) == {2, 10}
    assert list(differences_in(tournament)) == []


def test_a_free_seat_is_the_first_thing_to_do(tournament, rnd, one, two, people):
    anna = build.member(tournament.club, "scorekeeper", "anna")
    put(one, [people[4], None, *people[2:4]])
    step = next_step(evening_of(tournament), anna)
    assert (step.todo, step.round, step.table) == (Todo.FREE_SEAT, 1, 1)
    assert step.text == message(
        "Round {number}, table {table}: seat {seat} is free. Who sits there?",
        number=1,
        table=1,
        seat=2,
    )
    assert step.notes == (
        message("There’s also a free seat at {tables}.", tables="table 2"),
    )
    assert not step.needs_director
    put(one, [people[4], *people[1:4]], key="k2")
    put(two, [people[0], *people[5:8]], key="k3")
    assert next_step(evening_of(tournament), anna).todo == Todo.PRINT


def test_a_free_seat_keeps_its_round_open(rnd, one, two, people):
    put(one, [None, *people[1:4]])
    build.verified_sheet(two)
    build.counted(one)
    assert Round.objects.get(pk=rnd.pk).state == Round.State.OPEN


def test_a_round_with_a_free_seat_goes_back_to_draft_and_out_once_it_is_filled(
    rnd, one, people
):
    put(one, [None, *people[1:4]])
    by = build.command()
    draft = rounds.unpublish(rnd=rnd, actor=by)
    with pytest.raises(
        ActionRefused,
        match=message("seat {position} at table {table} is empty", position=1, table=1),
    ):
        rounds.publish(rnd=draft, actor=by)
    question = question_of(rnd.tournament)
    change_seats(tournament=rnd.tournament, actor=by, digest=question.digest)
    assert rounds.publish(rnd=draft, actor=by).state == Round.State.OPEN
    assert None not in sitters(one)
    assert len(without_seat(rnd)) == 2


def test_once_no_seat_is_free_whoever_is_left_over_sits_out(rnd, one, two, people):
    """Emil sits in Karel's place, and Adolf, who sat out, in his."""
    put(one, [*people[:3], people[4]])
    assert without_seat(rnd) == {9, 10}
    put(two, [people[8], *people[5:8]], key="k2")
    assert without_seat(rnd) == {4, 10}
    assert list(differences_in(rnd.tournament)) == []
