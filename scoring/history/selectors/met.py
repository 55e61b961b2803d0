"""Whom somebody sat with, and who had more; whom he never met. From the seats alone."""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Count as Number
from django.db.models import F, Q, Sum
from django.utils import timezone

from clubs.models import Club, Player
from clubs.selectors.people import alphabet
from scoring.core.selectors.names import hides, public_name
from scoring.models import Round, Seat, Tally

LATELY = timedelta(days=366)


class Met(NamedTuple):
    """Somebody he sat with: rounds together, and in how many either had more chips.

    `apart` is his mean difference to the other, in chips a round.
    """

    number: int
    name: str
    rounds: int
    ahead: int
    behind: int
    apart: float


def met_by(player: Player, game: str) -> list[Met]:
    """Everybody he shared a table of the game with in public, most often first.

    Without those who are not to be named. One query, which adds up: a regular of thirty
    years has met thousands of times. Chips of another game are not to be compared with
    these.
    """
    other, club = "sheet__seats", player.club
    who, theirs = f"{other}__credit__player", F(f"{other}__score")
    rows = Seat.objects.filter(
        **{f"{other}__score__isnull": False, f"{who}__erased_at": None},
        credit__player=player,
        score__isnull=False,
        round__state__in=Round.COUNTING,
        round__tournament__public=True,
        round__tournament__game=game,
    )
    people = rows.order_by().values_list(who, f"{who}__number", f"{who}__name")
    sums = people.annotate(
        rounds=Number("pk"),
        ahead=Number("pk", filter=Q(score__gt=theirs)),
        behind=Number("pk", filter=Q(score__lt=theirs)),
        apart=Sum(F("score") - theirs),
    )
    met = [
        Met(number, public_name(name, club, pk), rounds, ahead, behind, apart / rounds)
        for pk, number, name, rounds, ahead, behind, apart in sums
        if pk not in (None, player.pk) and not hides(club, pk)
    ]
    return sorted(met, key=lambda each: (-each.rounds, alphabet(each.name)))


def never_met(player: Player, met: Iterable[Met]) -> list[tuple[int, str]]:
    """Who played here in the last year, and never at his table; one query."""
    known = {player.number, *(each.number for each in met)}
    lately = Tally.objects.filter(
        tournament__club=player.club,
        tournament__public=True,
        tournament__old_list=None,
        tournament__date__gte=timezone.localdate() - LATELY,
    )
    club: Club = player.club
    people = club.players.filter(pk__in=lately.values("player"), erased_at=None)
    found = [
        (number, public_name(name, club, pk))
        for pk, number, name in people.values_list("pk", "number", "name")
        if number not in known and not hides(club, pk)
    ]
    return sorted(found, key=lambda each: alphabet(each[1]))
