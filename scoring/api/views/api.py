"""The API: only GET and HEAD, with an ETag for each response.

Public data needs no key; a client with a token of a club can read more of that club.
"""

import hashlib
import json
from collections.abc import Callable, Hashable
from copy import deepcopy
from functools import partial
from typing import Any, Literal, NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import is_valid_path, resolve
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.text import compress_string
from django.utils.translation import override
from django.views.decorators.http import require_safe
from ninja import NinjaAPI, Query
from ninja.errors import ValidationError

from clubs.access import client_address
from clubs.client_networks import household
from scoring.api import (
    event_queries,
    history_queries,
    history_schemas,
    queries,
    schemas,
    throttling,
)
from scoring.api.queries import StaleResults
from scoring.api.schema import completed
from scoring.api.tokens import BEGINS, EVERYBODY, TokenScope, reader_of
from scoring.core.process_cache import ProcessCache
from scoring.exports.card_evening_schema import SchemaModel, canonical_bytes, plain
from scoring.models import Tournament

VERSION = "1.1.0"
KIND = "application/json"
FRESH = "public, max-age=10, stale-while-revalidate=30"
SOON = 5  # s until results that are being computed are ready
NOTHING = "There is nothing at this address."
ASKED = ("after", "season", "lodge", "state")  # parameters that change the response
State = Literal["", "announced", "playing", "final", "called_off"]
MODELS = (400, 401, 404, 422, 429, 503)
SCHEME = "bearer"


class NotKnown(Exception):
    """The token isn't valid, or not any more."""


class TooMany(Exception):
    """The household has sent too many requests; `wait` is in seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


class InAddress(Exception):
    """A token is in the address, where logs and histories would store it."""


def who_reads(request: HttpRequest) -> TokenScope:
    """Return the reader by their token, or the public.

    Raises NotKnown, TooMany, InAddress. Other authentication schemes are ignored: a
    proxy in front of the site can use them.
    """
    asks_again = "If-None-Match" in request.headers  # a 304 is never throttled
    if not asks_again and (wait := throttling.answers.wait_of(_client(request))):
        raise TooMany(wait)
    if any(str(value).startswith(BEGINS) for value in request.GET.values()):
        raise InAddress
    scheme, _, word = request.headers.get("Authorization", "").strip().partition(" ")
    if scheme.casefold() != SCHEME:
        return EVERYBODY
    if reader := reader_of(word.strip()):
        return reader
    if wait := throttling.take_wrong(_client(request)):
        raise TooMany(wait)
    raise NotKnown


def _client(request: HttpRequest) -> str:
    return household(client_address(request)).replace(" ", "")


api = NinjaAPI(
    title="Valat",
    version=VERSION,
    description="Open data of card clubs: docs/api.md.",
    auth=who_reads,
    openapi_extra={"security": [{}, {"token": []}]},
    docs_url=None,
    openapi_url=None,  # ninja's own view needs a namespace that isn't nested
    urls_namespace="api",
)


class PackedResponse(NamedTuple):
    """A response and its compressed form, because compressing takes longest."""

    content: bytes
    packed: bytes


_answer_cache: ProcessCache[PackedResponse] = ProcessCache(most=64)


def read(path: str, answer: Any, name: str) -> Callable[[Any], Any]:
    """Register a view for GET and HEAD."""
    responses: dict[Any, Any] = {200: answer}
    responses |= dict.fromkeys(MODELS, schemas.Problem)

    def registered(view: Any) -> Any:
        facts: dict[str, Any]
        facts = {"response": responses, "url_name": name, "operation_id": name}
        api.api_operation(["HEAD"], path, include_in_schema=False, **facts)(view)
        return api.get(path, **facts)(view)

    return registered


def _answer(
    request: HttpRequest,
    version: Hashable,
    make: Callable[[], bytes | SchemaModel | None],
) -> HttpResponse:
    """Return the response for this version, or 304 if the client has it.

    Other parameters in the address don't change the response. Raises TooMany.
    """
    asked = tuple(request.GET.get(name, "") for name in ASKED)
    known = (request.path, asked, version)
    etag = quote_etag(hashlib.sha256(repr(known).encode()).hexdigest()[:32])
    etag = f"W/{etag}"  # weak: compressed or not
    response = get_conditional_response(request, etag=etag)
    if response is None:
        if wait := throttling.answers.take(_client(request)):
            raise TooMany(wait)
        answer = _answer_cache.get(known, partial(_make, make))
        is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
        response = HttpResponse(answer.packed if is_packed else answer.content)
        if is_packed:
            response["Content-Encoding"] = "gzip"
        response["Content-Type"] = KIND
    response["ETag"], response["Cache-Control"] = etag, FRESH
    return response


def _make(make: Callable[[], bytes | SchemaModel | None]) -> PackedResponse:
    with override("en"):
        data = make()
    if data is None:
        raise Http404(NOTHING)
    if isinstance(data, SchemaModel):
        text = json.dumps(plain(data), ensure_ascii=False, separators=(",", ":"))
        data = text.encode()
    return PackedResponse(data, compress_string(data))


def problem(
    request: HttpRequest, status: int, code: str, message: str, field: str = ""
) -> HttpResponse:
    """Return an error in the API's one shape."""
    throttling.answers.take(_client(request))
    body = {"code": code, "message": message} | ({"field": field} if field else {})
    return HttpResponse(json.dumps(body), content_type=KIND, status=status)


