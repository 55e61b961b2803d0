"""Seats against who is here: what the next step says of them."""

import pytest

from scoring.desk.next_step import Todo, next_step
from scoring.desk.overview import evening_of
from scoring.draw import draws, rounds
from scoring.draw.rounds import SeatingGap, seating_gap_of
from scoring.models import Entry, Tournament
from scoring.people import entries
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message

pytestmark = pytest.mark.django_db

BY = build.command()


@in_turn(
    "come, gone, said",
    [
        (
            1,
            0,
            message(
                "{who} person who’s here doesn’t have a seat in round {number}.",
                who="One",
                number=2,
            ),
        ),
        (
            2,
            0,
            message(
                "{who} people who are here don’t have a seat in round {number}.",
                who="Two",
                number=2,
            ),
        ),
        (
            0,
            1,
            message(
                "{who} person who isn’t here has a seat in round {number}.",
                who="One",
                number=2,
            ),
        ),
        (0, 9, "9 people who aren’t here have a seat in round 2."),
        (
            2,
            1,
            "Two people who are here don’t have a seat in round 2. "
            "One person who isn’t here has a seat in round 2.",
        ),
    ],
)
def test_it_is_said_in_one_line(come: int, gone: int, said: str) -> None:
    assert str(SeatingGap(2, come, gone)) == f"{said} See the seat changes."


def evening(publish: int) -> tuple[Tournament, list[Entry]]:
    tournament = build.tournament(build.club())
    people = build.entries(tournament, 9)
    draws.draw(tournament=tournament, actor=BY, whole_evening=True, seed=7)
    for rnd in tournament.rounds.order_by("number")[:publish]:
        rounds.publish(rnd=rnd, actor=BY)
    return tournament, people


@pytest.mark.parametrize("publish", [0, 1])
def test_it_comes_first_while_nobody_plays(publish: int) -> None:
    tournament, (gone, *_) = evening(publish)
    rnd = tournament.rounds.get(number=1)
    assert seating_gap_of(tournament, rnd) is None
    entries.set_state(entry=gone, actor=BY, state=Entry.State.LEFT)
    entries.mark_missed_rounds(
        tournament, build.entries(tournament, 2), build.command()
    )

    found = seating_gap_of(tournament, rnd)
    assert (found.come, found.gone) == (2, int(rnd.seats.filter(entry=gone).exists()))
    step = next_step(evening_of(tournament), build.user())
    assert (step.todo, step.round) == (Todo.RESEAT, 1)
    newcomers = tournament.entries.filter(number__in=[10, 11]).order_by("number")
    assert [*found.newcomers] == [*newcomers]
    assert all(entry.name in step.notes[0] for entry in newcomers)


def test_of_many_newcomers_some_are_named_and_the_others_counted() -> None:
    tournament, _ = evening(1)
    many = build.entries(tournament, 9)
    entries.mark_missed_rounds(tournament, many, build.command())
    step = next_step(evening_of(tournament), build.user())
    named = [entry for entry in many if entry.name in step.notes[0]]
    assert len(named) == rounds.MOST_NAMED
    assert str(len(many) - len(named)) in step.notes[0]


def test_while_they_play_it_waits() -> None:
    tournament, _ = evening(1)
    build.counted(tournament.rounds.get(number=1).sheets.get(table=1))
    build.entries(tournament, 1)

    assert next_step(evening_of(tournament), build.user()).todo != Todo.RESEAT
    assert evening_of(tournament).seating_gap.round == 2
