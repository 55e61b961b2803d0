"""Who and when: names and evenings of a board, looked up when it is read."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from clubs.models import Club, Player
from scoring.core.names import hides, name_without_day, public_name
from scoring.models import Tournament
from scoring.results.rows import players_stem


class Holder(NamedTuple):
    """Somebody by the name the club shows.

    No address, and no number in the club, where nobody is to be named.
    """

    name: str
    address: str
    number: int | None = None


class HeldOn(NamedTuple):
    """An evening, and where it stands."""

    date: date
    name: str
    slug: str

    @property
    def title(self) -> str:
        """The name without its date, for where the date is shown."""
        return name_without_day(self.name, self.date)


class NamedPlayer(NamedTuple):
    """Somebody in a list of people, by the name that the club shows."""

    number: int
    name: str
    lodge: str


def named_people(club: Club) -> dict[int, NamedPlayer]:
    """Everybody who may be named, by their keys; one query.

    All of them: to ask for a thousand by their keys takes longer.
    """
    rows = club.players.filter(erased_at=None).order_by()
    return {
        pk: NamedPlayer(number, public_name(name, club, pk), lodge)
        for pk, number, name, lodge in rows.values_list("pk", "number", "name", "lodge")
        if not hides(club, pk)
    }


def holders_of(club: Club, players: Iterable[int]) -> dict[int, Holder]:
    """By their keys; one query."""
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
    """By their keys; one query."""
    rows = Tournament.objects.filter(pk__in=set(tournaments))
    return {
        pk: HeldOn(day, name, slug)
        for pk, day, name, slug in rows.values_list("pk", "date", "name", "slug")
    }
