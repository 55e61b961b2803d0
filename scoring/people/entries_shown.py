"""Who plays in a tournament, as the entries page lists them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Exists, OuterRef, QuerySet

from clubs.selectors.people import duplicate_keys, matches
from clubs.wording import say
from rules.seating import house_needed
from scoring.games.game_adapter import sizes_of
from scoring.games.table_sizes import sizes_said
from scoring.models import Entry, Seat, Tournament
from scoring.people.duplicates import sat_together, two_people_of

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class Seated(TypedDict):
    """Whether somebody sits in a round, drafts too."""

    is_seated: bool


# Few play for somebody. Said in words of its own, or PostgreSQL, before it has counted
# the rows, compares everybody entered with everybody who is here.
_HERE_AGAIN = Entry.objects.filter(
    substitute_for__isnull=False, substitute_for__state=Entry.State.HERE
).select_related("substitute_for")


@dataclass(frozen=True)
class EntryList:
    """Everybody entered, by start number, and what strikes the eye."""

    tournament: Tournament
    entries: "Sequence[WithAnnotations[Entry, Seated]]"
    here_again: tuple[Entry, ...] = ()  # substitutes whose player is here himself

    def numbers(self) -> list[tuple[str, int]]:
        """How many there are of each state, in words for the page."""
        counts = [(word, self._of(state)) for state, word in Entry.State.choices]
        numbers = [(say("entered"), len(self.entries))]
        return [*numbers, *((str(w), n) for w, n in counts if n)]

    @property
    def expected(self) -> int:
        return self._of(Entry.State.EXPECTED)

    @property
    def here(self) -> int:
        return self._of(Entry.State.HERE)

    @property
    def missing(self) -> int:
        """How many more would fill the last table."""
        return house_needed(self.here, sizes_of(self.tournament))

    @property
    def sizes_said(self) -> str:
        """How many sit at a table, in words."""
        return sizes_said(self.tournament)

    @property
    def is_ready(self) -> bool:
        """Whether everybody has come, and they fill a table."""
        return not self.expected and self.here >= min(sizes_of(self.tournament))

    @property
    def has_seats(self) -> bool:
        """Whether somebody sits in a round, drafts too."""
        return any(entry.is_seated for entry in self.entries)

    @cached_property
    def doubles(self) -> list[tuple[Entry, Entry]]:
        """Pairs of entries that may be one person; none who are known to be two.

        Two queries, where there are any.
        """
        by_pk = {entry.pk: entry for entry in self.entries}
        pairs = duplicate_keys((entry.pk, entry.name) for entry in self.entries)
        found = [
            (by_pk[a], by_pk[b])
            for a, b in pairs
            if (by_pk[a].lodge or "") == (by_pk[b].lodge or "")
            or by_pk[a].name != by_pk[b].name
        ]
        if not found:
            return []
        two = sat_together({_players_of(*pair) for pair in found})
        said = two_people_of(self.tournament.club)
        two |= {(each.one_id, each.other_id) for each in said}
        return [pair for pair in found if _players_of(*pair) not in two]

    def matching(self, typed: str) -> Sequence[Entry]:
        """Those whose number, name or lodge the typed parts mean."""
        if not typed:
            return self.entries
        return [
            each
            for each in self.entries
            if matches(typed, f"{each.number} {each.name} {each.lodge}")
        ]

    def _of(self, state: str) -> int:
        return sum(entry.state == state for entry in self.entries)


def _players_of(one: Entry, other: Entry) -> tuple[int, int]:
    """Both players' keys, the lower first; 0 for nobody."""
    first, second = sorted((one.player_id or 0, other.player_id or 0))
    return first, second


def entries_of(tournament: Tournament) -> EntryList:
    """All entries but house players, each with `is_seated`; two queries."""
    again = tuple(here_again(tournament))
    return EntryList(tournament, list(_people(tournament).order_by("number")), again)


def entry_at(tournament: Tournament, pk: int) -> Entry | None:
    """One entry with `is_seated`; no house player."""
    return _people(tournament).filter(pk=pk).first()


def _people(tournament: Tournament) -> "QuerySet[WithAnnotations[Entry, Seated]]":
    seats = Seat.objects.filter(entry=OuterRef("pk"))
    return tournament.entries.filter(house=None).annotate(is_seated=Exists(seats))


def names_of(tournament: Tournament) -> list[str]:
    """What is printed of people: names, lodges and teams, each once."""
    rows = tournament.entries.values_list("name", "lodge", "team").order_by("number")
    return [*dict.fromkeys(text for row in rows for text in row if text)]


def teams_of(tournament: Tournament) -> list[str]:
    """The teams named so far, by name."""
    teams = tournament.entries.exclude(team="").order_by("team")
    return list(teams.values_list("team", flat=True).distinct())


def here_again(tournament: Tournament) -> list[Entry]:
    """Who plays for somebody who is here himself; one query."""
    return list(_HERE_AGAIN.filter(tournament=tournament))
