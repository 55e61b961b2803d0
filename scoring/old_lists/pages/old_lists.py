"""Old lists at the desk: uploaded, looked at, names matched, taken, taken back."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Member, member_of
from clubs.wording import day, say, say_many
from scoring.core.access import DIRECTOR
from scoring.core.services.changes import Actor, Refused
from scoring.core.views import desk_frame
from scoring.models import OldList
from scoring.old_lists import drafts, importing, undo
from scoring.old_lists.drafts_read import Look, look_at, with_nobodies
from scoring.old_lists.facts import Wanted
from scoring.old_lists.matching import Matched, matched, twice_there
from scoring.old_lists.pages.list_forms import ChoicesForm, PeopleForm, UploadForm

SHOWN = 100  # evenings, and names, at once


@require_http_methods(["GET", "HEAD", "POST"])
def old_lists(request: HttpRequest, club: str) -> HttpResponse:
    """The lists that came in, those that wait, and another one."""
    member = member_of(request, club, DIRECTOR)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            kept = drafts.add(
                club=member.club,
                by=Actor.at_desk(member.user),
                name=form.cleaned_data["file"].name,
                sheets=form.sheets,
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("scoring:old-list", club, kept.pk)
    rows = member.club.old_lists.defer("sheets", "choices")
    context = {**frame(member), "form": form, "rows": rows}
    return render(request, "scoring/old_lists/old_lists.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def old_list(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """What was recognised, to be changed; once it is in, what came of it."""
    member = member_of(request, club, DIRECTOR)
    found = _found(member, pk)
    if found.state != OldList.State.DRAFT:
        return _in(request, member, found)
    look = look_at(found)
    form = ChoicesForm(_sent(request), look=look)
    if request.method == "POST" and form.is_valid():
        try:
            drafts.choose(old_list=found, choices=form.choices())
        except Refused as refused:
            messages.error(request, refused.message)
        return redirect("scoring:old-list", club, pk)
    context = {
        **frame(member, found.name),
        "old_list": found,
        "form": form,
        "look": look,
        "rows": _rows(look, form),
        "coming": look.found.coming,
    }
    return render(request, "scoring/old_lists/old_list.html", context)


def _sent(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _in(request: HttpRequest, member: Member, found: OldList) -> HttpResponse:
    """What came of it; where it was stopped on the way in, it may go on."""
    if request.method == "POST":
        try:
            if found.state == OldList.State.COMING:
                _import(request, member, found, look_at(found).wanted())
        except Refused as refused:
            messages.error(request, refused.message)
        return redirect("scoring:old-list", member.club.slug, found.pk)
    tournaments = found.tournaments.order_by("date", "pk")
    context = {
        **frame(member, found.name),
        "old_list": found,
        "evenings": tournaments[:SHOWN],
        "more": max(tournaments.count() - SHOWN, 0),
        "made": found.made,
        "players": len(found.made["players"]),
    }
    return render(request, "scoring/old_lists/old_list_in.html", context)


def _rows(look: Look, form: ChoicesForm) -> list[tuple[Any, Any, bool]]:
    """Each evening with its box to leave it out, and whether the club has that day."""
    boxes = [*form["off"]]
    return [
        (each, box, str(each.day) in look.here)
        for each, box in zip(look.found.evenings, boxes, strict=True)
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def old_list_people(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Who is who; sent, all of it comes in."""
    member = member_of(request, club, DIRECTOR)
    found = _found(member, pk)
    if found.state != OldList.State.DRAFT:
        return redirect("scoring:old-list", club, pk)
    look = look_at(found)
    wanted = look.wanted()
    if not wanted.evenings:
        messages.error(request, say("No evening of this list can come in yet."))
        return redirect("scoring:old-list", club, pk)
    people = matched(found.club, wanted.evenings)
    form = PeopleForm(_sent(request), people=people, nobodies=look.found.nobodies)
    if request.method == "POST" and form.is_valid():
        if form.nobodies() != {*look.found.nobodies}:
            # Without them somebody more may be asked about.
            look = with_nobodies(look, found, form.nobodies())
            people = matched(found.club, look.wanted().evenings)
            form = form.asked_again(people, look.found.nobodies)
        if form.is_valid():
            wanted = look.wanted(people, form.answers())
            if _take(request, member, found, look, wanted, form):
                return redirect("scoring:old-list", club, pk)
    context = {
        **frame(member, found.name),
        "old_list": found,
        "form": form,
        "counts": _counts(wanted, people),
        "same": [*people.same.items()][:SHOWN],
        "spelled": _spelled(people),
    }
    return render(request, "scoring/old_lists/old_list_people.html", context)


def _spelled(people: Matched) -> list[tuple[str, str]]:
    """A name of the list, and whose it is but for its spelling."""
    return [
        (name, other if isinstance(other, str) else other.name)
        for name, other in people.spelled.items()
    ][:SHOWN]


def _take(
    request: HttpRequest,
    member: Member,
    found: OldList,
    look: Look,
    wanted: Wanted,
    form: PeopleForm,
) -> bool:
    """Whether it is in; what keeps it out stands above the form."""
    if not wanted.evenings:
        form.add_error(None, say("No evening of this list can come in yet."))
    for evening, one, other in twice_there(
        wanted.evenings, wanted.known, wanted.new_as
    )[:SHOWN]:
        said = say(
            "On {day} both were there, so they are two people: {one}; {other}",
            day=day(evening.day),
            one=one,
            other=other,
        )
        form.add_error(None, said)
    if form.errors:
        return False
    try:
        drafts.choose(old_list=found, choices=look.settled())
        _import(request, member, found, wanted)
    except Refused as refused:
        form.add_error(None, refused.message)
        return False
    return True


def _import(
    request: HttpRequest, member: Member, found: OldList, wanted: Wanted
) -> None:
    by = Actor.at_desk(member.user)
    done = importing.take(old_list=found, by=by, wanted=wanted)
    evenings = done.made["evenings"]
    said = say_many("{n} evening is in.", "{n} evenings are in.", evenings)
    messages.success(request, said)


def _counts(wanted: Wanted, people: Matched) -> dict[str, int]:
    return {
        "evenings": len(wanted.evenings),
        "results": sum(len(each.facts) for each in wanted.evenings),
        "same": len(people.same),
        "new": len(people.new),
        "doubtful": len(people.doubtful),
    }


@require_POST
def old_list_take_back(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Nothing of it stays; of a draft, nothing was."""
    member = member_of(request, club, DIRECTOR)
    found = _found(member, pk)
    try:
        stay = undo.take_back(old_list=found, by=Actor.at_desk(member.user))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("scoring:old-list", club, pk)
    messages.success(request, say("The list is gone: {file}.", file=found.name))
    if stay:
        said = say_many(
            "{n} of its players stays: entered elsewhere since.",
            "{n} of its players stay: entered elsewhere since.",
            stay,
        )
        messages.info(request, said)
    return redirect("scoring:old-lists", club)


def _found(member: Member, pk: int) -> OldList:
    found: OldList | None = member.club.old_lists.filter(pk=pk).first()
    if found is None:
        raise Http404(say("There is no such list."))
    found.club = member.club
    return found


def frame(member: Member, here: str = "") -> dict[str, Any]:
    all_of_them = reverse("scoring:old-lists", args=[member.club.slug])
    return desk_frame(member, (say("Old lists"), all_of_them), here)
