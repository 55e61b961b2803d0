"""Entering many at once: a pasted list or a file, a preview, then the entries."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scoring.access import DIRECTOR, Place, desk_of
from scoring.forms.entries import (
    MOST_DOUBTFUL,
    ChoicesForm,
    ConfirmForm,
    PasteForm,
    UploadForm,
)
from scoring.services.changes import Refused, done_before
from scoring.services.files.people_lists import Listed, PeopleList, as_text, read_pasted
from scoring.services.people.entry_lists import Kind, Planned, decided, enter, plan_of
from scoring.views.desk_frame import address, frame


@require_http_methods(["GET", "HEAD", "POST"])
def entries_paste(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament, DIRECTOR)
    form = PasteForm(request.POST or None, tournament=place.tournament)
    if request.method == "POST" and form.is_valid():
        return _preview(request, place, form.people)
    return _page(request, place, form, UploadForm(tournament=place.tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def entries_upload(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament, DIRECTOR)
    if request.method != "POST":
        return redirect("scoring:entries-paste", club, tournament)
    form = UploadForm(request.POST, request.FILES, tournament=place.tournament)
    if form.is_valid():
        return _preview(request, place, form.people)
    return _page(request, place, PasteForm(tournament=place.tournament), form)


@require_POST
def entries_confirm(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """The second step; the list and every choice come along, nothing is kept between."""
    place = desk_of(request, club, tournament, DIRECTOR)
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        messages.error(request, "The list did not arrive whole. Paste it again.")
        return redirect("scoring:entries-paste", club, tournament)
    if done_before(form.cleaned_data["key"]):
        return redirect("scoring:entries", club, tournament)
    plan = plan_of(place.tournament, form.people.people)
    choices = ChoicesForm(request.POST, plan=plan)
    if choices.is_valid():
        number = _enter(place, form, plan, choices)
        if number is not None:
            messages.success(request, f"{number} people are entered.")
            return redirect("scoring:entries", club, tournament)
    return _confirmation(request, place, form, choices, plan)


def _enter(
    place: Place, form: ConfirmForm, plan: list[Planned], choices: ChoicesForm
) -> int | None:
    try:
        return enter(
            tournament=place.tournament,
            by=place.actor,
            people=decided(plan, choices.choices()),
            key=form.cleaned_data["key"],
            state=form.state,
        )
    except Refused as refused:
        form.refuse(refused)
        return None


def _preview(request: HttpRequest, place: Place, people: PeopleList) -> HttpResponse:
    """Read the list as the second step will, so that its lines are the same."""
    text = as_text(people.people)
    plan = plan_of(place.tournament, read_pasted(text).people)
    choices = ChoicesForm(plan=plan)
    if len(choices.doubtful) > MOST_DOUBTFUL:
        messages.error(
            request,
            f"More than {MOST_DOUBTFUL} names may be people known already. Split the "
            "list, or give the lodges as well.",
        )
        return redirect(address("entries-paste", place.tournament))
    form = ConfirmForm(initial={"text": text})
    return _confirmation(request, place, form, choices, plan)


def _confirmation(
    request: HttpRequest,
    place: Place,
    form: ConfirmForm,
    choices: ChoicesForm,
    plan: list[Planned],
) -> HttpResponse:
    context = {
        "form": form,
        "choices": choices,
        "new": _of(plan, Kind.NEW),
        "known": _of(plan, Kind.KNOWN),
        "entered": _of(plan, Kind.ENTERED),
    }
    return render(request, "scoring/entries_preview.html", _with(place, context))


def _of(plan: list[Planned], kind: Kind) -> list[Listed]:
    return [each.listed for each in plan if each.kind is kind]


def _page(
    request: HttpRequest, place: Place, paste: PasteForm, upload: UploadForm
) -> HttpResponse:
    context = {"paste": paste, "upload": upload}
    return render(request, "scoring/entries_list.html", _with(place, context))


def _with(place: Place, context: dict[str, Any]) -> dict[str, Any]:
    above = ("Entries", address("entries", place.tournament))
    return {**frame(place, above, "A list"), **context}
