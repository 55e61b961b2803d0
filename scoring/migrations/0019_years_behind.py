"""How far tallies, figures of hands and final seasons have followed the standings.

What is kept already was written with the standings, so nothing is behind.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0018_former_addresses"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="standings",
            name="revision",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="standings",
            name="followed",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="standings",
            name="why",
            field=models.CharField(blank=True, editable=False, max_length=300),
        ),
        migrations.AddField(
            model_name="standings",
            name="by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="standings",
            name="by_name",
            field=models.CharField(blank=True, editable=False, max_length=100),
        ),
        migrations.AddIndex(
            model_name="standings",
            index=models.Index(
                condition=models.Q(("followed__lt", models.F("revision"))),
                fields=["tournament"],
                name="scoring_standings_behind",
            ),
        ),
    ]
