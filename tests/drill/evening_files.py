"""100 evenings of all games go to another site and back; 3,000 damaged files come in."""

from collections import Counter
from random import Random

import pytest

from clubs.models import Club
from scoring.core.writes import ActionRefused
from scoring.exports import card_evening_reader
from scoring.exports.card_evening_import import Differs
from scoring.models import OldList, Tournament
from tests import builders as build
from tests.drill.figures import say
from tests.scoring.exports.random_evenings import GAMES, evening
from tests.scoring.exports.test_card_evening_export import damaged
from tests.scoring.exports.test_card_evening_import import brought, there_and_back, told

pytestmark = pytest.mark.django_db
EACH = 13  # of eight games
DAMAGED = 3_000


@pytest.fixture
def club() -> Club:
    return build.club()


@pytest.fixture
def there() -> Club:
    return build.club("there", name="Na Zámku", time_zone="Europe/Prague")


def test_random_evenings_come_out_as_they_went_in(club: Club, there: Club) -> None:
    for game in GAMES:
        there_and_back(club, there, game, range(EACH))
    say(f"{EACH * len(GAMES)} evenings of {len(GAMES)} games: the same bytes, audited")


def test_damaged_files_leave_nothing_half_done(club: Club, there: Club) -> None:
    became: Counter[str] = Counter()
    wholes = [told(evening(club, game, 1)) for game in GAMES]
    for n in range(DAMAGED // 4):
        for content in damaged(wholes[n % len(wholes)], Random(n)):
            try:
                card_evening_reader.read(content)
                came = brought(there, content)
            except card_evening_reader.NotRead:
                became["refused with the place"] += 1
            except (ActionRefused, Differs):
                became["refused when reckoned"] += 1
            else:
                became["the same or another right evening"] += 1
                assert told(came)
                Tournament.objects.filter(pk=came.pk).update(file_id=None)
            assert not OldList.objects.filter(state="coming").exists()
    assert sum(became.values()) == DAMAGED
    say(f"{DAMAGED} damaged files: {dict(became)}")
