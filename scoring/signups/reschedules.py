"""Evenings that moved: for when and where they were announced, until they begin."""

from datetime import date, time

from clubs.i18n import full_day, hour, joined, message
from scoring.models import Tournament


def rescheduled_text(tournament: Tournament) -> str:
    """That it is at another time or place than people were told; "" where it is not."""
    former = tournament.moved_from
    if not former:
        return ""
    parts = [full_day(date.fromisoformat(former["date"]))]
    if former["starts_at"]:
        parts.append(hour(time.fromisoformat(former["starts_at"])))
    if former["place"] and former["place"] != tournament.place:
        parts.append(former["place"])
    return message(
        "This event has moved. It was announced for: {when}.", when=joined(parts)
    )
