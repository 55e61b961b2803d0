"""Downloads of all data of a tournament, a club's players, a season or a person."""

from collections.abc import Sequence

from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe

from clubs.access import member_of, open_to_guests
from clubs.i18n import lazy_message, message
from clubs.site_urls import embed_code
from scoring.core.access import DIRECTOR, desk_of
from scoring.core.forms import IdempotentForm
from scoring.core.names import is_unnamed
from scoring.core.page_context import frame, refusals_as_messages
from scoring.core.writes import ActionRefused, Actor
from scoring.exports import card_evening_schema
from scoring.exports.card_evening_export import evening_of, id_of
from scoring.exports.files import KINDS, file_of
from scoring.exports.personal_data import note_given, person_tables
from scoring.exports.tables import (
    SEASON,
    ExportTable,
    players_table,
    season_tables,
    tables_of,
    treasurer_tables,
)
from scoring.rollups.updates import catch_up
from scoring.signups.access import own_access

# Formats for a person's own data.
WHOLE = tuple(kind for kind in KINDS if kind != "csv")
TABLES = ("zip", "xlsx", "csv")
EVERYTHING = "everything"
TITLES = {
    "tournament": lazy_message("Event"),
    "entries": lazy_message("Entries"),
    "answers": lazy_message("RSVPs"),
    "seats": lazy_message("Seats"),
    "sit_outs": lazy_message("Sit-outs"),
    "counts": lazy_message("Counts"),
    "hands": lazy_message("Hands"),
    "rulings": lazy_message("Rulings on players"),
    "hand_rulings": lazy_message("Rulings on hands"),
    "standings": lazy_message("Standings"),
    "editions": lazy_message("Versions of the standings"),
    "prizes": lazy_message("Prizes"),
}


class OwnDataForm(IdempotentForm):
    """A form with one button for each file format."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in WHOLE])


@open_to_guests
@require_safe
def export(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the available exports and their formats."""
    access = desk_of(request, club, tournament, DIRECTOR)
    evening = access.tournament
    title = message("Standings: {evening}", evening=evening.name)
    context = {
        **frame(access, message("Export")),
        "tables": [(table.name, TITLES[table.name]) for table in tables_of(evening)],
        "code": embed_code(
            request, evening.club, title, "scoring:tournament-embed", id_of(evening)
        ),
    }
    return render(request, "scoring/exports/export.html", context)


@require_safe
def export_file(request: HttpRequest, club: str, tournament: str) -> FileResponse:
    """Download `?what=everything.xlsx`, `.zip` (the default), or `entries.csv`."""
    access = desk_of(request, club, tournament, DIRECTOR)
    tables = tables_of(access.tournament)
    return _file(tables, request, access.tournament.slug, f"{EVERYTHING}.zip")


@require_safe
def open_file(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Download the event as an open file, with full names or public `?names=shown`."""
    access = desk_of(request, club, tournament, DIRECTOR)
    evening, full = access.tournament, request.GET.get("names") != "shown"
    content = card_evening_schema.canonical_bytes(evening_of(evening, full=full))
    name = f"{evening.slug}.json" if full else f"{evening.slug}-public.json"
    head = {"Content-Disposition": content_disposition_header(True, name) or ""}
    return HttpResponse(content, content_type=card_evening_schema.KIND, headers=head)


@require_safe
def treasurer_file(request: HttpRequest, club: str, tournament: str) -> FileResponse:
    """Download the treasurer's sheet as a workbook."""
    access = desk_of(request, club, tournament, DIRECTOR)
    evening = access.tournament
    return _sent(treasurer_tables(evening), "xlsx", f"{evening.slug}-treasurer")


@require_safe
def players_file(request: HttpRequest, club: str) -> FileResponse:
    """Download the club's players; `?what=players.csv` (the default) or `.xlsx`."""
    member = member_of(request, club, DIRECTOR)
    return _file([players_table(member.club)], request, club, "players.csv")


@require_safe
def season_file(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """Download a season's places; `?what=season.csv` (the default) or `.xlsx`.

    If several games were played, CSV has the first; `what=season-scarto.csv` has
    another.
    """
    member = member_of(request, club, DIRECTOR)
    season = member.club.seasons.filter(slug=slug).first()
    if season is None:
        raise Http404(message("That season doesn’t exist."))
    season.club = member.club
    try:
        catch_up(season)
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return redirect("scoring:season-change", club, slug)
    tables = season_tables(season)
    table_name, _, kind = (request.GET.get("what") or "season.csv").rpartition(".")
    if table_name == SEASON and kind != "csv":
        return _sent(tables, kind, f"{club}-{slug}")
    return _file(tables, request, f"{club}-{slug}", "season.csv")


@require_POST
def person_file(
    request: HttpRequest, club: str, number: int
) -> HttpResponse | FileResponse:
    """Download all data about a player, for that person, and log it."""
    member = member_of(request, club, DIRECTOR)
    player = member.club.players.filter(number=number).first()
    if player is None:
        raise Http404(message("That player doesn’t exist."))
    form = OwnDataForm(request.POST)
    with refusals_as_messages(request):
        if form.is_valid():
            key = form.cleaned_data["key"]
            note_given(player=player, actor=Actor.at_desk(member.user), key=key)
            kind, name = form.cleaned_data["kind"], f"{club}-player-{number}"
            return _sent(person_tables(player), kind, name, WHOLE)
        messages.error(request, message("There is no such file."))
    return redirect("scoring:player-edit", club, number)


@require_POST
def my_file(request: HttpRequest, token: str) -> HttpResponse | FileResponse:
    """Download all data about the owner of a personal link, from their own page.

    A person with a hidden name gets it at the desk: a card with the link can be lost,
    and the file is full of the name.
    """
    access, form = own_access(token), OwnDataForm(request.POST)
    player, actor = access.player, access.actor
    with refusals_as_messages(request):
        if is_unnamed(player.club, player.pk):
            raise ActionRefused(
                message("Ask the club’s director for the file with your data.")
            )
        if form.is_valid():
            note_given(player=player, actor=actor, key=form.cleaned_data["key"])
            name = f"{player.club.slug}-player-{player.number}"
            kind = form.cleaned_data["kind"]
            return _sent(person_tables(player), kind, name, WHOLE)
        messages.error(request, message("There is no such file."))
    return redirect("scoring:me", token)


def _file(
    tables: Sequence[ExportTable], request: HttpRequest, name: str, default: str
) -> FileResponse:
    table_name, _, kind = (request.GET.get("what") or default).rpartition(".")
    chosen = [table for table in tables if table_name in (table.name, EVERYTHING)]
    if not chosen or (kind == "csv" and len(chosen) > 1):
        raise Http404(message("There is no such file."))
    return _sent(chosen, kind, f"{name}-{table_name}")


def _sent(
    tables: Sequence[ExportTable], kind: str, name: str, kinds: Sequence[str] = TABLES
) -> FileResponse:
    if kind not in kinds:
        raise Http404(message("There is no such file."))
    return FileResponse(
        file_of(tables, kind),
        filename=f"{name}.{kind}",
        as_attachment=True,
        content_type=KINDS[kind],
    )
