"""A backup of before most tables, brought back into a place of today."""

from pathlib import Path

from tests.places import Place, command

# A table with four seats, as the first release would have saved it.
OLD_BACKUP = Path(__file__).with_name("first-release.zip")
LOOK = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from scoring.models import Sheet
waiting = MigrationExecutor(connection)
print(waiting.migration_plan(waiting.loader.graph.leaf_nodes()))
sheet = Sheet.objects.get()
print(sheet.token, sheet.version, sheet.seats.count(), sheet.round.tournament.wifi_name)
"""


def brings_up_to_date(place: Place) -> None:
    """A backup from before every table that came later."""
    said = place.python(command("restore", OLD_BACKUP) + LOOK)
    assert said.startswith("Restored the backup of")
    assert said.endswith("\n[]\na-token-of-then 0 4 \n")
