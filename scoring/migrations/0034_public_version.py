from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0033_reserved_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="public_version",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
