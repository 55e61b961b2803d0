"""A club’s desk: its tournaments, year by year."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from clubs.access import (
    Member,
    SignedInRequest,
    member_of,
    open_to_guests,
    operator_of,
)
from clubs.clubs import roles_of
from clubs.i18n import message, plural_message
from clubs.models import Club
from scoring.core.access import SCOREKEEPER
from scoring.core.page_context import (
    asked_year,
    render_part,
)
from scoring.core.writes import Actor
from scoring.demo import club as demo_club
from scoring.desk.table_board import table_states
from scoring.people import players
from scoring.results.page_versions import club_version
from scoring.signups import email_addresses, name_signups
from scoring.standings.season_standings import season_by_game, seasons_of
from scoring.standings.tables import SeasonTopTable
from scoring.tournaments.club_desk import desk_of_club

FIRST = 3  # of the season


@require_safe
@login_required
def desks(request: SignedInRequest) -> HttpResponse:
    """Open the desk of the user's only club, or list the clubs.

    Without any, it leads to the home page, which lists public clubs.
    """
    clubs = [role.club for role in roles_of(request.user)]
    if not clubs:
        return redirect("clubs:home")
    if len(clubs) == 1:
        return redirect("scoring:desk", clubs[0].slug)
    return render(request, "scoring/desk/desks.html", {"clubs": clubs})


@open_to_guests
@require_safe
def desk(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, SCOREKEEPER)
    found = desk_of_club(member.club, asked_year(request))
    states = []
    for tournament in found.running[:1]:
        states = table_states(tournament, tournament.latest_round)  # type: ignore[attr-defined]  # is annotated
    context = {
        "club": member.club,
        "club_role": member.role,
        "main_class": "at-desk",
        "is_director": member.is_director,
        "desk": found,
        "tables": states,
        "verified": sum(state.is_in_force for _unused, state in states),
        "waits": _waits(member) if member.is_director else [],
        "season": _season_part(member.club),
    }
    return render(request, "scoring/desk/desk.html", context)


def _season_part(club: Club) -> SafeString:
    """Return the first three of the latest season, rendered once per version."""

    def read() -> dict[str, Any]:
        seasons = seasons_of(club)[:1]
        found = season_by_game(seasons[0]) if seasons else ()
        return {
            "tops": [
                (standings, SeasonTopTable(standings, lines=standings.lines[:FIRST]))
                for standings in found
                if standings.lines
            ]
        }

    version = club_version(club, timezone.localdate(timezone=club.zone))
    return render_part("scoring/desk/_desk_season.html", version, read)


def _waits(member: Member) -> list[tuple[str, str]]:
    """Return things waiting for a director or owner, with links; five queries."""
    club = member.club
    found: list[tuple[str, str]] = []
    for tournament, n in name_signups.waiting_in(club):
        words = plural_message(
            "{n} sign-up to confirm: {tournament}",
            "{n} sign-ups to confirm: {tournament}",
            n,
            tournament=tournament.name,
        )
        url = reverse("scoring:coming", args=[club.slug, tournament.slug])
        found.append((words, f"{url}#to-confirm"))
    if n := email_addresses.addresses_of(club).exclude(refused_at=None).count():
        words = plural_message(
            "{n} email address isn’t working", "{n} email addresses aren’t working", n
        )
        found.append((words, reverse("scoring:mails", args=[club.slug])))
    if n := email_addresses.recently_changed(club).count():
        words = plural_message(
            "{n} email address was changed or removed with a personal link",
            "{n} email addresses were changed or removed with a personal link",
            n,
        )
        found.append((words, f"{reverse('scoring:mails', args=[club.slug])}#changed"))
    if n := len(players.who_want_out(club)):
        words = plural_message(
            "{n} player wants their data removed",
            "{n} players want their data removed",
            n,
        )
        found.append((words, reverse("scoring:players", args=[club.slug])))
    ended = club.webhooks.exclude(ended_at=None)
    if member.is_owner and (n := ended.count()):
        words = plural_message(
            "{n} webhook was turned off after repeated failures",
            "{n} webhooks were turned off after repeated failures",
            n,
        )
        found.append((words, reverse("scoring:webhooks", args=[club.slug])))
    return found


@require_POST
def demo_remove(request: HttpRequest, club: str) -> HttpResponse:
    """Remove the demo club, which is there for everyone: only the site admin can.

    A second request finds it already removed. Raises Http404 for any other club.
    """
    actor = Actor.at_desk(operator_of(request))
    if Club.objects.filter(slug=club, is_demo=False).exists():
        raise Http404("This isn't the demo club.")
    demo_club.remove(actor=actor)
    messages.success(request, message("The demo club was deleted."))
    return redirect("clubs:home")
