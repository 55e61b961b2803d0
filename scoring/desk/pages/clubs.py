"""A club’s own page, and its desk: the tournaments, year by year."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from clubs.access import SignInFirst, club_at, member_of
from clubs.models import Club
from clubs.selectors.clubs import owns_any_club
from clubs.wording import say
from scoring.core.access import SCOREKEEPER
from scoring.core.services.changes import Actor
from scoring.core.views import asked_year, club_frame
from scoring.demo import club as demo_club
from scoring.desk.clubs import club_page
from scoring.desk.pages.tables import PastTable
from scoring.standings.tables import SeasonTopTable
from scoring.tournaments.selectors import desk_of_club

TOP = 10


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    """What is on, this season's first ten, and what was played in a year."""
    found = club_at(club)
    today = timezone.localdate(timezone=found.zone)
    page = club_page(found, today=today, year=asked_year(request))
    context = {
        **club_frame(request, found),
        "page": page,
        "tops": [
            (each, SeasonTopTable(each, lines=each.lines[:TOP]), len(each.lines) > TOP)
            for each in page.season
            if each.lines
        ],
        "past": PastTable(page.past),
    }
    return render(request, "scoring/desk/club.html", context)


@require_safe
def desk(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, SCOREKEEPER)
    context = {
        "club": member.club,
        "club_role": member.role,
        "is_director": member.is_director,
        "is_owner": member.is_owner,
        "may_remove_demo": member.is_owner,
        "desk": desk_of_club(member.club, asked_year(request)),
    }
    return render(request, "scoring/desk/desk.html", context)


@require_POST
def demo_remove(request: HttpRequest, club: str) -> HttpResponse:
    """Any owner may; the demo has no people of its own to ask."""
    if not request.user.is_authenticated:
        raise SignInFirst
    found = Club.objects.filter(slug=club).first()
    if found and not found.is_demo:
        raise Http404(say("This is no demo club."))
    if not owns_any_club(request.user):
        raise PermissionDenied(say("Only an owner may do this."))
    demo_club.remove(by=Actor.at_desk(request.user))
    messages.success(request, say("The demo club is gone for good."))
    return redirect("clubs:home")
