"""Results by table come in at the desk, from a file."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.access import Member, member_of
from clubs.wording import say, say_many
from scoring.core.access import DIRECTOR
from scoring.core.services.changes import Actor
from scoring.core.views import address, desk_frame
from scoring.desk.imports import Imported, import_results, new_tournament
from scoring.desk.pages.results_form import ResultsForm
from scoring.models import Count, Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def results(request: HttpRequest, club: str) -> HttpResponse:
    """The file, looked at and taken whole; sheets that do not balance wait at the desk."""
    member = member_of(request, club, DIRECTOR)
    form = ResultsForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            tournament, done = _taken(member, form)
        except ValidationError as wrong:
            form.add_error("name", ValidationError(wrong.messages))
        else:
            _tell(request, done)
            return redirect(address("tournament-desk", tournament))
    context = {**desk_frame(member, say("Results by table")), "form": form}
    return render(request, "scoring/desk/results.html", context)


@transaction.atomic
def _taken(member: Member, form: ResultsForm) -> tuple[Tournament, list[Imported]]:
    """All of it or nothing. Raises ValidationError for the name."""
    data: dict[str, Any] = form.cleaned_data
    # The file is the witness of its sheets, not whoever sends it.
    by = Actor(None, str(member.user), Count.Source.IMPORT)
    tournament = new_tournament(
        club=member.club,
        by=by,
        name=data["name"],
        day=data["day"],
        game=data["game"],
        start_chips=data["start_chips"],
        rounds=len({table.round for table in form.tables}),
    )
    done = import_results(tournament=tournament, by=by, tables=form.tables)
    return tournament, list(done)


def _tell(request: HttpRequest, done: list[Imported]) -> None:
    said = say_many("{n} sheet is in.", "{n} sheets are in.", len(done))
    messages.success(request, said)
    off = sum(each.waits or not each.count.balances for each in done)
    if off:
        messages.warning(
            request,
            say_many(
                "{n} of the sheets does not balance or waits for a second person.",
                "{n} of the sheets do not balance or wait for a second person.",
                off,
            ),
        )
