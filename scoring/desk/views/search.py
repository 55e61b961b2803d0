"""The desk's search: a field in the bar of every page, and a page without script."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.access import open_to_guests
from clubs.i18n import message
from scoring.core.access import desk_of
from scoring.core.page_context import address, frame, is_part
from scoring.desk.search import search_desk


@open_to_guests
@require_safe
@vary_on_headers("HX-Request")
def desk_search(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the results as a page or part of one; a sheet's code opens the sheet."""
    access = desk_of(request, club, tournament)
    search = search_desk(access.tournament, request.GET.get("q", ""))
    if is_part(request):
        context = {**frame(access), "search": search}
        return render(request, "scoring/desk/_found.html", context)
    if search.sheet and search.is_one_sheet:
        place = (search.sheet.round.number, search.sheet.table)
        return redirect(address("sheet-desk", access.tournament, *place))
    context = {**frame(access, message("Search")), "search": search}
    return render(request, "scoring/desk/search.html", context)
