"""A club's players as the desk lists them."""

from django.db.models import Count as Number

from clubs.models import Club, Player
from clubs.selectors.people import matches


def players_with_entries(club: Club, typed: str = "") -> list[Player]:
    """The club's players by name, each with `played` tournaments; one query.

    Typed parts may begin any word of name and lodge, or be the number.
    """
    players = club.players.filter(erased_at=None).order_by("name", "number")
    annotated = players.annotate(played=Number("entries"))
    return [
        player
        for player in annotated
        if not typed or matches(typed, f"{player.number} {player.name} {player.lodge}")
    ]
