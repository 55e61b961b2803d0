"""A currency by its code (ISO 4217) instead of a sign."""

from typing import Any

from django.db import migrations, models

CODES = {"Kč": "CZK", "€": "EUR", "Ft": "HUF", "zł": "PLN", "£": "GBP"}


def as_codes(apps: Any, schema_editor: Any) -> None:
    """What is no sign we know was the one that stood there unless told otherwise: $."""
    clubs = apps.get_model("clubs", "Club").objects
    for sign, code in CODES.items():
        clubs.filter(currency=sign).update(currency=code)
    clubs.exclude(currency__in=CODES.values()).update(currency="USD")


def as_signs(apps: Any, schema_editor: Any) -> None:
    clubs = apps.get_model("clubs", "Club").objects
    clubs.filter(currency="USD").update(currency="$")
    for sign, code in CODES.items():
        clubs.filter(currency=code).update(currency=sign)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0006_names_in_public"),
    ]

    operations = [
        migrations.RunPython(as_codes, as_signs),
        migrations.AlterField(
            model_name="club",
            name="currency",
            field=models.CharField(
                default="USD", max_length=3, verbose_name="currency"
            ),
        ),
    ]
