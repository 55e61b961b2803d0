"""The first start: the address in the terminal makes the first owner and club."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from clubs.accounts import InvitationSpent, NameTaken, make_owner
from clubs.clubs import setup_invitation
from clubs.i18n import message
from clubs.views import trusted_browsers
from clubs.views.accounts import QUICKER, AccountForm, spent
from clubs.views.club_form import FirstClubForm


class SetupForm(FirstClubForm, AccountForm):
    """The first owner and the first club."""


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, code: str) -> HttpResponse:
    """Set up the site once, with the code from the terminal."""
    invitation = setup_invitation(code)
    if invitation is None:
        raise Http404("There is no such code.")
    if invitation.closed_at:
        return spent(request, invitation, "clubs:home")
    form = SetupForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return _set_up(request, code, form)
        except InvitationSpent:
            return spent(request, setup_invitation(code), "clubs:home")
        except NameTaken:
            form.add_error(None, QUICKER)
    return render(request, "clubs/setup.html", {"form": form})


def _set_up(request: HttpRequest, code: str, form: SetupForm) -> HttpResponse:
    """Create account, club and first event in one transaction.

    Raises InvitationSpent, NameTaken.
    """
    user, club = form.account(), form.club()
    evening = make_owner(token=code, user=user, club=club, evening=form.first_evening)
    trusted_browsers.sign_in(request, user)
    messages.success(
        request,
        message("Welcome, {user}. {club} is ready for you.", user=user, club=club),
    )
    if evening:
        return redirect("scoring:entries", club.slug, evening)
    return redirect("scoring:desk", club.slug)
