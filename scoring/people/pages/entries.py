"""Who plays: the list, one by one, and everybody's state."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)
from django.views.decorators.vary import vary_on_headers

from clubs.models import Player
from clubs.selectors.people import players_like, same_name
from clubs.wording import say, say_many
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.services.changes import Conflict, Refused, done_before
from scoring.core.views import address, frame, is_part
from scoring.models import Entry
from scoring.people import entries, start_numbers
from scoring.people.entries_shown import entries_of, entry_at, teams_of
from scoring.people.entry_facts import entry_stamp
from scoring.people.pages.entry_forms import AddForm, EntryForm, StateForm
from scoring.people.players import correct_entry
from scoring.people.players_shown import first_timers_class, is_only_entry

MOST_SUGGESTED = 8


@require_safe
def entry_list(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    form = AddForm(initial={"here": bool(request.GET.get("here"))})
    return _page(request, access, form)


@require_POST
def entry_add(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    form = AddForm(request.POST)
    likely: list[Player] = []
    if form.is_valid():
        player, likely = _meant(access, form)
        if not likely:
            entry = _enter(access, form, player)
            if entry:
                who = {"number": entry.number, "name": entry.name}
                messages.success(request, say("{number} {name} is entered.", **who))
                here = "&here=1" if form.cleaned_data["here"] else ""
                return redirect(f"{_address(access)}?added={entry.pk}{here}#add")
    return _page(request, access, form, likely)


@require_safe
def entry_suggest(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """The club's players that what is typed may mean, as buttons of the form."""
    access = desk_of(request, club, tournament, DIRECTOR)
    typed = request.GET.get("name", "").strip()
    found = players_like(access.tournament.club, typed, MOST_SUGGESTED) if typed else []
    return render(
        request, "scoring/people/_entry_suggestions.html", {"suggested": found}
    )


@require_POST
@vary_on_headers("HX-Request")
def entry_state(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    entry, form = _entry(access, pk), StateForm(request.POST)
    if form.is_valid():
        try:
            changed = entries.set_state(
                entry=entry, by=access.actor, state=form.cleaned_data["state"]
            )
        except Refused as refused:  # somebody removed it meanwhile
            messages.error(request, refused.message)
            return redirect(_address(access))
        entry.state = changed.state
    else:
        messages.error(request, say("Choose expected, here, absent or left."))
    if is_part(request):
        context = {"entry": entry, "list": entries_of(access.tournament), "swap": True}
        return render(
            request, "scoring/people/_entry_swapped.html", _with(access, context)
        )
    return redirect(f"{_address(access)}#entry-{entry.pk}")


@require_POST
def all_here(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    came = entries.all_here(tournament=access.tournament, by=access.actor)
    said = say_many("{n} expected is here now.", "{n} expected are here now.", came)
    messages.success(request, said)
    return redirect(_address(access))


@require_POST
def numbers_draw(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    try:
        start_numbers.number_by_lot(tournament=access.tournament, by=access.actor)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, say("The start numbers are drawn."))
    return redirect(_address(access))


@require_http_methods(["GET", "HEAD", "POST"])
def entry_edit(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    entry = _entry(access, pk)
    shown = [name for name in EntryForm.base_fields if hasattr(entry, name)]
    initial = {name: getattr(entry, name) for name in shown}
    initial |= {"seen": entry_stamp(entry), "player_too": is_only_entry(entry)}
    form = EntryForm(
        request.POST or None, initial=initial, tournament=access.tournament
    )
    form.name_player(entry.player)
    if name := first_timers_class(entry):
        form.suggest(name)
    if request.method == "POST" and form.is_valid():
        try:
            correct_entry(entry=entry, by=access.actor, **form.cleaned_data)
        except Conflict as conflict:
            form.add_error(None, conflict.message)
            entry.refresh_from_db()
            form.renew(entry_stamp(entry))
        except Refused as refused:
            field = refused.field if refused.field in form.fields else None
            form.add_error(field, refused.message)
        else:
            name = form.cleaned_data["name"]
            messages.success(request, say("{name} is saved.", name=name))
            return redirect(f"{_address(access)}#entry-{entry.pk}")
    teams = teams_of(access.tournament) if "team" in form.fields else []
    context = {"form": form, "entry": entry, "teams": teams}
    return render(
        request, "scoring/people/entries_edit.html", _with(access, context, entry.name)
    )


@require_POST
def entry_remove(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    entry = entry_at(access.tournament, pk)
    if entry is None:
        elsewhere = Entry.everybody.exclude(tournament=access.tournament)
        if elsewhere.filter(pk=pk).exists():
            raise Http404("It is an entry of another tournament.")
        # Sent twice: it is gone.
        return redirect(_address(access))
    try:
        entries.remove(entry=entry, by=access.actor)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("scoring:entry-edit", club, tournament, pk)
    messages.success(request, say("{name} is not entered any more.", name=entry.name))
    return redirect(_address(access))


def _meant(access: DeskAccess, form: AddForm) -> tuple[Player | None, list[Player]]:
    """The player meant, or those between whom somebody has to choose."""
    club, data = access.tournament.club, form.cleaned_data
    if data["player"]:
        return club.players.filter(erased_at=None, number=data["player"]).first(), []
    if data["somebody_new"] or not data["name"].strip():
        return None, []
    exact, likely = same_name(club, data["name"], data["lodge"])
    if exact and not done_before(data["key"]) and _is_entered(access, exact):
        return None, [exact]
    return exact, ([] if exact else likely)


def _not_these(access: DeskAccess, form: AddForm) -> list[Player]:
    """Who was shown to be called alike, of somebody who is said to be new."""
    data = form.cleaned_data
    if data["player"] or not data["somebody_new"]:
        return []
    return same_name(access.tournament.club, data["name"], data["lodge"])[1]


def _is_entered(access: DeskAccess, player: Player) -> bool:
    return access.tournament.entries.filter(player=player).exists()


def _enter(access: DeskAccess, form: AddForm, player: Player | None) -> Entry | None:
    data = form.cleaned_data
    try:
        return entries.add(
            tournament=access.tournament,
            by=access.actor,
            name=data["name"],
            lodge=data["lodge"],
            player=player,
            number=data["number"],
            state=form.state,
            key=data["key"],
            not_these=_not_these(access, form),
        )
    except Refused as refused:
        form.refuse(refused)
    except ValidationError as wrong:
        form.refuse_fields(wrong)
    return None


def _page(
    request: HttpRequest,
    access: DeskAccess,
    form: AddForm,
    likely: Sequence[Player] = (),
) -> HttpResponse:
    listed = entries_of(access.tournament)
    typed = request.GET.get("q", "").strip()
    context = {
        "form": form,
        "list": listed,
        "shown": listed.matching(typed),
        "typed": typed,
        "likely": likely,
        "added": request.GET.get("added", ""),
        "may_draw_numbers": not access.tournament.rounds.exists(),
    }
    return render(request, "scoring/people/entries.html", _with(access, context))


def _with(
    access: DeskAccess, context: dict[str, Any], last: str = ""
) -> dict[str, Any]:
    above = say("Entries")
    here = [(above, _address(access)), last] if last else [above]
    states = [
        (value, str(word)) for value, word in Entry.State.choices
    ]  # for all lines
    return {**frame(access, *here), "states": states, **context}


def _entry(access: DeskAccess, pk: int) -> Entry:
    entry = entry_at(access.tournament, pk)
    if entry is None:
        raise Http404("There is no such entry.")
    return entry


def _address(access: DeskAccess) -> str:
    return address("entries", access.tournament)
