"""A club’s public page, and its embedded list of current and upcoming events."""

from typing import Any

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubs.access import club_at
from clubs.i18n import and_list, day, message
from clubs.site_urls import site_address
from scoring.core.page_context import (
    asked_year,
    club_frame,
    embedded,
    embedded_club,
    render_part,
)
from scoring.core.tables import NumberColumn
from scoring.results.page_versions import club_version
from scoring.signups.calendars import webcal_url
from scoring.signups.summaries import invitation
from scoring.standings.club_page import Event, club_page, evenings_on
from scoring.standings.tables import SeasonTopTable

TOP = 10  # of the season


class PastTable(tables.Table):
    """Past tournaments: date, place, number of players, and winner."""

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
    """Show current events, the season's first ten, and a year's past events."""
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
    part = render_part("scoring/standings/_club.html", key, read)
    return render(request, "scoring/standings/club.html", {**frame, "part": part})


@require_safe
def next_embed(request: HttpRequest, id: int) -> HttpResponse:
    """Show current events and the next one, embedded in another page.

    A canceled event is shown too, with the one after it.
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
    return embedded(request, "scoring/standings/next_embed.html", club, context)
