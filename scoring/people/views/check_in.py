"""Check-in page: one search field, for any number of laptops at once."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any, Self

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from clubs.access import open_to_guests
from clubs.forms import NameField, PlainForm
from clubs.i18n import joined, lazy_message, message, or_list, plural_message
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import IdempotentForm, new_key
from scoring.core.page_context import act_done, address, frame, is_part, offer_undo
from scoring.core.writes import ActionRefused, Conflict
from scoring.models import Entry, Tournament
from scoring.people import check_in as door
from scoring.people.check_in import (
    CheckInAction,
    CheckInStatus,
    check_in_of,
    check_in_version,
)
from scoring.people.check_in_search import CheckInMatch, CheckInSearch, search_check_in
from scoring.people.entries import teams_of
from scoring.people.players import first_timers_class, player_at

STATES = "|".join(Entry.State.values)
STANDING = rf"({STATES})-([01])"
WHO = r"(e|p|new)([0-9]{0,9})"
WRITTEN = re.compile(rf"{WHO}-([a-z]+)([0-9]{{0,3}})(?:-{STANDING})?(?:-{STANDING})?")
FIRST = "first"  # Enter, if no script sent the first result's button


@dataclass(frozen=True, slots=True)
class Act:
    """A parsed button: e12-here-expected-0 is entry 12, displayed as expected."""

    kind: str
    pk: int
    does: str
    number: int
    expected: CheckInStatus | None
    back: CheckInStatus | None

    @classmethod
    def read(cls, text: str) -> Self | None:
        found = WRITTEN.fullmatch(text)
        if not found:
            return None
        kind, pk, does, number, *standings = found.groups()
        expected, back = (
            CheckInStatus(state, paid == "1") if state else None
            for state, paid in (standings[:2], standings[2:])
        )
        return cls(kind, int(pk or 0), does, int(number or 0), expected, back)


class CheckInForm(IdempotentForm):
    """The search field of check-in, the pressed button, and a team."""

    q = NameField(
        label=lazy_message("Name or start number"), max_length=160, required=False
    )
    act = forms.CharField(max_length=80, required=False)
    first = forms.CharField(max_length=80, required=False)
    version = forms.CharField(max_length=20, required=False)  # displayed by the page
    team = NameField(label=lazy_message("Team"), max_length=40, required=False)
    pay = forms.BooleanField(
        label=lazy_message("Enter also marks the fee as paid"), required=False
    )

    @property
    def act_meant(self) -> Act | None:
        """The action: the pressed button, or for Enter the first one displayed.

        A script sends the first button along with Enter.
        """
        pressed = self.cleaned_data["act"] or FIRST
        return Act.read(self.cleaned_data["first"] if pressed == FIRST else pressed)


class NoShowsForm(PlainForm):
    """The people named in the question about no-shows."""

    named = forms.RegexField(r"\A[0-9]{1,9}( [0-9]{1,9}){0,1999}\Z", required=False)

    @property
    def keys(self) -> list[int]:
        return [int(word) for word in self.cleaned_data["named"].split()]


HERE = Entry.State.HERE
# State and fee that each button sets for an entry.
MARKS: dict[str, tuple[str | None, bool | None]] = {
    "here": (HERE, None),
    "both": (HERE, True),
    "paid": (None, True),
    "unpaid": (None, False),
    "absent": (Entry.State.ABSENT, None),
    "expected": (Entry.State.EXPECTED, None),
}
NOT_THERE = lazy_message(
    "Someone removed this entry while you were editing. Check the list."
)
MOST_NAMED = 4  # names in one sentence
FOR_DIRECTORS = lazy_message("Only a director can enter or remove people.")


@open_to_guests
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request", "HX-Target")
def check_in(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament)
    if request.method == "POST":
        return _acted(request, access)
    typed = request.GET.get("q", "")[:160]
    part = request.headers.get("HX-Target")
    if part == "door-live":
        if request.GET.get("version") == check_in_version(access.tournament):
            return HttpResponse(status=204)
        version = request.GET.get("version", "")[:20]
        return _part(
            request, access, "scoring/people/_check_in_news.html", typed, known=version
        )
    if part == "door-found":
        return _part(request, access, "scoring/people/_check_in_found.html", typed)
    if part == "door-no-shows":
        return _part(request, access, "scoring/people/_check_in_no_shows.html", typed)
    pay = request.GET.get("pay", "on") == "on"
    form = CheckInForm(initial={"q": typed, "pay": pay})
    step = door.last_step(access.tournament, access.member.user)
    offer_undo(request, access)
    return _page(request, access, form, typed, step=step, new_key=new_key())


@require_POST
def no_shows(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Mark the people in the question who are still expected as no-shows."""
    access = desk_of(request, club, tournament, DIRECTOR)
    form = NoShowsForm(request.POST)
    named = form.keys if form.is_valid() else []
    absent_entries = door.no_shows(
        tournament=access.tournament, actor=access.actor, named=named
    )
    text = plural_message(
        "{n} person was marked as a no-show. You can still check them in.",
        "{n} people were marked as no-shows. You can still check them in.",
        len(absent_entries),
    )
    act_done(request, access, text, len(absent_entries))
    return redirect(address("door", access.tournament))


