"""A club's settings."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.request import validate_host
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.access import member_of
from clubs.forms.settings import ClubForm
from clubs.models import Club, Role
from clubs.services.clubs import change_club


@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, Role.Kind.OWNER)
    initial = ClubForm.facts_of(member.club)
    form = ClubForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid() and _saved(member.club, form):
        messages.success(request, "The club's settings are saved.")
        if warning := _unknown_host(form.cleaned_data["phone_address"]):
            messages.warning(request, warning)
        return redirect("clubs:settings", member.club.slug)
    context = {
        "club": member.club,
        "club_role": member.role,
        "form": form,
        "phone_addresses": _suggestions(request),
        "crumbs": [
            ("Desk", reverse("scoring:desk", args=[member.club.slug])),
            ("Settings", ""),
        ],
    }
    return render(request, "clubs/settings.html", context)


def _saved(club: Club, form: ClubForm) -> bool:
    """Whether the service took it; what it refuses stands at its field."""
    try:
        change_club(club=club, **form.cleaned_data)
    except ValidationError as wrong:
        form.add_error(None, wrong)
        return False
    return True


def _suggestions(request: HttpRequest) -> list[str]:
    """Where this machine answers in the hall's network."""
    port = request.get_port()
    ending = "" if port in ("80", "443") else f":{port}"
    return [
        f"{request.scheme}://{f'[{host}]' if ':' in host else host}{ending}"
        for host in settings.PHONE_ADDRESSES
    ]


def _unknown_host(address: str) -> str:
    """A warning where the site would refuse what the codes open."""
    host = urlsplit(address).hostname
    if not host or validate_host(host, settings.ALLOWED_HOSTS):
        return ""
    return (
        f"This machine does not answer to {host} now. Codes printed with it will not "
        "open until it does."
    )
