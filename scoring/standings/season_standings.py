"""A public season: its standings, its lists, and its published versions."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import chain
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.i18n import message
from clubs.models import Club, Player, Season
from rules.messages import Sentence
from rules.season import Counts, Formula, Least, Line, Part, formula_from
from rules.teams import Member, class_places, rank_teams, same_name
from scoring.core.names import hides, public_name
from scoring.games.labels import name_of
from scoring.models import Entry, Round, SeasonEdition, Tournament
from scoring.rollups.season_places import (
    WHOLE,
    GameSeason,
    formula_of,
    in_season,
    places_by_game,
)
from scoring.standings.formulas import (
    formula_changes,
    formula_words,
    value_head,
    value_text,
    value_texts,
)


@dataclass(frozen=True, slots=True)
class SeasonStandingsLine:
    """A player's line in a season; `player` is their number in the club."""

    player: int
    name: str
    lodge: str
    ranked: Line[int]
    parts: tuple[Part | None, ...]  # of each tournament, None if absent
    lacks_rounds: bool = False  # `lacks` counts rounds, not tournaments
    has_page: bool = True

    @property
    def place(self) -> int | None:
        return self.ranked.place

    @property
    def tied(self) -> bool:
        return self.ranked.tied

    @property
    def value(self) -> Fraction | None:
        return self.ranked.value

    @property
    def tournaments(self) -> int:
        return self.ranked.evenings

    @property
    def rounds(self) -> int | None:
        return self.ranked.rounds

    @property
    def average(self) -> Fraction | None:
        return self.ranked.average

    @property
    def best_place(self) -> int:
        return self.ranked.best_place


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The season's standings in one game, and the tournaments that count, oldest first.

    `game` is its name if the season has several games.
    """

    season: Season
    formula: Formula
    tournaments: tuple[Tournament, ...]
    lines: tuple[SeasonStandingsLine, ...]
    game: str = ""
    # Longer texts of different values that would look equal.
    texts: Mapping[Fraction, str] = field(default_factory=dict)

    @property
    def is_in_chips(self) -> bool:
        """Whether values are sums of chips and the game is played with chips."""
        return self.formula.counts in (Counts.NET, Counts.CHIPS) and all(
            tournament.with_chips for tournament in self.tournaments
        )

    @property
    def average_leaves_out(self) -> Sentence | str:
        """A note on what the average column ignores, if that makes a difference."""
        weights = {tournament.counts for tournament in self.tournaments}
        if weights - {WHOLE}:
            return message(
                "The column “Net chips per round” counts every round at a table "
                "equally. It ignores how much each tournament counts and drops "
                "no rounds."
            )
        if self.formula.best:
            return message(
                "The column “Net chips per round” also includes dropped rounds."
            )
        return ""

    def value_text_of(self, line: SeasonStandingsLine) -> str:
        """Return the value of a line as text that differs from other values."""
        exact_text = None if line.value is None else self.texts.get(line.value)
        return exact_text or value_text(self.formula, line.value)

    @property
    def anchor(self) -> str:
        """The anchor of this game on pages with several games."""
        return f"#game-{self.tournaments[0].game}" if self.game else ""

    @property
    def unfinished(self) -> list[Tournament]:
        """Tournaments whose standings are not final yet."""
        return [
            tournament for tournament in self.tournaments if not tournament.finished_at
        ]


def seasons_of(club: Club) -> QuerySet[Season]:
    """Return seasons with any public results, newest first."""
    played = Round.objects.filter(
        tournament__season=OuterRef("pk"),
        tournament__public=True,
        state__in=Round.COUNTING,
    )
    old = Tournament.objects.filter(
        season=OuterRef("pk"), public=True, old_list__isnull=False
    )
    rounds = Round.objects.filter(tournament__public=True, state__in=Round.COUNTING)
    counted_too = rounds.filter(tournament__in_seasons__season=OuterRef("pk"))
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
    parallel = Q(beside=True) & (Q(Exists(of_days)) | Q(Exists(old_of_days)))
    return club.seasons.filter(
        Q(Exists(played)) | Q(Exists(old)) | Q(Exists(counted_too)) | parallel
    )


def ready_to_finish(season: Season, today: date) -> list[Tournament]:
    """Return unfinished past tournaments of the season with all sheets verified."""
    counting = Round.objects.filter(tournament=OuterRef("pk"), state__in=Round.COUNTING)
    going_on = in_season(season).filter(finished_at=None, date__lt=today)
    ready = going_on.filter(
        Exists(counting), ~Exists(counting.filter(seats__score=None))
    )
    return list(ready.order_by("date", "pk"))


def season_standings(season: Season, game: str = "") -> SeasonStandings:
    """Return the season's standings in this game, or in the first one played."""
    found = season_by_game(season)
    named = (year for year in found if game in {t.game for t in year.tournaments})
    return next(named, found[0])


