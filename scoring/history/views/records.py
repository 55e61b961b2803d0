"""Public pages of a club's records, awards, seasons and all-time list."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import club_at
from clubs.i18n import message, signed, tenths
from clubs.models import Club
from scoring.core.page_context import asked_year, club_frame
from scoring.core.tables import NumberColumn
from scoring.games.game_choice import in_order, usual_facts
from scoring.history.awards import (
    champions_of,
    honours_of,
    most_wins,
    next_pins,
    roll_of,
    winners_by_year,
)
from scoring.history.record_book import GameBoard, board_of
from scoring.history.records import ENOUGH, AllTimeRow, RecordBook, all_time
from scoring.history.views.games import asked_game
from scoring.results.rows import players_stem
from scoring.standings.season_standings import seasons_of

LINES_A_PAGE = 60
MOST_TYPED = 160  # letters
WINNERS_SHOWN = 6


class AllTimeTable(tables.Table):
    """The all-time list, sortable by any column, highest first."""

    name = tables.Column(verbose_name=_("Name"), attrs={"td": {"class": "lead"}})
    evenings = NumberColumn(verbose_name=_("Events"), initial_sort_descending=True)
    wins = NumberColumn(verbose_name=_("Won"), initial_sort_descending=True)
    podiums = NumberColumn(verbose_name=_("Top three"), initial_sort_descending=True)
    rounds = NumberColumn(verbose_name=_("Rounds"), initial_sort_descending=True)
    net = NumberColumn(
        verbose_name=_("Above start chips"), initial_sort_descending=True
    )
    average = NumberColumn(verbose_name=_("Per round"), initial_sort_descending=True)

    class Meta:
        attrs = {"caption": _("All-time standings"), "class": "compact"}

    def __init__(
        self, lines: Sequence[AllTimeRow], *, club: Club, **options: Any
    ) -> None:
        self.players = players_stem(club)
        super().__init__(lines, **options)

    def written(self, line: AllTimeRow) -> list[SafeString | str]:
        """Return all cells of a row at once, since cell by cell takes longer."""
        name = format_html(
            '<a href="{}{}/">{}</a>', self.players, line.number, line.name
        )
        if line.lodge:
            lodge = format_html('<span class="lodge">{}</span>', line.lodge)
            name = format_html("{} {}", name, lodge)
        numbers = (line.evenings, line.wins, line.podiums, line.rounds)
        return [name, *map(str, numbers), signed(line.net), tenths(line.average)]


@require_safe
def records(request: HttpRequest, club: str) -> HttpResponse:
    """Show current and earlier records, and those of a year."""
    the_club = club_at(club)
    games = board_of(the_club).games
    asked = asked_game(request, in_order(games))
    book = RecordBook(the_club, games.get(asked["game"], GameBoard.from_held((), {})))
    year = _year(request, book.years)
    span = (date(year, 1, 1), date(year, 12, 31)) if year else None
    context = {
        **club_frame(request, the_club, message("Records")),
        **asked,
        "has_stacks": bool(asked["game"]) and usual_facts(asked["game"])["with_chips"],
        "records": book.current_records(),
        "evenings": len(book.board.held),
        "first": book.board.held[0].date if book.board.held else None,
        "year": year,
        "years": book.years,
        "best": book.best(*span) if span else [],
        "broken": book.broken(*span) if span else [],
    }
    return render(request, "scoring/history/records.html", context)


@require_safe
def honours(request: HttpRequest, club: str) -> HttpResponse:
    """Show champions, winners of a year's tournaments, and pins earned."""
    the_club = club_at(club)
    board = board_of(the_club)
    years = winners_by_year(the_club, board=board)
    year = _year(request, [of_year.year for of_year in years if of_year.evenings])
    champions = [champion for one in years for champion in reversed(one.champions)]
    newest = [each for each in champions if each.slug == champions[0].slug]
    context = {
        **club_frame(request, the_club, message("Hall of Fame")),
        "champions": newest,
        "past_champions": champions[len(newest) :],
        "most_wins": most_wins(years, WINNERS_SHOWN),
        "winners": next((line for line in years if line.year == year), None),
        "year": year,
        "years": [line.year for line in years if line.evenings],
        "next_pins": next_pins(the_club, board=board),
        "roll": roll_of(honours_of(the_club, board=board)),
    }
    return render(request, "scoring/history/awards.html", context)


@require_safe
def seasons(request: HttpRequest, club: str) -> HttpResponse:
    """Show every season with results, and the champions of final ones."""
    the_club = club_at(club)
    champions = champions_of(the_club)
    context = {
        **club_frame(request, the_club, message("Seasons")),
        "rows": [
            (season, champions.get(season.slug, ())) for season in seasons_of(the_club)
        ],
        "today": timezone.localdate(timezone=the_club.zone),
    }
    return render(request, "scoring/history/seasons.html", context)


@require_safe
def all_time_list(request: HttpRequest, club: str) -> HttpResponse:
    """Show everyone's results in a game over all years, optionally filtered."""
    the_club = club_at(club)
    games = board_of(the_club).games
    asked = asked_game(request, in_order(games))
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    board = games.get(asked["game"], GameBoard.from_held((), {}))
    lines = all_time(the_club, board, typed)
    table = AllTimeTable(lines, club=the_club)
    RequestConfig(request, paginate={"per_page": LINES_A_PAGE}).configure(table)
    context = {
        **club_frame(request, the_club, message("All-time standings")),
        **asked,
        "table": table,
        "typed": typed,
        "found": len(lines),
        "first": board.held[0].date if board.held else None,
        "enough": ENOUGH,
    }
    return render(request, "scoring/history/all_time.html", context)


def _year(request: HttpRequest, years: Sequence[int]) -> int | None:
    """Return the year in the query if it has results, else the newest."""
    asked = asked_year(request)
    return asked if asked in years else next(iter(years), None)
