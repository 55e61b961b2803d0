"""Emails follow the log from here on."""

from django.db import migrations
from django.db.models import Max


def begin_here(apps, schema_editor):
    newest = apps.get_model("scoring", "Change")._base_manager.aggregate(pk=Max("pk"))
    if newest["pk"]:
        positions = apps.get_model("scoring", "Position")._base_manager
        positions.create(subscriber="emails", change=newest["pk"])


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0051_change_data"),
    ]

    operations = [
        migrations.RunPython(begin_here, migrations.RunPython.noop),
    ]
