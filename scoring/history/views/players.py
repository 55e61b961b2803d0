"""Public pages of players."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

import django_tables2 as tables
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import resolve
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import club_at
from clubs.i18n import chips, day, message, plural_message
from clubs.models import Club, Player, Season
from clubs.name_search import matches
from clubs.templatetags.valat import place_mark
from scoring.core.chip_stacks import chip_scale, row_svg
from scoring.core.names import hides, list_key, public_name
from scoring.core.page_context import (
    club_frame,
    picture_address,
    picture_sent,
    preview_of,
)
from scoring.core.social_images import LinkPicture, link_picture
from scoring.core.tables import NumberColumn, PlaceColumn, TotalColumn
from scoring.games.labels import game_beside
from scoring.history.awards import pins_of
from scoring.history.player_history import (
    PlayerCareer,
    PlayerEvent,
    PlayerResult,
    careers_of,
    evenings_of,
    games_of,
    met_by,
    never_met,
    results_of,
    sorted_by,
)
from scoring.history.ratings import (
    ENOUGH,
    YEARS,
    form_of,
    form_of_player,
    games_with_form,
)
from scoring.history.record_book import board_of
from scoring.history.record_holders import named_people
from scoring.history.records import records_held
from scoring.history.views.games import asked_game
from scoring.models import SitOut
from scoring.people.players import (
    PlayerListRow,
    kept_number,
    played_in_public,
    player_at,
    players_of,
)
from scoring.results.rows import players_stem, sheets_in, stem_of

PLAYERS_A_PAGE = 60
RESULTS_A_PAGE = 12
MET_A_PAGE = 60
MOST_TYPED = 160  # letters
NOBODY = "That player doesn’t exist."

PageOfPlayer = Callable[[HttpRequest, Player], HttpResponse]


class PlayersTable(tables.Table):
    """Everyone who has played, by name."""

    name = tables.Column(verbose_name=_("Name"), attrs={"td": {"class": "lead"}})
    lodge = tables.Column(verbose_name=_("Lodge"), default="")
    tournaments = NumberColumn(verbose_name=_("Tournaments"))

    class Meta:
        attrs = {"caption": _("Club players"), "class": "compact"}

    def __init__(self, players: Any, *, club: Club, **options: Any) -> None:
        self.players = players_stem(club)
        super().__init__(players, **options)

    def written(self, line: PlayerListRow) -> list[SafeString | str]:
        """Return all cells of a row at once, since cell by cell takes longer."""
        name = format_html(
            '<a href="{}{}/">{}</a>', self.players, line.number, line.name
        )
        return [name, line.lodge, str(line.tournaments)]


def _brought(result: PlayerResult) -> list[int]:
    """Return chips of each round; none in a game that isn't counted in chips."""
    if not result.evening.start_chips:
        return []
    return [
        brought for _unused, _unused, brought, *_unused in result.evening.results or ()
    ]


class ResultsTable(tables.Table):
    """A player's tournaments, newest first; each round leads to its sheet."""

    place = PlaceColumn()
    name = tables.Column(verbose_name=_("Tournament"), attrs={"td": {"class": "lead"}})
    stack = tables.Column(
        verbose_name=_("Chips round by round"),
        orderable=False,
        empty_values=(),
        attrs={"th": {"class": "course"}, "td": {"class": "course bare"}},
    )
    people = NumberColumn(verbose_name=_("Players"))
    rounds = tables.Column(verbose_name=_("Round by round"))
    total = TotalColumn(verbose_name=_("Total"))

    class Meta:
        orderable = False
        attrs = {
            "caption": _("Tournaments, newest first"),
            "class": "compact",
        }

    def __init__(self, results: Any, *, club: Club, **options: Any) -> None:
        self.tournaments = stem_of("scoring:tournament", club.slug)
        self.sheets = sheets_in(club)
        results = list(results)
        self.scale = chip_scale(map(_brought, results))
        super().__init__(results, **options)

    def written(self, result: PlayerResult) -> list[SafeString | str]:
        """Return all cells of a row at once, since cell by cell takes longer."""
        evening, place, total = result.evening, self.default, self.default
        if evening.place is not None:
            place = place_mark(evening.place, evening.tied)
        if evening.total is not None:
            total = chips(evening.total)
        rounds = self._rounds(result)
        # Nobody has a place before a round is over.
        people = str(result.people) if result.people else self.default
        return [place, self._name(evening), self._stack(result), people, rounds, total]

    def _stack(self, result: PlayerResult) -> SafeString | str:
        if not (row := _brought(result)):
            return ""
        played = result.evening.results or ()
        sat_out = {
            index
            for index, (_unused, table, *_unused) in enumerate(played)
            if table is None
        }
        return row_svg(row, self.scale, hollow=sat_out)

    def _name(self, evening: PlayerEvent) -> SafeString:
        return format_html(
            '<a class="serif" href="{}{}/">{}</a> <span class="lodge">{}</span>',
            self.tournaments,
            evening.slug,
            evening.name,
            f"{day(evening.date)}{game_beside(evening)}",
        )

    def _rounds(self, result: PlayerResult) -> SafeString:
        if result.evening.old_list:
            return format_html(
                '<span class="muted">{}</span>', message("from past results")
            )
        rounds = result.evening.results or ()
        return format_html_join(
            ", ", "{}", ((self._round(result, *played),) for played in rounds)
        )

    def _round(
        self,
        result: PlayerResult,
        number: int,
        table: int | None,
        brought: int,
        *_unused: Any,
    ) -> SafeString | str:
        if table is None:
            reason = SitOut.Why(result.why.get(number, SitOut.Why.SIT_OUT)).label
            return format_html(
                '<span class="muted">{} ({})</span>', chips(brought), reason
            )
        sheet = self.sheets(result.evening.slug, number, table)
        return format_html('<a href="{}">{}</a>', sheet, chips(brought))


