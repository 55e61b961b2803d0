"""What another formula, or other tournaments, would make of a season."""

import hashlib
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from clubs.models import Season
from clubs.wording import place_text
from rules.season import Formula
from scoring.games.choice import in_order
from scoring.games.names import name_of
from scoring.models import Tournament
from scoring.standings.selectors.seasons import SeasonStandings, season_by_game


@dataclass(frozen=True, slots=True)
class LineEffect:
    """Somebody's place and value as they are and would be; "": none."""

    name: str
    old_place: str
    new_place: str
    old: str
    new: str

    @property
    def moves(self) -> bool:
        return self.old_place != self.new_place


@dataclass(frozen=True, slots=True)
class SeasonEffects:
    """Of each game, by its name, the lines by the places they would have."""

    games: tuple[tuple[str, tuple[LineEffect, ...]], ...] = ()

    def __bool__(self) -> bool:
        """Whether anybody would have another place, or another number beside it."""
        lines = [line for _, found in self.games for line in found]
        return any(line.moves or line.old != line.new for line in lines)

    @property
    def moved(self) -> int:
        return sum(line.moves for _, found in self.games for line in found)

    @property
    def mark(self) -> str:
        """Stands for exactly these effects: consent to them is to no others."""
        return hashlib.sha256(repr(self.games).encode()).hexdigest()[:16]


def tournaments_for(season: Season) -> QuerySet[Tournament]:
    """What may count in it: its own tournaments, and those of its days."""
    days = (season.starts, season.ends)
    found = season.club.tournaments.filter(Q(season=season) | Q(date__range=days))
    return found.select_related("season").order_by("date", "pk")


def effects_of(
    season: Season, game: str, formula: Formula, weights: Mapping[int, int]
) -> SeasonEffects:
    """If the season were of this game and formula, and tournaments counted so much."""
    supposed = copy(season)
    supposed.game = game
    own = season.tournaments.filter(public=True)
    among = own | Tournament.objects.filter(
        public=True, club=season.club_id, pk__in=weights
    )
    counted = []
    for each in among.distinct().order_by("date", "pk"):
        each.season_weight = weights.get(each.pk, each.season_weight)
        if each.season_weight and game in ("", each.game):
            counted.append(each)
    return between(season_by_game(season), season_by_game(supposed, formula, counted))


def between(
    old: tuple[SeasonStandings, ...], new: tuple[SeasonStandings, ...]
) -> SeasonEffects:
    """How the one differs from the other, game by game."""
    before = {_game_of(each): each for each in old}
    after = {_game_of(each): each for each in new}
    return SeasonEffects(
        tuple(
            (name_of(game), tuple(_lines(before.get(game), after.get(game))))
            for game in in_order({*before, *after} - {""})
        )
    )


def _game_of(standings: SeasonStandings) -> str:
    return standings.tournaments[0].game if standings.tournaments else ""


def _lines(
    old: SeasonStandings | None, new: SeasonStandings | None
) -> list[LineEffect]:
    was, now = _told(old), _told(new)
    order = [*now, *(player for player in was if player not in now)]
    return [
        LineEffect(
            (now.get(player) or was[player])[0],
            *(was.get(player, NOBODY)[1], now.get(player, NOBODY)[1]),
            *(was.get(player, NOBODY)[2], now.get(player, NOBODY)[2]),
        )
        for player in order
    ]


NOBODY = ("", "", "")


def _told(standings: SeasonStandings | None) -> dict[int, tuple[str, str, str]]:
    """By the player's number: name, place and value."""
    if standings is None:
        return {}
    return {
        line.player: (
            line.name,
            place_text(line.place, line.tied) if line.place else "",
            standings.written(line),
        )
        for line in standings.lines
    }