def _acted(request: HttpRequest, access: DeskAccess) -> HttpResponse:
    form = CheckInForm(request.POST)
    step, refused, is_field_error = None, "", True
    if form.is_valid():
        try:
            step = _does(access, form)
        except ActionRefused as error:
            refused, is_field_error = error.message, bool(error.field)
        except ValidationError as error:
            refused = " ".join(error.messages)
    else:
        errors = chain.from_iterable(form.errors.values())
        refused = " ".join(map(str, errors))
    typed = form.cleaned_data.get("q", "") if refused and is_field_error else ""
    if is_part(request):
        more = {"step": step, "refused": refused, "new_key": new_key()}
        more["known"] = form.cleaned_data.get("version", "")
        context = {"again": is_field_error, "taken_back": not (step or refused)}
        answer = "scoring/people/_check_in_answer.html"
        return _part(request, access, answer, typed, **more, **context)
    if not refused:
        messages.success(request, step.text if step else message("Undone."))
        pay = "on" if form.cleaned_data["pay"] else "off"
        return redirect(f"{address('door', access.tournament)}?pay={pay}")
    return _page(request, access, form, typed, refused=refused)


def _does(access: DeskAccess, form: CheckInForm) -> CheckInAction | None:
    """Do what the pressed button means; None if it removed the entry.

    Raises ActionRefused with a message for the check-in page.
    """
    act = form.act_meant or _first(access, form.cleaned_data["q"])
    if act.kind == "e":
        return _of_entry(access, form, act)
    if not access.member.is_director:
        raise ActionRefused(
            joined((message("Not entered yet."), FOR_DIRECTORS), " "), "q"
        )
    search = CheckInSearch(form.cleaned_data["q"])
    player = None
    if act.kind == "p":
        player = player_at(access.tournament.club, act.pk)
        if player is None:
            raise Conflict(message("This player is no longer in the club."), "q")
    return door.enter(
        tournament=access.tournament,
        actor=access.actor,
        paid=act.does == "both" or (act.does == "enter" and _pays(access, form)),
        key=form.cleaned_data["key"],
        player=player,
        name=search.name,
        lodge=search.lodge,
        number=search.number,
        namesakes=act.number,
    )


def _of_entry(access: DeskAccess, form: CheckInForm, act: Act) -> CheckInAction | None:
    people = access.tournament.entries.filter(house=None)
    entry = people.filter(pk=act.pk).first()
    if entry is None:
        raise Conflict(NOT_THERE, "q")
    for does, do in OTHERWISE.items():
        if act.does == does:
            return do(access, entry, act, form)
    marks = MARKS | {"enter": (HERE, True if _pays(access, form) else None)}
    if act.does not in marks:
        raise ActionRefused(message("Enter a name or a start number."), "q")
    state, paid = marks[act.does]
    return door.update_entry(
        entry=entry, actor=access.actor, state=state, paid=paid, expected=act.expected
    )


def _undone(
    access: DeskAccess, entry: Entry, act: Act, form: CheckInForm
) -> CheckInAction:
    if act.back is None:
        raise ActionRefused(message("There’s nothing to undo."), "q")
    return door.update_entry(
        entry=entry,
        actor=access.actor,
        state=act.back.state,
        paid=act.back.paid,
        expected=act.expected,
    )


