"""What most tests of scoring begin with."""

import pytest

from clubs.models import Club
from scoring.models import Tournament
from tests import builders as build


@pytest.fixture
def club() -> Club:
    return build.club()


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return build.tournament(club)
