"""Players as everybody sees them: by the name their club shows, with their results."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Count as Number
from django.db.models import Q, QuerySet

from clubs.models import Club, Player, short_name
from scoring.models import Entry, Round, Standings, Tournament

PLAYED = Q(
    entries__ranked=True,
    entries__tournament__public=True,
    entries__tournament__rounds__state__in=(Round.State.OPEN, Round.State.FINISHED),
)


def public_name(name: str, club: Club) -> str:
    """“Marie Kubala”, or “Marie K.” where the club does not show full names."""
    return name if club.full_names else short_name(name)


@dataclass(frozen=True, slots=True)
class Result:
    """A player's place in one tournament; `rounds` as the standings keep them."""

    tournament: Tournament
    place: int
    tied: bool
    people: int
    total: int
    rounds: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """All that a player did in public tournaments, newest first."""

    results: tuple[Result, ...]

    @property
    def tournaments(self) -> int:
        return len(self.results)

    @property
    def at_tables(self) -> list[int]:
        """Chips of every round played at a table."""
        return [
            each["chips"]
            for result in self.results
            for each in result.rounds
            if not each["why"]
        ]

    @property
    def rounds(self) -> int:
        return len(self.at_tables)

    @property
    def average(self) -> Fraction | None:
        played = self.at_tables
        return Fraction(sum(played), len(played)) if played else None

    @property
    def best_round(self) -> int | None:
        return max(self.at_tables, default=None)

    @property
    def best_place(self) -> int | None:
        return min((result.place for result in self.results), default=None)


def players_of(club: Club) -> QuerySet[Player]:
    """Everybody who has played in public, by name, each with `tournaments`."""
    counted = Number("entries__tournament", filter=PLAYED, distinct=True)
    players = club.players.filter(erased_at=None).annotate(tournaments=counted)
    return players.filter(tournaments__gt=0).order_by("name", "number")


def player_at(club: Club, number: int) -> Player | None:
    return club.players.filter(number=number).first()


def record_of(player: Player) -> Record:
    """A player's results, newest first, in two queries."""
    entries = Entry.objects.filter(
        player=player, ranked=True, tournament__public=True
    ).values_list("tournament_id", "pk")
    own = dict(entries)
    kept = (
        Standings.objects.filter(tournament__in=own)
        .select_related("tournament__club")
        .order_by("-tournament__date", "-tournament__pk")
    )
    return Record(
        tuple(
            Result(
                each.tournament,
                row["place"],
                row["tied"],
                len(each.rows),
                row["total"],
                tuple(row["rounds"]),
            )
            for each in kept
            for row in each.rows
            if row["entry"] == own[each.tournament_id]
        )
    )
