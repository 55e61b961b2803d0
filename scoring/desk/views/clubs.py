"""A club’s own page, and its desk: the tournaments, year by year."""

from typing import Any

import django_tables2 as tables
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Member, club_at, member_of, open_to_guests, operator_of
from clubs.i18n import and_list, day, message, plural_message
from clubs.models import Club
from clubs.site_urls import site_address
from scoring.core.access import SCOREKEEPER
from scoring.core.page_context import (
    asked_year,
    club_frame,
    embedded,
    embedded_club,
    render_part,
)
from scoring.core.tables import NumberColumn
from scoring.core.writes import Actor
from scoring.demo import club as demo_club
from scoring.desk.club_page import Event, club_page, evenings_on, table_states
from scoring.people import players
from scoring.results.page_versions import club_version
from scoring.signups import email_addresses, name_signups
from scoring.signups.calendars import webcal_url
from scoring.signups.summaries import invitation
from scoring.standings.season_standings import season_by_game, seasons_of
from scoring.standings.tables import SeasonTopTable
from scoring.tournaments.club_desk import desk_of_club

TOP, FIRST = 10, 3  # of the season, in public and at the desk


class PastTable(tables.Table):
    """When, where, how many, and who won."""

    name = tables.Column(
        accessor="tournament",
        verbose_name=_("Tournament"),
        attrs={"td": {"class": "lead"}},
    )
    date = tables.Column(accessor="tournament__date", verbose_name=_("When"))
    place = tables.Column(accessor="tournament__place", verbose_name=_("Where"))
    people = NumberColumn(accessor="tournament__people", verbose_name=_("Players"))
    first = tables.Column(verbose_name=_("Winner"), empty_values=())

    class Meta:
        orderable = False
        attrs = {"caption": _("Past tournaments")}

    def __init__(self, events: Any, **options: Any) -> None:
        super().__init__(list(events), **options)

    def render_name(self, record: Event) -> SafeString:
        address = record.tournament.get_absolute_url()
        return format_html('<a class="serif" href="{}">{}</a>', address, record.name)

    def render_date(self, record: Event) -> str:
        return day(record.tournament.date)

    def render_first(self, record: Event) -> str:
        if not record.first:
            return message("no verified sheets yet")
        names = and_list(record.first)
        return (
            names
            if record.tournament.finished_at
            else message("{names} (not final yet)", names=names)
        )


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    """What is on, this season's first ten, and what was played in a year."""
    the_club = club_at(club)
    today, year = timezone.localdate(timezone=the_club.zone), asked_year(request)
    version = club_version(the_club, today)
    frame = club_frame(request, the_club)
    works_here = bool(frame["club_role"])
    webcal = webcal_url(
        site_address(request), reverse("scoring:club-calendar", args=[club])
    )

    def read() -> dict[str, Any]:
        page = club_page(the_club, today=today, year=year)
        following = page.coming[0] if page.coming else None
        return {
            **{"club": the_club, "club_role": works_here, "webcal": webcal},
            "page": page,
            "invited": invitation(following) if following and following.asks else None,
            "tops": [
                (
                    standings,
                    SeasonTopTable(standings, lines=standings.lines[:TOP]),
                    len(standings.lines) > TOP,
                )
                for standings in page.season
                if standings.lines
            ],
            "past": PastTable(page.past),
        }

    key = (version, year, works_here, webcal)
    part = render_part("scoring/desk/_club.html", key, read)
    return render(request, "scoring/desk/club.html", {**frame, "part": part})


@require_safe
def next_embed(request: HttpRequest, id: int) -> HttpResponse:
    """What is played now and the next evening, to stand in a frame of another page.

    One that is called off is told, and the one after it.
    """
    club = embedded_club(request, id)
    current, coming = evenings_on(club, timezone.localdate(timezone=club.zone))
    upcoming = []
    for tournament in coming:
        upcoming.append((tournament, invitation(tournament)))
        if not tournament.called_off_at:
            break
    context = {
        "now": current,
        "coming": upcoming,
        "whole": club.get_absolute_url(),
        "whole_text": message("All events"),
    }
    return embedded(request, "scoring/desk/next_embed.html", club, context)


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
    """The first three of the latest season, rendered once for each version."""

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
    """What waits for a director or an owner, in words, and where; five queries."""
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

    A second press finds it removed already. Raises Http404 for any other club.
    """
    actor = Actor.at_desk(operator_of(request))
    if Club.objects.filter(slug=club, is_demo=False).exists():
        raise Http404("This isn't the demo club.")
    demo_club.remove(actor=actor)
    messages.success(request, message("The demo club was deleted."))
    return redirect("clubs:home")
