"""The log holds codes and values."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0037_standby_label"),
    ]

    operations = [
        migrations.AddField(
            model_name="change",
            name="code",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=60
            ),
        ),
        migrations.AddField(
            model_name="change",
            name="values",
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
    ]
