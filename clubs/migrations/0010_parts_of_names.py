"""Given and family name of every player, as they are likely."""

from typing import Any

from django.db import migrations, models

from clubs.players import write_guesses

ORDERS = [("given", "given name first"), ("family", "family name first")]


def guess(apps: Any, schema_editor: Any) -> None:
    players = apps.get_model("clubs", "Player")._base_manager
    write_guesses(players.filter(erased_at=None), family_first=False)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0009_season_beside"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="name_order",
            field=models.CharField(
                choices=ORDERS,
                default="given",
                max_length=6,
                verbose_name="usual order of names",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="given_name",
            field=models.CharField(
                blank=True, default="", max_length=80, verbose_name="given name"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="family_name",
            field=models.CharField(
                blank=True, default="", max_length=80, verbose_name="family name"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="name_guessed",
            field=models.BooleanField(
                default=True, verbose_name="parts of the name are guessed"
            ),
        ),
        migrations.AlterModelOptions(name="player", options={"ordering": ["number"]}),
        migrations.RemoveIndex(model_name="player", name="clubs_player_by_name"),
        migrations.RunPython(guess, migrations.RunPython.noop),
    ]