def season_by_game(
    season: Season,
    formula: Formula | None = None,
    tournaments: Iterable[Tournament] | None = None,
) -> tuple[SeasonStandings, ...]:
    """Return the season's standings in each game; without lines if nothing was played.

    Three queries. With another `formula` or other `tournaments`, a preview of them.
    """
    formula = formula or formula_of(season)
    places = places_by_game(season, formula=formula, tournaments=tournaments)
    if not places:
        return (SeasonStandings(season, formula, (), ()),)
    lines = chain.from_iterable(place.lines for place in places)
    keys = {line.key for line in lines}
    people = Player.everybody.in_bulk(keys)
    has_several_games = len(places) > 1
    return tuple(
        SeasonStandings(
            season,
            formula,
            place.tournaments,
            tuple(_named(season.club, formula, place, people)),
            name_of(place.game) if has_several_games else "",
            value_texts(formula, (line.value for line in place.lines)),
        )
        for place in places
    )


def _named(
    club: Club, formula: Formula, places: GameSeason, people: Mapping[int, Player]
) -> Iterator[SeasonStandingsLine]:
    """Yield the lines with the names the club shows."""
    many = range(len(places.tournaments))
    of_rounds = formula.minimum_in is Least.ROUNDS
    for line in places.lines:
        player, parts = people[line.key], {part.evening: part for part in line.parts}
        yield SeasonStandingsLine(
            player.number,
            public_name(player.name, club, player.pk),
            player.lodge,
            line,
            tuple(parts.get(index) for index in many),
            of_rounds,
            has_page=not hides(club, player.pk),
        )


@dataclass(frozen=True, slots=True)
class LodgeLine:
    """A lodge; `place` is None if too few of its players have a place."""

    name: str
    place: int | None
    tied: bool
    value: str
    counted: tuple[str, ...]
    others: int


@dataclass(frozen=True, slots=True)
class SeasonClassLine:
    """A player in a class: their place there, and in the season."""

    place: int
    tied: bool
    overall: int
    line: SeasonStandingsLine
    value: str


@dataclass(frozen=True, slots=True)
class SeasonLists:
    """The lists that the formula defines besides the ranking."""

    best: int
    lodges: tuple[LodgeLine, ...]
    classes: tuple[tuple[str, tuple[SeasonClassLine, ...]], ...]


def lists_of(standings: SeasonStandings) -> SeasonLists:
    """Return the lists of lodges and classes; one query if there are classes."""
    formula = standings.formula
    return SeasonLists(
        formula.lodge_best,
        tuple(_lodges(standings)) if formula.lodge_best else (),
        tuple(_classes(standings)) if formula.classes else (),
    )


def _with_place(standings: SeasonStandings) -> dict[int, SeasonStandingsLine]:
    return {line.player: line for line in standings.lines if line.place}


def _lodges(standings: SeasonStandings) -> Iterator[LodgeLine]:
    known = _with_place(standings)
    members = (
        Member(number, line.lodge, (line.value or 0,)) for number, line in known.items()
    )
    formula = standings.formula
    rows = list(rank_teams(members, formula.lodge_best))
    values = []
    for row in rows:
        counted = (known[n].value or Fraction(0) for n in row.counted)
        values.append(sum(counted, Fraction(0)))
    texts = value_texts(formula, values)
    for row, value in zip(rows, values, strict=True):
        yield LodgeLine(
            row.name,
            row.place,
            row.tied,
            texts.get(value) or value_text(formula, value),
            tuple(known[number].name for number in row.counted),
            len(row.others),
        )


