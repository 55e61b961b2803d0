from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0030_webhooks"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="answers_from",
            field=models.DateTimeField(
                editable=False, null=True, verbose_name="people may say it from"
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="doors_at",
            field=models.TimeField(
                editable=False, null=True, verbose_name="doors open at"
            ),
        ),
    ]
