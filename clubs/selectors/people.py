"""Finding players by what people type, and noticing the same one twice."""

import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable
from difflib import SequenceMatcher

from clubs.models import Club, Player

ALIKE = 0.86
# Names whose words begin like this are worth a closer look.
BEGINNING = 3
# Letters whose stroke is no accent that could be taken off.
STROKES = str.maketrans("łøđ", "lod")


def unaccented(name: str) -> str:
    """Without accents and capitals: Šebesta is found by sebesta, Łukasz by lukasz."""
    decomposed = unicodedata.normalize("NFKD", name)
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return letters.casefold().translate(STROKES)


def plain_words(name: str) -> list[str]:
    """The words of a name without accents and capitals, in alphabetical order."""
    return sorted(unaccented(name).replace(".", " ").replace(",", " ").split())


def plain_name(name: str) -> str:
    """The same for every order, accent and capital of a name."""
    return " ".join(plain_words(name))


def matches(typed: str, name: str) -> bool:
    """Whether every typed part begins a word of its own in the name: “me mü”.

    In any order; accents and capitals do not matter.
    """
    words = plain_words(name)
    for part in sorted(plain_words(typed), key=len, reverse=True):
        found = next((word for word in words if word.startswith(part)), None)
        if found is None:
            return False
        words.remove(found)
    return True


def players_like(club: Club, typed: str, limit: int = 10) -> list[Player]:
    """The club's players that the typed parts may mean."""
    found = (p for p in club.players.filter(erased_at=None) if matches(typed, p.name))
    return [player for player, _ in zip(found, range(limit), strict=False)]


def same_name(
    club: Club, name: str, lodge: str = ""
) -> tuple[Player | None, list[Player]]:
    """The one player of exactly this name and no other lodge; and all who are alike."""
    players = list(club.players.filter(erased_at=None))
    likely = [player for player in players if alike(name, player.name)]
    exact = [p for p in likely if plain_name(p.name) == plain_name(name)]
    if len(exact) == 1 and one_lodge(exact[0].lodge, lodge):
        return exact[0], likely
    return None, likely


def one_lodge(one: str, other: str) -> bool:
    """Whether two lodges may be one: the same, or one of them not given."""
    return not one or not other or plain_name(one) == plain_name(other)


def alike(one: str, other: str) -> bool:
    """Whether two names are likely one person: order, accents or a letter differ."""
    return _alike(plain_name(one), plain_name(other))


class NameIndex:
    """Names by how their words begin, so that not everybody is compared with everybody.

    A slip in one word is found by another; one at the start of every word is not.
    """

    def __init__(self) -> None:
        self._names: dict[Hashable, str] = {}
        self._by_beginning: defaultdict[str, list[Hashable]] = defaultdict(list)

    def add(self, key: Hashable, name: str) -> None:
        words = plain_words(name)
        self._names[key] = " ".join(words)
        for beginning in {word[:BEGINNING] for word in words}:
            self._by_beginning[beginning].append(key)

    def like(self, name: str) -> list[Hashable]:
        """Keys of the names that may be this one, in the order they were added."""
        words = plain_words(name)
        near = {
            key: None
            for beginning in dict.fromkeys(word[:BEGINNING] for word in words)
            for key in self._by_beginning.get(beginning, ())
        }
        plain = " ".join(words)
        return [key for key in near if _alike(plain, self._names[key])]


def double_keys(
    names: Iterable[tuple[Hashable, str]],
) -> list[tuple[Hashable, Hashable]]:
    """Pairs of keys whose names may be one person, each pair once."""
    index, pairs = NameIndex(), []
    for key, name in names:
        pairs += [(earlier, key) for earlier in index.like(name)]
        index.add(key, name)
    return pairs


def _alike(a: str, b: str) -> bool:
    """Both as `plain_name` writes them; cheap bounds first.

    Guest 1 and Guest 2 are two people, whatever else is alike.
    """
    if a == b:
        return True
    if _digits(a) != _digits(b):
        return False
    match = SequenceMatcher(None, a, b, autojunk=False)
    return (
        match.real_quick_ratio() >= ALIKE
        and match.quick_ratio() >= ALIKE
        and match.ratio() >= ALIKE
    )


def _digits(name: str) -> str:
    return "".join(filter(str.isdecimal, name))
