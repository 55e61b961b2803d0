"""Keep what each player's evening was, beside the standings it follows from."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.core.services.changes import lock
from scoring.models import Standings, Tally, Tournament
from scoring.results.selectors.hand_figures import figures_of
from scoring.results.selectors.stored import stored_rows
from scoring.results.selectors.tallies import (
    facts_of,
    kept_facts,
    kept_figures,
    not_of_this_version,
)


def keep_tallies(
    tournament: Tournament, rows: Iterable[Mapping[str, Any]], *, scores_only: bool
) -> bool:
    """Keep the tallies of these rows; says whether any is another than before.

    Belongs in the transaction that keeps the rows. What is the same is not written, and
    where `scores_only` changed, and brought nobody anything, no hand is looked at.
    """
    kept = kept_facts(tournament)
    facts = {each.entry_id: each for each in facts_of(tournament, rows)}
    if scores_only and kept == facts:
        return False
    was = kept_figures(tournament) if kept else {}
    figures = figures_of(tournament, facts.values(), was)
    same = {
        entry
        for entry, each in facts.items()
        if kept.get(entry) == each and was[entry].figures == figures[entry]
    }
    if gone := kept.keys() - same:  # or about to be kept as they are now
        Tally.objects.filter(entry__in=gone).delete()
    new = [
        each.kept(tournament, figures[entry])
        for entry, each in facts.items()
        if entry not in same
    ]
    Tally.objects.bulk_create(new)
    return bool(gone or new)


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
