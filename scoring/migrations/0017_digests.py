"""A digest of what nothing repeats: counts, and editions that another followed.

With it stands what prizes rest on. Of what there is already both say how it is now.
"""

import hashlib
import json
from typing import Any

from django.db import migrations, models

SEATS = [
    f"{what}{n}" for what in ("held", "borrowed", "ruled", "score") for n in range(1, 6)
]
COLUMNS = {
    "Count": [
        *("sheet_id", "number", "source", "witness", "witness_seat"),
        *SEATS,
        *("aside", "must_total", "chips", "confirms_id", "corrects_id"),
    ],
    "Edition": ["tournament_id", "number", "rows"],
    "SeasonEdition": ["season_id", "number", "formula", "rows"],
}
FUND = ("currency", "fee", "prize_extra", "prize_kept", "prize_kind", "prizes")
AT_ONCE = 500


def as_they_are(apps: Any, schema_editor: Any) -> None:
    for name, columns in COLUMNS.items():
        rows = apps.get_model("scoring", name).objects
        some = []
        for row in rows.order_by("pk").iterator(AT_ONCE):
            said = json.dumps(
                [getattr(row, each) for each in columns],
                sort_keys=True,
                separators=(",", ":"),
            )
            row.digest = hashlib.sha256(said.encode()).hexdigest()[:16]
            some.append(row)
            if len(some) == AT_ONCE:
                rows.bulk_update(some, ["digest"])
                some = []
        rows.bulk_update(some, ["digest"])
    tournaments = apps.get_model("scoring", "Tournament").objects
    entries = apps.get_model("scoring", "Entry").objects
    standings = apps.get_model("scoring", "Standings").objects
    for facts in tournaments.order_by("pk").values("pk", *FUND):
        pk = facts.pop("pk")
        paid = entries.filter(
            tournament=pk, house=None, paid=True, merged_into=None
        ).order_by("pk")
        fund = {**facts, "paid": list(paid.values_list("pk", flat=True))}
        standings.filter(tournament=pk).update(fund=fund)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0016_season_evenings"),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name=name,
                name="digest",
                field=models.CharField(default="", editable=False, max_length=16),
            )
            for name in ("count", "edition", "seasonedition")
        ),
        migrations.AddField(
            model_name="standings",
            name="fund",
            field=models.JSONField(default=None, editable=False, null=True),
        ),
        migrations.RunPython(as_they_are, migrations.RunPython.noop),
    ]