@api.exception_handler(Http404)
def _not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem(request, 404, "not_found", NOTHING)


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    first = error.errors[0]
    return problem(request, 422, "invalid", first["msg"], str(first["loc"][-1]))


@api.exception_handler(StaleResults)
def _stale_answer(request: HttpRequest, error: StaleResults) -> HttpResponse:
    message = "This is still being computed. Ask again in a few seconds."
    answer = problem(request, 503, "behind", message)
    answer["Retry-After"] = str(SOON)
    return answer


@api.exception_handler(NotKnown)
def _not_known(request: HttpRequest, error: NotKnown) -> HttpResponse:
    message = "This token is wrong, withdrawn or expired."
    answer = problem(request, 401, "unauthorized", message)
    answer["WWW-Authenticate"] = 'Bearer realm="Valat", error="invalid_token"'
    return answer


@api.exception_handler(InAddress)
def _in_address(request: HttpRequest, error: InAddress) -> HttpResponse:
    message = "Send the token as a header, Authorization: Bearer …, never in a URL."
    return problem(request, 400, "token_in_address", message)


@api.exception_handler(TooMany)
def _too_many(request: HttpRequest, error: TooMany) -> HttpResponse:
    message = "Your network sent too many requests. Try again in some seconds."
    answer = problem(request, 429, "too_many_requests", message)
    answer["Retry-After"] = str(error.wait)
    return answer


def _reader(request: HttpRequest) -> TokenScope:
    reader: TokenScope = request.auth  # type: ignore[attr-defined]  # ninja puts it there
    return reader


def _of_club(
    request: HttpRequest, slug: str, tell: Callable[..., Any], *more: Any
) -> HttpResponse:
    found = queries.club_versioned(slug, _reader(request))
    if found is None:
        raise Http404(NOTHING)
    club, version = found
    return _answer(request, version, partial(tell, club, *more))


@read("/clubs/", schemas.Clubs, "clubs")
def clubs(request: HttpRequest, after: str = "") -> HttpResponse:
    """All clubs of the site."""
    version = queries.clubs_version()
    return _answer(request, version, partial(queries.clubs_after, after[:80]))


@read("/clubs/{slug:club}/", schemas.Club, "club")
def club(request: HttpRequest, club: str) -> HttpResponse:
    """A club."""
    return _of_club(request, club, queries.club_told)


