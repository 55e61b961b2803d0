"""How names are shown: by club in five ways instead of two, and by person."""

from typing import Any

from django.db import migrations, models

SHOWN = [
    ("full", "full name"),
    ("short", "given name and initial"),
    ("initials", "initials"),
    ("number", "number only"),
    ("hidden", "not shown"),
]


def as_it_was(apps: Any, schema_editor: Any) -> None:
    """A club that says “Marie K.” goes on saying it."""
    clubs = apps.get_model("clubs", "Club").objects
    clubs.filter(full_names=False).update(shown="short")


def back(apps: Any, schema_editor: Any) -> None:
    clubs = apps.get_model("clubs", "Club").objects
    clubs.exclude(shown="full").update(full_names=False)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0005_season_formula"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="shown",
            field=models.CharField(
                choices=SHOWN,
                default="full",
                max_length=8,
                verbose_name="names in public",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="names_version",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="player",
            name="shown",
            field=models.CharField(
                blank=True, choices=SHOWN, max_length=8, verbose_name="name in public"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="is_minor",
            field=models.BooleanField(default=False, verbose_name="minor"),
        ),
        migrations.RunPython(as_it_was, back),
        migrations.RemoveField(model_name="club", name="full_names"),
    ]
