"""Statistics of hands: filters, cached sums, and the tables that show them.

For a player, their tallies are read. A club has those of everyone in thirty years: they
are summed by season and lodge, and cached until a tournament of the season changes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import Count as Number
from django.db.models import Max, Sum
from django.utils.translation import gettext_lazy as _

from clubs.i18n import in_language, message
from clubs.i18n.person_names import alphabetical
from clubs.models import Club, Player, Season
from rules.hand_stats import (
    ENOUGH,
    HANDS,
    NOTHING,
    ORIGIN,
    Figure,
    Figures,
    add_figures,
    wilson,
)
from rules.labels import title_of
from scoring.core.charts import Bars, bar_chart
from scoring.games.game_choice import in_order
from scoring.games.labels import FigureWords, figure_words
from scoring.history.board_cache import read_board, store_board
from scoring.history.record_holders import NamedPlayer, named_people
from scoring.models import Standings, Tally
from scoring.results.rows import players_stem
from scoring.rollups.hand_stats import BEYOND, DROPPED, RULED, UNRECORDED
from scoring.rollups.updates import enqueue_stale

ENOUGH_SHEETS = 0.8  # of sheets played; with fewer, too many hands are missing
KEPT = 30 * 24 * 60 * 60  # seconds
SHAPE = 2  # version of the cached data
_Season = tuple[str, int]
WIDE = 100  # of an interval in a chart: percent
OTHER_ORIGINS = {
    BEYOND: _("Payments outside hands"),
    UNRECORDED: _("Sheets without recorded hands"),
    DROPPED: _("Dropped rounds"),
}
Partner = tuple[str, NamedPlayer]  # with the key of their statistics


class RecordedFigures(NamedTuple):
    """Statistics, with how many of the sheets played they include."""

    played: int
    sheets: int
    sums: Figures

    @property
    def share(self) -> float:
        return self.sheets / self.played if self.played else 0.0

    @property
    def hands(self) -> int:
        """The number of hands, counted once for each player in them."""
        return self.sums.get(HANDS, NOTHING).n

    @property
    def is_enough(self) -> bool:
        return self.sheets > 0 and self.share >= ENOUGH_SHEETS


class HandStatsFilter(NamedTuple):
    """A filter of statistics; an empty season or lodge means all of them."""

    game: str
    season: int | None = None
    lodge: str = ""


@dataclass(frozen=True)
class HandStatsChoices:
    """Possible filters: games, usual one first; seasons, newest first; lodges."""

    games: list[str]
    seasons: list[Season]
    lodges: list[str]


class PlayerHands:
    """The hands of a player in public tournaments; two queries."""

    def __init__(self, player: Player) -> None:
        rows = Tally.objects.filter(player=player, tournament__public=True)
        read = rows.order_by().values_list("game", "tournament__season", "figures")
        self.rows = list(read)
        seasons = {season for _unused, season, _unused in self.rows}
        self.choices = HandStatsChoices(
            in_order(game for game, _unused, _unused in self.rows),
            [season for season in player.club.seasons.all() if season.pk in seasons],
            [],
        )

    def recorded(self, asked: HandStatsFilter) -> RecordedFigures:
        return _summed(self._figures(asked))

    def partners(self, asked: HandStatsFilter) -> Figures:
        """Return the statistics with each partner, by player key."""
        return add_figures(
            figures.get("partners", {}) for figures in self._figures(asked)
        )

    def _figures(self, asked: HandStatsFilter) -> Iterator[Mapping[str, Any]]:
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
        # If other tournaments replace as many, the sum of their keys differs.
        states = stamps.annotate(
            Sum("revision"),
            Sum("followed"),
            Max("reckoned_at"),
            Number("pk"),
            Sum("pk"),
        )
        versions = {}
        for game, season, revisions, followed, *state in states:
            versions[game, season] = str([followed, *state])
            if followed < revisions:
                enqueue_stale(club)  # the task that should do this may be lost
        self.by_lodge = _summed_up(f"hands-{SHAPE}-{club.pk}", versions)
        seasons = {season for _unused, season in self.by_lodge}
        lodges = {*filter(None, chain.from_iterable(self.by_lodge.values()))}
        self.choices = HandStatsChoices(
            in_order(game for game, _unused in self.by_lodge),
            [season for season in club.seasons.all() if season.pk in seasons],
            sorted(lodges, key=alphabetical),
        )

    def recorded(self, asked: HandStatsFilter) -> RecordedFigures:
        parts = []
        for (game, season), by_lodge in self.by_lodge.items():
            if game == asked.game and asked.season in (None, season):
                lodges = [asked.lodge] if asked.lodge else by_lodge
                parts += [by_lodge[lodge] for lodge in lodges if lodge in by_lodge]
        return RecordedFigures(
            sum(part.played for part in parts),
            sum(part.sheets for part in parts),
            add_figures(part.sums for part in parts),
        )


ByLodge = dict[str, RecordedFigures]


def _summed_up(key: str, stamps: Mapping[_Season, str]) -> dict[_Season, ByLodge]:
    """Return cached statistics by game and season; outdated ones are recomputed."""
    stored: dict[_Season, tuple[str, ByLodge]] = read_board(key, {})
    by_pair = {
        pair: stored[pair][1]
        for pair, stamp in stamps.items()
        if pair in stored and stored[pair][0] == stamp
    }
    if missing := stamps.keys() - by_pair.keys():
        by_pair |= _compute_by_lodge(missing)
        store_board(key, {pair: (stamps[pair], by_pair[pair]) for pair in stamps}, KEPT)
    return {pair: by_lodge for pair, by_lodge in by_pair.items() if by_lodge}


def _compute_by_lodge(missing: Iterable[_Season]) -> dict[_Season, ByLodge]:
    tallies: dict[_Season, dict[str, list[Any]]] = {pair: {} for pair in missing}
    rows = Tally.objects.filter(
        tournament__public=True, tournament__season__in={pk for _unused, pk in tallies}
    ).order_by()
    read = rows.values_list("game", "tournament__season", "entry__lodge", "figures")
    for game, season, lodge, figures in read:
        if (game, season) in tallies:
            tallies[game, season].setdefault(lodge, []).append(figures)
    sums = {}
    for pair, by_lodge in tallies.items():
        sums[pair] = {lodge: _summed(figures) for lodge, figures in by_lodge.items()}
    return sums


def _summed(figures: Iterable[Mapping[str, Any]]) -> RecordedFigures:
    """Return statistics of tallies, added up."""
    tallies = list(figures)
    return RecordedFigures(
        sum(tally.get("played", 0) for tally in tallies),
        sum(tally.get("sheets", 0) for tally in tallies),
        add_figures(tally.get("sums", {}) for tally in tallies),
    )


@dataclass(frozen=True, slots=True)
class EstimatedRate:
    """A rate with the interval of the true one, 95 times in 100: in percent."""

    at: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class StatLine:
    """A statistic with its word; without a rate or mean if there are too few.

    `address` is the link of the word.
    """

    name: str
    figure: Figure
    rate: EstimatedRate | None
    within: float | None  # chips each, half the interval of the mean
    address: str = ""


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Statistics of one kind; `tried` and `paid` as in FigureWords.

    `what` is the heading of their words.
    """

    title: str
    tried: bool
    paid: bool
    lines: tuple[StatLine, ...]
    what: str = ""

    @property
    def digits(self) -> int:
        """Decimal places of a rate: rare things happen less than once in a hundred."""
        return 0 if self.tried else 1


