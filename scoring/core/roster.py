"""Look-up of people by typed text: a start number, H1, or a name."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from clubs.models import Club
from clubs.name_search import unaccented
from scoring.core.names import entry_name
from scoring.models import Entry, Tournament

NUMBERED = re.compile(r"([0-9]{1,5})(?:\s.*)?")
HOUSE = re.compile(r"[hH]\s?([1-9])(?:\s.*)?")


@dataclass(frozen=True, slots=True)
class Roster:
    """The people of a tournament, for looking them up."""

    entries: tuple[Entry, ...]

    def meant_by(self, typed: str) -> list[Entry]:
        """Return all entries that match; one, if the text is unambiguous."""
        typed = typed.strip()
        if match := HOUSE.fullmatch(typed):
            return [entry for entry in self.entries if entry.house == int(match[1])]
        if match := NUMBERED.fullmatch(typed):
            return [entry for entry in self.entries if entry.number == int(match[1])]
        name = _plain(typed)
        if not name:
            return []
        called = [entry for entry in self.entries if _plain(entry.name) == name]
        return called or [entry for entry in self.entries if name in _plain(entry.name)]


def roster_of(tournament: Tournament) -> Roster:
    """Return all entries, house players last; one query."""
    entries = tournament.entries.all()
    return Roster(tuple(sorted(entries, key=lambda e: (e.house or 0, e.number or 0))))


def spelled(entries: Iterable[Entry], club: Club | None = None) -> str:
    """Return numbers and names: 3 Marie Kubala, 9 Josef Marek; public with a club."""
    return ", ".join(f"{entry.label} {entry_name(entry, club)}" for entry in entries)


def _plain(name: str) -> str:
    """Return a name without case, accents and double spaces, words in order."""
    return " ".join(unaccented(name).split())
