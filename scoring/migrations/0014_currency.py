"""An evening keeps the currency in which its amounts are: so far its club's."""

from typing import Any

from django.db import migrations, models


def as_the_club(apps: Any, schema_editor: Any) -> None:
    tournaments = apps.get_model("scoring", "Tournament").objects
    for club in apps.get_model("clubs", "Club").objects.exclude(currency="USD"):
        tournaments.filter(club_id=club.pk).update(currency=club.currency)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0007_currency"),
        ("scoring", "0013_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="currency",
            field=models.CharField(
                default="USD", editable=False, max_length=3, verbose_name="currency"
            ),
        ),
        migrations.RunPython(as_the_club, migrations.RunPython.noop),
        *(
            migrations.AlterField(
                model_name="tournament",
                name=name,
                field=models.PositiveIntegerField(
                    default=0, help_text="In the smallest coins.", verbose_name=words
                ),
            )
            for name, words in (
                ("fee", "entry fee"),
                ("prize_extra", "added to the prize fund"),
                ("prize_kept", "kept back for costs"),
            )
        ),
        migrations.AlterField(
            model_name="tournament",
            name="prizes",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="First place first: hundredths of a percent, or coins.",
            ),
        ),
    ]
