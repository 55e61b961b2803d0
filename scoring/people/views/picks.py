"""Select players of the club to enter, those of the last event first."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubs.i18n import message, plural_message
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import act_done, address, frame
from scoring.core.writes import ActionRefused, find_duplicate
from scoring.models import Entry, Tournament
from scoring.people.add_from_club import Picks, enter_picked, last_time, picks_of
from scoring.people.views.entry_lists import HERE


class TickedField(forms.TypedMultipleChoiceField):
    """Keys of players; one who was entered since the page was made is no error."""

    def valid_value(self, value: str) -> bool:
        return str(value).isascii() and str(value).isdecimal() and len(value) < 10


class PicksForm(IdempotentForm):
    """The selected players, and whether they are here."""

    who = TickedField(
        label=_("Players"),
        coerce=int,
        error_messages={"required": _("Select at least one player.")},
    )
    here = forms.BooleanField(label=HERE, required=False)

    @property
    def ticked(self) -> set[str]:
        """The selected keys as text, as the page has them."""
        return {str(key) for key in self["who"].value() or ()}

    @property
    def state(self) -> str:
        is_here = self.cleaned_data["here"]
        return Entry.State.HERE if is_here else Entry.State.EXPECTED


@require_http_methods(["GET", "HEAD", "POST"])
def entries_pick(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the players to enter; a POST enters the selected ones.

    Players of the event `?like=…` are preselected. Without it, those of the last event
    come first but aren't selected.
    """
    access = desk_of(request, club, tournament, DIRECTOR)
    own_tournament = access.tournament
    earlier = _copied_tournament(own_tournament, request.GET.get("like", ""))
    picks = picks_of(own_tournament, earlier or last_time(own_tournament))
    ticked = [pick.player.pk for pick in picks.of_last] if earlier else []
    form = PicksForm(request.POST or None, initial={"who": ticked})
    if find_duplicate(request.POST.get("key", "")):
        return redirect(address("entries", own_tournament))
    if form.is_bound and (entered := _enter(access, form, picks)) is not None:
        text = plural_message(
            "{n} person was entered.", "{n} people were entered.", entered
        )
        act_done(request, access, text, entered)
        return redirect(address("entries", own_tournament))
    context = {"form": form, "picks": picks, "ticked": form.ticked}
    parent = (message("Entries"), address("entries", own_tournament))
    context |= frame(access, parent, message("From the club"))
    return render(request, "scoring/people/entries_pick.html", context)


def _copied_tournament(tournament: Tournament, slug: str) -> Tournament | None:
    others = tournament.club.tournaments.exclude(pk=tournament.pk)
    return others.filter(slug=slug, old_list=None).first() if slug else None


def _enter(access: DeskAccess, form: PicksForm, picks: Picks) -> int | None:
    """Return how many people were entered; None if the form has errors."""
    if not form.is_valid():
        return None
    try:
        return enter_picked(
            tournament=access.tournament,
            actor=access.actor,
            chosen=form.cleaned_data["who"],
            last=picks.last,
            key=form.cleaned_data["key"],
            state=form.state,
        )
    except ActionRefused as refused:
        form.refuse(refused)
        return None
