"""Paper: choose it, wait for it, open it."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.selectors.phone_address import warning_about
from clubs.wording import say
from scoring.core.access import DeskAccess, desk_of
from scoring.core.views import address, frame, is_part, phone_address
from scoring.desk.handed_out import note_print
from scoring.desk.pages.prints_form import (
    CARDS,
    CERTIFICATES,
    CHOICES,
    GUIDE,
    NAMES,
    OF_ONE_ROUND,
    PAYOFFS,
    PRIZES,
    REPORT,
    SHEETS,
    STANDINGS,
    TABLE_CARDS,
    TABLES,
    PrintForm,
)
from scoring.draw.documents.cards import cards_document
from scoring.draw.documents.guide import guide_document
from scoring.draw.documents.lists import names_document, tables_document
from scoring.draw.documents.score_sheets import sheet_document
from scoring.draw.documents.seats import carded_in, counting_rounds
from scoring.draw.documents.table_cards import table_card_document
from scoring.games import payoff_card_of
from scoring.models import Round
from scoring.paper.document import Document, NothingToPrint
from scoring.paper.font_coverage import unprinted
from scoring.paper.jobs import start
from scoring.paper.views import job_of, job_page, pdf_file
from scoring.people.selectors.entries import names_of
from scoring.standings.documents.certificates import Awarded, certificates_document
from scoring.standings.documents.ending import prizes_document, report_document
from scoring.standings.documents.standings import standings_document
from scoring.tournaments.documents import payoffs_document

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
        document = _document(request, access, form)
    except NothingToPrint as nothing:
        form.add_error("what", str(nothing))
        return _show(request, access, form)
    owner, name = access.tournament.club.slug, _file_name(access, form)
    key = start(document, owner=owner, name=name)
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


def _document(request: HttpRequest, access: DeskAccess, form: PrintForm) -> Document:
    """The chosen print with all it shows, read now; raises NothingToPrint."""
    own, rnd, now = access.tournament, form.chosen_round, timezone.now()
    if rnd is not None:
        rnd.tournament = own
    what, paper = form.cleaned_data["what"], form.cleaned_data["paper"]
    if rnd is not None and what in OF_ONE_ROUND:
        return _of_round(request, rnd, form)
    return {
        NAMES: lambda: names_document(own, [rnd] if rnd else None, paper=paper),
        CARDS: lambda: cards_document(own, paper=paper),
        GUIDE: lambda: guide_document(own, paper=paper),
        STANDINGS: lambda: standings_document(own, at=now, paper=paper),
        PAYOFFS: lambda: payoffs_document(payoff_card_of(own), paper=paper),
        PRIZES: lambda: prizes_document(own, at=now, paper=paper),
        CERTIFICATES: lambda: certificates_document(
            own, form.cleaned_data["awarded"] or Awarded.PODIUM, paper=paper
        ),
        REPORT: lambda: report_document(own, paper=paper),
    }[what]()


def _of_round(request: HttpRequest, rnd: Round, form: PrintForm) -> Document:
    paper, phones = form.cleaned_data["paper"], phone_address(request, rnd.tournament)
    if form.cleaned_data["what"] == TABLES:
        return tables_document(rnd, paper=paper)
    of_tables = {SHEETS: sheet_document, TABLE_CARDS: table_card_document}
    document = of_tables[form.cleaned_data["what"]]
    return document(rnd, address=phones, table=form.chosen_table, paper=paper)


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
