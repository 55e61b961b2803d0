"""A season's poster: the first players with charts of their results, and the winners.

One page, laid out in the paper's own size; a printer can enlarge it for a wall.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from operator import itemgetter
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString

from clubs.i18n import clock_and_day, message, place_text
from clubs.models import Season
from scoring.core.charts import Columns, column_rows
from scoring.core.names import names_mark
from scoring.games.payoff_card import Heading
from scoring.models import Change
from scoring.printing.chip_rows import printed_row
from scoring.printing.document import (
    Document,
    NothingToPrint,
    Part,
    TellProgress,
    nobody_watches,
    part_of,
)
from scoring.printing.jobs import Recipe
from scoring.printing.ornaments import BLACK, SLIM, divider, frame
from scoring.printing.page_sizes import page_size
from scoring.printing.text_fit import SERIF, Size, line_count, size_for
from scoring.rollups.season_places import formula_of
from scoring.standings.formulas import formula_words, value_head
from scoring.standings.season_standings import (
    SeasonStandings,
    SeasonStandingsLine,
    season_by_game,
)
from scoring.standings.tables import season_row, season_scale

STYLE = "print_poster.css"
# Millimeters; print_poster.css has equal ones.
MARGIN, HEAD, DIVIDER, TABLE_HEAD, NAME, BARS = 14, 50, 8, 19, 60, 66
RULE = 0.2  # under each row
LOWEST, HIGHEST = 4.6, 18  # limits of a player's row
FEW = 6  # up to this many events, each has room for its first three places
WINNER, WINNERS_HEAD, WINNERS_MOST = 5.3, 12, 42
STACK_OF_ROW, STACK_TALLEST = 0.36, 4.0  # height of a stack: share of a row, and in mm
OF_ROW, TALLEST, PT = 0.66, 22, 0.3528  # letters: of a row; in points; a point in mm
DAY, PODIUM, SPARE = 20, 12, " (not final)"  # a date; points of a podium; its end
PAD, FOLDED = 1, 0.58  # around a name; the size of a name on two lines
LETTER, SMALLER = 0.52, 0.72  # width of a letter relative to its height; a smaller size
TITLE_SIZES: tuple[Size, ...] = (("", 18, 1), ("long", 28, 1))


@dataclass(frozen=True, slots=True)
class PosterLine:
    """A player of the season, with a bar for each tournament; `rank` is the place.

    If chips are added up, a stack replaces the bars. Names are as large as the longest
    one allows, except for one that is far too long.
    """

    place: str
    rank: int
    name: str
    size: str
    columns: Columns
    stack: SafeString | str
    evenings: int
    value: str


def poster_recipe(season: Season, *, first: int, paper: str) -> Recipe:
    """Return the recipe; it changes with every write in the club."""
    lines = Change.objects.filter(club=season.club_id).order_by("-pk")
    last = lines.values_list("pk", flat=True).first()
    version = f"{names_mark(season.club)} {last}"
    reader = f"{__name__}.read_poster"
    return Recipe.of(reader, version, season=season.pk, first=first, paper=paper)


def read_poster(
    *, season: int, first: int, paper: str, tell: TellProgress = nobody_watches
) -> Document:
    """Read a season's current poster. Raises NothingToPrint."""
    of_season = Season.objects.select_related("club").get(pk=season)
    return poster_document(of_season, first=first, moment=timezone.now(), paper=paper)


def poster_document(
    season: Season, *, first: int, moment: datetime, paper: str
) -> Document:
    """Return a page for each game of the season.

    Raises NothingToPrint if nobody has a place.
    """
    return poster_of(season_by_game(season), first=first, moment=moment, paper=paper)


def poster_of(
    games: Iterable[SeasonStandings], *, first: int, moment: datetime, paper: str
) -> Document:
    """Return a page for each game in which anyone has a place."""
    parts = [
        _part(standings, first, moment, paper)
        for standings in games
        if any(line.place for line in standings.lines)
    ]
    if not parts:
        raise NothingToPrint(message("No one has a place in this season yet."))
    return Document(tuple(parts))


