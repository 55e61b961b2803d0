"""A club with some open data."""

from datetime import date

import pytest

from clubs.models import Club
from scoring.models import Tournament
from scoring.years.following import follow_all
from tests import builders as build
from tests.scoring.exports.random_evenings import evening


@pytest.fixture
def played(club: Club) -> Tournament:
    """Two evenings in public, one that is not, one to come."""
    build.tournament(club, name="To come", slug="next", date=date(2099, 1, 5))
    evening(club, "scarto", 2)
    made = evening(club, "spjst", 1)
    hidden = build.tournament(club, name="Secret", slug="secret", public=False)
    build.verified_sheet(build.open_sheet(hidden))
    follow_all()
    return Tournament.objects.select_related("club", "season").get(pk=made.pk)
