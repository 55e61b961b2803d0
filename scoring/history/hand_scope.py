"""Which hands are asked for, and what is kept of them: of a player, a lodge, a season.

Of a player his tallies are read. A club has those of everybody in thirty years: they are
summed up by season and lodge, and kept until an evening of the season changes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.cache import caches
from django.db.models import Count as Number
from django.db.models import Max, Sum

from clubs.models import Club, Player, Season
from clubs.wording.names import alphabetical
from rules.figures import HANDS, NOTHING, Figures, together
from scoring.games.choice import in_order
from scoring.models import Standings, Tally

ENOUGH = 0.8  # of the sheets have hands; else nobody knows which hands are missing
KEPT = 30 * 24 * 60 * 60  # s
SHAPE = 1  # of what is kept


class Recorded(NamedTuple):
    """Figures, and of how many of the sheets played they are."""

    played: int
    sheets: int
    sums: Figures

    @property
    def share(self) -> float:
        return self.sheets / self.played if self.played else 0.0

    @property
    def hands(self) -> int:
        """Each counts once for everybody who played it."""
        return self.sums.get(HANDS, NOTHING).n

    @property
    def is_enough(self) -> bool:
        return self.sheets > 0 and self.share >= ENOUGH


class Asked(NamedTuple):
    """What is to be shown; an empty season or lodge means all of them."""

    game: str
    season: int | None = None
    lodge: str = ""


@dataclass(frozen=True)
class Choices:
    """What may be asked for: games, the usual one first; seasons, the newest first."""

    games: list[str]
    seasons: list[Season]
    lodges: list[str]


class PlayerHands:
    """The hands of a player in public tournaments; two queries."""

    def __init__(self, player: Player) -> None:
        rows = Tally.objects.filter(player=player, tournament__public=True)
        read = rows.order_by().values_list("game", "tournament__season", "figures")
        self.rows = list(read)
        seasons = {season for _, season, _ in self.rows}
        self.choices = Choices(
            in_order(game for game, _, _ in self.rows),
            [each for each in player.club.seasons.all() if each.pk in seasons],
            [],
        )

    def recorded(self, asked: Asked) -> Recorded:
        return _together(self._of(asked))

    def partners(self, asked: Asked) -> Figures:
        """With whom, by the keys of players."""
        return together(each.get("partners", {}) for each in self._of(asked))

    def _of(self, asked: Asked) -> Iterator[Mapping[str, Any]]:
        for game, season, figures in self.rows:
            if game == asked.game and asked.season in (None, season):
                yield figures


class ClubHands:
    """The hands of a club in public tournaments; at most four queries."""

    def __init__(self, club: Club) -> None:
        public = Standings.objects.filter(
            tournament__club=club, tournament__public=True
        )
        stamps = public.order_by().values_list("tournament__game", "tournament__season")
        # Others, as many, have another sum of their keys.
        states = stamps.annotate(Max("reckoned_at"), Number("pk"), Sum("pk"))
        now = {(game, season): str(state) for game, season, *state in states}
        self.by_lodge = _summed_up(f"hands-{SHAPE}-{club.pk}", now)
        seasons = {season for _, season in self.by_lodge}
        lodges = {lodge for each in self.by_lodge.values() for lodge in each if lodge}
        self.choices = Choices(
            in_order(game for game, _ in self.by_lodge),
            [each for each in club.seasons.all() if each.pk in seasons],
            sorted(lodges, key=alphabetical),
        )

    def recorded(self, asked: Asked) -> Recorded:
        parts = [
            part
            for (game, season), by_lodge in self.by_lodge.items()
            if game == asked.game and asked.season in (None, season)
            for lodge, part in by_lodge.items()
            if asked.lodge in ("", lodge)
        ]
        return Recorded(
            sum(each.played for each in parts),
            sum(each.sheets for each in parts),
            together(each.sums for each in parts),
        )


_Season = tuple[str, int]
ByLodge = dict[str, Recorded]


def _summed_up(key: str, stamps: Mapping[_Season, str]) -> dict[_Season, ByLodge]:
    """By game and season what was kept under the key; what has another stamp anew."""
    kept: dict[_Season, tuple[str, ByLodge]] = caches["boards"].get(key, {})
    found = {
        each: kept[each][1]
        for each, stamp in stamps.items()
        if each in kept and kept[each][0] == stamp
    }
    if missing := stamps.keys() - found.keys():
        found |= _reckoned(missing)
        caches["boards"].set(
            key, {each: (stamps[each], found[each]) for each in stamps}, KEPT
        )
    return {each: by_lodge for each, by_lodge in found.items() if by_lodge}


def _reckoned(missing: Iterable[_Season]) -> dict[_Season, ByLodge]:
    tallies: dict[_Season, dict[str, list[Any]]] = {each: {} for each in missing}
    rows = Tally.objects.filter(
        tournament__public=True, tournament__season__in={pk for _, pk in tallies}
    ).order_by()
    read = rows.values_list("game", "tournament__season", "entry__lodge", "figures")
    for game, season, lodge, figures in read:
        if (game, season) in tallies:
            tallies[game, season].setdefault(lodge, []).append(figures)
    return {
        each: {lodge: _together(figures) for lodge, figures in by_lodge.items()}
        for each, by_lodge in tallies.items()
    }


def _together(every: Iterable[Mapping[str, Any]]) -> Recorded:
    """Figures as tallies keep them (results.selectors.hand_figures), added up."""
    tallies = list(every)
    return Recorded(
        sum(each.get("played", 0) for each in tallies),
        sum(each.get("sheets", 0) for each in tallies),
        together(each.get("sums", {}) for each in tallies),
    )
