"""Paper: choose it, wait for it, open it."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.selectors.phone_address import warning_about
from clubs.wording import say
from scoring.core.access import DeskAccess, desk_of
from scoring.core.views import address, frame, is_part, phone_address
from scoring.desk.documents.prints import recipe_of
from scoring.desk.handed_out import note_print
from scoring.desk.pages.prints_form import CHOICES, PrintForm
from scoring.desk.print_kinds import (
    CARDS,
    CERTIFICATES,
    GUIDE,
    NAMES,
    OF_EACH_TABLE,
    OF_RESULTS,
    PAYOFFS,
    PRIZES,
    REPORT,
    SHEETS,
    STANDINGS,
    TABLE_CARDS,
    TABLES,
)
from scoring.draw.documents.seats import carded_in, counting_rounds
from scoring.paper.document import NothingToPrint
from scoring.paper.font_coverage import unprinted
from scoring.paper.jobs import Recipe, start
from scoring.paper.views import job_of, job_page, pdf_file
from scoring.people.selectors.entries import names_of

# What was printed, as the log goes on.
IN_LOG = {
    SHEETS: gettext_noop("score sheets"),
    TABLE_CARDS: gettext_noop("table cards"),
    GUIDE: gettext_noop("guide for whoever keeps the score on a phone"),
    TABLES: gettext_noop("seat list by table"),
    NAMES: gettext_noop("seat list by name"),
    CARDS: gettext_noop("start-number cards"),
    STANDINGS: gettext_noop("standings"),
    PRIZES: gettext_noop("prizes"),
    CERTIFICATES: gettext_noop("certificates"),
    REPORT: gettext_noop("report for the newsletter"),
    PAYOFFS: gettext_noop("card of payoffs"),
}


@require_safe
def prints(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament)
    asked = {
        name: request.GET[name] for name in PrintForm.base_fields if name in request.GET
    }
    return _show(request, access, _form(access, initial=asked))


@require_POST
def print_start(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament)
    form = _form(access, data=request.POST)
    if not form.is_valid():
        return _show(request, access, form)
    try:
        recipe = _recipe(request, access, form)
    except NothingToPrint as nothing:
        form.add_error("what", str(nothing))
        return _show(request, access, form)
    owner, name = access.tournament.club.slug, _file_name(access, form)
    key = start(recipe, owner=owner, name=name)
    said, short = _said(form)
    note_print(
        tournament=access.tournament,
        by=access.actor,
        said=said,
        what=short,
        key=f"print-{key}",
    )
    choice = urlencode(form.chosen)
    return redirect(f"{address('print-job', access.tournament, key)}?{choice}")


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def print_job(
    request: HttpRequest, club: str, tournament: str, key: str
) -> HttpResponse:
    """How far a print is; asks again by itself until it is done."""
    access = desk_of(request, club, tournament)
    own = access.tournament
    context = {
        **frame(access, say("Print")),
        "of": own.name,
        "what": dict(CHOICES).get(request.GET.get("what", ""), say("Your print")),
        "file": address("print-file", own, key),
        "again": address("print-start", own),
        "others": address("prints", own),
        "back": address("tournament-desk", own),
        "back_words": say("Back to the evening"),
    }
    job = job_of(key, owner=own.club.slug)
    return job_page(
        request, job, context, PrintForm.base_fields, is_part=is_part(request)
    )


@require_safe
def print_file(
    request: HttpRequest, club: str, tournament: str, key: str
) -> HttpResponseBase:
    """The PDF, shown in the browser; ?save to keep it."""
    own = desk_of(request, club, tournament).tournament
    job = job_of(key, owner=own.club.slug)
    if job.state != "done":
        return redirect(address("print-job", own, key))
    return pdf_file(request, job)


def _form(
    access: DeskAccess, data: Any = None, initial: dict[str, str] | None = None
) -> PrintForm:
    return PrintForm(
        data,
        initial=initial or {},
        rounds=counting_rounds(access.tournament),
        club=access.tournament.club,
        has_people=carded_in(access.tournament).exists(),
        has_classes=bool(access.tournament.class_names),
        is_director=access.member.is_director,
    )


def _show(request: HttpRequest, access: DeskAccess, form: PrintForm) -> HttpResponse:
    phones = phone_address(request, access.tournament)
    context = {
        **frame(access, say("Prints")),
        "form": form,
        "phones": phones,
        "unprinted": unprinted(names_of(access.tournament)),
        "warning": warning_about(phones, port=request.get_port()),
        "wifi": [
            (say("name"), access.tournament.wifi_name),
            (say("password"), access.tournament.wifi_password or say("none")),
        ],
    }
    return render(request, "scoring/desk/prints.html", context)


def _recipe(request: HttpRequest, access: DeskAccess, form: PrintForm) -> Recipe:
    """The chosen print. Raises NothingToPrint where nothing is reckoned yet."""
    own, data = access.tournament, form.cleaned_data
    recipe = recipe_of(
        own,
        what=data["what"],
        paper=data["paper"],
        rnd=form.chosen_round,
        table=form.chosen_table,
        awarded=data.get("awarded") or "",
        address=phone_address(request, own) if data["what"] in OF_EACH_TABLE else "",
    )
    if data["what"] in OF_RESULTS:
        recipe()  # read once more when it is made
    return recipe


def _said(form: PrintForm) -> tuple[str, str]:
    """The print in words for the log, and its short name."""
    what, rnd, table = form.cleaned_data["what"], form.chosen_round, form.chosen_table
    words = say(IN_LOG[what])
    if rnd is None:
        return say("printed: {what}", what=words), what
    facts = {"what": words, "number": rnd.number}
    if not table:
        return say("printed: {what}, round {number}", **facts), f"{what} {rnd.number}"
    said = say("printed: {what}, round {number}, table {table}", table=table, **facts)
    return said, f"{what} {rnd.number}/{table}"


def _file_name(access: DeskAccess, form: PrintForm) -> str:
    parts = [access.tournament.slug]
    if form.chosen_round:
        parts.append(f"round-{form.chosen_round.number}")
    if form.chosen_table:
        parts.append(f"table-{form.chosen_table}")
    return "-".join([*parts, form.cleaned_data["what"]])