@read("/clubs/{slug:club}/tournaments/", schemas.Evenings, "tournaments")
def tournaments(
    request: HttpRequest,
    club: str,
    after: str = Query("", pattern=queries.AFTER),
    state: State = "",
) -> HttpResponse:
    """The club's events, the newest first."""
    reader = _reader(request)
    return _of_club(request, club, queries.evenings_after, after, state, reader)


@read("/clubs/{slug:club}/coming/", schemas.Coming, "coming")
def coming(request: HttpRequest, club: str, state: State = "") -> HttpResponse:
    """The club's upcoming events, the next one first."""
    found = queries.club_versioned(club, _reader(request), by_clock=True)
    if found is None:
        raise Http404(NOTHING)
    row, version = found
    reader = _reader(request)
    return _answer(request, version, partial(queries.coming, row, state, reader))


def _of_evening(
    request: HttpRequest, club: str, key: UUID, tell: Callable[..., Any], *more: Any
) -> HttpResponse:
    found = queries.evening_versioned(club, key, _reader(request))
    if found is None:
        raise Http404(NOTHING)
    tournament, version = found
    return _answer(request, version, partial(tell, tournament, *more))


EVENING = "/clubs/{slug:club}/tournaments/{uuid:key}/"
ROUND = EVENING + "rounds/{int:number}/"
TABLE = ROUND + "tables/{int:table}/"


@read(EVENING, schemas.Evening, "tournament")
def tournament(request: HttpRequest, club: str, key: UUID) -> HttpResponse:
    """A whole event as an open file, `card-evening` 1.0."""

    def whole(row: Tournament) -> bytes:
        return canonical_bytes(event_queries.whole(row, _reader(request)))

    return _of_evening(request, club, key, whole)


@read(ROUND, schemas.Round, "round")
def round_(request: HttpRequest, club: str, key: UUID, number: int) -> HttpResponse:
    """One round of an event: seats, counts, hands and sit-outs."""
    return _of_evening(
        request, club, key, event_queries.round_data, number, _reader(request)
    )


@read(TABLE, schemas.Table, "sheet")
def sheet(
    request: HttpRequest, club: str, key: UUID, number: int, table: int
) -> HttpResponse:
    """One table of a round: its sheet with the hands."""
    return _of_evening(
        request, club, key, event_queries.table_told, number, table, _reader(request)
    )


@read(TABLE + "hands/{int:hand}/", schemas.Hand, "hand")
def hand(
    request: HttpRequest, club: str, key: UUID, number: int, table: int, hand: int
) -> HttpResponse:
    """One hand of a table, by its number."""
    return _of_evening(
        request,
        club,
        key,
        event_queries.hand_told,
        number,
        table,
        hand,
        _reader(request),
    )


@read(TABLE + "counts/", schemas.SheetCounts, "counts")
def counts(
    request: HttpRequest, club: str, key: UUID, number: int, table: int
) -> HttpResponse:
    """All counts and corrections of a sheet; the sheet says which one is current."""
    return _of_evening(request, club, key, event_queries.counts_told, number, table)


@read(EVENING + "results/", schemas.Results, "results")
def results(request: HttpRequest, club: str, key: UUID) -> HttpResponse:
    """An event's table of teams, and its prizes."""
    return _of_evening(request, club, key, event_queries.results_told)


@read(EVENING + "editions/", schemas.Editions, "editions")
def editions(request: HttpRequest, club: str, key: UUID) -> HttpResponse:
    """When and why an event's final standings were declared."""
    return _of_evening(request, club, key, event_queries.editions_told)


@read(EVENING + "editions/{int:number}/", schemas.DeclaredEdition, "edition")
def edition(request: HttpRequest, club: str, key: UUID, number: int) -> HttpResponse:
    """One version of the final standings."""
    return _of_evening(request, club, key, event_queries.declared_told, number)


@read("/clubs/{slug:club}/seasons/", schemas.Seasons, "seasons")
def seasons(request: HttpRequest, club: str) -> HttpResponse:
    """The club's seasons."""
    return _of_club(request, club, queries.seasons_told)


