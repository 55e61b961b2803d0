"""Drawing the seats: what is asked, what is kept, what keeps it from running."""

from collections.abc import Callable
from datetime import timedelta
from itertools import combinations

import pytest
from django.db import connection

from clubs.models import Player
from rules.seating import Request
from scoring.core.writes import ActionRefused, Conflict
from scoring.draw import draws, manual_seating, rounds, substitutes
from scoring.draw.drafts import draft_of
from scoring.draw.draw_input import blockers, facts_of, order_by_standing
from scoring.draw.reseat import question_of
from scoring.draw.reseat_writes import change_seats
from scoring.draw.sit_outs import reason_words, why_out
from scoring.models import Change, Draw, Entry, Round, SitOut, Tournament
from scoring.people import entries
from scoring.tournaments import tournaments
from tests import builders as build
from tests.log_texts import log_text
from tests.messages import message

pytestmark = pytest.mark.django_db

BY = build.command()
SEED = 7


def draw(tournament: Tournament, **facts: object) -> Tournament:
    draws.draw(
        tournament=tournament,
        actor=BY,
        **{"whole_evening": True, "seed": SEED, **facts},
    )
    tournament.refresh_from_db()
    return tournament


def tables(rnd: Round) -> list[list[int]]:
    """Entries of each table, in seat order."""
    return [
        [seat.entry_id for seat in sheet.seats.order_by("position")]
        for sheet in rnd.sheets.order_by("table")
    ]


def play(rnd: Round) -> None:
    rounds.publish(rnd=rnd, actor=BY)
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)


# --- What comes out ---------------------------------------------------------------


def test_a_whole_evening_is_drafted(tournament: Tournament) -> None:
    build.entries(tournament, 16)
    draw(tournament)

    drafts = list(tournament.rounds.all())
    assert [(each.number, each.state) for each in drafts] == [
        (number, Round.State.DRAFT) for number in (1, 2, 3)
    ]
    for each in drafts:
        assert len({pk for table in tables(each) for pk in table}) == 16


def test_only_who_is_here_is_drawn(tournament: Tournament) -> None:
    here = {entry.pk for entry in build.entries(tournament, 4)}
    build.entries(tournament, 4, state=Entry.State.EXPECTED)
    draw(tournament, whole_evening=False)

    assert set(tables(tournament.rounds.get())[0]) == here


def test_a_redraw_replaces_the_drafts(tournament: Tournament) -> None:
    build.entries(tournament, 8)
    draw(tournament)
    draw(tournament, whole_evening=False, seed=SEED + 1)

    assert tournament.rounds.count() == 1
    assert tournament.rounds.get().draw.seed == SEED + 1


def test_a_redraw_leaves_published_rounds_alone(tournament: Tournament) -> None:
    build.entries(tournament, 8)
    draw(tournament)
    first = tournament.rounds.get(number=1)
    before = tables(first)
    rounds.publish(rnd=first, actor=BY)
    draw(tournament, seed=SEED + 1)

    assert tables(first) == before
    assert [each.number for each in tournament.rounds.all()] == [1, 2, 3]


def test_the_next_round_knows_what_was_played(tournament: Tournament) -> None:
    build.entries(tournament, 16)
    met: set[frozenset[int]] = set()
    for _ in range(3):
        draw(tournament, whole_evening=False)
        rnd = tournament.rounds.get(state="draft")
        pairs = {
            frozenset(pair) for table in tables(rnd) for pair in combinations(table, 2)
        }
        assert not met & pairs
        met |= pairs
        rounds.publish(rnd=rnd, actor=BY)


def test_sit_outs_go_round(tournament: Tournament) -> None:
    build.entries(tournament, 5)
    out = []
    for _ in range(3):
        draw(tournament, whole_evening=False)
        rnd = rounds.publish(rnd=tournament.rounds.get(state="draft"), actor=BY)
        out.append(rnd.sit_outs.get(why=SitOut.Why.SIT_OUT).entry_id)

    assert len(set(out)) == 3


def test_house_players_fill_the_last_table(tournament: Tournament) -> None:
    build.entries(tournament, 6)
    draw(tournament, whole_evening=False, spare=Tournament.Spare.HOUSE)

    rnd = tournament.rounds.get()
    house = rnd.seats.filter(entry__house__isnull=False)
    assert sorted(seat.entry.label for seat in house) == ["H1", "H2"]
    assert {seat.credit for seat in house} == {None}
    assert len(tables(rnd)) == 2


