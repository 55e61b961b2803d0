"""Keep what each player's evening was, beside the standings it follows from."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.core.services.changes import lock
from scoring.models import Standings, Tally, Tournament
from scoring.results.selectors.hand_figures import with_figures
from scoring.results.selectors.stored import stored_rows
from scoring.results.selectors.tallies import (
    kept_tallies,
    not_of_this_version,
    read_figures,
    same_facts,
    tallies_of,
)


def keep_tallies(
    tournament: Tournament, rows: Iterable[Mapping[str, Any]], *, scores_only: bool
) -> bool:
    """Keep the tallies of these rows; says whether any is another than before.

    Belongs in the transaction that keeps the rows. What is the same is not written, and
    where `scores_only` changed, and brought nobody anything, no hand is looked at.
    """
    kept, new = kept_tallies(tournament), []
    tallies = list(tallies_of(tournament, rows))
    if scores_only and _all_same(kept, tallies):
        return False
    if kept:
        read_figures(tournament, kept)
    with_figures(tournament, tallies, kept)
    for tally in tallies:
        old = kept.get(tally.entry_id)
        if old and same_facts(old, tally) and old.figures == tally.figures:
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
            keep_figures(lock(tournament))


def keep_figures(tournament: Tournament) -> None:
    """A hand of a sheet in force changed, or what a judge ruled on it.

    Belongs in the transaction of the change, under the tournament's lock. What rests
    on tallies asks when they were reckoned.
    """
    kept = Standings.objects.filter(tournament=tournament)
    kept.update(reckoned_at=timezone.now())
    keep_tallies(tournament, stored_rows(tournament), scores_only=False)


def _all_same(kept: Mapping[int, Tally], tallies: Collection[Tally]) -> bool:
    pairs = ((kept.get(each.entry_id), each) for each in tallies)
    return len(kept) == len(tallies) and all(
        old is not None and same_facts(old, each) for old, each in pairs
    )
