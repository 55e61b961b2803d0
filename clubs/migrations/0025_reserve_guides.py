"""Rename rows whose address the site needs for its own pages."""

from django.db import migrations

ROWS = [("clubs", "Club", "club"), ("clubs", "Season", "season")]
WORDS = ("guides",)


def rename(apps, schema_editor):
    """Rename the rows that hide a page of the desk; the old address is kept."""
    for label, model, kind in ROWS:
        rows = apps.get_model(label, model).objects
        for row in rows.filter(slug__in=WORDS).order_by("pk"):
            others = rows.filter(club=row.club_id) if kind != "club" else rows
            new, n = f"{row.slug}-{kind}", 2
            while others.filter(slug=new).exists():
                new, n = f"{row.slug}-{kind}-{n}", n + 1
            row.former_slug, row.slug = row.slug, new
            row.save(update_fields=["slug", "former_slug"])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0024_wording")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