def _part(standings: SeasonStandings, first: int, moment: datetime, paper: str) -> Part:
    season, club = standings.season, standings.season.club
    placed = [line for line in standings.lines if line.place]
    all_winners = winners_of(standings)
    winners = all_winners[-WINNERS_MOST:]
    is_podium = len(all_winners) <= FEW
    winners_columns = 2 if len(winners) <= WINNERS_MOST // 2 else 3
    if is_podium:
        winners, winners_columns = podiums_of(standings), 1
    tall = page_size(paper).height - 2 * MARGIN - HEAD - TABLE_HEAD - DIVIDER
    room = (page_size(paper).width - 2 * MARGIN - DAY) / PT
    winner_sizes = [
        podium_size(names, room) if is_podium else "" for _, names in winners
    ]
    winner_lines = len(winners) + sum(map(bool, winner_sizes))
    tall -= WINNERS_HEAD + -(-winner_lines // winners_columns) * WINNER
    listed = placed[: min(first, int(tall / LOWEST))]
    row = min(tall / len(listed), HIGHEST)
    letters = min(row * OF_ROW / PT, TALLEST)
    size, heading = page_size(paper), Heading.of_season(season)
    ink = heading.ink or BLACK
    parts = chain.from_iterable(line.parts for line in listed)
    context: dict[str, Any] = {
        "heading": heading,
        "frame": frame(size.width, size.height, 2, ink, SLIM),
        "divider": divider(ink=ink),
        "season": season,
        "title_size": size_for(season.name, TITLE_SIZES, "longest"),
        "club": club,
        "standings": standings,
        "as_of": clock_and_day(moment.astimezone(club.zone)),
        "words": " ".join(map(str, formula_words(formula_of(season)))),
        "value_head": value_head(standings.formula),
        "lines": list(_lines(standings, listed, row, letters * PT * LETTER)),
        "ranked": len(placed),
        "has_dropped": any(part and part.dropped for part in parts),
        "winners": [
            (*winner, size) for winner, size in zip(winners, winner_sizes, strict=True)
        ],
        "is_podium": is_podium,
        "evenings": len(all_winners),
        "winners_columns": winners_columns,
        "row": round(row - RULE, 2),
        "letters": round(letters, 1),
        "stack_height": round(min(row * STACK_OF_ROW, STACK_TALLEST), 2),
        "chips": season_scale(standings).values if standings.is_in_chips else (),
    }
    return part_of("poster.html", context, style=STYLE, paper=paper)


def _lines(
    standings: SeasonStandings,
    lines: Sequence[SeasonStandingsLine],
    row: float,
    letter: float,
) -> Iterable[PosterLine]:
    pictures = column_rows(
        [
            [
                (float(part.brought / part.over), not part.dropped)
                if part and part.brought is not None and part.over
                else None
                for part in line.parts
            ]
            for line in lines
        ],
        width=BARS,
        height=round(row * 0.8, 2),
    )
    scale = season_scale(standings)
    room, smaller = int(NAME / letter), int(NAME / letter / SMALLER)
    sizes = [("long", smaller, 1)]
    if not any(room < len(line.name) <= smaller for line in lines):
        sizes.insert(0, ("", room, 1))
    for line, columns in zip(lines, pictures, strict=True):
        yield PosterLine(
            place_text(line.place or 0, line.tied),
            line.place or 0,
            line.name,
            _folded(size_for(line.name, sizes, "longest"), line.name, letter, row),
            columns,
            printed_row(season_row(line), scale, in_order=True)
            if standings.is_in_chips
            else "",
            line.tournaments,
            standings.value_text_of(line),
        )


def _folded(size: str, name: str, letter: float, row: float) -> str:
    """Return the size of a name on two lines, or of one that needs three."""
    high = letter / LETTER * FOLDED
    if size != "longest" or line_count(name, (NAME - 2 * PAD) / high, SERIF) <= 2:
        return size
    return "longest deep" if 3 * high < row - 2 * PAD else "folded"


def podium_size(names: Sequence[str], room: float) -> str:
    """Return the CSS class of a podium's names: on one line, on two, or smaller."""
    text = " · ".join(names) + SPARE
    lines = line_count(text, room / PODIUM)
    return "" if lines == 1 else "two" if lines == 2 else "two small"


def podiums_of(standings: SeasonStandings) -> list[tuple[Any, list[str]]]:
    """Return each tournament of the season with the names of its first three places."""
    podiums = []
    for position, tournament in enumerate(standings.tournaments):
        placed = [
            (part.place, line.name)
            for line in standings.lines
            if (part := line.parts[position]) and part.place and part.place <= 3
        ]
        placed.sort(key=itemgetter(0))
        podiums.append((tournament, [f"{place}. {name}" for place, name in placed]))
    return podiums


def winners_of(standings: SeasonStandings) -> list[tuple[Any, list[str]]]:
    """Return each tournament of the season with its winners."""
    winners = []
    for index, tournament in enumerate(standings.tournaments):
        placed = ((line, line.parts[index]) for line in standings.lines)
        firsts = [line.name for line, part in placed if part and part.place == 1]
        winners.append((tournament, firsts))
    return winners
