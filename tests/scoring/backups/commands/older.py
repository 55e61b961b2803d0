"""A backup of before most tables, brought back into a place of today."""

from pathlib import Path

from tests.places import Place, command

# A table with four seats, as the first release would have saved it.
OLD_BACKUP = Path(__file__).with_name("first-release.zip")
LOOK = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from scoring.models import Entry, Sheet
waiting = MigrationExecutor(connection)
print(waiting.migration_plan(waiting.loader.graph.leaf_nodes()))
sheet = Sheet.objects.get()
print(sheet.token, sheet.version, sheet.seats.count(), sheet.round.tournament.wifi_name)
entry = Entry.objects.order_by("pk").first()
named = entry, entry.player
print([f"{each.given_name} / {each.family_name}" for each in named if each])
"""


def brings_up_to_date(place: Place) -> None:
    """A backup from before every table that came later, into a folder that isn't there."""
    said = place.python(command("restore", OLD_BACKUP) + LOOK)
    assert said.startswith("Restored the backup of")
    plan, sheet, names = said.splitlines()[-3:]
    assert (plan, sheet) == ("[]", "a-token-of-then 0 4 ")
    assert names == "['Marie 1 / ']"
    for file in place.data.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file
