"""Who is meant by what somebody typed: a start number, H1, or a name."""

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
        """Everybody who may be meant; one, where it is clear."""
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
    """Everybody, house players last; one query."""
    entries = tournament.entries.all()
    return Roster(tuple(sorted(entries, key=lambda e: (e.house or 0, e.number or 0))))


def spelled(entries: Iterable[Entry], club: Club | None = None) -> str:
    """3 Marie Kubala, 9 Marie Kubala; as the club shows them to everybody, if given."""
    return ", ".join(f"{entry.label} {entry_name(entry, club)}" for entry in entries)


def _plain(name: str) -> str:
    """Without capitals, accents and double spaces; the words stay in their order."""
    return " ".join(unaccented(name).split())
