"""Subscribers of the log, each with a position; nobody follows what was logged before."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Max, Q

SUBSCRIBERS = ("rollups",)


def begin_here(apps, schema_editor):
    newest = apps.get_model("scoring", "Change")._base_manager.aggregate(pk=Max("pk"))
    if newest["pk"]:
        position = apps.get_model("scoring", "Position")
        position._base_manager.bulk_create(
            position(subscriber=name, change=newest["pk"]) for name in SUBSCRIBERS
        )


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0023_plain_labels"),
        ("scoring", "0049_reserve_guides"),
    ]

    operations = [
        migrations.CreateModel(
            name="Position",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("subscriber", models.CharField(max_length=20)),
                ("change", models.BigIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.AddConstraint(
            model_name="position",
            constraint=models.UniqueConstraint(
                fields=["subscriber", "tournament"],
                condition=Q(tournament__isnull=False),
                name="scoring_position_tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="position",
            constraint=models.UniqueConstraint(
                fields=["subscriber", "club"],
                condition=Q(tournament=None, club__isnull=False),
                name="scoring_position_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="position",
            constraint=models.UniqueConstraint(
                fields=["subscriber"],
                condition=Q(tournament=None, club=None),
                name="scoring_position_site",
            ),
        ),
        migrations.RunPython(begin_here, migrations.RunPython.noop),
    ]