@dataclass(frozen=True, slots=True)
class Origins:
    """The sources of a net, in chips that add up to it, with their chart."""

    lines: tuple[tuple[str, int], ...]
    net: int
    bars: Bars


def tables_of(game: str, sums: Figures) -> list[FigureTable]:
    """Return each table of the game in which something happened."""
    hands = sums.get(HANDS, NOTHING).n
    tables = (_table(words, sums, hands) for words in figure_words(game))
    return [table for table in tables if table.lines]


def has_words(game: str) -> bool:
    """Return whether a game has statistics besides its chips."""
    return bool(figure_words(game))


def origins_of(sums: Figures) -> Origins:
    """Return the items that chips were paid for, the largest first."""
    chips: dict[str, int] = {}
    for name, figure in sums.items():
        if name.startswith(ORIGIN):
            word = _origin(name)
            chips[word] = chips.get(word, 0) + figure.chips
    lines = sorted(chips.items(), key=lambda line: -abs(line[1]))
    return Origins(tuple(lines), sum(chips.values()), bar_chart(lines))


def _origin(name: str) -> str:
    if name in OTHER_ORIGINS:
        return str(OTHER_ORIGINS[name])
    item = "ruling" if name == RULED else name.removeprefix(ORIGIN)
    return in_language(title_of(item))


def _table(words: FigureWords, sums: Figures, hands: int) -> FigureTable:
    attempts = None if words.tried else hands
    lines = (
        line_of(
            word,
            sums[name],
            attempts=attempts,
            paid=words.paid,
            has_rate=name not in words.only_won,
        )
        for name, word in words.words.items()
        if name in sums
    )
    return FigureTable(words.title, words.tried, words.paid, tuple(lines))


def line_of(
    name: str,
    figure: Figure,
    *,
    attempts: int | None = None,
    paid: bool = True,
    has_rate: bool = True,
    address: str = "",
) -> StatLine:
    """Return a line of statistics.

    `attempts`: the hands in some of which it happened; None if it was tried.
    """
    won, n = (
        (figure.won, figure.n)
        if attempts is None
        else (min(figure.n, attempts), attempts)
    )
    rate = _rate(won, n) if has_rate and n >= ENOUGH else None
    is_known = paid and figure.n >= ENOUGH
    return StatLine(name, figure, rate, figure.within if is_known else None, address)


def _rate(won: int, attempts: int) -> EstimatedRate:
    low, high = wilson(won, attempts)
    return EstimatedRate(
        *(round(share * WIDE, 1) for share in (won / attempts, low, high))
    )


def partners_of(club: Club, figures: Figures) -> list[Partner]:
    """Return the partners, the most frequent first; one query.

    Without players who are hidden.
    """
    people = named_people(club)
    named = [(key, people[int(key)]) for key in figures if int(key) in people]
    return sorted(
        named, key=lambda partner: (-figures[partner[0]].n, partner[1].number)
    )


def partners_table(
    club: Club, partners: Iterable[Partner], figures: Figures
) -> FigureTable:
    """Return the table of results with each of these partners."""
    stem = players_stem(club)
    lines = tuple(
        line_of(person.name, figures[key], address=f"{stem}{person.number}/")
        for key, person in partners
    )
    return FigureTable(message("With this partner"), True, True, lines, message("With"))
