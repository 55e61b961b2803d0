"""A season's yearbook: places, tournaments, records, players, hand statistics.

The worker that lays it out reads it, with the names as the club shows them then.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from django.utils import timezone, translation
from django.utils.safestring import SafeString

from clubs.i18n import NOTHING, chips_text, clock_and_day, message, place_text, signed
from clubs.models import Season
from clubs.storage import StorageDown
from scoring.core.charts import Columns, column_rows
from scoring.core.names import list_key, names_mark
from scoring.games.payoff_card import Heading
from scoring.history.awards import Earned, honours_of
from scoring.history.hand_stats import (
    ClubHands,
    FigureTable,
    HandStatsFilter,
    tables_of,
)
from scoring.history.record_book import game_board
from scoring.history.records import BrokenRecord, RecordBook
from scoring.models import Tournament
from scoring.printing.chip_rows import printed_row
from scoring.printing.document import (
    Document,
    NothingToPrint,
    TellProgress,
    document_of,
    nobody_watches,
)
from scoring.printing.jobs import Job, Recipe, UnknownJob, key_of, progress
from scoring.printing.ornaments import BLACK, divider, frame, seal
from scoring.printing.page_sizes import page_size
from scoring.results.standings_table import stored_lines
from scoring.standings.formulas import formula_words, value_head
from scoring.standings.report import evening_in_words
from scoring.standings.season_standings import (
    SeasonStandings,
    SeasonStandingsLine,
    season_by_game,
)
from scoring.standings.tables import season_row, season_scale

STYLE = "print_yearbook.css"
LISTED = 10  # places of a tournament
CHART_WIDTH, CHART_HEIGHT = 78, 11  # millimeters


def yearbook_recipe(season: Season, paper: str = "letter") -> Recipe:
    """Return the recipe, with the names as they are shown now.

    Language and paper size don't make it a different yearbook: the newest one stays.
    """
    return Recipe(
        f"{__name__}.read_yearbook",
        {"season": season.pk, "paper": paper},
        translation.get_language() or "",
        # the key of the first yearbooks, so that stored ones are still found
        f"Yearbook(season={season.pk}, names={names_mark(season.club)!r})",
    )


def read_yearbook(
    *, season: int, paper: str, tell: TellProgress = nobody_watches
) -> Document:
    """Read a season's current yearbook. Raises NothingToPrint."""
    of_season = Season.objects.select_related("club").get(pk=season)
    return yearbook_document(of_season, moment=timezone.now(), paper=paper, tell=tell)


def yearbook_job(season: Season) -> Job | None:
    """Return the finished print of the yearbook, with the names shown now."""
    owner, name = season.club.slug, f"{season.club.slug}-{season.slug}-yearbook"
    key = key_of(yearbook_recipe(season), owner=owner, name=name)
    try:
        job = progress(key, owner=owner)
    except (UnknownJob, StorageDown):  # the page can do without it
        return None
    return job if job.state == "done" else None


@dataclass(frozen=True, slots=True)
class EveningPage:
    """A tournament in short; `said` has its report's sentences."""

    tournament: Tournament
    said: tuple[str, ...]
    lines: tuple[tuple[str, str, str, str], ...]  # place, name, lodge, total
    people: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's season in short."""

    line: SeasonStandingsLine
    place: str
    value: str
    net: str
    rounds: str
    places: str
    columns: Columns


@dataclass(frozen=True, slots=True)
class Game:
    """Everything of a season in one game."""

    standings: SeasonStandings
    value_head: str
    # Place, line, value and stack of chips.
    lines: tuple[tuple[str, SeasonStandingsLine, str, SafeString | str], ...]
    evenings: tuple[EveningPage, ...]
    players: tuple[PlayerPage, ...]
    broken: tuple[BrokenRecord, ...]
    figures: tuple[FigureTable, ...]
    chips: tuple[int, ...] = ()  # the worth of a blue, a red and a white one


def yearbook_document(
    season: Season, *, moment: datetime, paper: str, tell: TellProgress = nobody_watches
) -> Document:
    """Return the whole book. Raises NothingToPrint if nothing was played.

    Reports progress after each tournament that is read.
    """
    played = [standings for standings in season_by_game(season) if standings.lines]
    evenings = sum(len(standings.tournaments) for standings in played)
    read = count(1)
    games = [
        _game(standings, lambda: tell(next(read), evenings)) for standings in played
    ]
    return yearbook_of(season, games, _pins(season), moment=moment, paper=paper)


