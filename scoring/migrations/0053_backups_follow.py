"""Backups follow the log from here on; what was missed before is looked for as ever."""

from django.db import migrations
from django.db.models import Max


def begin_here(apps, schema_editor):
    newest = apps.get_model("scoring", "Change")._base_manager.aggregate(pk=Max("pk"))
    if newest["pk"]:
        positions = apps.get_model("scoring", "Position")._base_manager
        positions.create(subscriber="backups", change=newest["pk"])


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0052_emails_follow"),
    ]

    operations = [
        migrations.RunPython(begin_here, migrations.RunPython.noop),
    ]
