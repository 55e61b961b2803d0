"""Places after each round: what the page showed then, and what the numbers are today."""

import random
from typing import Any

import pytest

from scoring.models import Entry, Tournament
from scoring.results.progression import course_of
from scoring.results.standings_table import table_of
from scoring.sheets import rulings
from tests import builders as build

pytestmark = pytest.mark.django_db


def play(tournament: Tournament, people: list[Entry], held: list[int]) -> None:
    """A round of tables of four, over at once; `held` by the order of the people."""
    tables = [people[at : at + 4] for at in range(0, len(people) // 4 * 4, 4)]
    rnd = build.published_round(tournament, tables)
    for at, sheet in enumerate(rnd.sheets.order_by("table")):
        build.verified_sheet(sheet, held[4 * at : 4 * at + 4])


def scores(chance: random.Random) -> list[int]:
    """Of a table: few numbers, so that there are ties."""
    moved = chance.choice([0, 10, 20, 30])
    return chance.sample(
        [100 + moved, 100 + moved // 2, 100 - moved // 2, 100 - moved], 4
    )


def shown(tournament: Tournament) -> dict[int, tuple[int, bool]]:
    return {line.entry: (line.place, line.tied) for line in table_of(tournament).lines}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"ranking": "table_points"},
        {"tie_breaks": ["rounds_won", "best_round", "last_round"]},
        {"drop_worst": 1, "sit_out_score": "zero"},
    ],
)
def test_places_are_those_that_stood_there_then(
    seed: int, facts: dict[str, Any]
) -> None:
    chance = random.Random(seed)
    made = build.tournament(build.club(), rounds_planned=4, **facts)
    people = build.entries(made, 13)
    then = []
    for _ in range(4):
        chance.shuffle(people)
        play(made, people, [score for _ in range(3) for score in scores(chance)])
        then.append(shown(made))
    course = course_of(table_of(made))
    assert course.rounds == (1, 2, 3, 4)
    for line in table_of(made).lines:
        assert course.places_of(line.entry) == tuple(
            after.get(line.entry) for after in then
        )


def test_a_ruling_counts_all_evening_so_a_round_alone_moves_places() -> None:
    made = build.tournament(build.club(), rounds_planned=2)
    people = build.entries(made, 4)
    play(made, people, [130, 120, 80, 70])
    play(made, people, [100, 110, 90, 100])
    before = course_of(table_of(made))
    assert [before.gained(person.pk) for person in people] == [0, 1, 0, 1]
    by = build.command()
    rulings.adjust(entry=people[0], actor=by, chips=-40, reason="Late", key="ruling")
    after = course_of(table_of(made))
    assert after.places_of(people[0].pk) == ((2, False), (2, False))
    assert [after.gained(person.pk) for person in people] == [0, 0, 0, 1]


def test_who_came_later_has_no_place_before() -> None:
    made = build.tournament(build.club(), rounds_planned=2)
    people = build.entries(made, 5)
    play(made, people[:4], [130, 120, 80, 70])
    play(made, [people[4], *people[1:4]], [100, 110, 90, 100])
    course = course_of(table_of(made))
    late, regular = people[4].pk, people[1].pk
    made.refresh_from_db()
    missed = [
        cell
        for line in table_of(made).lines
        if line.entry == late
        for cell in line.counted_cells
    ]
    assert (course.places_of(late)[0] is None) == (len(missed) == 1)
    assert course.places_of(regular)[0] == (2, False)


def test_before_a_second_round_is_over_there_is_nothing_to_see() -> None:
    made = build.tournament(build.club(), rounds_planned=2)
    people = build.entries(made, 4)
    assert not course_of(table_of(made)).moves
    play(made, people, [130, 120, 80, 70])
    build.published_round(made, [people])
    course = course_of(table_of(made))
    assert course.rounds == (1,)
    assert not course.moves
    assert course.gained(people[0].pk) is None
