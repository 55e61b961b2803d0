"""Evenings that moved: for when and where they were announced, until they begin."""

from datetime import date, time

from clubs.i18n import full_day, hour, message, together
from scoring.models import Tournament


def rescheduled_text(tournament: Tournament) -> str:
    """That it is at another time or place than people were told; "" where it is not."""
    told = tournament.moved_from
    if not told:
        return ""
    parts = [full_day(date.fromisoformat(told["date"]))]
    if told["starts_at"]:
        parts.append(hour(time.fromisoformat(told["starts_at"])))
    if told["place"] and told["place"] != tournament.place:
        parts.append(told["place"])
    return message(
        "This event has moved. It was announced for: {when}.", when=together(parts)
    )
