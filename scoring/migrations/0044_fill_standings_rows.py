"""The kept standings as rows; `rows`, which older code of the site reads, stays."""

from django.db import migrations, models

PLACE = ("entry", "place", "tied", "decided_by")
AT_ONCE = 500


def fill(apps, schema_editor):
    kept = apps.get_model("scoring", "Standings")._base_manager
    entries = apps.get_model("scoring", "Entry")._base_manager
    row_model = apps.get_model("scoring", "StandingsRow")
    for pk in list(kept.exclude(rows=[]).order_by("pk").values_list("pk", flat=True)):
        standings = kept.only("tournament", "version", "rows").get(pk=pk)
        tournament, rows = standings.tournament_id, standings.rows
        known = set(entries.filter(tournament=tournament).values_list("pk", flat=True))
        if not is_readable(rows, known):
            continue  # it is read, and shown by the audit, as it was
        row_model._base_manager.bulk_create(
            (
                row_model(
                    entry_id=row["entry"],
                    tournament_id=tournament,
                    facts={name: row[name] for name in row if name not in PLACE},
                )
                for row in rows
            ),
            batch_size=AT_ONCE,
        )
        places = [[row.get(name) for name in PLACE] for row in rows]
        # Where older code wrote in this moment, its `rows` are what is read.
        same = kept.filter(pk=pk, version=standings.version)
        same.update(places=places, rows_version=standings.version)
    # Nobody had a place.
    kept.filter(rows=[]).update(rows_version=models.F("version"))


def is_readable(rows, known):
    """Whether each row is of another entry of the tournament."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return False
    keys = [row.get("entry") for row in rows]
    if not all(isinstance(key, int) for key in keys):
        return False
    return len({*keys}) == len(keys) and {*keys} <= known


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0043_standings_rows"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
