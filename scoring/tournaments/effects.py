"""What a change of settings would do to hands and places, before it is made."""

from typing import Any

from django.db import transaction

from scoring.core.services.changes import Actor, lock
from scoring.models import Hand, Tournament
from scoring.results.effects import Effects, moved
from scoring.results.reckon import compute_rows
from scoring.tournaments import tournaments

# What can move a place or a hand's chips.
TELLING = (
    "preset",
    "house_rules",
    "start_chips",
    "ranking",
    "tie_breaks",
    "drop_worst",
    "sit_out_score",
    "absent_score",
)


def effects_of(
    *, tournament: Tournament, by: Actor, reason: str = "", **facts: Any
) -> Effects:
    """Try the change and take it back. Raises what the change itself would raise."""
    if all(getattr(tournament, n) == facts[n] for n in TELLING if n in facts):
        return Effects()
    with transaction.atomic():
        lock(tournament)
        rows, nets = compute_rows(tournament), _nets(tournament)
        changed = tournaments.change(
            tournament=tournament, by=by, reason=reason, **facts
        )
        effects = Effects(
            moved(changed, rows, compute_rows(changed)),
            sum(nets[pk] != net for pk, net in _nets(changed).items()),
        )
        transaction.set_rollback(True)
    return effects


def _nets(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    hands = Hand.objects.filter(sheet__round__tournament=tournament)
    return {hand.pk: hand.net for hand in hands}
