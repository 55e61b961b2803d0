"""Paper: choose it, wait for it, open it."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.selectors.phone_address import warning_about
from scoring.access import Place, desk_of
from scoring.forms.prints import CHOICES, OF_EACH_TABLE, PrintForm
from scoring.games import payoff_card_of
from scoring.prints import Kind, NothingToPrint
from scoring.prints.jobs import Job, UnknownJob, progress, result, start
from scoring.prints.letters import unprinted
from scoring.selectors.papers.ending import prizes_paper, report_paper
from scoring.selectors.papers.seats import (
    carded_in,
    cards_of,
    counting_rounds,
    guide_of,
    seat_list_of,
    sheet_papers,
    table_card_papers,
    table_list_of,
)
from scoring.selectors.papers.standings import standings_paper
from scoring.selectors.people.entries import names_of
from scoring.services.printing import note_print
from scoring.views.desk_frame import address, frame, phone_address
from scoring.views.parts import is_part


@require_safe
def prints(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament)
    asked = {
        name: request.GET[name] for name in PrintForm.base_fields if name in request.GET
    }
    return _show(request, place, _form(place, initial=asked))


@require_POST
def print_start(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament)
    form = _form(place, data=request.POST)
    if not form.is_valid():
        return _show(request, place, form)
    what, name = form.cleaned_data["what"], _file_name(place, form)
    try:
        key = start(
            Kind(what),
            _papers(request, place, form),
            paper=form.cleaned_data["paper"],
            owner=place.tournament.club.slug,
            name=name,
        )
    except NothingToPrint as nothing:
        form.add_error("what", str(nothing))
        return _show(request, place, form)
    said, short = _said(form)
    note_print(
        tournament=place.tournament,
        by=place.actor,
        said=said,
        what=short,
        key=f"print-{key}",
    )
    choice = urlencode(form.chosen)
    return redirect(f"{address('print-job', place.tournament, key)}?{choice}")


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def print_job(
    request: HttpRequest, club: str, tournament: str, key: str
) -> HttpResponse:
    """How far a print is; asks again by itself until it is done."""
    place = desk_of(request, club, tournament)
    job = _job(place, key)
    context = {
        **frame(place, "Print"),
        "job": job,
        "what": dict(CHOICES).get(request.GET.get("what", ""), "Your print"),
        "choice": [
            (name, request.GET[name])
            for name in PrintForm.base_fields
            if name in request.GET
        ],
        "waits": job.state == "working",
        "this_page": request.get_full_path(),
    }
    page = "_print_job.html" if is_part(request) else "print_job.html"
    return render(request, f"scoring/{page}", context)


@require_safe
def print_file(
    request: HttpRequest, club: str, tournament: str, key: str
) -> HttpResponse:
    """The PDF, shown in the browser; ?save to keep it."""
    place = desk_of(request, club, tournament)
    job = _job(place, key)
    if job.state != "done":
        return redirect(address("print-job", place.tournament, key))
    return FileResponse(
        result(key, owner=job.owner).open("rb"),
        filename=f"{job.name}.pdf",
        as_attachment="save" in request.GET,
        content_type="application/pdf",
    )


def _form(
    place: Place, data: Any = None, initial: dict[str, str] | None = None
) -> PrintForm:
    return PrintForm(
        data,
        initial=initial or {},
        rounds=counting_rounds(place.tournament),
        club=place.tournament.club,
        has_people=carded_in(place.tournament).exists(),
        is_director=place.member.is_director,
    )


def _show(request: HttpRequest, place: Place, form: PrintForm) -> HttpResponse:
    phones = phone_address(request, place.tournament)
    context = {
        **frame(place, "Prints"),
        "form": form,
        "phones": phones,
        "unprinted": unprinted(names_of(place.tournament)),
        "warning": warning_about(phones, port=request.get_port()),
        "wifi": [
            ("name", place.tournament.wifi_name),
            ("password", place.tournament.wifi_password or "none"),
        ],
    }
    return render(request, "scoring/prints.html", context)


def _papers(request: HttpRequest, place: Place, form: PrintForm) -> Sequence[Any]:
    """What the chosen print shows, read now."""
    tournament, rnd = place.tournament, form.chosen_round
    if rnd is not None:
        rnd.tournament = tournament
    what = Kind(form.cleaned_data["what"])
    if what in OF_EACH_TABLE:
        papers = sheet_papers if what == Kind.SHEETS else table_card_papers
        phones = phone_address(request, tournament)
        return papers(rnd, address=phones, table=form.chosen_table)
    return [
        {
            Kind.TABLES: lambda: table_list_of(rnd),
            Kind.NAMES: lambda: seat_list_of(tournament, [rnd] if rnd else None),
            Kind.CARDS: lambda: cards_of(tournament),
            Kind.GUIDE: lambda: guide_of(tournament),
            Kind.STANDINGS: lambda: standings_paper(tournament, at=timezone.now()),
            Kind.PAYOFFS: lambda: payoff_card_of(tournament),
            Kind.PRIZES: lambda: prizes_paper(tournament, at=timezone.now()),
            Kind.REPORT: lambda: report_paper(tournament),
        }[what]()
    ]


def _said(form: PrintForm) -> tuple[str, str]:
    """The print in words for the log, and its short name."""
    what, rnd, table = form.cleaned_data["what"], form.chosen_round, form.chosen_table
    words = dict(CHOICES)[what].partition(",")[0].lower()
    if rnd is None:
        return words, what
    words = f"{words} of round {rnd.number}"
    if table:
        return f"{words}, table {table}", f"{what} {rnd.number}/{table}"
    return words, f"{what} {rnd.number}"


def _file_name(place: Place, form: PrintForm) -> str:
    parts = [place.tournament.slug]
    if form.chosen_round:
        parts.append(f"round-{form.chosen_round.number}")
    if form.chosen_table:
        parts.append(f"table-{form.chosen_table}")
    return "-".join([*parts, form.cleaned_data["what"]])


def _job(place: Place, key: str) -> Job:
    try:
        return progress(key, owner=place.tournament.club.slug)
    except UnknownJob:
        raise Http404("There is no such print, or it is a day old.") from None
