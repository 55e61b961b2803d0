"""Entering many at once: a pasted list or a file, a preview, then the entries."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from clubs.wording import say, say_many, sentence, together
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.services.changes import Refused, done_before
from scoring.core.views import address, frame
from scoring.people.entry_lists import take_list
from scoring.people.list_plan import (
    Kind,
    Planned,
    chosen_changes,
    decided,
    left_out,
    list_changes,
    plan_of,
)
from scoring.people.pages.list_forms import (
    MOST_DOUBTFUL,
    ChangesForm,
    ChoicesForm,
    ConfirmForm,
    PasteForm,
    UploadForm,
)
from scoring.people.typed import Listed, PeopleList, as_text, renumbered


@require_http_methods(["GET", "HEAD", "POST"])
def entries_paste(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    form = PasteForm(request.POST or None, tournament=access.tournament)
    if request.method == "POST" and form.is_valid():
        return _preview(request, access, form.people)
    return _page(request, access, form, UploadForm(tournament=access.tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def entries_upload(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    if request.method != "POST":
        return redirect("scoring:entries-paste", club, tournament)
    form = UploadForm(request.POST, request.FILES, tournament=access.tournament)
    if form.is_valid():
        return _preview(request, access, form.people)
    pasted = PasteForm(tournament=access.tournament, initial=request.POST.dict())
    return _page(request, access, pasted, form)


@require_POST
def entries_confirm(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """The second step; the list and every choice come along, nothing is kept between."""
    access = desk_of(request, club, tournament, DIRECTOR)
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        messages.error(request, say("The list did not arrive whole. Paste it again."))
        return redirect("scoring:entries-paste", club, tournament)
    if done_before(form.cleaned_data["key"]):
        return redirect("scoring:entries", club, tournament)
    plan = plan_of(access.tournament, form.people.people)
    choices = ChoicesForm(request.POST, plan=plan)
    changes = ChangesForm(request.POST, changes=list_changes(plan))
    # Both are looked at, so that all is said at once.
    if choices.is_valid() & changes.is_valid():
        done = _take(access, form, plan, choices, changes)
        if done is not None:
            others = _not_entered(plan, choices.choices(), done[0])
            messages.success(request, " ".join([_done(*done), *others]))
            return redirect("scoring:entries", club, tournament)
    return _confirmation(request, access, form, choices, changes, plan)


def _take(
    access: DeskAccess,
    form: ConfirmForm,
    plan: list[Planned],
    choices: ChoicesForm,
    changes: ChangesForm,
) -> tuple[int, int] | None:
    chosen = choices.choices()
    try:
        return take_list(
            tournament=access.tournament,
            by=access.actor,
            people=decided(plan, chosen),
            changes=[*changes.chosen, *chosen_changes(plan, chosen)],
            key=form.cleaned_data["key"],
            state=form.state,
        )
    except Refused as refused:
        form.refuse(refused)
        return None


def _done(entered: int, changed: int) -> str:
    if not entered and not changed:
        return say("Nobody is new, and nothing was changed.")
    said = []
    if entered:
        said.append(
            say_many("{n} person is entered.", "{n} people are entered.", entered)
        )
    if changed:
        said.append(
            say_many("{n} person is changed.", "{n} people are changed.", changed)
        )
    return " ".join(said)


def _not_entered(
    plan: list[Planned], chosen: Mapping[int, str], entered: int
) -> list[str]:
    """Of the list's other lines, why nobody new stands in the entries for them."""
    twice = left_out(plan, chosen)
    said = []
    if twice:
        names = together(each.name for each in twice)
        text = say("Left out, as standing in the list twice: {names}.", names=names)
        said.append(sentence(text))
    if known := len(plan) - len(twice) - entered:
        text = say_many(
            "{n} person was entered already.", "{n} people were entered already.", known
        )
        said.append(text)
    return said


def _preview(
    request: HttpRequest, access: DeskAccess, people: PeopleList
) -> HttpResponse:
    """Its lines are those of the text that the second step reads."""
    text, listed = as_text(people.people), renumbered(people.people)
    plan = plan_of(access.tournament, listed)
    choices = ChoicesForm(plan=plan)
    if len(choices.doubtful) > MOST_DOUBTFUL:
        said = say(
            "More than {most} names may be people known already. Split the list, or give "
            "the lodges as well.",
            most=MOST_DOUBTFUL,
        )
        messages.error(request, said)
        return redirect(address("entries-paste", access.tournament))
    form = ConfirmForm(initial={"text": text})
    changes = ChangesForm(changes=list_changes(plan))
    return _confirmation(request, access, form, choices, changes, plan)


def _confirmation(
    request: HttpRequest,
    access: DeskAccess,
    form: ConfirmForm,
    choices: ChoicesForm,
    changes: ChangesForm,
    plan: list[Planned],
) -> HttpResponse:
    changed = {each.entry.pk for each in changes.offered.values()}
    same = (each for each in plan if not each.entry or each.entry.pk not in changed)
    context = {
        "form": form,
        "choices": choices,
        "changes": changes,
        "new": _of(plan, Kind.NEW),
        "known": _of(plan, Kind.KNOWN),
        "entered": _of(same, Kind.ENTERED),
    }
    return render(
        request, "scoring/people/entries_preview.html", _with(access, context)
    )


def _of(plan: Iterable[Planned], kind: Kind) -> list[Listed]:
    return [each.listed for each in plan if each.kind is kind]


def _page(
    request: HttpRequest, access: DeskAccess, paste: PasteForm, upload: UploadForm
) -> HttpResponse:
    context = {"paste": paste, "upload": upload}
    return render(request, "scoring/people/entries_list.html", _with(access, context))


def _with(access: DeskAccess, context: dict[str, Any]) -> dict[str, Any]:
    above = (say("Entries"), address("entries", access.tournament))
    return {**frame(access, above, say("A list")), **context}
