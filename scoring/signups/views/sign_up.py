"""Signing up by name: a form with the club password, and the state afterwards.

Requests are limited by household.
"""

from typing import Any

from allauth.core.ratelimit import consume
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.forms import HumanForm, NameField, PlainForm
from clubs.i18n import message
from scoring.core.access import DIRECTOR, desk_of, published_page
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import act_done, address, refusals_as_messages
from scoring.models import SignUp, Tournament
from scoring.signups import name_signups
from scoring.signups.rsvps import why_closed
from scoring.signups.summaries import invitation, rsvp_text


class WhoForm(PlainForm):
    """The director's choice of the player that a sign-up belongs to."""

    who = forms.CharField(max_length=40)
    namesakes = forms.IntegerField(
        required=False, min_value=0, widget=forms.HiddenInput
    )


class SignUpForm(HumanForm, IdempotentForm):
    """A name and the club password, from a person who isn't known yet."""

    name = NameField(
        label=_("Your name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    lodge = NameField(
        label=_("Lodge"),
        max_length=80,
        required=False,
        help_text=_("Fill this in if you’re a guest."),
    )
    word = forms.CharField(
        label=_("Club password"),
        max_length=40,
        help_text=_("Ask a member or the director for it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean_word(self) -> str:
        typed: str = self.cleaned_data["word"]
        if not name_signups.check_club_password(typed, self.tournament):
            raise forms.ValidationError(message("That club password isn’t right."))
        return typed


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_up(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the form if the event takes sign-ups by name; a POST signs up."""
    evening = published_page(request, club, tournament)
    is_open = name_signups.may_sign_up(evening)
    form = SignUpForm(evening, request.POST or None)
    if request.method == "POST" and is_open:
        if not consume(request, action="sign_up"):
            form.add_error(
                None,
                message("Too many sign-ups from this network. Try again in an hour."),
            )
        elif form.is_valid():
            with form.refusals():
                row = name_signups.sign_up(
                    tournament=evening,
                    name=form.cleaned_data["name"],
                    lodge=form.cleaned_data["lodge"],
                    key=form.cleaned_data["key"],
                )
                return redirect("scoring:signed-up", row.word)
    context = {
        "club": evening.club,
        "tournament": evening,
        "form": form,
        "invitation": invitation(evening),
        "is_open": is_open,
        "closed": why_closed(evening)
        or message("This club doesn’t take sign-ups by name."),
        "indexable": False,
    }
    return render(request, "scoring/signups/sign_up.html", context)


@require_safe
@never_cache
def signed_up(request: HttpRequest, token: str) -> HttpResponse:
    """Show the state of a sign-up by name."""
    rows = SignUp.objects.select_related("tournament__club", "player")
    row = rows.filter(word=token).first()
    if row is None or row.tournament.club.is_shut:
        raise Http404(message("This page has expired. The event was a while ago."))
    comer = name_signups.state_of(row)
    context = {
        "club": row.tournament.club,
        "tournament": row.tournament,
        "row": row,
        "state": rsvp_text(comer, row.tournament) if comer else "",
        "indexable": False,
    }
    return render(request, "scoring/signups/signed_up.html", context)


@require_POST
def resolve_name_signup(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    """Confirm a sign-up as the chosen player, or reject it."""
    access = desk_of(request, club, tournament, DIRECTOR)
    row = access.tournament.sign_ups.filter(pk=pk).first()
    if row is None:
        raise Http404(message("No one with this number signed up."))
    row.tournament = access.tournament
    back = redirect(f"{address('coming', access.tournament)}#to-confirm")
    if "refuse" in request.POST:
        if not name_signups.refuse(row=row, actor=access.actor):
            messages.info(request, name_signups.resolution_text(row))
        return back
    with refusals_as_messages(request):
        form = WhoForm(request.POST)
        data = form.cleaned_data if form.is_valid() else {}
        comer = name_signups.confirm(
            row=row,
            actor=access.actor,
            choice=data.get("who", ""),
            namesakes=data.get("namesakes"),
        )
        if comer:
            text = message("Confirmed: {name}", name=comer.player.name)
            act_done(request, access, text)
        else:
            messages.info(request, name_signups.resolution_text(row))
    return back
