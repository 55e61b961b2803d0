"""Editions keep their lists; what had no digest, and no kept facts, gets them."""

import hashlib
import json
from datetime import UTC

from django.db import migrations, models

SEATS = range(1, 6)
COUNT = (
    *("sheet_id", "number", "source", "witness", "witness_seat"),
    *(f"{w}{n}" for w in ("held", "borrowed", "ruled", "score") for n in SEATS),
    *("aside", "must_total", "chips", "confirms_id", "corrects_id"),
)
DIGESTS = (
    ("count", "digest", COUNT),
    ("edition", "digest", ("tournament_id", "number", "rows")),
    ("edition", "lists_digest", ("tournament_id", "number", "lists")),
    ("seasonedition", "digest", ("season_id", "number", "formula", "rows")),
)
SETTINGS = (
    *("currency", "fee", "prize_extra", "prize_kept", "prize_kind", "prizes"),
    *("teams", "team_best", "classes", "finished_at"),
)
SHOWN = (
    *("number", "name", "lodge", "team"),
    *("classes", "paid_at"),
)
AT_ONCE = 500


def digest_of(facts):
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def moment(at):
    return at.astimezone(UTC).isoformat() if at else None


def fill(apps, schema_editor):
    for name, column, of in DIGESTS:
        model = apps.get_model("scoring", name)
        rows = []
        for row in model._base_manager.filter(**{column: ""}).iterator(AT_ONCE):
            setattr(row, column, digest_of([getattr(row, each) for each in of]))
            rows.append(row)
            if len(rows) == AT_ONCE:
                model._base_manager.bulk_update(rows, [column])
                rows = []
        model._base_manager.bulk_update(rows, [column])
    standings = apps.get_model("scoring", "Standings")
    entries = apps.get_model("scoring", "Entry")._base_manager
    costs = apps.get_model("scoring", "Cost")._base_manager
    tournaments = apps.get_model("scoring", "Tournament")._base_manager
    for pk in standings._base_manager.values_list("tournament", flat=True).iterator():
        facts = tournaments.values(*SETTINGS).get(pk=pk)
        facts["finished_at"] = moment(facts["finished_at"])
        paid, people = [], {}
        rows = entries.filter(tournament=pk, house=None).order_by("pk")
        for entry in rows.values("pk", "paid", "merged_into", *SHOWN):
            if entry["paid"] and not entry["merged_into"]:
                paid.append(entry["pk"])
            shown = {name: entry[name] for name in SHOWN}
            shown["paid_at"] = moment(shown["paid_at"])
            people[str(entry["pk"])] = digest_of(shown)
        coins = costs.filter(tournament=pk).order_by("pk")
        kept = {"paid": paid, "people": people, "costs": [c.coins for c in coins]}
        standings._base_manager.filter(tournament=pk).update(fund={**facts, **kept})


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0035_webhook_choices"),
    ]

    operations = [
        migrations.AddField(
            model_name="edition",
            name="lists",
            field=models.JSONField(default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="edition",
            name="lists_digest",
            field=models.CharField(
                db_default="", default="", editable=False, max_length=16
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
