"""Search for people's names in texts: whole names, never part of a longer one.

“Jan” is named in “Jan came late”, and neither in “Janda came late” nor, if the club has
a Jan Novák, in “Jan Novák came late”.
"""

import re
from collections.abc import Collection, Iterator
from itertools import chain
from typing import Any, Self

from django.db.models import Q

from clubs.i18n.person_names import possible
from clubs.models import Club, Player, User
from clubs.players import ERASED
from scoring.models import Entry


class NameFinder:
    """A search that finds and replaces names, but not the longer names in `others`."""

    def __init__(self, names: Collection[str], others: Collection[str] = ()) -> None:
        self.names = frozenset(name for name in names if name)
        # Text that was erased before stays unchanged, whatever the names are.
        known = {*self.names, *others, ERASED} - {""}
        longest_first = sorted(known, key=len, reverse=True)
        whole = "|".join(map(re.escape, longest_first))
        # A hyphen or an apostrophe joins two words to one name: “O’Brien”,
        # “Anna-Marie”.
        self.pattern = re.compile(rf"(?<!\w)(?<!\w[-'’])(?:{whole})(?!\w|-\w)")

    @classmethod
    def for_club(cls, names: Collection[str], club: Club) -> Self:
        """Return a finder that knows the club's longer names; three queries."""
        return cls(names, _longer_names(names, club))

    def has_name(self, value: Any) -> bool:
        """Return whether a text, or any text in a value of JSON, has a name."""
        matches = chain.from_iterable(map(self.pattern.finditer, _texts_in(value)))
        return any(match[0] in self.names for match in matches)

    def erase(self, text: str) -> str:
        """Return the text with ERASED in place of each name."""
        return self.pattern.sub(self._erased, text)

    def erase_within(self, value: Any) -> Any:
        """Return a value of JSON with ERASED in place of each name in its texts."""
        if isinstance(value, str):
            return self.erase(value)
        if isinstance(value, list):
            return [self.erase_within(item) for item in value]
        if isinstance(value, dict):
            return {key: self.erase_within(item) for key, item in value.items()}
        return value

    def _erased(self, match: re.Match[str]) -> str:
        return ERASED if match[0] in self.names else match[0]


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts_in(key)
            yield from _texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts_in(item)


def _longer_names(names: Collection[str], club: Club) -> set[str]:
    """Return other names in the club that contain one of these, with short forms."""
    condition = Q(pk__in=[])
    for name in names:
        condition |= Q(name__contains=name)
    players = Player.everybody.filter(condition, club=club)
    entries = Entry.everybody.filter(condition, tournament__club=club)
    accounts = User.objects.filter(condition, roles__club=club)
    found: set[str] = set()
    for rows in (players, entries, accounts):
        found |= {*rows.order_by().values_list("name", flat=True).distinct()}
    found -= {*names}
    shorts = {way.short for way in chain.from_iterable(map(possible, found))}
    return found | (shorts - {*names})
