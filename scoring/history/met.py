"""Whom somebody sat with, and who had more; whom he never met. From the seats alone."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Count as Number
from django.db.models import F, Q, Sum
from django.utils import timezone

from clubs.models import Player
from scoring.core.selectors.names import list_key
from scoring.games.choice import in_order
from scoring.history.holders import Named
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


def games_of(player: Player) -> list[str]:
    """The games he played in public, the usual one first; one query."""
    rows = Tally.objects.filter(player=player, tournament__public=True)
    return in_order(rows.order_by().values_list("game", flat=True).distinct())


def met_by(player: Player, game: str, people: Mapping[int, Named]) -> list[Met]:
    """Those of `people` with whom he shared a table of the game in public.

    Most often first. One query, which adds up: a regular of thirty years has met
    thousands of times. Chips of another game are not to be compared with these.
    """
    other = "sheet__seats"
    theirs = F(f"{other}__score")
    rows = Seat.objects.filter(
        **{f"{other}__score__isnull": False},
        credit__player=player,
        score__isnull=False,
        round__state__in=Round.COUNTING,
        round__tournament__public=True,
        round__tournament__game=game,
    )
    sums = (
        rows.order_by()
        .values_list(f"{other}__credit__player")
        .annotate(
            rounds=Number("pk"),
            ahead=Number("pk", filter=Q(score__gt=theirs)),
            behind=Number("pk", filter=Q(score__lt=theirs)),
            apart=Sum(F("score") - theirs),
        )
    )
    met = [
        Met(people[pk].number, people[pk].name, rounds, ahead, behind, apart / rounds)
        for pk, rounds, ahead, behind, apart in sums
        if pk in people and pk != player.pk
    ]
    club = player.club
    return sorted(met, key=lambda each: (-each.rounds, list_key(each.name, club)))


def never_met(
    player: Player, met: Iterable[Met], people: Mapping[int, Named]
) -> list[Named]:
    """Those of `people` who played here in the last year, and never at his table.

    One query.
    """
    known = {player.number, *(each.number for each in met)}
    lately = Tally.objects.filter(
        tournament__club=player.club,
        tournament__public=True,
        tournament__old_list=None,
        tournament__date__gte=timezone.localdate() - LATELY,
    )
    came = lately.order_by().values_list("player", flat=True).distinct()
    found = [people[pk] for pk in came if pk in people]
    found = [each for each in found if each.number not in known]
    return sorted(found, key=lambda each: list_key(each.name, player.club))
