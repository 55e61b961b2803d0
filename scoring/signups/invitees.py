"""The players the desk can invite: those of the club who aren't on the list yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import Player
from scoring.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Askable:
    """A player who can be invited, and whether they played in the last event."""

    player: Player
    was_there: bool


def to_ask(tournament: Tournament) -> Sequence[Askable]:
    """Return the club's players not on the list, the last event's players first.

    Three queries.
    """
    last = (
        tournament.club.tournaments.filter(date__lt=tournament.date, old_list=None)
        .exclude(pk=tournament.pk)
        .order_by("-date", "-pk")
        .first()
    )
    last_players = Entry.objects.filter(tournament=last).values_list(
        "player", flat=True
    )
    were_there = set(last_players) if last else set()
    people = (
        tournament.club.players.filter(erased_at=None)
        .exclude(entries__tournament=tournament)
        .exclude(answers__tournament=tournament)
    )
    rows = [Askable(player, player.pk in were_there) for player in people.distinct()]
    return sorted(rows, key=lambda row: (not row.was_there, row.player.name.casefold()))
