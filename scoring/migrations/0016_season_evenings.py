"""A tournament may count in other seasons than its own."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0009_season_beside"),
        ("scoring", "0015_parts_of_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeasonEvening",
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
                (
                    "weight",
                    models.PositiveSmallIntegerField(
                        default=100,
                        validators=[django.core.validators.MaxValueValidator(1000)],
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="more_evenings",
                        to="clubs.season",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_seasons",
                        to="scoring.tournament",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="seasonevening",
            constraint=models.UniqueConstraint(
                fields=("season", "tournament"), name="scoring_seasonevening_once"
            ),
        ),
    ]
