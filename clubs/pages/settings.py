"""A club's settings."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.access import Member, member_of
from clubs.club_settings import SETTINGS, change_club, settings_stamp
from clubs.models import Role
from clubs.pages.settings_forms import ClubForm
from clubs.phone_address import phone_addresses, warning_about
from clubs.stale_check import ChangedMeanwhile
from clubs.wording import say
from clubs.wording.currency import currency_name


@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, Role.Kind.OWNER)
    initial = {name: getattr(member.club, name) for name in SETTINGS}
    initial["seen"] = settings_stamp(member.club)
    form = ClubForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid() and _saved(member, form):
        messages.success(request, say("The club's settings are saved."))
        if warning := _warning(request, form.cleaned_data["phone_address"]):
            messages.warning(request, warning)
        return redirect("clubs:settings", member.club.slug)
    context = {
        "club": member.club,
        "club_role": member.role,
        "form": form,
        "currency": currency_name(member.club.currency),
        "phone_addresses": phone_addresses(
            scheme=request.scheme or "http", port=request.get_port()
        ),
        "phones_warning": _warning(request, member.club.phone_address),
        "crumbs": [
            (say("Desk"), reverse("scoring:desk", args=[member.club.slug])),
            (say("Settings"), ""),
        ],
    }
    return render(request, "clubs/settings.html", context)


def _saved(member: Member, form: ClubForm) -> bool:
    """Whether the service took it; what it refuses stands at its field."""
    club = member.club
    try:
        change_club(club=club, by=member.user, **form.cleaned_data)
    except ChangedMeanwhile as changed:
        form.add_error(None, str(changed))
        club.refresh_from_db()
        form.renew(settings_stamp(club))
    except ValidationError as wrong:
        form.add_error(None, wrong)
    return not form.errors


def _warning(request: HttpRequest, address: str) -> str:
    """What is wrong with the address, where there is one."""
    return warning_about(address, port=request.get_port()) if address else ""