def _classes(
    standings: SeasonStandings,
) -> Iterator[tuple[str, tuple[SeasonClassLine, ...]]]:
    """Yield classes by each player's last tournament; past results have none."""
    known = _with_place(standings)
    tournaments = [
        tournament.pk
        for tournament in standings.tournaments
        if not tournament.old_list_id
    ]
    rows = Entry.objects.filter(
        tournament__in=tournaments, tally__isnull=False
    ).order_by("tournament__date", "tournament_id")
    newest = {}
    for number, classes in rows.values_list("player__number", "classes"):
        newest[number] = set(map(same_name, classes))
    for name in standings.formula.classes:
        members = [
            (number, line.place)
            for number, line in known.items()
            if line.place and same_name(name) in newest.get(number, ())
        ]
        yield (
            name,
            tuple(
                SeasonClassLine(
                    of_class.place,
                    of_class.tied,
                    of_class.overall,
                    known[of_class.key],
                    standings.value_text_of(known[of_class.key]),
                )
                for of_class in class_places(members)
            ),
        )


@dataclass(frozen=True, slots=True)
class EditionLine:
    """A line as declared; `was_place` and `former_value` are of the version before."""

    name: str
    place: int | None
    tied: bool
    value: str
    evenings: int
    rounds: int | None
    was_place: int | None = None
    former_value: str = ""
    is_other: bool = False


@dataclass(frozen=True, slots=True)
class SeasonEditionPage:
    """A version with today's names: the lines of each game, and the games' codes."""

    edition: SeasonEdition
    head: Sentence
    rules_changed: tuple[Sentence, ...]  # since the version before
    words: tuple[Sentence, ...]
    games: tuple[tuple[str, tuple[EditionLine, ...]], ...]
    codes: tuple[str, ...]
    others: tuple[SeasonEdition, ...]

    @property
    def is_newest(self) -> bool:
        return all(other.number < self.edition.number for other in self.others)

    @property
    def changed(self) -> int:
        """The number of lines that differ from the version before."""
        return sum(line.is_other for _, lines in self.games for line in lines)


def season_edition(season: Season, number: int) -> SeasonEditionPage | None:
    """Return a version by its number; three queries."""
    listed = list(season.editions.defer("rows").order_by("number"))
    edition = next((row for row in listed if row.number == number), None)
    if edition is None:
        return None
    editions = season.editions.filter(number__in=(number - 1, number))
    rows = {row.number: row.rows for row in editions}
    before = {(row["game"], row["player"]): row for row in rows.get(number - 1, ())}
    keys = {row["player"] for row in rows[number]}
    people = Player.everybody.in_bulk(keys)
    names = {
        pk: public_name(player.name, season.club, pk) for pk, player in people.items()
    }
    formula = formula_from(edition.formula)
    formulas = {row.number: formula_from(row.formula) for row in listed}
    values = (_fraction(row) for row in [*rows[number], *rows.get(number - 1, ())])
    texts = value_texts(formula, values)
    games: dict[str, list[EditionLine]] = {}
    for row in rows[number]:
        old = before.get((row["game"], row["player"])) if before else row
        line = _line(row, old, names, formula, texts)
        games.setdefault(row["game"], []).append(line)
    has_several_games = len(games) > 1
    return SeasonEditionPage(
        edition,
        value_head(formula),
        tuple(formula_changes(formulas.get(number - 1, formula), formula)),
        tuple(formula_words(formula)),
        tuple(
            (name_of(g) if has_several_games else "", tuple(lines))
            for g, lines in games.items()
        ),
        tuple(games),
        tuple(other for other in listed if other != edition),
    )


def _line(
    row: Mapping[str, Any],
    old: Mapping[str, Any] | None,
    names: Mapping[int, str],
    formula: Formula,
    texts: Mapping[Fraction, str],
) -> EditionLine:
    return EditionLine(
        names.get(row["player"], ""),
        row["place"],
        row["tied"],
        _value(row, formula, texts),
        row["evenings"],
        row["rounds"],
        old["place"] if old else None,
        _value(old, formula, texts) if old else "",
        old != row,
    )


def _value(
    row: Mapping[str, Any], formula: Formula, texts: Mapping[Fraction, str]
) -> str:
    value = _fraction(row)
    exact_text = None if value is None else texts.get(value)
    return exact_text or value_text(formula, value)


def _fraction(row: Mapping[str, Any]) -> Fraction | None:
    return None if row["value"] is None else Fraction(row["value"])
