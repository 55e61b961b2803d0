from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0054_plain_wording"),
    ]

    operations = [
        migrations.AddField(
            model_name="standingsrow",
            name="ties",
            field=models.JSONField(default=None, editable=False, null=True),
        ),
    ]
