"""Evenings that moved: for when and where they were announced, until they begin."""

from datetime import date, time

from django.dispatch import receiver

from clubs.wording import full_day, hour, say, together
from scoring.models import Tournament
from scoring.tournaments.tournaments import evening_moved


@receiver(evening_moved)
def keep_what_was(tournament: Tournament, was: dict[str, str], **_: object) -> None:
    """Keep what people were told first, where somebody said already that he comes.

    Nothing any more once the evening is where it was.
    """
    told = tournament.moved_from or was
    is_back = all(value == _now(tournament, name) for name, value in told.items())
    heard = tournament.answers.exists() or tournament.entries.exists()
    tournament.moved_from = told if heard and not is_back else None
    rows = Tournament.objects.filter(pk=tournament.pk)
    rows.update(moved_from=tournament.moved_from)


def moved_said(tournament: Tournament) -> str:
    """That it is at another time or place than people were told; "" where it is not."""
    told = tournament.moved_from
    if not told:
        return ""
    parts = [full_day(date.fromisoformat(told["date"]))]
    if told["starts_at"]:
        parts.append(hour(time.fromisoformat(told["starts_at"])))
    if told["place"] and told["place"] != tournament.place:
        parts.append(told["place"])
    return say(
        "This event has moved. It was announced for: {when}.", when=together(parts)
    )


def _now(tournament: Tournament, name: str) -> str:
    return str(getattr(tournament, name) or "")
