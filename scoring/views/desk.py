"""The club's desk: its tournaments, and the way to any sheet."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from clubs.access import SignInFirst, member_of
from clubs.models import Club, Role
from clubs.selectors.clubs import owns_any_club
from scoring.access import SCOREKEEPER
from scoring.models import Sheet
from scoring.selectors.tournaments import (
    desk_of_club,
    sheet_at_table,
    sheet_with_code,
)
from scoring.services import demo_club
from scoring.services.changes import Actor


@require_safe
def desk(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, SCOREKEEPER)
    context = {
        "club": member.club,
        "club_role": member.role,
        "is_director": member.is_director,
        "is_owner": member.is_owner,
        "may_remove_demo": member.is_owner,
        "desk": desk_of_club(member.club),
    }
    return render(request, "scoring/desk.html", context)


@require_safe
def find(request: HttpRequest, club: str) -> HttpResponse:
    """From a sheet's code, or a table's number, to where it is counted."""
    member = member_of(request, club, SCOREKEEPER)
    typed = request.GET.get("q", "").strip()
    sheet = _typed_sheet(member.club, typed)
    if sheet is None:
        messages.error(request, _not_found(typed))
        return redirect("scoring:desk", member.club.slug)
    return redirect(
        reverse(
            "scoring:sheet-desk",
            args=[
                member.club.slug,
                sheet.round.tournament.slug,
                sheet.round.number,
                sheet.table,
            ],
        )
    )


@require_POST
def demo_remove(request: HttpRequest, club: str) -> HttpResponse:
    """Any owner may; the demo has no people of its own to ask."""
    if not request.user.is_authenticated:
        raise SignInFirst
    found = Club.objects.filter(slug=club).first()
    if found and not found.is_demo:
        raise Http404("This is no demo club.")
    if not owns_any_club(request.user):
        raise PermissionDenied(f"This needs the role of an {Role.Kind.OWNER}.")
    demo_club.remove(by=Actor.at_desk(request.user))
    messages.success(request, "The demo club is gone for good.")
    return redirect("clubs:home")


def _typed_sheet(club: Club, typed: str) -> Sheet | None:
    if typed.isascii() and typed.isdigit() and len(typed) <= 4:
        return sheet_at_table(club, int(typed))
    sheet = sheet_with_code(typed)
    return sheet if sheet and sheet.round.tournament.club == club else None


def _not_found(typed: str) -> str:
    if not typed:
        return "Type the code from a sheet, or the number of a table."
    if typed.isdigit():
        return f"No round is being played that has a table {typed}."
    return f"No sheet of this club has the code “{typed}”. Compare it with the paper."
