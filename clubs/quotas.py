"""Limits of a club on this site, set by the site admin, and their messages."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings

from clubs.i18n import lazy_message
from clubs.models import Club

# Counted kinds: stored photos, prints per hour, players, accounts with a role, events
# (upcoming ones, past results and files).
KINDS = {
    "photos": lazy_message("Photos"),
    "prints": lazy_message("Printouts per hour"),
    "players": lazy_message("Players"),
    "accounts": lazy_message("Accounts"),
    "evenings": lazy_message("Events"),
}
REACHED = {
    "photos": lazy_message(
        "The club has reached its limit of photos. Remove some, or ask the site "
        "admin for more."
    ),
    "prints": lazy_message(
        "The club has reached its limit of printouts for this hour. Wait until the "
        "next hour, or ask the site admin for more."
    ),
    "players": lazy_message(
        "The club has reached its limit of players. Ask the site admin for more."
    ),
    "accounts": lazy_message(
        "The club has reached its limit of accounts. Remove one, or ask the site "
        "admin for more."
    ),
    "evenings": lazy_message(
        "The club has reached its limit of events. Ask the site admin for more."
    ),
}


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of a club: its own, or the site's; None for no limit."""

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
    limits: dict[str, Any] = club.limits or {}
    return [Limit(kind, limits.get(kind), settings.LIMITS.get(kind)) for kind in KINDS]


def limit_of(club: Club, kind: str) -> int | None:
    """Return the club's maximum of a kind; None for no limit."""
    return next(limit.most for limit in limits_of(club) if limit.kind == kind)
