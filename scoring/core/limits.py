"""What a club may have at most, refused at the act in words (`clubs.limits`)."""

from collections.abc import Callable

from django.core.cache import caches
from django.utils import timezone

from clubs.clubs import open_invitations
from clubs.limits import REACHED, limit_of
from clubs.models import Club
from scoring.core.changes import Refused
from scoring.models import Photo

AN_HOUR = 60 * 60


def refuse_beyond(club: Club, kind: str, more: int = 1, field: str = "") -> None:
    """Raises Refused where the club would have more than its limit; no query without."""
    most = limit_of(club, kind)
    if most is not None and THERE[kind](club) + more > most:
        raise Refused(REACHED[kind], field)


def count_print(club: Club) -> None:
    """One more print in this hour. Raises Refused beyond the limit."""
    most = limit_of(club, "prints")
    if most is None:
        return
    key = f"prints-{club.pk}-{timezone.now():%Y%m%d%H}"
    counters = caches["default"]
    counters.add(key, 0, AN_HOUR)
    try:
        number = counters.incr(key)
    except ValueError:  # nobody could count it
        return
    if number > most:
        raise Refused(REACHED["prints"])


def _photos(club: Club) -> int:
    of_club = Photo.objects.filter(sheet__round__tournament__club=club)
    return of_club.filter(removed_at=None).count()


def _accounts(club: Club) -> int:
    """Those who were invited are as good as there."""
    return club.roles.count() + open_invitations(club).count()


THERE: dict[str, Callable[[Club], int]] = {
    "photos": _photos,
    "players": lambda club: club.players.count(),
    "accounts": _accounts,
}
