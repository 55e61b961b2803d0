"""An open file that PostgreSQL wrote is read on SQLite, and the other way around."""

from pathlib import Path

import pytest

from clubs.models import Club
from scoring.exports import card_evening_reader
from scoring.models import Tournament
from tests import builders as build
from tests.places import POSTGRES, Place, command, copy_migrated
from tests.scoring.exports.random_evenings import evening_with_house_player
from tests.scoring.exports.test_card_evening_import import brought, told

pytestmark = [
    pytest.mark.skipif(
        not POSTGRES, reason="needs PostgreSQL; the gate runs it there too"
    ),
    pytest.mark.django_db,
]
THERE = """
from pathlib import Path
from tests import builders as build
from tests.scoring.exports.random_evenings import evening_with_house_player
from tests.scoring.exports.test_card_evening_import import brought, told
from clubs.models import Club
club, own = build.club(), build.club("own")
came = brought(club, Path(%r).read_bytes())
Path(%r).write_bytes(told(came))
Path(%r).write_bytes(told(evening_with_house_player(own)))
"""


def test_files_of_one_database_are_read_on_the_other(
    club: Club, tmp_path: Path
) -> None:
    sent, back, theirs = (tmp_path / f"{n}.json" for n in (1, 2, 3))
    made = evening_with_house_player(club)
    assert made.entries.exclude(house=None).exists()
    sent.write_bytes(told(made))
    laptop = Place(tmp_path / "laptop")
    names = (str(path) for path in (sent, back, theirs))
    copy_migrated(laptop.data)
    laptop.python(command("migrate", "-v0") + THERE % tuple(names))
    assert back.read_bytes() == sent.read_bytes()
    came = brought(build.club("there"), theirs.read_bytes())
    assert told(came) == theirs.read_bytes()
    labels = [
        entry.number for entry in card_evening_reader.read(theirs.read_bytes()).entries
    ]
    assert labels == [*map(str, range(1, 10)), "H1"]
    assert Tournament.objects.count() == 2
