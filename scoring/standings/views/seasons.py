"""Public pages of a club's seasons."""

from collections.abc import Sequence
from functools import partial
from sys import getsizeof
from typing import Any, NamedTuple

import django_tables2 as tables
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import club_at
from clubs.i18n import chips, message, plural_message, short_day, tenths
from clubs.models import Player, Season
from clubs.players import living_of
from clubs.site_urls import site_address
from scoring.core.access import DIRECTOR
from scoring.core.names import hides, public_name
from scoring.core.page_context import LinkPreview, club_frame
from scoring.core.process_cache import ProcessCache
from scoring.core.tables import NumberColumn
from scoring.core.writes import ActionRefused
from scoring.models import Tournament
from scoring.results.page_versions import club_version
from scoring.results.stored import facts_of
from scoring.rollups.season_places import counts_later
from scoring.rollups.updates import catch_up
from scoring.standings.formulas import formula_words, value_head, value_text
from scoring.standings.season_place_explained import places_of
from scoring.standings.season_standings import (
    SeasonStandings,
    SeasonStandingsLine,
    lists_of,
    season_by_game,
    seasons_of,
)
from scoring.standings.season_standings import season_edition as edition_of_season
from scoring.standings.tables import SeasonTopTable
from scoring.standings.views.embeds import season_preview

LINES_A_PAGE = 100


class SeasonPage(NamedTuple):
    """A season's page as all readers see it, and the preview of a link to it."""

    html: SafeString
    preview: LinkPreview | None
    has_lines: bool
    counts_later: tuple[Tournament, ...]


_parts: ProcessCache[SeasonPage] = ProcessCache(
    most=64, weigh=lambda part: getsizeof(part.html), most_bytes=8_000_000
)


class Cell(NamedTuple):
    """A tournament's value as it is printed."""

    text: str
    dropped: bool
    counts_zero: bool = False  # `text` is the real result, below zero

    @property
    def html(self) -> SafeString | str:
        if self.dropped:
            return format_html(
                '<s>{}</s><span class="visually-hidden"> {}</span>',
                self.text,
                message("dropped"),
            )
        if self.counts_zero:
            return format_html(
                '{}<span aria-hidden="true"> → 0</span>'
                '<span class="visually-hidden"> {}</span>',
                self.text,
                message("counts as 0"),
            )
        return self.text


class SeasonTable(SeasonTopTable):
    """A whole season, sortable by any column, with each tournament's value."""

    rounds = NumberColumn(verbose_name=_("Rounds"))
    average = NumberColumn(verbose_name=_("Net chips per round"))
    best_place = NumberColumn(verbose_name=_("Best place"))

    class Meta:
        orderable = True
        attrs = {
            "caption": _("The season’s standings"),
            "class": "compact season-grid",
        }

    def __init__(self, standings: SeasonStandings, **options: Any) -> None:
        evenings = [
            (f"evening{index}", _evening_column(tournament, index))
            for index, tournament in enumerate(standings.tournaments)
        ]
        names = [name for name, _unused in evenings]
        super().__init__(
            standings,
            extra_columns=evenings,
            sequence=("place", "name", *names, "...", "value"),
            exclude=("stack",),
            **options,
        )

    def written(self, line: SeasonStandingsLine) -> list[SafeString | str]:
        place, name, stack, tournaments, value = super().written(line)
        evenings = [cell.html for cell in cells_of(self.standings, line)]
        rounds, best = chips(line.rounds), str(line.best_place)
        summed = [tournaments, rounds, tenths(line.average), best]
        name = format_html("{} {}", name, stack)
        return [place, name, *evenings, *summed, value]

    def _name(self, line: SeasonStandingsLine) -> SafeString:
        parts = [super()._name(line)]
        if line.lodge:
            parts.append(format_html('<span class="lodge">{}</span>', line.lodge))
        if note := _line_note(line):
            parts.append(format_html('<span class="lodge">{}</span>', note))
        return format_html_join(" ", "{}", ((part,) for part in parts))


def _evening_column(tournament: Tournament, index: int) -> tables.Column:
    """Return the column of a tournament's day; sorting puts the best result first."""
    attrs = {
        "th": {"class": "numeric evening", "title": str(tournament)},
        "td": {"class": "numeric evening"},
    }
    head = short_day(tournament.date)
    return tables.Column(
        verbose_name=head,
        order_by=f"parts__{index}__brought",
        initial_sort_descending=True,
        attrs=attrs,
    )


def cells_of(standings: SeasonStandings, line: SeasonStandingsLine) -> list[Cell]:
    """Return the result of every tournament as text, oldest first."""
    cells = []
    for part in line.parts:
        text = value_text(standings.formula, part.result if part else None)
        dropped = bool(part and part.dropped)
        counts_zero = bool(part and part.real is not None and not dropped)
        cells.append(Cell(text, dropped, counts_zero))
    return cells


def _line_note(line: SeasonStandingsLine) -> str:
    """Return a line's note: in the final, or what is missing for a place."""
    if line.ranked.in_final:
        return message("goes to the final")
    if line.ranked.lacks and line.lacks_rounds:
        return plural_message("{n} round short", "{n} rounds short", line.ranked.lacks)
    if line.ranked.lacks:
        return plural_message(
            "{n} tournament short", "{n} tournaments short", line.ranked.lacks
        )
    return ""


def printed_rows(
    standings: SeasonStandings,
) -> list[tuple[SeasonStandingsLine, str, list[Cell], str]]:
    """Return lines for paper: each with its note, every tournament and the total."""
    return [
        (
            line,
            _line_note(line),
            cells_of(standings, line),
            standings.value_text_of(line),
        )
        for line in standings.lines
    ]


