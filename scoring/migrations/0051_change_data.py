"""A change carries what its subscribers need; webhooks follow the log from here on."""

from django.db import migrations, models
from django.db.models import Max


def begin_here(apps, schema_editor):
    newest = apps.get_model("scoring", "Change")._base_manager.aggregate(pk=Max("pk"))
    if newest["pk"]:
        positions = apps.get_model("scoring", "Position")._base_manager
        positions.create(subscriber="webhooks", change=newest["pk"])


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0050_positions"),
    ]

    operations = [
        migrations.AddField(
            model_name="change",
            name="data",
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.RunPython(begin_here, migrations.RunPython.noop),
    ]