def of_player(page: PageOfPlayer) -> Callable[..., HttpResponse]:
    """Turn a player's page into a view by number.

    Raises Http404 for a player who is hidden. If the number was merged into another
    one, it redirects to that player's page.
    """

    @require_safe
    @wraps(page)
    def view(
        request: HttpRequest, club: str, number: int, version: str = ""
    ) -> HttpResponse:
        home_club = club_at(club)
        person = player_at(home_club, number)
        if person is None and (current_number := kept_number(home_club, number)):
            match = resolve(request.path_info)
            return redirect(
                match.view_name, **{**match.kwargs, "number": current_number}
            )
        if (
            person is None
            or hides(home_club, person.pk)
            or not played_in_public(person)
        ):
            raise Http404(NOBODY)
        return page(request, person)

    return view


@require_safe
def players(request: HttpRequest, club: str) -> HttpResponse:
    """Show everyone who has played here by name, or those matching the search."""
    the_club = club_at(club)
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    lines = players_of(the_club, typed)
    table = PlayersTable(lines, club=the_club)
    RequestConfig(request, paginate={"per_page": PLAYERS_A_PAGE}).configure(table)
    context = {"table": table, "typed": typed, "found": len(lines)}
    context |= club_frame(request, the_club, message("Players"))
    return render(request, "scoring/history/players.html", context)


@of_player
def player(request: HttpRequest, person: Player) -> HttpResponse:
    """Show a player's history here: ratings, years, every tournament."""
    the_club, evenings = person.club, evenings_of(person)
    page = Paginator(evenings[::-1], RESULTS_A_PAGE).get_page(request.GET.get("page"))
    name = public_name(person.name, the_club, person.pk)
    board, careers = board_of(the_club), careers_of(evenings)
    picture = _picture(person, len(evenings))
    url = picture_address(
        request, picture, "player-picture", the_club.slug, person.number
    )
    context = {
        **club_frame(request, the_club, name),
        "preview": preview_of(name, the_club, person.lodge, picture.text, picture=url),
        "name": name,
        "number": person.number,
        "lodge": person.lodge,
        "season": Season.objects.get(tournaments=evenings[-1].tournament),
        "players": players_stem(the_club),
        "evenings": stem_of("scoring:tournament", the_club.slug),
        "careers": careers,
        "forms": _forms(person, careers),
        "held": records_held(board, person),
        "pins": pins_of(board, person),
        "table": ResultsTable(results_of(page), club=the_club),
        "page": page,
    }
    return render(request, "scoring/history/player.html", context)


def _forms(
    person: Player, careers: Iterable[PlayerCareer]
) -> list[tuple[str, float, float]]:
    """Return the player's rating by game, if they played enough recently."""
    forms = []
    for career in careers:
        if (career.with_sheets.rounds or 0) >= ENOUGH:
            game = career.evenings[0].game
            if line := form_of_player(person, game):
                forms.append((game, *line))
    return forms


def _met_heads(typed: str, game: str) -> list[dict[str, str]]:
    """Return the columns of the list, with the queries that sort by them."""
    words = {
        "name": message("Player"),
        "rounds": message("Rounds"),
        "ahead": message("Ahead : behind"),
        "apart": message("Per round"),
    }
    asked = {"q": typed, "game": game}
    filters = {name: value for name, value in asked.items() if value}
    return [
        {"sort": sort, "word": word, "asked": urlencode({**filters, "sort": sort})}
        for sort, word in words.items()
    ]


def _picture(person: Player, evenings: int) -> LinkPicture:
    name = public_name(person.name, person.club, person.pk)
    many = plural_message("{n} event", "{n} events", evenings)
    return link_picture(person.club, name, (person.lodge,), many)


@of_player
def player_picture(request: HttpRequest, person: Player) -> HttpResponse:
    """Return the picture of a link to the player's page, as it is now."""
    return picture_sent(_picture(person, len(evenings_of(person))))


@of_player
def player_met(request: HttpRequest, person: Player) -> HttpResponse:
    """Show a player's opponents and who had more chips, optionally filtered."""
    the_club = person.club
    name = public_name(person.name, the_club, person.pk)
    asked = asked_game(request, games_of(person))
    people = named_people(the_club)
    met = met_by(person, asked["game"], people)
    sort = request.GET.get("sort", "rounds")
    if sort == "name":
        met = sorted(met, key=lambda other: list_key(other.name, the_club))
    met = sorted_by(met, sort)
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    lines = [other for other in met if not typed or matches(typed, other.name)]
    context = {
        **club_frame(request, the_club, message("Head to head")),
        **asked,
        "name": name,
        "heads": _met_heads(typed, asked["game"]),
        "sort": sort,
        "typed": typed,
        "found": len(lines),
        "players": players_stem(the_club),
        "page": Paginator(lines, MET_A_PAGE).get_page(request.GET.get("page")),
        "never_met": never_met(person, met, people),
    }
    context["crumbs"].insert(1, (name, person.get_absolute_url()))
    return render(request, "scoring/history/met.html", context)


@require_safe
def form(request: HttpRequest, club: str) -> HttpResponse:
    """Show the ratings of players, based on the rounds of recent years."""
    the_club = club_at(club)
    asked = asked_game(request, games_with_form(the_club))
    lines, fewer = form_of(the_club, asked["game"])
    context = {
        **club_frame(request, the_club, message("Player ratings")),
        **asked,
        "lines": lines,
        "fewer": fewer,
        "enough": ENOUGH,
        "years": YEARS,
    }
    return render(request, "scoring/history/form.html", context)
