"""A season as everybody sees it: who stands where, with today's names."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.models import Club, Player, Season
from clubs.wording import say
from clubs.wording.said import Said
from rules.season import Formula, Least, Line, Part
from scoring.core.selectors.names import hides, public_name
from scoring.games.names import name_of
from scoring.models import Round, Tournament
from scoring.standings.season_words import value_text, value_texts
from scoring.years.seasons import (
    WHOLE,
    SeasonOfGame,
    formula_of,
    in_season,
    places_by_game,
)


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's season; `player` is his number in the club."""

    player: int
    name: str
    lodge: str
    of: Line[int]
    parts: tuple[Part | None, ...]  # of each tournament, None where he was away
    lacks_rounds: bool = False  # what he lacks are rounds, not tournaments
    has_page: bool = True

    @property
    def place(self) -> int | None:
        return self.of.place

    @property
    def tied(self) -> bool:
        return self.of.tied

    @property
    def value(self) -> Fraction | None:
        return self.of.value

    @property
    def tournaments(self) -> int:
        return self.of.evenings

    @property
    def rounds(self) -> int | None:
        return self.of.rounds

    @property
    def average(self) -> Fraction | None:
        return self.of.average

    @property
    def best_place(self) -> int:
        return self.of.best_place


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The season's standings in one game, and the tournaments that count, oldest first.

    `game` is its name where others were played in the season as well.
    """

    season: Season
    formula: Formula
    tournaments: tuple[Tournament, ...]
    lines: tuple[SeasonLine, ...]
    game: str = ""
    # Of values that would look alike, and are not.
    texts: Mapping[Fraction, str] = field(default_factory=dict)

    @property
    def average_leaves_out(self) -> Said | str:
        """What the column beside the value does not look at, where it makes a difference."""
        weights = {each.counts for each in self.tournaments}
        if weights - {WHOLE}:
            return say(
                "The column “Net chips a round” takes every round at a table alike: how "
                "often its tournament counts is left out, and none is dropped."
            )
        if self.formula.best:
            return say("The column “Net chips a round” has dropped rounds in it, too.")
        return ""

    def written(self, line: SeasonLine) -> str:
        """What somebody has, as it stands beside the others."""
        shown = None if line.value is None else self.texts.get(line.value)
        return shown or value_text(self.formula, line.value)

    @property
    def anchor(self) -> str:
        """Where pages of several games have this one."""
        return f"#game-{self.tournaments[0].game}" if self.game else ""

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
    old = Tournament.objects.filter(
        season=OuterRef("pk"), public=True, old_list__isnull=False
    )
    rounds = Round.objects.filter(tournament__public=True, state__in=Round.COUNTING)
    too = rounds.filter(tournament__in_seasons__season=OuterRef("pk"))
    of_days = rounds.filter(
        tournament__club=club,
        tournament__date__gte=OuterRef("starts"),
        tournament__date__lte=OuterRef("ends"),
    )
    old_of_days = Tournament.objects.filter(
        club=club,
        public=True,
        old_list__isnull=False,
        date__gte=OuterRef("starts"),
        date__lte=OuterRef("ends"),
    )
    beside = Q(beside=True) & (Q(Exists(of_days)) | Q(Exists(old_of_days)))
    return club.seasons.filter(
        Q(Exists(played)) | Q(Exists(old)) | Q(Exists(too)) | beside
    )


def ready_to_finish(season: Season, today: date) -> list[Tournament]:
    """Its tournaments of days gone by that were played, with every sheet verified."""
    counting = Round.objects.filter(tournament=OuterRef("pk"), state__in=Round.COUNTING)
    going_on = in_season(season).filter(finished_at=None, date__lt=today)
    ready = going_on.filter(
        Exists(counting), ~Exists(counting.filter(seats__score=None))
    )
    return list(ready.order_by("date", "pk"))


def season_standings(season: Season, game: str = "") -> SeasonStandings:
    """The season's standings in this game, or in the first that was played."""
    found = season_by_game(season)
    named = (each for each in found if game in {t.game for t in each.tournaments})
    return next(named, found[0])


def season_by_game(
    season: Season,
    formula: Formula | None = None,
    tournaments: Iterable[Tournament] | None = None,
) -> tuple[SeasonStandings, ...]:
    """The season's standings in each game; one without a line where nothing was played.

    Three queries. With another `formula`, or other `tournaments`, as they would be.
    """
    formula = formula or formula_of(season)
    places = places_by_game(season, formula=formula, tournaments=tournaments)
    if not places:
        return (SeasonStandings(season, formula, (), ()),)
    keys = {line.key for each in places for line in each.lines}
    people = Player.everybody.in_bulk(keys)
    several = len(places) > 1
    return tuple(
        SeasonStandings(
            season,
            formula,
            each.tournaments,
            tuple(_named(season.club, formula, each, people)),
            name_of(each.game) if several else "",
            value_texts(formula, (line.value for line in each.lines)),
        )
        for each in places
    )


def _named(
    club: Club, formula: Formula, places: SeasonOfGame, people: Mapping[int, Player]
) -> Iterator[SeasonLine]:
    """The lines with the names the club shows."""
    many = range(len(places.tournaments))
    of_rounds = formula.minimum_in is Least.ROUNDS
    for line in places.lines:
        player, parts = people[line.key], {part.evening: part for part in line.parts}
        yield SeasonLine(
            player.number,
            public_name(player.name, club, player.pk),
            player.lodge,
            line,
            tuple(parts.get(at) for at in many),
            of_rounds,
            has_page=not hides(club, player.pk),
        )
