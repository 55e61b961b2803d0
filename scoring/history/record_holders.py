"""Names and dates for a board, looked up when it is read."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from clubs.models import Club, Player
from scoring.core.names import hides, name_without_day, public_name
from scoring.models import Tournament
from scoring.results.rows import players_stem


class Holder(NamedTuple):
    """A player by the name the club shows.

    No address and no number in the club if the player is hidden.
    """

    name: str
    address: str
    number: int | None = None


class HeldOn(NamedTuple):
    """A tournament with its date, name and slug."""

    date: date
    name: str
    slug: str

    @property
    def title(self) -> str:
        """The name without its date, for places that show the date."""
        return name_without_day(self.name, self.date)


class NamedPlayer(NamedTuple):
    """A player in a list, by the name that the club shows."""

    number: int
    name: str
    lodge: str


def named_people(club: Club) -> dict[int, NamedPlayer]:
    """Return all players who can be named, by their keys; one query.

    All of them, because looking up a thousand keys takes longer.
    """
    rows = club.players.filter(erased_at=None).order_by()
    return {
        pk: NamedPlayer(number, public_name(name, club, pk), lodge)
        for pk, number, name, lodge in rows.values_list("pk", "number", "name", "lodge")
        if not hides(club, pk)
    }


def holders_of(club: Club, players: Iterable[int]) -> dict[int, Holder]:
    """Return the players by their keys; one query."""
    people = Player.everybody.filter(pk__in=set(players))
    stem = players_stem(club)
    holders = {}
    for pk, number, name, erased_at in people.values_list(
        "pk", "number", "name", "erased_at"
    ):
        public = public_name(name, club, pk)
        is_named = not erased_at and not hides(club, pk)
        page = (f"{stem}{number}/", number) if is_named else ("", None)
        holders[pk] = Holder(public, *page)
    return holders


def evenings_of(tournaments: Iterable[int]) -> dict[int, HeldOn]:
    """Return the tournaments by their keys; one query."""
    rows = Tournament.objects.filter(pk__in=set(tournaments))
    return {
        pk: HeldOn(day, name, slug)
        for pk, day, name, slug in rows.values_list("pk", "date", "name", "slug")
    }
