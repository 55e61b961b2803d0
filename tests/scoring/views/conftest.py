"""Everybody who may ask for a page."""

import pytest

from clubs.models import Club
from tests.scoring.views.crew import Crew, crew_of


@pytest.fixture
def crew(club: Club) -> Crew:
    return crew_of(club)
