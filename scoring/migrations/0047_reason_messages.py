"""Reasons that the site writes have a code and values beside their text."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0046_undo_records"),
    ]

    operations = [
        migrations.AddField(
            model_name="adjustment",
            name="reversal_reason_message",
            field=models.JSONField(blank=True, default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="count",
            name="reason_message",
            field=models.JSONField(blank=True, default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="edition",
            name="reason_message",
            field=models.JSONField(blank=True, default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="hand",
            name="reason_message",
            field=models.JSONField(blank=True, default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="handruling",
            name="reversal_reason_message",
            field=models.JSONField(blank=True, default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="seasonedition",
            name="reason_message",
            field=models.JSONField(blank=True, default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="standings",
            name="why_message",
            field=models.JSONField(blank=True, default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="trayhand",
            name="settled_reason_message",
            field=models.JSONField(blank=True, default=None, editable=False, null=True),
        ),
    ]
