"""What most tests of scoring begin with."""

from collections.abc import Iterator

import pytest

from clubs.models import Club, User
from scoring.models import Phone, Round, Sheet, Tournament
from tests import builders as build
from tests.games import pebbles
from tests.scoring.at_table import Caller, joined
from tests.scoring.crew import Crew, crew_of


@pytest.fixture
def club() -> Club:
    return build.club()


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return build.tournament(club)


@pytest.fixture
def mixed(club: Club) -> Iterator[Tournament]:
    """A tournament of a game with tables of three or four, of whom three play."""
    with pebbles.in_place():
        facts = {"game": "pebbles", "start_chips": 100}
        yield build.tournament(club, name="Mixed tables", **facts)


@pytest.fixture
def sheet(tournament: Tournament) -> Sheet:
    """Table 1 of an open round."""
    return build.open_sheet(tournament)


@pytest.fixture
def crew(club: Club) -> Crew:
    return crew_of(club)


@pytest.fixture
def rnd(tournament: Tournament) -> Round:
    """An open round of three tables."""
    return build.published_round(tournament, 3)


@pytest.fixture
def keeper(sheet: Sheet) -> Caller:
    return joined(sheet)


@pytest.fixture
def other(sheet: Sheet, keeper: Caller) -> Caller:
    """A second phone, of seat 3; it looks on."""
    return joined(sheet, seat=3)


@pytest.fixture
def writer(other: Caller) -> Caller:
    Phone.objects.filter(key=other.key).update(writes=True)
    return other


@pytest.fixture
def anna(club: Club) -> User:
    return build.member(club, "director", "anna")


@pytest.fixture
def karel(club: Club) -> User:
    return build.member(club, "scorekeeper", "karel")
