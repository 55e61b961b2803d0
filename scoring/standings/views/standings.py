"""Public pages of a tournament: standings, places, versions, corrections."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.i18n import message
from scoring.core.access import DIRECTOR, published, published_page
from scoring.core.page_context import (
    LinkPreview,
    is_part,
    picture_address,
    picture_sent,
    preview_of,
    render_part,
    tournament_frame,
)
from scoring.core.process_cache import ProcessCache
from scoring.core.push import waits_at
from scoring.core.social_images import First, LinkPicture
from scoring.models import Tournament
from scoring.results.rows import Lines, StandingsLine
from scoring.results.standings_table import (
    LINES_A_PAGE,
    PAGED_FROM,
    StandingsTable,
    old_evening,
    signs_in,
    table_of,
)
from scoring.results.stored import version_of
from scoring.results.versions import edition_page, mark_of
from scoring.sheets.rulings import rulings_on_players, rulings_on_sheets
from scoring.sheets.sheet import corrected_sheets, corrections_of
from scoring.signups.last_event import last_event
from scoring.signups.summaries import EventInvitation, invitation
from scoring.standings.charts import (
    evening_picture,
    first_of,
    pictures_of,
    podium_of,
)
from scoring.standings.place_explained import place_of
from scoring.standings.prizes import prizes_shown
from scoring.tournaments.announcements import announcements_of

LONGEST_QUERY = 80
PAGES_KEPT = re.compile("[0-9]{0,2}")  # of cached pages; searches aren’t cached


@require_safe
@vary_on_headers("HX-Request")
def tournament(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the standings; when an open page polls, send only what has changed."""
    found, asks_again = published_page(request, club, tournament), is_part(request)
    if found.old_list_id:
        return _old_evening(request, found)
    version = version_of(found)
    if asks_again and request.GET.get("v") == version:
        return HttpResponse(status=204)
    board = _board(found, version, request.GET)
    own_place = board.own_places.get(request.GET.get("you", ""))
    if asks_again and "you" in request.GET:
        return render(
            request,
            "scoring/standings/_own_place.html",
            {"club": found.club, "tournament": found, "own": own_place},
        )
    if asks_again:
        return _part(request, board)
    invited = None if board.has_begun else invitation(found)
    picture = _picture(found, board, invited)
    description = board.description if board.first else _how_far(board, invited)
    context = {
        **tournament_frame(request, found),
        "board": board,
        "own": own_place,
        "invitation": invited,
        "last": last_event(found) if invited else None,
        "preview": _preview(request, found, picture, description),
    }
    return render(request, "scoring/standings/tournament.html", context)


def _preview(
    request: HttpRequest,
    tournament: Tournament,
    picture: LinkPicture,
    description: str = "",
) -> LinkPreview | None:
    if not tournament.public:
        return None
    club = tournament.club
    picture_url = picture_address(
        request, picture, "tournament-picture", club.slug, tournament.slug
    )
    return preview_of(tournament, club, picture.over, description, picture=picture_url)


def _picture(
    tournament: Tournament, board: "Board", invited: EventInvitation | None
) -> LinkPicture:
    """Return the picture of a link: the tables being filled, or the first places."""
    if invited and invited.plan:
        heading = " ".join(invited.heading)
        return evening_picture(tournament, heading, (), invited.chairs)
    return evening_picture(tournament, _how_far(board, invited), board.first)


def _how_far(board: "Board", invited: EventInvitation | None) -> str:
    """Return the state of the standings, or the RSVPs before the first round."""
    sentences = invited.sentences if invited else []
    return " ".join(sentences) or board.state


@require_safe
def tournament_picture(
    request: HttpRequest, club: str, tournament: str, version: str
) -> HttpResponse:
    """Return the picture of a link to the standings, as they are now."""
    found = published_page(request, club, tournament)
    if found.old_list_id:
        first = first_of(old_evening(found).lines)
        return picture_sent(evening_picture(found, "", first))
    board = _board(found, version_of(found), QueryDict())
    invited = None if board.has_begun else invitation(found)
    return picture_sent(_picture(found, board, invited))


class OwnPlace(NamedTuple):
    """One reader's place, for the head of their page; `page` has the row."""

    number: str
    name: str
    place: int
    tied: bool
    total: int
    points: int | float
    page: int


class Board(NamedTuple):
    """The part of the page that open pages poll, equal for everyone."""

    html: str
    packed: bytes
    players: int
    has_scores: bool
    query: str
    description: str
    state: str
    first: tuple[First, ...]
    own_places: dict[str, OwnPlace]  # by start number
    has_begun: bool


_boards: ProcessCache[Board] = ProcessCache(most=32)  # one of 400 players takes 300 kB


def _board(tournament: Tournament, version: str, asked: QueryDict) -> Board:
    """Return the board of this version, from the cache if it was made before."""
    query = asked.get("q", "").strip()[:LONGEST_QUERY]
    page = asked.get("page", "")
    make_board = partial(_make_board, tournament, version, query, page or "1")
    if query or not PAGES_KEPT.fullmatch(page):
        return make_board()
    return _boards.get((tournament.pk, version, page), make_board)


