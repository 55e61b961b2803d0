"""A season on paper: chosen at the desk, made in a process of its own, opened."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.access import Member, member_of
from clubs.models import Season
from clubs.wording import say
from scoring.core.access import DIRECTOR
from scoring.core.views import is_part
from scoring.history.documents.poster import poster_document
from scoring.history.forms.season_prints import CHOICES, SeasonPrintForm
from scoring.paper.document import NothingToPrint
from scoring.paper.jobs import start
from scoring.paper.views import job_of, job_page, pdf_file
from scoring.standings.views.season_desk import season_at_desk


@require_http_methods(["GET", "HEAD", "POST"])
def prints(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Choose one; pressing starts it."""
    member, season = _season(request, club, slug)
    form = SeasonPrintForm(
        request.POST or None,
        initial={
            n: request.GET[n] for n in SeasonPrintForm.base_fields if n in request.GET
        },
        club=member.club,
    )
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        try:
            document = poster_document(
                season, first=chosen["first"], at=timezone.now(), paper=chosen["paper"]
            )
        except NothingToPrint as nothing:
            form.add_error("what", str(nothing))
        else:
            key = start(document, owner=club, name=f"{club}-{slug}-{chosen['what']}")
            return redirect(f"{_address(season, '-job', key)}?{urlencode(chosen)}")
    context = {**_frame(member, season), "season": season, "form": form}
    return render(request, "scoring/history/season_prints.html", context)


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def print_job(request: HttpRequest, club: str, slug: str, key: str) -> HttpResponse:
    """How far a print is; asks again by itself until it is done."""
    member, season = _season(request, club, slug)
    context = {
        **_frame(member, season, say("Print")),
        "of": say("Season {name}", name=season.name),
        "what": dict(CHOICES).get(request.GET.get("what", ""), say("Your print")),
        "file": _address(season, "-file", key),
        "again": _address(season),
        "others": _address(season),
        "back": reverse("scoring:season-change", args=[club, slug]),
        "back_words": say("Back to the season"),
    }
    job = job_of(key, owner=club)
    return job_page(
        request, job, context, SeasonPrintForm.base_fields, is_part=is_part(request)
    )


@require_safe
def print_file(
    request: HttpRequest, club: str, slug: str, key: str
) -> HttpResponseBase:
    """The PDF, shown in the browser; ?save to keep it."""
    _, season = _season(request, club, slug)
    job = job_of(key, owner=club)
    if job.state != "done":
        return redirect(_address(season, "-job", key))
    return pdf_file(request, job)


def _season(request: HttpRequest, club: str, slug: str) -> tuple[Member, Season]:
    member = member_of(request, club, DIRECTOR)
    return member, season_at_desk(member, slug)


def _address(season: Season, of: str = "s", *more: object) -> str:
    """A page of its prints: all of them, or that of a job (`-job`, `-file`)."""
    at = [season.club.slug, season.slug, *more]
    return reverse(f"scoring:season-print{of}", args=at)


def _frame(member: Member, season: Season, here: str = "") -> dict[str, Any]:
    club = member.club
    crumbs = [
        (say("Desk"), reverse("scoring:desk", args=[club.slug])),
        (say("Seasons"), reverse("scoring:seasons", args=[club.slug])),
        (season.name, reverse("scoring:season-change", args=[club.slug, season.slug])),
        (say("Prints"), _address(season) if here else ""),
    ]
    return {
        "club": club,
        "club_role": member.role,
        "is_director": member.is_director,
        "crumbs": [*crumbs, (here, "")] if here else crumbs,
    }
