"""Whom the desk may ask: the players of the club who are not on the list yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import Player
from scoring.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Askable:
    """A player of the club, and whether he played in the last evening."""

    player: Player
    was_there: bool


def to_ask(tournament: Tournament) -> Sequence[Askable]:
    """Everybody of the club not on the list, who was there last first; three queries."""
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
