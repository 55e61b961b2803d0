"""Events moved to another time or location, from the announcement until they begin."""

from datetime import date, time

from clubs.i18n import full_day, hour, joined, message
from scoring.models import Tournament


def rescheduled_text(tournament: Tournament) -> str:
    """Return the announced time and location of a moved event in a sentence, or ""."""
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
