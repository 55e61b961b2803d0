"""What another formula, or other tournaments, would make of a season."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from clubs.models import Season
from clubs.wording import place_text
from rules.season import Formula
from scoring.games.choice import in_order
from scoring.games.names import name_of
from scoring.models import Tournament
from scoring.standings.season_standings import SeasonStandings, season_by_game
from scoring.years.seasons import in_season


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
    of_days = Q(date__range=days)
    return in_season(season, of_days).select_related("season").order_by("date", "pk")


def effects_of(
    season: Season,
    supposed: Season,
    formula: Formula,
    weights: Mapping[int, int],
    also: Mapping[int, int | None],
) -> SeasonEffects:
    """If the season were as `supposed`, and tournaments counted so much (`Weights`)."""
    told = Q(pk__in={*weights, *also})
    among = in_season(supposed, told).filter(public=True)
    counted = []
    for each in among.order_by("date", "pk"):
        here = also[each.pk] or 0 if each.pk in also else each.counts
        each.counts = weights.get(each.pk, here)
        if each.counts and supposed.game in ("", each.game):
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
