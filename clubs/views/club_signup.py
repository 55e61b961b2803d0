"""The page where users open their own clubs, if the site allows it."""

from http import HTTPStatus

from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.accounts import NameTaken, OneWaits, TooManyWait, open_club
from clubs.forms import HumanForm
from clubs.i18n import message
from clubs.models import User
from clubs.views.accounts import QUICKER
from clubs.views.club_form import FirstClubForm


class OpenForm(FirstClubForm, HumanForm):
    """A new club of a user who has an account."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_page(request: HttpRequest) -> HttpResponse:
    """Show the form; users without an account or confirmed address see instructions."""
    if not settings.OPEN_CLUBS:
        raise Http404("Clubs are not opened by themselves here.")
    user = request.user
    if not isinstance(user, User) or not _is_confirmed(user):
        return render(request, "clubs/open_who.html")
    form = OpenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not consume(request, action="open_club"):
            form.add_error(
                None,
                message(
                    "Too many clubs were opened from this network today. Try again "
                    "tomorrow."
                ),
            )
            status = HTTPStatus.TOO_MANY_REQUESTS
            return render(request, "clubs/setup.html", {"form": form}, status=status)
        try:
            return _opened(request, user, form)
        except NameTaken:
            form.add_error(None, QUICKER)
        except OneWaits:
            form.add_error(
                None,
                message(
                    "One of your clubs is waiting for approval. You can open the "
                    "next one after that."
                ),
            )
        except TooManyWait:
            form.add_error(
                None,
                message(
                    "Many clubs are waiting for approval right now. Try again in a "
                    "few days."
                ),
            )
    return render(request, "clubs/setup.html", {"form": form})


def _opened(request: HttpRequest, user: User, form: OpenForm) -> HttpResponse:
    club = form.club()
    evening = open_club(user=user, club=club, evening=form.first_evening)
    messages.success(
        request,
        message(
            "Your club is waiting for approval. We’ll email you. You can set it up "
            "now: {club}",
            club=club,
        ),
    )
    if evening:
        return redirect("scoring:entries", club.slug, evening)
    return redirect("scoring:desk", club.slug)


def _is_confirmed(user: User) -> bool:
    return EmailAddress.objects.filter(user=user, verified=True).exists()
