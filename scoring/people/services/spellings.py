"""A better spelling of somebody: in an entry, and with the player it belongs to."""

from typing import Any

from django.db import transaction

from scoring.core.services.changes import Actor
from scoring.models import Entry
from scoring.people.services import entries, players


@transaction.atomic
def correct(
    *, entry: Entry, by: Actor, player_too: bool = False, **facts: Any
) -> Entry:
    """Change an entry, and if `player_too` the club's list and the season with it.

    The player's lodge follows only where both said the same, or the entry says one
    now: an entry without a lodge takes nobody's away. Raises as `entries.change` does.
    """
    had = entry.lodge
    changed = entries.change(entry=entry, by=by, **facts)
    player = changed.player
    if player_too and player:
        follows = changed.lodge or had == player.lodge
        lodge = changed.lodge if follows else player.lodge
        players.change(player=player, by=by, name=changed.name, lodge=lodge)
    return changed


def is_only_entry(entry: Entry) -> bool:
    """Whether the player is known by this entry alone."""
    if entry.player_id is None:
        return False
    others = Entry.everybody.filter(player=entry.player_id).exclude(pk=entry.pk)
    return not others.exists()
