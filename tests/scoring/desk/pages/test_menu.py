"""The menu of a tournament: by the part of the evening, what is now first."""

import re

import pytest

from scoring.models import Tournament
from scoring.tournaments.tournaments import finish
from tests import builders as build
from tests.scoring.crew import Crew, at, text_of

pytestmark = pytest.mark.django_db

BY = build.command()
WRONG = "When something is wrong"


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    return build.tournament(crew.club, rounds_planned=1)


def menu(crew: Crew, tournament: Tournament, who: str = "director") -> str:
    page = text_of(crew.get(who, at(tournament, "tournament-desk")))
    return re.search(r'<nav class="card desk-ways".*?</nav>', page, re.S)[0]


def groups(found: str) -> list[tuple[str, bool]]:
    """Their names in order, and whether each is open."""
    pattern = r"<details id=\"ways-\w+\"( open)?>\s*<summary>([^<]+)"
    return [(name, bool(is_open)) for is_open, name in re.findall(pattern, found)]


def test_what_is_now_stands_first_and_open(tournament: Tournament, crew: Crew) -> None:
    before, play, end = "Before a round", "While they play", "The end"
    now = [groups(menu(crew, tournament))]
    rnd = build.published_round(tournament)
    now.append(groups(menu(crew, tournament)))
    build.verified_sheet(rnd.sheets.get())
    now.append(groups(menu(crew, tournament)))
    finish(tournament=tournament, by=BY)
    now.append(groups(menu(crew, tournament)))
    assert now == [
        [(before, True), (play, False), (WRONG, False), (end, False)],
        [(play, True), (before, False), (WRONG, False), (end, False)],
        [(end, True), (before, False), (play, False), (WRONG, False)],
        [(end, True), (before, False), (play, False), (WRONG, False)],
    ]


@pytest.mark.parametrize(("who", "most"), [("director", 20), ("scorekeeper", 9)])
def test_everything_named_can_be_opened(
    tournament: Tournament, crew: Crew, who: str, most: int
) -> None:
    build.published_round(tournament)
    ways = re.findall(r'href="([^"]+)"', menu(crew, tournament, who))
    assert len(ways) == most
    for way in ways:
        assert crew.get(who, way).status_code == 200, way


def test_no_start_chips_without_chips(crew: Crew) -> None:
    tournament = build.tournament(crew.club, with_chips=False)
    build.published_round(tournament)
    assert "Start chips" not in menu(crew, tournament)


def test_seats_by_hand_are_no_draw(crew: Crew) -> None:
    night = build.tournament(crew.club, seating=Tournament.Seating.BY_HAND)
    found = menu(crew, night)
    assert ">Seats<" in found
    assert ">Draw<" not in found
