"""Enforcement of a club's limits, with messages (`clubs.quotas`)."""

from collections.abc import Callable

from django.core.cache import caches

from clubs import server_clock
from clubs.clubs import open_invitations
from clubs.i18n import plural_message
from clubs.models import Club
from clubs.quotas import REACHED, limit_of
from scoring.core.writes import ActionRefused
from scoring.models import Photo

AN_HOUR = 60 * 60


def refuse_beyond(club: Club, kind: str, more: int = 1, field: str = "") -> None:
    """Raise ActionRefused if the club would exceed a limit; no query without a limit.

    The demo club is exempt, because only the site itself creates its data.
    """
    most = limit_of(club, kind)
    if most is None or not more or club.is_demo:
        return
    left = max(most - THERE[kind](club), 0)
    if more > left:
        raise ActionRefused(_too_many(kind, more, left), field)


def _too_many(kind: str, more: int, left: int) -> str:
    """Return the refusal; for several at once, with the number still allowed."""
    if not left or kind not in ("players", "evenings"):
        return str(REACHED[kind])
    if kind == "players":
        return plural_message(
            "{n} new player is over the club’s limit: it can have {left} more. Ask "
            "the site admin for more.",
            "{n} new players are over the club’s limit: it can have {left} more. Ask "
            "the site admin for more.",
            more,
            left=left,
        )
    return plural_message(
        "{n} more event is over the club’s limit: it can have {left} more. Ask the "
        "site admin for more.",
        "{n} more events are over the club’s limit: it can have {left} more. Ask the "
        "site admin for more.",
        more,
        left=left,
    )


def count_print(club: Club) -> None:
    """Count a print in this hour. Raises ActionRefused beyond the limit."""
    most = limit_of(club, "prints")
    if most is None:
        return
    key = f"prints-{club.pk}-{server_clock.now():%Y%m%d%H}"
    counters = caches["default"]
    counters.add(key, 0, AN_HOUR)
    try:
        number = counters.incr(key)
    except ValueError:  # it couldn't be counted
        return
    if number > most:
        raise ActionRefused(REACHED["prints"])


def _photos(club: Club) -> int:
    of_club = Photo.objects.filter(sheet__round__tournament__club=club)
    return of_club.filter(removed_at=None).count()


def _accounts(club: Club) -> int:
    """Return the number of accounts; open invitations count as accounts."""
    return club.roles.count() + open_invitations(club).count()


THERE: dict[str, Callable[[Club], int]] = {
    "photos": _photos,
    "players": lambda club: club.players.count(),
    "accounts": _accounts,
    "evenings": lambda club: club.tournaments.count(),
}