def test_cancelled_rounds_are_drawn_anew(tournament: Tournament) -> None:
    build.entries(tournament, 8)
    draw(tournament)
    first = rounds.publish(rnd=tournament.rounds.get(number=1), actor=BY)
    rounds.cancel(rnd=first, actor=BY, reason="Fire alarm")
    draw(tournament)

    assert [each.number for each in tournament.rounds.all()] == [1, 2, 3, 4]


@pytest.mark.parametrize("people", [8, 10, 18])
def test_the_same_draw_again_gives_the_same_seats(
    tournament: Tournament, people: int
) -> None:
    build.entries(tournament, people)
    draw(tournament, whole_evening=False, spare="house" if people == 10 else "sit_out")
    play(tournament.rounds.get())
    made = draws.draw(tournament=tournament, actor=BY, whole_evening=True)

    drafted = [tables(each) for each in made.rounds.order_by("number")]
    made.refresh_from_db()  # as JSON has kept it
    again = [[list(t) for t in each.tables] for each in draws.again(made)]
    assert again == drafted


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("spare", ["house", "sit_out"])
def test_seats_are_searched_while_nothing_is_locked(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, spare: str
) -> None:
    build.entries(tournament, 10)
    free: list[bool] = []

    def searched(request: Request[int]) -> draws.Rounds:
        free.append(not connection.in_atomic_block)
        return seats_of(request)

    seats_of = draws.drawn_rounds
    monkeypatch.setattr(draws, "drawn_rounds", searched)
    draw(tournament, spare=spare)

    assert free == [True]
    assert tournament.rounds.count() == 3
    assert tournament.entries.filter(house__isnull=False).count() == (
        2 if spare == "house" else 0
    )


