"""Everything of a tournament, or a club's players, as files."""

from collections.abc import Sequence

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import member_of
from clubs.wording import say
from scoring.core.access import DIRECTOR, desk_of
from scoring.core.views import frame
from scoring.desk.selectors.export_tables import Table, players_table, tables_of
from scoring.desk.services.export_files import KINDS, file_of

EVERYTHING = "everything"
WHOLE = ("zip", "xlsx", "json")


@require_safe
def export(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """What there is to take away, and in which form."""
    access = desk_of(request, club, tournament, DIRECTOR)
    context = {**frame(access, say("Export")), "tables": tables_of(access.tournament)}
    return render(request, "scoring/desk/export.html", context)


@require_safe
def export_file(request: HttpRequest, club: str, tournament: str) -> FileResponse:
    """`?what=everything.xlsx`, `.json`, `.zip` (the default), or `entries.csv`."""
    access = desk_of(request, club, tournament, DIRECTOR)
    tables = tables_of(access.tournament)
    return _file(tables, request, access.tournament.slug, f"{EVERYTHING}.zip")


@require_safe
def players_file(request: HttpRequest, club: str) -> FileResponse:
    """The club's players; `?what=players.csv` (the default), `.xlsx` or `.json`."""
    member = member_of(request, club, DIRECTOR)
    return _file([players_table(member.club)], request, club, "players.csv")


def _file(
    tables: Sequence[Table], request: HttpRequest, name: str, default: str
) -> FileResponse:
    what, _, kind = (request.GET.get("what") or default).rpartition(".")
    chosen = [each for each in tables if what in (each.name, EVERYTHING)]
    if kind not in KINDS or not chosen or (kind == "csv" and len(chosen) > 1):
        raise Http404(say("There is no such file."))
    return FileResponse(
        file_of(chosen, kind),
        filename=f"{name}-{what}.{kind}",
        as_attachment=True,
        content_type=KINDS[kind],
    )
