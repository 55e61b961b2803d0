"""What most tests of scoring begin with."""

import pytest

from clubs.models import Club
from scoring.models import Sheet, Tournament
from tests import builders as build


@pytest.fixture
def club() -> Club:
    return build.club()


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return build.tournament(club)


@pytest.fixture
def sheet(tournament: Tournament) -> Sheet:
    """Table 1 of an open round."""
    return build.open_sheet(tournament)
