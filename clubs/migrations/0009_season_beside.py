"""Why a season is open again; and one that counts the tournaments of others, too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0008_counters"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="reopened_why",
            field=models.CharField(blank=True, editable=False, max_length=300),
        ),
        migrations.AddField(
            model_name="season",
            name="beside",
            field=models.BooleanField(
                default=False,
                editable=False,
                verbose_name="counts all tournaments of its days, whatever season they "
                "belong to",
            ),
        ),
    ]
