"""Prints of a season: chosen at the desk, made by a worker, opened."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.access import Member, club_at, member_of
from clubs.forms import PlainForm
from clubs.i18n import lazy_message, message, plural_message
from clubs.models import Club, Season
from clubs.storage import StorageDown
from scoring.core.access import DIRECTOR
from scoring.core.page_context import is_part, season_frame
from scoring.core.quotas import count_print
from scoring.core.writes import ActionRefused
from scoring.history.documents.poster import poster_recipe
from scoring.history.documents.yearbook import yearbook_job, yearbook_recipe
from scoring.printing.document import NothingToPrint
from scoring.printing.jobs import start
from scoring.printing.responses import job_of, job_page, not_now, pdf_file
from scoring.rollups.season_places import places_by_game
from scoring.rollups.updates import catch_up
from scoring.standings.access import season_at_desk

POSTER, YEARBOOK = "poster", "yearbook"
FIRST = (10, 20, 30)  # possible numbers of players on a poster


@dataclass(frozen=True, slots=True)
class SeasonPrint:
    """A print, and a line about it."""

    what: str
    title: str
    about: str


TILES = (
    SeasonPrint(POSTER, lazy_message("Season poster"), lazy_message("One-page poster")),
    SeasonPrint(
        YEARBOOK,
        lazy_message("Yearbook"),
        lazy_message("Every event, record and player"),
    ),
)
CHOICES = tuple((tile.what, tile.title) for tile in TILES)


class SeasonPrintForm(PlainForm):
    """One print of a season."""

    what = forms.ChoiceField(label=lazy_message("Print"), choices=CHOICES)
    first = forms.TypedChoiceField(
        label=lazy_message("Players on the poster"), coerce=int, initial=FIRST[1]
    )
    paper = forms.ChoiceField(
        label=lazy_message("Paper"), choices=Club.paper.field.choices or ()
    )

    def __init__(self, *args: Any, club: Club, **facts: Any) -> None:
        super().__init__(*args, **facts)
        named = [(n, plural_message("the top", "the top {n}", n)) for n in FIRST]
        self.offer("first", named)
        self.initial.setdefault("paper", club.paper)


@require_http_methods(["GET", "HEAD", "POST"])
def prints(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Show the prints of a season, and start one."""
    member, season = _season(request, club, slug)
    form = SeasonPrintForm(
        request.POST or None,
        initial={
            n: request.GET[n] for n in SeasonPrintForm.base_fields if n in request.GET
        },
        club=member.club,
    )
    if request.method == "POST" and form.is_valid():
        try:
            catch_up(season)
            key = _started(season, form.cleaned_data)
        except NothingToPrint as nothing:
            form.add_error("what", str(nothing))
        except ActionRefused as refused:
            form.add_error("what", refused.message)
        except StorageDown as away:
            form.add_error("what", not_now(away))
        else:
            chosen = urlencode(form.cleaned_data)
            return redirect(f"{_address(season, '-job', key)}?{chosen}")
    context = {
        **_frame(member, season),
        "season": season,
        "form": form,
        "tiles": TILES,
        "chosen": request.GET.get("what", ""),
    }
    return render(request, "scoring/history/season_prints.html", context)


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def print_job(request: HttpRequest, club: str, slug: str, key: str) -> HttpResponse:
    """Show the progress of a print; polls until it is done."""
    member, season = _season(request, club, slug)
    context = {
        **_frame(member, season, message("Print")),
        "of": message("Season {name}", name=season.name),
        "what": dict(CHOICES).get(
            request.GET.get("what", ""), message("Your printout")
        ),
        "file": _address(season, "-file", key),
        "again": _address(season),
        "others": _address(season),
        "back": reverse("scoring:season-change", args=[club, slug]),
        "back_words": message("Back to the season"),
    }
    job = job_of(key, owner=club)
    return job_page(
        request, job, context, SeasonPrintForm.base_fields, is_part=is_part(request)
    )


@require_safe
def print_file(
    request: HttpRequest, club: str, slug: str, key: str
) -> HttpResponseBase:
    """Send the PDF to the browser, or as a download with ?save."""
    _, season = _season(request, club, slug)
    job = job_of(key, owner=club)
    if job.state != "done":
        return redirect(_address(season, "-job", key))
    return pdf_file(request, job)


@require_safe
def yearbook(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """Send a final season's yearbook to everyone, as last made at the desk."""
    the_club = club_at(club)
    season = the_club.seasons.filter(slug=slug).exclude(finished_at=None).first()
    if season is None:
        raise Http404(message("That season doesn’t exist."))
    season.club = the_club
    job = yearbook_job(season)
    if job is None:
        raise Http404(message("This season’s yearbook hasn’t been printed yet."))
    return pdf_file(request, job)


def _started(season: Season, chosen: dict[str, Any]) -> str:
    """Start the print. Raises NothingToPrint or ActionRefused."""
    count_print(season.club)
    kind, paper = chosen["what"], chosen["paper"]
    owner, name = season.club.slug, f"{season.club.slug}-{season.slug}-{kind}"
    if kind == POSTER:
        recipe = poster_recipe(season, first=chosen["first"], paper=paper)
        recipe()  # fails now if nobody has a place; it is read again when it is made
        return start(recipe, owner=owner, name=name)
    if not places_by_game(season):
        raise NothingToPrint(message("Nothing has been played in this season yet."))
    recipe = yearbook_recipe(season, paper)
    return start(recipe, owner=owner, name=name, permanent=True, anew=True)


def _season(request: HttpRequest, club: str, slug: str) -> tuple[Member, Season]:
    member = member_of(request, club, DIRECTOR)
    return member, season_at_desk(member, slug)


def _address(season: Season, suffix: str = "s", *more: object) -> str:
    """Return a page of the season's prints: all, or a job's (`-job`, `-file`)."""
    args = [season.club.slug, season.slug, *more]
    return reverse(f"scoring:season-print{suffix}", args=args)


def _frame(member: Member, season: Season, title: str = "") -> dict[str, Any]:
    return season_frame(member, season, (message("Printouts"), _address(season)), title)
