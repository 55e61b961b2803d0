"""Upcoming events in the API: the facts on their public page, and who is going."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from scoring.api import schemas
from scoring.core.names import public_name
from scoring.exports.card_evening_export import line
from scoring.models import Tournament
from scoring.signups.name_signups import may_sign_up
from scoring.signups.rsvps import EventSignup, coming_to_each, why_over
from scoring.signups.summaries import people_shown


def facts_of_each(
    club: Club, tournaments: Iterable[Tournament]
) -> dict[int, dict[str, Any]]:
    """Return each event's facts beyond a list's line, by key; at most four queries.

    People who are going are listed if the event takes RSVPs, until it begins or is
    canceled.
    """
    rows = list(tournaments)
    facts = {row.pk: _of_the_event(club, row) for row in rows}
    asking = [row for row in rows if row.asks and not why_over(row)]
    for coming in coming_to_each(asking) if asking else ():
        facts[coming.tournament.pk] |= _of_the_list(club, coming)
    return facts


def _of_the_event(club: Club, row: Tournament) -> dict[str, Any]:
    doors = row.doors_at.strftime("%H:%M") if row.doors_at else None
    facts: dict[str, Any] = {
        "doors": doors,
        "capacity": row.places if row.asks else None,
        "rsvp_from": _by_clock(club, row.answers_from) if row.asks else None,
        "rsvp_until": _by_clock(club, row.answers_until) if row.asks else None,
        "rsvp_url": _sign_up_url(club, row) if may_sign_up(row) else None,
    }
    if row.fee:
        facts["fee"] = schemas.Fee(coins=row.fee, currency=row.currency)
    return facts


def _of_the_list(club: Club, coming: EventSignup) -> dict[str, Any]:
    tables = coming.tables
    going = tuple(
        schemas.Going(
            player=player.number,
            name=line(str(public_name(player.name, club, player.pk))) or "–",
        )
        for player in people_shown(coming)
    )
    return {
        "players": len(coming.inside),
        "going": going,
        "standby": len(coming.spare),
        "waitlist": len(coming.waiting),
        "free": coming.free,
        "tables": tables.tables,
        "sit_outs": tables.sit_out if tables.tables else None,
        "house_players": tables.house,
    }


def _by_clock(club: Club, moment: datetime | None) -> datetime | None:
    """Return a time by the club's clock, in whole seconds."""
    if moment is None:
        return None
    return timezone.localtime(moment, club.zone).replace(microsecond=0)


def _sign_up_url(club: Club, row: Tournament) -> str:
    path = reverse("scoring:sign-up", args=[club.slug, row.slug])
    return f"{str(settings.SITE_URL or '').rstrip('/')}{path}"
