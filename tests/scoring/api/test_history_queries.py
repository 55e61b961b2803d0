"""What the API says of the years: each number under its own name."""

from datetime import timedelta
from typing import Any

import pytest

from clubs.models import Club, Player
from scoring.models import Tournament
from scoring.rollups.updates import follow_all
from scoring.tournaments import tournaments
from tests import builders as build
from tests.scoring.api.test_api import V1, told
from tests.scoring.standings.views.test_season import evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [build.player(club, name) for name in build.NAMES[:4]]


@pytest.fixture
def years(people: list[Player]) -> list[Tournament]:
    """Marie is first once, third twice and last once; at her table Josef once had less."""
    held = (
        (140, 90, 100, 70),
        (90, 120, 100, 90),
        (90, 110, 130, 70),
        (60, 110, 100, 130),
    )
    made = [
        evening(people, scores, build.DAY + timedelta(days=7 * at))
        for at, scores in enumerate(held)
    ]
    for each in made:
        tournaments.finish(tournament=each, actor=build.command())
    follow_all()
    return made


def only(part: Any) -> Any:
    [found] = part["games"]
    return found


def test_evenings_won_are_not_those_among_the_first_three(
    years: list[Tournament],
) -> None:
    lines = {row["name"]: row for row in only(told(f"{V1}all-time/"))["players"]}
    found = {name: (row["won"], row["first_three"]) for name, row in lines.items()}
    assert found == {
        "Marie Kubala": (1, 3),
        "Josef Marek": (1, 4),
        "Anna Svoboda": (1, 4),
        "Karel Novak": (1, 2),
    }


def test_first_second_and_third_places_are_told_apart(
    years: list[Tournament], people: list[Player]
) -> None:
    career = only(told(f"{V1}players/{people[0].number}/"))
    assert career["first_three"] == [1, 0, 2]


def test_rounds_with_more_chips_than_another_are_ahead(
    years: list[Tournament], people: list[Player]
) -> None:
    marie, josef, _, karel = people
    met = only(told(f"{V1}players/{marie.number}/met/"))["players"]
    found = {row["player"]: (row["ahead"], row["behind"]) for row in met}
    assert (found[josef.number], found[karel.number]) == ((1, 3), (2, 1))
    assert next(row["apart"] for row in met if row["player"] == josef.number) < 0
