"""A backup restored on another machine: other folders, a later day.

Each place is a process of its own with its own settings, as it is for a club.
"""

from pathlib import Path

import pytest

from scoring.management.arguments import REFUSED
from tests.messages import message
from tests.places import AGREED, POSTGRES, Place, command, migrated
from tests.scoring.backups.commands.older import OLD_BACKUP, brings_up_to_date

pytestmark = pytest.mark.skipif(bool(POSTGRES), reason="places of their own, on SQLite")

EVENING = """
from scoring.models import Round, Sheet
evening = Round.objects.order_by("published_at").last().tournament
print(evening, *evening.rounds.values_list("state", flat=True))
print(*Sheet.objects.filter(round__tournament=evening).values_list("token", flat=True))
"""
OPEN = """
from clubs.management import worker
from scoring.draw import draws, rounds
from tests import builders as build
evening, by = build.tournament(build.club()), build.command()
build.entries(evening, 8)
draws.draw(tournament=evening, actor=by, whole_evening=True, seed=7)
rounds.publish(rnd=evening.rounds.earliest("number"), actor=by)
assert worker.do_all() == 3  # the log is followed; the backup and the pack
"""


def test_an_older_backup_is_brought_up_to_date(tmp_path: Path) -> None:
    brings_up_to_date(Place(tmp_path / "new"))


def test_a_site_that_was_never_started_has_nothing(tmp_path: Path) -> None:
    said = Place(tmp_path / "new").refuses("backup", "-o", tmp_path / "site.zip")
    assert (
        message("There’s nothing to back up, because the site hasn’t been started yet.")
        in said
    )


def test_a_database_that_does_not_answer_is_told(tmp_path: Path) -> None:
    gone = Place(tmp_path / "data", "postgres://valat@%2Fnowhere/valat")
    for arguments in (("backup", "-o", tmp_path / "x.zip"), ("restore", OLD_BACKUP)):
        said = gone.manage(*arguments).stderr
        assert "The database" in said
        assert "Traceback" not in said


def test_a_damaged_backup_makes_no_database(tmp_path: Path) -> None:
    (tmp_path / "site.zip").write_bytes(b"a letter to the lodge")
    spare = Place(tmp_path / "spare")
    assert "damaged" in spare.refuses("restore", tmp_path / "site.zip", status=REFUSED)
    assert not (spare.data / "valat.sqlite3").exists()


def test_a_round_that_opens_is_backed_up_by_itself(tmp_path: Path) -> None:
    club = migrated(tmp_path / "club")
    said = club.python(OPEN + EVENING)
    (made,) = club.data.joinpath("backups").glob("*.zip")
    spare = migrated(tmp_path / "spare")
    restored = spare.python(command("restore", made) + EVENING)
    assert f"1 tournament audited: {AGREED}" in restored
    evening = said.splitlines()[-2:]
    assert all(evening)
    assert restored.splitlines()[-2:] == evening