def during_search(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Have something done while the next draw searches its seats."""
    search = draws.drawn_rounds

    def searched(request: Request[int]) -> draws.Rounds:
        monkeypatch.setattr(draws, "drawn_rounds", search)
        act()
        return search(request)

    monkeypatch.setattr(draws, "drawn_rounds", searched)


def checks_in(tournament: Tournament) -> None:
    build.entries(tournament, 1)


def leaves(tournament: Tournament) -> None:
    tournament.entries.filter(number=1).update(state=Entry.State.LEFT)


def plans_another_round(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=5)


@pytest.mark.parametrize("act", [checks_in, leaves, plans_another_round])
@pytest.mark.parametrize("spare", ["house", "sit_out"])
def test_a_change_during_the_search_stops_the_draw(
    tournament: Tournament,
    monkeypatch: pytest.MonkeyPatch,
    spare: str,
    act: Callable[[Tournament], None],
) -> None:
    build.entries(tournament, 10)
    draw(tournament)
    before = [tables(each) for each in tournament.rounds.order_by("number")]
    logged = tournament.changes.filter(what__in=("draw", "settings", "entry"))
    log_length = logged.count()
    during_search(monkeypatch, lambda: act(tournament))

    with pytest.raises(
        Conflict,
        match=message(
            "Someone checked in, left or changed the event during the draw. "
            "Nothing was saved. Draw again."
        ),
    ):
        draw(tournament, lodges_apart=True, spare=spare)

    tournament.refresh_from_db()
    assert [tables(each) for each in tournament.rounds.order_by("number")] == before
    assert tournament.draws.count() == 1
    assert not tournament.lodges_apart
    assert not tournament.entries.filter(house__isnull=False).exists()
    assert logged.count() == log_length
    assert draw(tournament, lodges_apart=True, spare=spare)


def test_the_same_form_sent_again_during_the_search_draws_once(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    build.entries(tournament, 8)
    sent = {
        "tournament": tournament,
        "actor": BY,
        "whole_evening": True,
        "key": "form-1",
    }
    twice: list[Draw] = []
    during_search(monkeypatch, lambda: twice.append(draws.draw(**sent)))

    assert [draws.draw(**sent)] == twice
    assert tournament.draws.count() == 1
    assert tournament.rounds.count() == 3


def test_the_same_form_sent_twice_draws_once(tournament: Tournament) -> None:
    build.entries(tournament, 8)
    sent = {
        "tournament": tournament,
        "actor": BY,
        "whole_evening": True,
        "key": "form-1",
    }

    assert draws.draw(**sent) == draws.draw(**sent)
    assert tournament.draws.count() == 1


def test_the_log_names_the_seed(tournament: Tournament) -> None:
    build.entries(tournament, 8)
    draw(tournament)
    assert Change.objects.filter(
        text=log_text("draw.rounds", first="1", last="3", seed="7")
    ).exists()


# --- Wishes ---------------------------------------------------------------------


def test_wishes_stay_with_the_tournament(tournament: Tournament) -> None:
    build.entries(tournament, 8)
    draw(tournament, apart="1, 2", lodges_apart=True)

    assert (tournament.apart, tournament.lodges_apart) == ("1, 2", True)


def test_who_must_not_meet_does_not(tournament: Tournament) -> None:
    first, second, *_ = build.entries(tournament, 16)
    draw(tournament, apart="1, 2")

    for rnd in tournament.rounds.all():
        assert not any({first.pk, second.pk} <= set(table) for table in tables(rnd))
    assert draft_of(facts_of(tournament)).apart_broken == ()


def test_one_lodge_is_kept_apart_in_any_spelling(tournament: Tournament) -> None:
    both = build.entries(tournament, 1, lodge="Star Lodge")
    both += build.entries(tournament, 1, lodge="star lodge ")
    build.entries(tournament, 14)
    draw(tournament, lodges_apart=True)

    lodge = {entry.pk for entry in both}
    for rnd in tournament.rounds.all():
        assert not any(lodge <= set(table) for table in tables(rnd))


def test_a_refused_draw_keeps_no_wishes(tournament: Tournament) -> None:
    with pytest.raises(ActionRefused):
        draw(tournament, lodges_apart=True)
    tournament.refresh_from_db()
    assert not tournament.lodges_apart


# --- The last round by standing ---------------------------------------------------


def by_standing(tournament: Tournament, people: int) -> Round:
    """The draft of the last of two rounds; the first one is verified."""
    build.entries(tournament, people)
    draw(tournament)
    assert tournament.rounds.count() == 1, "the last round waits for the standings"
    play(tournament.rounds.get())
    draw(tournament)
    return tournament.rounds.get(state="draft")


def test_the_first_four_sit_at_table_1() -> None:
    tournament = build.tournament(
        build.club(), rounds_planned=2, last_round_by_standing=True
    )
    last = by_standing(tournament, 8)

    order = order_by_standing(facts_of(tournament))
    assert [set(table) for table in tables(last)] == [set(order[:4]), set(order[4:])]
    made = last.draw
    made.refresh_from_db()
    assert [list(t) for t in draws.again(made)[0].tables] == tables(last)


def test_by_standing_house_players_come_last() -> None:
    tournament = build.tournament(
        build.club(), rounds_planned=2, last_round_by_standing=True, spare="house"
    )
    last = by_standing(tournament, 6)

    labels = {seat.entry.label for seat in last.sheets.get(table=2).seats.all()}
    assert {"H1", "H2"} <= labels


def test_by_standing_a_substitute_has_the_place_he_plays_for() -> None:
    tournament = build.tournament(
        build.club(), rounds_planned=2, last_round_by_standing=True
    )
    build.entries(tournament, 9)
    draw(tournament)
    play(tournament.rounds.get())
    first = order_by_standing(facts_of(tournament))
    leaver, stand_in = (Entry.objects.get(pk=first[at]) for at in (0, 5))
    substitutes.substitute(leaver=leaver, actor=BY, stand_in=stand_in, start=2)

    assert order_by_standing(facts_of(tournament)) == [
        first[5],
        *first[1:5],
        *first[6:],
    ]
    draw(tournament)
    assert first[5] in tables(tournament.rounds.get(state="draft"))[0]


def test_by_standing_needs_every_sheet() -> None:
    tournament = build.tournament(
        build.club(), rounds_planned=2, last_round_by_standing=True
    )
    build.published_round(tournament, 2)

    (problem,) = blockers(facts_of(tournament))
    assert problem.code == "standing_open"
    assert "table 1 of round 1, table 2 of round 1" in problem.message


# --- What keeps it from running ---------------------------------------------------


def codes(tournament: Tournament) -> list[str]:
    return [problem.code for problem in blockers(facts_of(tournament))]


def test_nothing_keeps_four_from_being_drawn(tournament: Tournament) -> None:
    build.entries(tournament, 4)
    assert codes(tournament) == []


@pytest.mark.parametrize(
    ("people", "said"),
    [
        (0, "No one is here yet. A table needs"),
        (1, "Only one player is here. A table needs"),
        (3, "Only 3 "),
    ],
)
def test_four_must_be_here(tournament: Tournament, people: int, said: str) -> None:
    build.entries(tournament, people)
    build.entries(tournament, 4, state=Entry.State.EXPECTED)

    (problem,) = blockers(facts_of(tournament))
    assert problem.code == "too_few"
    assert problem.message.startswith(said)


def test_the_planned_rounds_end_the_drawing(tournament: Tournament) -> None:
    for _ in range(3):
        build.published_round(tournament)
    assert codes(tournament) == ["no_rounds_left"]


def test_a_finished_tournament_is_not_drawn(tournament: Tournament) -> None:
    play(build.published_round(tournament))
    tournaments.finish(tournament=tournament, actor=BY)
    tournament.refresh_from_db()
    assert codes(tournament) == ["finished"]


def test_unknown_numbers_are_named(tournament: Tournament) -> None:
    build.entries(tournament, 4)
    tournament.apart = "1, 9, x"

    (problem,) = blockers(facts_of(tournament))
    assert problem.message == "Keep apart: there’s no start number 9, x."
    tournament.apart = "1, " + "9" * 5_000
    (problem,) = blockers(facts_of(tournament))
    assert problem.field == "apart"


def test_a_blocked_draw_says_everything(tournament: Tournament) -> None:
    tournament.apart = "1, 2"
    tournament.save()
    with pytest.raises(ActionRefused, match=r"no start number 1, 2\. No one is here"):
        draw(tournament)
    assert not tournament.rounds.exists()


# --- The draft and its report -----------------------------------------------------


def test_without_a_draft_there_is_no_report(tournament: Tournament) -> None:
    build.published_round(tournament)
    assert draft_of(facts_of(tournament)) is None


def test_the_report_follows_moves_by_hand(tournament: Tournament) -> None:
    build.entries(tournament, 16)
    draw(tournament)
    assert draft_of(facts_of(tournament)).report.repeats == 0
    assert draft_of(facts_of(tournament)).none_avoidable
    assert not draft_of(facts_of(tournament)).moved

    first, second = tournament.rounds.filter(number__lt=3)
    met = Entry.objects.get(pk=tables(first)[0][0])
    again = Entry.objects.get(pk=tables(first)[0][1])
    table = next(t for t in tables(second) if met.pk in t)
    stranger = Entry.objects.get(pk=next(pk for pk in table if pk != met.pk))
    manual_seating.swap(rnd=second, actor=BY, one=again, other=stranger)

    draft = draft_of(facts_of(tournament))
    assert draft.moved
    assert draft.report.repeats > 0
    pairs = {frozenset((pair.one, pair.other)): pair.rounds for pair in draft.repeated}
    assert pairs[frozenset((met, again))] == (1, 2)
    assert not draft.none_avoidable


def test_the_report_names_rounds_as_they_are_numbered(tournament: Tournament) -> None:
    four = build.entries(tournament, 4)
    first = build.published_round(tournament, [four])
    rounds.cancel(rnd=first, actor=BY, reason="Fire alarm")
    build.published_round(tournament, [four])
    manual_seating.seat_by_hand(tournament=tournament, actor=BY, tables=[four])

    assert {pair.rounds for pair in draft_of(facts_of(tournament)).repeated} == {(2, 3)}


def test_the_report_tells_who_came_and_who_left(tournament: Tournament) -> None:
    one, *_ = build.entries(tournament, 8)
    draw(tournament)
    assert draft_of(facts_of(tournament)).is_current

    (late,) = build.entries(tournament, 1)
    entries.set_state(entry=one, actor=BY, state="left")
    draft = draft_of(facts_of(tournament))
    assert (draft.newcomers, draft.gone) == ((late,), (one,))
    assert draft.least_possible is None
    assert not draft.none_avoidable


def test_whoever_has_no_seat_in_the_draft_sits_out(tournament: Tournament) -> None:
    build.entries(tournament, 6)
    draw(tournament, whole_evening=False)
    rnd = tournament.rounds.get()

    seated = {pk for table in tables(rnd) for pk in table}
    sit_outs = draft_of(facts_of(tournament)).sit_outs[rnd.pk]
    assert len(sit_outs) == 2
    assert not seated & {entry.pk for entry in sit_outs}


def test_sitting_out_twice_too_early_is_told(tournament: Tournament) -> None:
    five = build.entries(tournament, 5)
    build.published_round(tournament, [five[:4]])
    manual_seating.seat_by_hand(tournament=tournament, actor=BY, tables=[five[:4]])

    assert draft_of(facts_of(tournament)).sat_out_early == (five[4],)


@pytest.mark.parametrize("people", [8, 16])
def test_the_draft_takes_the_same_queries_whatever_its_size(
    tournament: Tournament, people: int, django_assert_num_queries
) -> None:
    build.entries(tournament, people)
    draw(tournament, whole_evening=False)
    with django_assert_num_queries(8):
        draft_of(facts_of(tournament))


# --- The season -------------------------------------------------------------------


def come(tournament: Tournament, player: Player) -> Entry:
    """Somebody who may have been here before."""
    number = tournament.entries.count() + 1
    return Entry.objects.create(
        tournament=tournament,
        number=number,
        player=player,
        name=player.name,
        state=Entry.State.HERE,
        lot=number,
    )


def an_evening(
    tournament: Tournament, players: list[Player], day: int, out: int
) -> None:
    """An evening so many days earlier; the one at place `out` sits out."""
    date = tournament.date - timedelta(day)
    earlier = build.tournament(tournament.club, name=f"Evening {day}", date=date)
    here = [come(earlier, each) for each in players]
    build.published_round(earlier, [here[:out] + here[out + 1 :]])


def five_regulars(tournament: Tournament) -> list[Player]:
    """Each of five has sat out three times this season."""
    names = ["Ann", "Bob", "Cy", "Dot", "Eve"]
    people = build.players(tournament.club, names)
    for day in range(25, 10, -1):
        an_evening(tournament, people, day, day % 5)
    return people


def test_a_newcomer_starts_at_the_level_of_the_others(tournament: Tournament) -> None:
    *regulars, _ = five_regulars(tournament)
    for each in regulars:
        come(tournament, each)
    (new,) = build.entries(tournament, 1, name="Flo")
    tournament.rounds_planned = 5
    tournament.save()
    draw(tournament)

    made = tournament.draws.get()
    assert (made.input["sat_out"].count(new.pk), made.input["new"]) == (3, [new.pk])
    out = draft_of(facts_of(tournament)).sit_outs
    assert sorted(each.pk for bench in out.values() for each in bench) == sorted(
        entry.pk for entry in tournament.entries.all()
    )
    rnd = tournament.rounds.get(number=1)
    (why,) = (why_out(rnd, each) for each in out[rnd.pk])
    assert why == (
        "drawn at random from 5 players; all of them are new or have sat out 3 times this "
        "season, but not tonight"
    )


def test_he_keeps_his_start_at_later_evenings(tournament: Tournament) -> None:
    people = five_regulars(tournament)
    (late,) = build.players(tournament.club, ["Gus"])
    an_evening(tournament, [*people[:4], late], 1, 0)
    his = come(tournament, late)

    assert facts_of(tournament).earlier.sat_out.count(his.pk) == 3
    assert facts_of(tournament).earlier.new == ()


def test_the_evening_comes_before_the_season(tournament: Tournament) -> None:
    people = five_regulars(tournament)
    for day in (3, 2, 1):
        an_evening(tournament, people, day, 0)
    for each in people[:3]:
        come(tournament, each)
    build.entries(tournament, 2)
    tournament.rounds_planned = 5
    tournament.save()
    draw(tournament)

    out = [
        each.pk for b in draft_of(facts_of(tournament)).sit_outs.values() for each in b
    ]
    assert len(set(out)) == 5
    assert draft_of(facts_of(tournament)).sat_out_early == ()


def test_reasons_kept_by_older_draws_are_still_read() -> None:
    tonight = {"season": False, "players": [1]}
    assert reason_words(tonight, 1, [0, 0, 5]) == (
        "drawn at random from 5 players; none of them has sat out tonight"
    )
    assert reason_words(tonight | {"season": True}, 1, [0, 2, 1]) == message(
        "hasn’t sat out this season, and everyone playing has sat out at least once",
        "hasn’t sat out this season, and everyone playing has sat out at least {n} times",
        n=2,
    )
    assert reason_words(tonight | {"standing": [1]}, 1, [1, 1, 3]) == (
        "last of 3 players; all of them have sat out once tonight"
    )


# --- By standing, the last sit out ------------------------------------------------


def test_by_standing_the_last_places_sit_out_whoever_has_before() -> None:
    tournament = build.tournament(
        build.club(), rounds_planned=2, last_round_by_standing=True
    )
    last = by_standing(tournament, 6)

    order = order_by_standing(facts_of(tournament))
    assert set(tables(last)[0]) == set(order[:4])
    assert {
        why_out(last, each) for each in draft_of(facts_of(tournament)).sit_outs[last.pk]
    } == {
        message(
            "last place: in a round seated by standings, the lowest-ranked players sit out"
        )
    }
    left = Entry.objects.get(pk=order[1])
    entries.set_state(entry=left, actor=BY, state="left")
    question = question_of(tournament)
    change_seats(tournament=tournament, actor=BY, digest=question.digest)
    last.refresh_from_db()
    assert set(tables(last)[0]) == {order[0], *order[2:5]}
    assert draft_of(facts_of(tournament)).by_standing
