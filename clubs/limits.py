"""How much a club may have on this site: the operator's limits, and what is said there."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings

from clubs.models import Club
from clubs.wording import say_later

# What is counted, in words: photos kept, prints an hour, players, accounts with a role,
# evenings (those to come, and those of old lists and files, too).
KINDS = {
    "photos": say_later("Pictures"),
    "prints": say_later("Prints an hour"),
    "players": say_later("Players"),
    "accounts": say_later("Accounts"),
    "evenings": say_later("Evenings"),
}
REACHED = {
    "photos": say_later(
        "The club has as many pictures as it may have here. Remove some, or ask whoever "
        "runs this site for more."
    ),
    "prints": say_later(
        "The club has made as many prints in this hour as it may make here. Wait until "
        "the next hour, or ask whoever runs this site for more."
    ),
    "players": say_later(
        "The club has as many players as it may have here. Ask whoever runs this site "
        "for more."
    ),
    "accounts": say_later(
        "The club has as many accounts as it may have here. End one, or ask whoever "
        "runs this site for more."
    ),
    "evenings": say_later(
        "The club has as many evenings as it may have here. Ask whoever runs this site "
        "for more."
    ),
}


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of a club: its own, else the site's; None is no limit."""

    kind: str
    own: int | None
    usual: int | None

    @property
    def name(self) -> str:
        return str(KINDS[self.kind])

    @property
    def most(self) -> int | None:
        return self.usual if self.own is None else self.own


def limits_of(club: Club) -> list[Limit]:
    own: dict[str, Any] = club.limits or {}
    return [Limit(kind, own.get(kind), settings.LIMITS.get(kind)) for kind in KINDS]


def limit_of(club: Club, kind: str) -> int | None:
    """How many of a kind the club may have at most; None: as many as it likes."""
    return next(limit.most for limit in limits_of(club) if limit.kind == kind)
