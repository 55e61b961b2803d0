"""Calendars and the feed, as files that programs request again and again."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.access import club_at
from clubs.models import Club
from clubs.site_urls import site_address
from scoring.core.access import published_page
from scoring.signups import calendars
from scoring.signups.access import own_access

CALENDAR = "text/calendar; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"


@require_safe
def of_club(request: HttpRequest, club: str) -> HttpResponse:
    """Return the club's public events, as a calendar to subscribe to."""
    the_club, base = club_at(club), site_address(request)
    today = timezone.localdate(timezone=the_club.zone)
    return _calendar(calendars.club_calendar(the_club, base, today), the_club)


@never_cache
@require_safe
def mine(request: HttpRequest, token: str) -> HttpResponse:
    """Return one person's events as a calendar, by their personal link."""
    player, base = own_access(token).player, site_address(request)
    today = timezone.localdate(timezone=player.club.zone)
    url = base + reverse("scoring:me", args=[token])
    return _calendar(calendars.person_calendar(player, base, url, today), player.club)


def _calendar(content: bytes, club: Club) -> HttpResponse:
    response = HttpResponse(content, content_type=CALENDAR)
    response["Content-Disposition"] = f'inline; filename="{club.slug}.ics"'
    return response


@require_safe
def one_event(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Return one event as a file to add to a calendar by hand."""
    found = published_page(request, club, tournament)
    content = calendars.public_event_calendar(found, site_address(request))
    response = HttpResponse(content, content_type=CALENDAR)
    response["Content-Disposition"] = f'attachment; filename="{found.slug}.ics"'
    return response


@require_safe
def feed(request: HttpRequest, club: str) -> HttpResponse:
    """Return coming events, final standings and their corrections, as Atom."""
    the_club, base = club_at(club), site_address(request)
    address = reverse("scoring:club-feed", args=[club])
    today = timezone.localdate(timezone=the_club.zone)
    content = calendars.club_feed(the_club, base, address, today)
    return HttpResponse(content, content_type=ATOM)
