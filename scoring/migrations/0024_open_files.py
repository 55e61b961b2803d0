import uuid

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 500


def number(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every tournament of before gets what its open file is known by."""
    tournaments = apps.get_model("scoring", "Tournament").objects
    rows = [*tournaments.filter(file_id=None).only("pk")]
    for row in rows:
        row.file_id = uuid.uuid4()
    tournaments.bulk_update(rows, ["file_id"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0017_licence"),
        ("scoring", "0023_sign_ups"),
    ]

    operations = [
        migrations.AddField(
            model_name="oldlist",
            name="kind",
            field=models.CharField(
                choices=[("list", "old list"), ("evening", "open file of an evening")],
                db_default="list",
                default="list",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="came_with",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="whole_tournaments",
                to="scoring.oldlist",
            ),
        ),
        # Without a default: each row gets its own below.
        migrations.AddField(
            model_name="tournament",
            name="file_id",
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="origin",
            field=models.JSONField(default=None, editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.UniqueConstraint(
                fields=("club", "file_id"), name="scoring_tournament_file_id"
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="file_id",
            field=models.UUIDField(default=uuid.uuid4, editable=False, null=True),
        ),
        migrations.RunPython(number, migrations.RunPython.noop),
    ]
