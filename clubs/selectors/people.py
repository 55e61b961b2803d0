"""Finding players by what people type, and noticing the same one twice."""

import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

from clubs.models import Club, Player

ALIKE = 0.86


def plain_words(name: str) -> list[str]:
    """The words of a name without accents and capitals, in alphabetical order."""
    decomposed = unicodedata.normalize("NFKD", name)
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return sorted(bare.casefold().replace(".", " ").replace(",", " ").split())


def matches(typed: str, name: str) -> bool:
    """Whether every typed part begins a word of the name, in any order: “me mü”."""
    words = plain_words(name)
    return all(any(w.startswith(part) for w in words) for part in plain_words(typed))


def players_like(club: Club, typed: str, limit: int = 10) -> list[Player]:
    """The club's players that the typed parts may mean."""
    found = (p for p in club.players.filter(erased_at=None) if matches(typed, p.name))
    return [player for player, _ in zip(found, range(limit), strict=False)]


def alike(one: str, other: str) -> bool:
    """Whether two names are likely one person: order, accents or a letter differ."""
    a, b = " ".join(plain_words(one)), " ".join(plain_words(other))
    return a == b or SequenceMatcher(None, a, b).ratio() >= ALIKE


def likely_doubles(names: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of names that may be one person; compares words that begin alike."""
    listed = list(names)
    return [
        (one, other)
        for i, one in enumerate(listed)
        for other in listed[i + 1 :]
        if alike(one, other)
    ]
