"""The first start: the address that the terminal printed makes the first owner and club."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from clubs.accounts import InvitationSpent, NameTaken, make_owner
from clubs.clubs import free_slug, setup_invitation
from clubs.forms import NameField
from clubs.models import PAPERS, Club, User
from clubs.pages import known_browsers
from clubs.pages.accounts import QUICKER, AccountForm, spent, zone_choices
from clubs.wording import say, say_later
from clubs.wording.currency import usual_in


class SetupForm(AccountForm):
    """The first owner and the first club."""

    club_name = NameField(label=say_later("Name of the club"), max_length=80)
    town = NameField(label=say_later("Town"), max_length=80, required=False)
    slug = forms.SlugField(
        label=say_later("Address"),
        required=False,
        max_length=50,
        help_text=say_later(
            "The word in the club's address; left empty, it is made from the name."
        ),
        error_messages={
            "invalid": say_later("Small letters, digits and hyphens only: lodge-84.")
        },
    )
    time_zone = forms.ChoiceField(
        label=say_later("Time zone"),
        choices=zone_choices,
        initial=timezone.get_default_timezone_name,
    )
    paper = forms.ChoiceField(
        label=say_later("Paper"),
        choices=PAPERS,
        widget=forms.RadioSelect,
        initial="letter",
    )

    def clean_slug(self) -> str:
        return self.cleaned_data["slug"].lower()

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not data.get("club_name"):
            return data
        club = self.club()
        try:
            club.full_clean()
        except ValidationError as wrong:
            for field, errors in wrong.error_dict.items():
                self.add_error("club_name" if field == "name" else field, errors)
        return data

    def club(self) -> Club:
        """The club, still to be saved."""
        data = self.cleaned_data
        zone = data.get("time_zone") or timezone.get_default_timezone_name()
        return Club(
            name=data["club_name"],
            slug=data.get("slug") or free_slug(Club.objects, data["club_name"], "club"),
            town=data.get("town", ""),
            time_zone=zone,
            currency=usual_in(zone),
            paper=data.get("paper") or "letter",
        )


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, code: str) -> HttpResponse:
    """Once, by the code the server printed: the first owner and the first club."""
    invitation = setup_invitation(code)
    if invitation is None:
        raise Http404("There is no such code.")
    if invitation.closed_at:
        return spent(request, invitation, "clubs:home")
    form = SetupForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return _set_up(request, code, form.account(), form.club())
        except InvitationSpent:
            return spent(request, setup_invitation(code), "clubs:home")
        except NameTaken:
            form.add_error(None, QUICKER)
    return render(request, "clubs/setup.html", {"form": form})


def _set_up(request: HttpRequest, code: str, user: User, club: Club) -> HttpResponse:
    make_owner(token=code, user=user, club=club)
    login(request, user)
    known_browsers.note(request)
    messages.success(
        request, say("Welcome, {user}. {club} is yours to run.", user=user, club=club)
    )
    return redirect("scoring:desk", club.slug)
