"""Keep what each player's evening was, beside the standings it follows from."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from scoring.core.services.changes import lock
from scoring.models import Tally, Tournament
from scoring.results.selectors.stored import stored_rows
from scoring.results.selectors.tallies import (
    kept_tallies,
    not_of_this_version,
    same_facts,
    tallies_of,
)


def keep_tallies(tournament: Tournament, rows: Iterable[Mapping[str, Any]]) -> bool:
    """Keep the tallies of these rows; says whether any is another than before.

    Belongs in the transaction that keeps the rows. What is the same is not written.
    """
    kept, new = kept_tallies(tournament), []
    for tally in tallies_of(tournament, rows):
        old = kept.get(tally.entry_id)
        if old and same_facts(old, tally):
            del kept[tally.entry_id]
        else:
            new.append(tally)
    if kept:  # gone, or about to be kept as it is now
        Tally.objects.filter(pk__in=[each.pk for each in kept.values()]).delete()
    if new:
        Tally.objects.bulk_create(new)
    return bool(kept or new)


def fill_tallies() -> None:
    """Keep what is missing, or was made by older rules: of kept standings, as they are.

    A site of before there were tallies, and a backup of one, get them so. A migration
    would have to be a second, frozen way of reckoning them.
    """
    for tournament in not_of_this_version():
        with transaction.atomic():
            now = lock(tournament)
            keep_tallies(now, stored_rows(now))
