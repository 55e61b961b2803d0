"""Substitutes: who plays for whom, from which round on, and the way back."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import open_to_guests
from clubs.forms import WholeNumberField
from clubs.i18n import message
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import EntrantField, IdempotentForm, give_roster
from scoring.core.page_context import address, frame
from scoring.core.roster import Roster, roster_of
from scoring.draw.substitutes import (
    come_back,
    next_start,
    own_rounds,
    stand_ins,
    substitute,
)
from scoring.draw.views.seats import new_house
from scoring.models import Entry

MOST_ROUNDS = 99


class SubstituteForm(IdempotentForm):
    """A player who leaves, and the substitute who plays for them."""

    leaver = EntrantField(label=_("Player leaving"))
    stand_in = EntrantField(
        label=_("Substitute"),
        help_text=_("Someone without a seat, or H1 for a house player."),
    )
    start = WholeNumberField(label=_("From round"), min_value=1, max_value=MOST_ROUNDS)

    def __init__(self, *args: Any, roster: Roster, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.roster = Roster((*roster.entries, *new_house(roster)))
        give_roster(self, self.roster)


class BackForm(IdempotentForm):
    """The round from which a player plays again themselves."""

    start = WholeNumberField(label=_("From round"), min_value=1, max_value=MOST_ROUNDS)


@open_to_guests
@require_safe
def substitutes(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    return _show(request, desk_of(request, club, tournament, DIRECTOR))


@require_POST
def substitute_add(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    form = _form(access, request.POST)
    if form.is_valid():
        with form.refusals():
            stand_in = substitute(actor=access.actor, **form.cleaned_data)
    if form.errors:
        return _show(request, access, form=form)
    absent_name = form.cleaned_data["leaver"].name
    messages.success(
        request,
        message(
            "{whom} has a substitute: {name}.", name=stand_in.name, whom=absent_name
        ),
    )
    return redirect(address("substitutes", access.tournament))


@require_POST
def substitute_end(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    stand_in = get_object_or_404(access.tournament.entries, pk=pk)
    form = BackForm(request.POST)
    if form.is_valid():
        with form.refusals():
            back = come_back(stand_in=stand_in, actor=access.actor, **form.cleaned_data)
    if form.errors:
        return _show(request, access, ended=(pk, form))
    messages.success(request, message("{name} is playing again.", name=back.name))
    return redirect(address("substitutes", access.tournament))


def _form(access: DeskAccess, data: Any = None) -> SubstituteForm:
    start = {"start": next_start(access.tournament)}
    return SubstituteForm(data, roster=roster_of(access.tournament), initial=start)


def _back_form(stand_in: Entry, start: int) -> BackForm:
    """Return the form, with no round before the start of the substitution."""
    first = max(start, stand_in.substitute_from or start)
    return BackForm(initial={"start": first}, auto_id=f"back-{stand_in.pk}-%s")


def _show(
    request: HttpRequest,
    access: DeskAccess,
    form: SubstituteForm | None = None,
    ended: tuple[int, BackForm] | None = None,
) -> HttpResponse:
    form = form or _form(access)
    start = next_start(access.tournament)
    playing = [
        (
            stand_in,
            ended[1]
            if ended and ended[0] == stand_in.entry.pk
            else _back_form(stand_in.entry, start),
        )
        for stand_in in stand_ins(access.tournament)
    ]
    context = {
        **frame(
            access,
            (message("Entries"), address("entries", access.tournament)),
            message("Substitutes"),
        ),
        "form": form,
        "roster": form.roster,
        "playing": playing,
        "own_rounds": own_rounds(access.tournament),
    }
    return render(request, "scoring/draw/substitutes.html", context)