@require_safe
def season(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Show the season's standings; the usual unsorted page is cached."""
    found = _found(club, slug)
    today = timezone.localdate(timezone=found.club.zone)
    version = club_version(found.club, today)
    frame = _frame(request, found)
    role = frame["club_role"]
    may_change = bool(role and role.includes(DIRECTOR))
    make_page = partial(_make_page, request, found, may_change=may_change)
    facts = (may_change, site_address(request))
    key = (found.pk, version, *map(str, facts_of(found)), *facts)
    part = make_page() if request.GET else _parts.get(key, make_page)
    context = {
        **{**frame, "season": found, "may_change": may_change},
        **{"part": part, "preview": part.preview},
    }
    return render(request, "scoring/standings/season.html", context)


def _make_page(request: HttpRequest, season: Season, *, may_change: bool) -> SeasonPage:
    """Render a season's page for everyone, or for all who can change it."""
    years = season_by_game(season)
    # Has nothing from the reader's request except how the tables are sorted.
    alone = HttpRequest()
    alone.GET = request.GET
    season_tables = []
    for index, year in enumerate(years):
        # Each table is sorted and paged on its own.
        table = SeasonTable(year, prefix=f"game{index}-" if index else "")
        RequestConfig(alone, paginate={"per_page": LINES_A_PAGE}).configure(table)
        season_tables.append(table)
    context = {
        **{"club": season.club, "season": season, "request": alone},
        **_words(season, years),
        "years": list(zip(years, season_tables, map(lists_of, years), strict=True)),
        "may_change": may_change,
        "editions": list(season.editions.defer("rows")),
    }
    html = render_to_string("scoring/standings/_season.html", context)
    preview = season_preview(request, season, years[0])
    later = tuple(context["counts_later"])
    return SeasonPage(html, preview, bool(years[0].lines), later)


@require_safe
def season_print(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Show the season's standings to hang on a wall, for the browser's print."""
    found = _found(club, slug)
    problem = ""
    try:
        catch_up(found)
    except ActionRefused as refused:
        problem = refused.message
    context, years = _page(request, found)
    rows = [printed_rows(year) for year in years]
    context |= {
        "behind": problem,
        "years": list(zip(years, rows, strict=True)),
        "now": timezone.now(),
        "indexable": False,
    }
    return render(request, "scoring/standings/season_print.html", context)


@require_safe
def season_place(
    request: HttpRequest, club: str, slug: str, number: int
) -> HttpResponse:
    """Explain the place of a player in the season."""
    context, years = _season(request, club, slug)
    found: Player | None = Player.everybody.filter(
        club=context["club"], number=number
    ).first()
    if found and found.merged_into:
        number = living_of(found).number
        return redirect("scoring:season-place", club, slug, number)
    places = places_of(years, found) if found else []
    if found is None:
        raise Http404(message("No one with this number played in this season."))
    if not places:
        return redirect(context["season"])
    name = public_name(found.name, context["club"], found.pk)
    context |= {
        **_frame(request, context["season"], name),
        "player": found,
        "name": name,
        "has_page": not (found.erased_at or hides(context["club"], found.pk)),
        "places": places,
        "indexable": False,
    }
    return render(request, "scoring/standings/season_place.html", context)


@require_safe
def season_edition(
    request: HttpRequest, club: str, slug: str, number: int
) -> HttpResponse:
    """Show a season's places as declared final, with the changes of this version."""
    found_club = club_at(club)
    found = found_club.seasons.filter(slug=slug).first()
    if found is None:
        raise Http404(message("That season doesn’t exist."))
    found.club = found_club
    page = edition_of_season(found, number)
    if page is None:
        raise Http404(message("There is no version {number}.", number=number))
    context = {
        **_frame(request, found, message("Version {n}", n=number)),
        "season": found,
        "page": page,
        "edition": page.edition,
    }
    return render(request, "scoring/standings/season_edition.html", context)


def _season(
    request: HttpRequest, slug: str, season: str
) -> tuple[dict[str, Any], tuple[SeasonStandings, ...]]:
    return _page(request, _found(slug, season))


def _found(slug: str, season: str) -> Season:
    """Return a season of a club, by their slugs. Raises Http404."""
    club = club_at(slug)
    found: Season | None = seasons_of(club).filter(slug=season).first()
    if found is None:
        raise Http404(message("That season doesn’t exist."))
    found.club = club
    return found


def _page(
    request: HttpRequest, season: Season
) -> tuple[dict[str, Any], tuple[SeasonStandings, ...]]:
    years = season_by_game(season)
    context = {**_frame(request, season), "season": season, **_words(season, years)}
    return context, years


def _words(season: Season, years: Sequence[SeasonStandings]) -> dict[str, Any]:
    """Return the season's formula in words, and tournaments that don't count yet."""
    formula = years[0].formula
    return {
        "formula_words": formula_words(formula),
        "value_head": value_head(formula),
        "counts_later": counts_later(season),
    }


def _frame(request: HttpRequest, season: Season, title: str = "") -> dict[str, Any]:
    """Return the frame of a season's page; `title` names one below its standings."""
    club, season_title = season.club, message("Season {name}", name=season.name)
    frame = club_frame(request, club, title or season_title)
    first, *last = frame["crumbs"]
    seasons = (message("Seasons"), reverse("scoring:club-seasons", args=[club.slug]))
    crumbs_above = [(season_title, season.get_absolute_url())] if title else []
    return {**frame, "crumbs": [first, seasons, *crumbs_above, *last]}