def yearbook_of(
    season: Season,
    games: list[Game],
    pins: list[Earned],
    *,
    moment: datetime,
    paper: str,
) -> Document:
    """Return the book of these games. Raises NothingToPrint if there are none."""
    if not games:
        raise NothingToPrint(message("Nothing has been played in this season yet."))
    size, heading = page_size(paper), Heading.of_season(season)
    ink = heading.ink or BLACK
    context: dict[str, Any] = {
        "heading": heading,
        "frame": frame(size.width, size.height, 1, ink),
        "divider": divider(ink=ink),
        "seal": seal(1, ink),
        "season": season,
        "club": season.club,
        "as_of": clock_and_day(moment.astimezone(season.club.zone)),
        "words": formula_words(games[0].standings.formula),
        "games": games,
        "evenings": sum(len(standings.evenings) for standings in games),
        "people": len({line.player for g in games for line in g.standings.lines}),
        "pins": pins,
    }
    return document_of("yearbook.html", context, style=STYLE, paper=paper)


def _game(standings: SeasonStandings, tell: Callable[[], None]) -> Game:
    season, game = standings.season, standings.tournaments[0].game
    book = RecordBook(season.club, game_board(season.club, game))
    recorded = ClubHands(season.club).recorded(HandStatsFilter(game, season.pk))
    return game_in_print(
        standings,
        [_evening(evening, season, tell) for evening in standings.tournaments],
        broken=book.broken(season.starts, season.ends),
        figures=tables_of(game, recorded.sums) if recorded.is_enough else (),
    )


def game_in_print(
    standings: SeasonStandings,
    evenings: Iterable[EveningPage],
    *,
    broken: Iterable[BrokenRecord] = (),
    figures: Iterable[FigureTable] = (),
) -> Game:
    """Return everything of a game, formatted for paper."""
    scale, in_chips = season_scale(standings), standings.is_in_chips
    return Game(
        standings,
        str(value_head(standings.formula)),
        tuple(
            (
                place_text(line.place, line.tied) if line.place else NOTHING,
                line,
                standings.value_text_of(line),
                printed_row(season_row(line), scale, in_order=True) if in_chips else "",
            )
            for line in standings.lines
        ),
        tuple(evenings),
        tuple(_players(standings)),
        tuple(broken),
        tuple(figures),
        scale.values if in_chips else (),
    )


def _evening(
    tournament: Tournament, season: Season, tell: Callable[[], None]
) -> EveningPage:
    tell()
    tournament.club = season.club
    lines = stored_lines(tournament)
    return EveningPage(
        tournament,
        evening_in_words(tournament),
        tuple(
            (
                place_text(line.place, line.tied),
                line.person.name,
                line.person.lodge,
                chips_text(line.total),
            )
            for line in lines
            if line.place <= LISTED
        )[: 2 * LISTED],
        len(lines),
    )


def _players(standings: SeasonStandings) -> Iterator[PlayerPage]:
    """Yield players by name, without those who are hidden."""
    named = [line for line in standings.lines if line.has_page]
    club = standings.season.club
    named.sort(key=lambda line: list_key(line.name, club))
    charts = column_rows(
        [list(_heights(line)) for line in named],
        width=CHART_WIDTH,
        height=CHART_HEIGHT,
    )
    for line, columns in zip(named, charts, strict=True):
        yield PlayerPage(
            line,
            place_text(line.place, line.tied) if line.place else NOTHING,
            standings.value_text_of(line),
            signed(line.ranked.net),
            NOTHING if line.rounds is None else str(line.rounds),
            ", ".join(str(part.place) if part else NOTHING for part in line.parts),
            columns,
        )


def _heights(line: SeasonStandingsLine) -> Iterable[tuple[float, bool] | None]:
    for part in line.parts:
        if part and part.brought is not None and part.over:
            yield float(part.brought / part.over), not part.dropped
        else:
            yield None


def _pins(season: Season) -> list[Earned]:
    return honours_of(season.club, season.starts, season.ends)