def _out_again(access: DeskAccess, entry: Entry, act: Act, form: CheckInForm) -> None:
    if not access.member.is_director:
        raise ActionRefused(FOR_DIRECTORS, "q")
    door.take_back(entry=entry, actor=access.actor, is_new_player=act.number == 1)


def _in_class(
    access: DeskAccess, entry: Entry, act: Act, form: CheckInForm
) -> CheckInAction:
    names = access.tournament.class_names
    if act.number >= len(names):
        raise Conflict(message("The classes have changed. Refresh the page."), "q")
    name = names[act.number]
    changed = door.set_class(
        entry=entry, actor=access.actor, name=name, inside=act.does == "in"
    )
    return CheckInAction(changed, door.CheckInStatus.of_entry(changed))


def _in_team(
    access: DeskAccess, entry: Entry, act: Act, form: CheckInForm
) -> CheckInAction:
    team = form.cleaned_data["team"]
    changed = door.set_team(entry=entry, actor=access.actor, team=team)
    return CheckInAction(changed, door.CheckInStatus.of_entry(changed))


OTHERWISE: dict[
    str, Callable[[DeskAccess, Entry, Act, CheckInForm], CheckInAction | None]
] = {
    "undo": _undone,
    "gone": _out_again,
    "in": _in_class,
    "out": _in_class,
    "team": _in_team,
}


def _first(access: DeskAccess, typed: str) -> Act:
    """Return the action of Enter, if no script sent the first result's button.

    Raises ActionRefused if the search has no certain result.
    """
    search = search_check_in(check_in_of(access.tournament), typed)
    if not search.typed:
        raise ActionRefused(message("Enter a name or a start number."), "q")
    if act := Act.read(search.first):
        return act
    if search.exact_matches and typed.isdecimal():
        reason = message(
            "No one has start number {number}. Choose who it is below.", number=typed
        )
        raise ActionRefused(reason, "q")
    if matches := search.exact_matches:
        names = [class_.called for class_ in matches[:MOST_NAMED]]
        others = len(matches) + search.more - len(names)
        names += [message("{n} more", n=others)] if others else []
        reason = message(
            "“{typed}” could be {names}. Enter more of the name or the start number, "
            "or choose below.",
            typed=typed,
            names=or_list(names),
        )
        raise ActionRefused(reason, "q")
    if search.found:
        reason = message("No match for “{typed}”. Choose who it is below.", typed=typed)
        raise ActionRefused(reason, "q")
    reason = message("No match for “{typed}”. Enter the full name.", typed=typed)
    raise ActionRefused(reason, "q")


def _has_teams(access: DeskAccess) -> bool:
    return access.tournament.teams == Tournament.Teams.NAMED


def _pays(access: DeskAccess, form: CheckInForm) -> bool:
    return bool(access.tournament.fee) and form.cleaned_data["pay"]


def _page(
    request: HttpRequest, access: DeskAccess, form: CheckInForm, typed: str, **more: Any
) -> HttpResponse:
    context = {**frame(access, message("Check-in")), "form": form, **more}
    return _render_search(
        request, access, "scoring/people/check_in.html", typed, context
    )


def _part(
    request: HttpRequest, access: DeskAccess, template: str, typed: str, **more: Any
) -> HttpResponse:
    return _render_search(request, access, template, typed, {**frame(access), **more})


def _render_search(
    request: HttpRequest, access: DeskAccess, template: str, typed: str, context: dict
) -> HttpResponse:
    found = check_in_of(access.tournament)
    step = context.get("step")
    if "known" in context:
        context["moves"] = door.moves_since(found, context["known"])
    context |= {
        "door": found,
        "search": search_check_in(found, typed),
        "classes": access.tournament.class_names,
        "teams": teams_of(access.tournament) if _has_teams(access) else [],
        "team_key": new_key(),
        "has_rounds": found.is_over and access.tournament.rounds.exists(),
        "stepped": CheckInMatch(step.entry) if step else None,
        "suggested": first_timers_class(step.entry) if step else "",
    }
    return render(request, template, context)
