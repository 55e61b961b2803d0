"""Whom somebody sat with, and who had more; whom he never met. From the seats alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from clubs.models import Club, Player
from clubs.selectors.people import alphabet
from scoring.core.selectors.names import hides, public_name
from scoring.models import Round, Seat, Tally

LATELY = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Met:
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

    Without those who are not to be named.
    Two queries. Chips of another game are not to be compared with these.
    """
    his = Seat.objects.filter(
        credit__player=player,
        score__isnull=False,
        round__state__in=Round.COUNTING,
        round__tournament__public=True,
        round__tournament__game=game,
    )
    rows = Seat.objects.filter(
        sheet__in=his.values("sheet"), credit__player__isnull=False, score__isnull=False
    )
    tables: dict[int, dict[Any, Any]] = {}
    read = rows.order_by().values_list("sheet", "credit__player", "score")
    for sheet, other, score in read:
        tables.setdefault(sheet, {})[other] = score
    found = _compared(player.pk, tables.values())
    people = player.club.players.filter(pk__in=found, erased_at=None)
    met = [
        Met(number, public_name(name, player.club, pk), *found[pk])
        for pk, number, name in people.values_list("pk", "number", "name")
        if not hides(player.club, pk)
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


def _compared(
    player: int, tables: Iterable[Mapping[int, int]]
) -> dict[int, tuple[int, int, int, float]]:
    """Rounds, ahead, behind and mean difference with everybody else at the tables."""
    apart: dict[int, list[int]] = {}
    for table in tables:
        for other, score in table.items():
            if other != player:
                apart.setdefault(other, []).append(table[player] - score)
    return {
        other: (
            len(each),
            sum(one > 0 for one in each),
            sum(one < 0 for one in each),
            sum(each) / len(each),
        )
        for other, each in apart.items()
    }