@read("/clubs/{slug:club}/seasons/{slug:season}/", schemas.Season, "season")
def season(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """One season: its places, and the events that make them."""
    return _of_club(request, club, queries.season_told, season)


@read(
    "/clubs/{slug:club}/seasons/{slug:season}/editions/{int:number}/",
    schemas.DeclaredSeason,
    "season_edition",
)
def season_edition(
    request: HttpRequest, club: str, season: str, number: int
) -> HttpResponse:
    """The places of a season in one final version."""
    return _of_club(request, club, queries.season_edition_told, season, number)


@read("/clubs/{slug:club}/players/", schemas.Players, "players")
def players(request: HttpRequest, club: str, after: int = 0) -> HttpResponse:
    """Everyone who has played, by number."""
    return _of_club(request, club, queries.players_after, after, _reader(request))


PLAYER = "/clubs/{slug:club}/players/{int:number}/"


@read(PLAYER, schemas.Player, "player")
def player(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """One player and their events."""
    return _of_club(request, club, queries.player_data, number, _reader(request))


@read(PLAYER + "met/", history_schemas.Met, "met")
def met(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """The people a player sat with, and who had more chips."""
    return _of_club(request, club, history_queries.met_told, number)


@read(PLAYER + "hands/", history_schemas.Hands, "player_hands")
def player_hands(
    request: HttpRequest, club: str, number: int, season: str = ""
) -> HttpResponse:
    """Figures of a player's hands, in all seasons or in one."""
    return _of_club(request, club, history_queries.player_hands_told, number, season)


@read("/clubs/{slug:club}/hands/", history_schemas.Hands, "hands")
def hands(
    request: HttpRequest, club: str, season: str = "", lodge: str = ""
) -> HttpResponse:
    """Figures of hands: in all seasons or one, of everyone or one lodge."""
    return _of_club(request, club, history_queries.hands_told, season, lodge)


@read("/clubs/{slug:club}/records/", history_schemas.Records, "records")
def records(request: HttpRequest, club: str) -> HttpResponse:
    """The club's records now and in the past, year by year."""
    return _of_club(request, club, history_queries.records_told)


@read("/clubs/{slug:club}/honours/", history_schemas.Honours, "honours")
def honours(request: HttpRequest, club: str) -> HttpResponse:
    """Champions, winners and pins."""
    return _of_club(request, club, history_queries.honours_told)


@read("/clubs/{slug:club}/all-time/", history_schemas.AllTime, "all_time")
def all_time(request: HttpRequest, club: str) -> HttpResponse:
    """The all-time list, game by game."""
    return _of_club(request, club, history_queries.all_time_told)


@read("/clubs/{slug:club}/form/", history_schemas.Form, "form")
def form(request: HttpRequest, club: str) -> HttpResponse:
    """Player ratings from the rounds of three years, adjusted for luck and opponents."""
    return _of_club(request, club, history_queries.form_told)


def nothing_here(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Answer any other address below /api/, with a hint about a missing slash."""
    message = NOTHING
    address = f"{request.path}/"
    is_known = not rest.endswith("/") and is_valid_path(address)
    if is_known and resolve(address).url_name != "api-nothing":
        message = f"This address ends with a slash: {address}"
    return problem(request, 404, "not_found", message)


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """Return the schema of all addresses and models."""
    return HttpResponse(json.dumps(schema_of()), content_type=KIND)


def schema_of() -> dict[str, Any]:
    schema = deepcopy(dict(api.get_openapi_schema(path_prefix="/api/v1")))
    token = {"type": "http", "scheme": SCHEME, "description": "A token of a club."}
    schema["components"]["securitySchemes"] = {"token": token}
    return completed(schema)


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Show the documentation of all addresses and models, made from the schema."""
    schema = schema_of()
    addresses = [
        (path, operation["get"]) for path, operation in schema["paths"].items()
    ]
    models = schema["components"]["schemas"]
    context = {"addresses": addresses, "models": sorted(models.items())}
    return render(request, "scoring/api/documentation.html", context)
