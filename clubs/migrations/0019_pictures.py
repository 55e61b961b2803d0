from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0018_embed_hosts"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="pictures",
            field=models.CharField(
                blank=True,
                choices=[
                    ("agrees", "agrees"),
                    ("guardian", "a parent or guardian agrees"),
                    ("not", "does not agree"),
                ],
                db_default="",
                default="",
                max_length=8,
                verbose_name="pictures of this person",
            ),
        ),
    ]