def _make_board(tournament: Tournament, version: str, query: str, number: str) -> Board:
    table = table_of(tournament)
    page = table.page(query, number)
    lines = list(page)
    alone = HttpRequest()  # only for the pages’ addresses
    alone.GET = QueryDict(urlencode({"q": query} if query else {}))
    context = {
        **lines_shown(table, lines),
        **{"club": tournament.club, "tournament": tournament, "request": alone},
        "page": page,
        "query": query,
        "news": _news(version, query, page.number),
        "waits_at": waits_at(("page", tournament.pk)),
        "words": table.announcement(lines),
        "corrections": corrections_of(tournament).count(),
        "prizes": prizes_shown(table) if tournament.finished_at else None,
        "podium": podium_of(table.lines)
        if _begins_with_podium(table, query, page)
        else (),
        "announcements": announcements_of(tournament),
    }
    html = render_to_string("scoring/standings/_standings.html", context)
    packed = compress_string(html.encode())
    has_scores, everyone = table.has_scores, table.lines
    first = first_of(everyone) if has_scores else ()
    own_places = _own_places(everyone) if has_scores else {}
    return Board(
        html,
        packed,
        len(everyone),
        has_scores,
        query,
        _description(table),
        table.state,
        first,
        own_places,
        has_scores or table.sought_round is not None,
    )


def _own_places(lines: Sequence[StandingsLine]) -> dict[str, OwnPlace]:
    """Return everyone's place, by start number."""
    size = LINES_A_PAGE if len(lines) > PAGED_FROM else len(lines)
    return {
        line.person.number: OwnPlace(
            line.person.number,
            line.person.name,
            line.place,
            line.tied,
            line.total,
            line.points,
            index // size + 1,
        )
        for index, line in enumerate(lines)
    }


def _description(table: StandingsTable) -> str:
    """Return the state and the first places in a line, without hidden names."""
    steps = podium_of(table.lines) if table.has_scores else []
    named = [
        message("{place}. {name}", place=line.place, name=line.person.name)
        for step in steps
        for line in step.lines
        if line.person.address
    ]
    return f"{table.state}: {', '.join(named)}" if named else table.state


def _begins_with_podium(
    table: StandingsTable, query: str, page: Page[StandingsLine]
) -> bool:
    return table.is_final and table.has_scores and not query and page.number == 1


def _part(request: HttpRequest, board: Board) -> HttpResponse:
    """Send the board, compressed once for all readers.

    Compressing takes longer than everything else, and the board has no secrets.
    """
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(board.packed if is_packed else board.html)
    if is_packed:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _old_evening(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show past results of a tournament, with a note that nothing more is stored."""
    frame = tournament_frame(request, tournament)
    role = frame["club_role"]
    evening = old_evening(tournament)
    picture = evening_picture(tournament, "", first_of(evening.lines))
    context = {
        **frame,
        "evening": evening,
        "preview": _preview(request, tournament, picture),
        "may_change": bool(role and role.includes(DIRECTOR)),
        "edition": mark_of(tournament),
    }
    return render(request, "scoring/standings/old_evening.html", context)


@require_safe
def tournament_print(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show all lines on one page, for the browser's print."""
    found = published(request, club, tournament)
    table = table_of(found)
    context = {
        **tournament_frame(request, found, message("Print")),
        **lines_shown(table, table.lines),
        "now": timezone.now(),
        "indexable": False,
    }
    return render(request, "scoring/standings/standings_print.html", context)


@require_safe
def corrections(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show every number that was changed after it was verified."""
    found = published(request, club, tournament)
    version = version_of(found)

    def read() -> dict[str, Any]:
        return {
            **{"club": found.club, "tournament": found},
            "sheets": corrected_sheets(found),
            "on_players": rulings_on_players(found, found.club),
            "on_sheets": rulings_on_sheets(found, found.club),
        }

    context = {
        **tournament_frame(request, found, message("Corrections")),
        "part": render_part(
            "scoring/standings/_corrections.html", (found.pk, version), read
        ),
    }
    return render(request, "scoring/standings/corrections.html", context)


def lines_shown(table: StandingsTable, lines: Lines) -> dict[str, Any]:
    """Return the context of these lines of the table, with the rulings."""
    rulings = rulings_on_players(table.tournament, table.tournament.club)
    return {
        "standings": table,
        "lines": lines,
        "signs": signs_in(lines),
        "pictures": pictures_of(table, lines),
        "rulings": rulings,
        "has_rulings": any(ruling.reversed_at is None for ruling in rulings),
    }


def _news(version: str, query: str, page: int) -> str:
    """Return the query with which the open page polls for news."""
    asked: dict[str, str | int] = {"v": version}
    if query:
        asked["q"] = query
    if page > 1:
        asked["page"] = page
    return f"?{urlencode(asked)}"


@require_safe
def place(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    """Explain the place of a start number, and the chips still needed."""
    found = published(request, club, tournament)
    explained = place_of(found, number, page=request.GET.get("page", 1))
    if explained is None:
        raise Http404(message("No one has start number {number}.", number=number))
    context = {
        **tournament_frame(request, found, explained.person.name),
        "place": explained,
        "row": explained.row,
        "scenarios": explained.scenarios,
        "page": explained.scenarios.page if explained.scenarios else None,
        "indexable": False,
    }
    return render(request, "scoring/standings/place.html", context)


@require_safe
def edition(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    """Show final standings as declared, with the changes of this version."""
    found = published_page(request, club, tournament)
    page = edition_page(found, number)
    if page is None:
        raise Http404(message("There is no version {number}.", number=number))
    context = {
        **tournament_frame(request, found, message("Version {n}", n=number)),
        "page": page,
        "edition": page.edition,
        "by_points": found.by_points,
    }
    return render(request, "scoring/standings/edition.html", context)
