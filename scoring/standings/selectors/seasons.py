"""A club's year: totals of its public tournaments added up, player by player."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from clubs.models import Club, Player, Season
from rules.ranking import Contestant, RoundResult, Row, rank
from scoring.core.selectors.names import public_name
from scoring.models import Entry, Round, Standings, Tournament
from scoring.results.selectors.stored import has_scores, over


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's year. `totals`: chips by tournament, None where he did not play."""

    place: int
    tied: bool
    player: int
    name: str
    lodge: str
    tournaments: int
    rounds: int
    average: Fraction | None
    best_place: int
    totals: tuple[int | None, ...]
    total: int


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The year's standings, and the tournaments they add up, oldest first."""

    season: Season
    tournaments: tuple[Tournament, ...]
    lines: tuple[SeasonLine, ...]

    @property
    def unfinished(self) -> list[Tournament]:
        """Tournaments whose standings are not final yet."""
        return [each for each in self.tournaments if not each.finished_at]


def seasons_of(club: Club) -> QuerySet[Season]:
    """Seasons with anything played in public, newest first."""
    played = Round.objects.filter(
        tournament__season=OuterRef("pk"),
        tournament__public=True,
        state__in=Round.COUNTING,
    )
    return club.seasons.filter(Exists(played))


def season_standings(season: Season) -> SeasonStandings:
    """The sum of all totals of a season's public tournaments, in two queries."""
    public = (
        Standings.objects.filter(tournament__season=season, tournament__public=True)
        .exclude(rows=[])
        .select_related("tournament")
        .order_by("tournament__date", "tournament__pk")
    )
    kept = [each for each in public if has_scores(each.rows)]
    entries = Entry.objects.filter(
        tournament__in=[each.tournament_id for each in kept],
        ranked=True,
        player__isnull=False,
    ).select_related("player")
    people = {entry.pk: entry.player for entry in entries if entry.player}
    years: dict[int, dict[int, Mapping[str, Any]]] = {}
    for at, each in enumerate(kept):
        for row in each.rows:
            if player := people.get(row["entry"]):
                years.setdefault(player.pk, {})[at] = row
    known = {player.pk: player for player in people.values()}
    lines = tuple(
        _line(season, row, known[row.key], years[row.key], len(kept))
        for row in _ranked(years, known)
    )
    return SeasonStandings(season, tuple(each.tournament for each in kept), lines)


def _ranked(
    years: Mapping[int, Mapping[int, Mapping[str, Any]]], known: Mapping[int, Player]
) -> Iterable[Row[int]]:
    """Most chips first; a tournament counts as a round does in a tournament."""
    return rank(
        Contestant(
            key=player,
            results=tuple(RoundResult(at, row["total"]) for at, row in year.items()),
            order=known[player].number,
        )
        for player, year in years.items()
    )


def _line(
    season: Season,
    row: Row[int],
    player: Player,
    year: Mapping[int, Mapping[str, Any]],
    tournaments: int,
) -> SeasonLine:
    at_tables = [
        each["chips"]
        for results in year.values()
        for each in over(results)
        if not each["why"]
    ]
    totals = [year[at]["total"] if at in year else None for at in range(tournaments)]
    return SeasonLine(
        place=row.place,
        tied=row.tied,
        player=player.number,
        name=public_name(player.name, season.club),
        lodge=player.lodge,
        tournaments=len(year),
        rounds=len(at_tables),
        average=Fraction(sum(at_tables), len(at_tables)) if at_tables else None,
        best_place=min(results["place"] for results in year.values()),
        totals=tuple(totals),
        total=row.chips,
    )
