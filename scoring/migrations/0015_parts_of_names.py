"""Given and family name of everybody entered, as they are likely."""

from typing import Any

from django.db import migrations, models

from clubs.players import ERASED, write_guesses


def guess(apps: Any, schema_editor: Any) -> None:
    entries = apps.get_model("scoring", "Entry")._base_manager
    write_guesses(entries.filter(house=None).exclude(name=ERASED), family_first=False)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0010_parts_of_names"),
        ("scoring", "0014_currency"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="given_name",
            field=models.CharField(
                blank=True, default="", max_length=80, verbose_name="given name"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="family_name",
            field=models.CharField(
                blank=True, default="", max_length=80, verbose_name="family name"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="name_guessed",
            field=models.BooleanField(
                default=True, verbose_name="parts of the name are guessed"
            ),
        ),
        migrations.RunPython(guess, migrations.RunPython.noop),
    ]
