"""Search for players by typed names, and detection of duplicate people."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract_iter

from clubs.i18n.person_names import APOSTROPHES
from clubs.i18n.person_names import unaccented as unaccented
from clubs.models import Club, Player

K = TypeVar("K", bound=Hashable)  # the caller's key of a name
ALIKE = 86  # percent: twice the common letters in order, divided by all letters
# Only names with words that begin alike are compared closely.
BEGINNING = 3
HYPHENS = re.compile("[-‐‑–]")
APART = re.compile(f"(?:{APOSTROPHES.pattern}|{HYPHENS.pattern})")
GAPS = re.compile(r"[\s.,;]+")
MOST_TYPED = 200  # characters of a search
# Letters from which a typing mistake is forgiven at the beginning of a word.
LONG_PART = 5
SHORT_PART = 4  # letters in a whole word


def plain_words(name: str) -> list[str]:
    """Return the words of a name as `unaccented` writes them, in alphabetical order."""
    return [*_words(HYPHENS.sub(" ", name))]


def plain_name(name: str) -> str:
    """Return a name's normal form, without order, accents, punctuation and case."""
    return " ".join(plain_words(name))


def matches(typed: str, name: str) -> bool:
    """Return whether each typed part begins a different word of the name: “me mü”.

    Parts can be in any order, and accents and case are ignored. Parts joined by an
    apostrophe or a hyphen can be typed as one word or as two: “obrien”, “o brien”.
    """
    return _every_part(typed, name, str.startswith)


def nearly(typed: str, name: str) -> bool:
    """Return whether the parts match with one typing mistake in each: “prochaska”.

    A mistake is one letter wrong, added, missing, or swapped, in a part that is long
    enough.
    """
    return _every_part(typed, name, _begins_nearly)


def _every_part(typed: str, name: str, begins: Callable[[str, str], bool]) -> bool:
    """Return whether the parts, in one of their readings, begin different words."""
    return any(
        _each_its_own(parts, words, begins)
        for parts in _readings(typed[:MOST_TYPED])
        for words in _readings(name)
    )


def _each_its_own(
    parts: Iterable[str], words: Iterable[str], begins: Callable[[str, str], bool]
) -> bool:
    left = list(words)
    for part in sorted(parts, key=len, reverse=True):
        match = next((word for word in left if begins(word, part)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _readings(name: str) -> list[tuple[str, ...]]:
    """Return the words of a name, with a second reading for apostrophes and hyphens."""
    plain = _words(HYPHENS.sub(" ", name))
    if not APART.search(name):
        return [plain]
    return [plain, _words(HYPHENS.sub("", APOSTROPHES.sub(" ", name)))]


@lru_cache(maxsize=10_000)  # each typed letter asks for all names again
def _words(name: str) -> tuple[str, ...]:
    return tuple(sorted(filter(None, GAPS.split(unaccented(name)))))


def _begins_nearly(word: str, part: str) -> bool:
    """Return whether the word begins with the part, with at most one mistake."""
    if word.startswith(part):
        return True
    if len(part) < SHORT_PART or any(map(str.isdecimal, part)):
        return False
    size = len(part)
    lengths = (len(word),) if size < LONG_PART else (size - 1, size, size + 1)
    return any(OSA.distance(part, word[:n], score_cutoff=1) <= 1 for n in lengths)


def players_like(club: Club, typed: str, limit: int = 10) -> list[Player]:
    """Return the club's players that match the typed parts; near spellings last."""
    players = list(club.players.filter(erased_at=None))
    alike = [player for player in players if matches(typed, player.name)]
    near: list[Player] = []
    if len(alike) < limit:
        known = {player.pk for player in alike}
        others = (player for player in players if player.pk not in known)
        near = [player for player in others if nearly(typed, player.name)]
    return [*by_name(alike), *by_name(near)][:limit]


def by_name(players: Iterable[Player]) -> list[Player]:
    """Return players in list order: by family name, then by given name."""
    return sorted(players, key=lambda player: (player.person_name.key, player.number))


def same_name(
    club: Club, name: str, lodge: str = ""
) -> tuple[Player | None, list[Player]]:
    """Return the only player of this name and no other lodge, and all similar players.

    An identical spelling comes first, then equal names in another order or without
    accents.
    """
    players = list(club.players.filter(erased_at=None))
    likely = by_name(player for player in players if alike(name, player.name))
    spelled = [p for p in likely if p.name == name and one_lodge(p.lodge, lodge)]
    exact = [p for p in likely if plain_name(p.name) == plain_name(name)]
    for matches in (spelled, exact):
        if len(matches) == 1 and one_lodge(matches[0].lodge, lodge):
            return matches[0], likely
    return None, likely


def one_lodge(lodge: str, other: str) -> bool:
    """Return whether two lodges can be equal: equal names, or one isn't given."""
    return not lodge or not other or plain_name(lodge) == plain_name(other)


def alike(name: str, other: str) -> bool:
    """Return whether two names probably belong to one person.

    They can differ in order, accents or a letter.
    """
    return _alike(plain_name(name), plain_name(other))


class NameIndex(Generic[K]):
    """An index of names by their digits and the beginnings of their words.

    It avoids comparing all names with each other. It finds names with a mistake in one
    word by another word, but not with mistakes at the start of every word.
    """

    def __init__(self) -> None:
        self._by_beginning: defaultdict[tuple[str, str], dict[K, str]]
        self._by_beginning = defaultdict(dict)

    def add(self, key: K, name: str) -> None:
        plain = plain_name(name)
        for beginning in _beginnings(plain):
            self._by_beginning[beginning][key] = plain

    def find_similar(self, name: str) -> list[K]:
        """Return keys of the names that can be equal, in the order they were added."""
        near: dict[K, str] = {}
        plain = plain_name(name)
        for beginning in _beginnings(plain):
            near |= self._by_beginning.get(beginning, {})
        scored = extract_iter(plain, near, scorer=ratio, score_cutoff=ALIKE)
        return [key for _, _, key in scored]


def _beginnings(plain: str) -> dict[tuple[str, str], None]:
    """Return the index keys of a name, each once, in the order of its words."""
    digits = _digits(plain)
    return dict.fromkeys((digits, word[:BEGINNING]) for word in plain.split())


def duplicate_keys(names: Iterable[tuple[K, str]]) -> list[tuple[K, K]]:
    """Return pairs of keys whose names can belong to one person, each pair once."""
    index: NameIndex[K] = NameIndex()
    pairs: list[tuple[K, K]] = []
    for key, name in names:
        pairs += [(earlier, key) for earlier in index.find_similar(name)]
        index.add(key, name)
    return pairs


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The result of matching a name in a list with players and with other lines.

    `exact`: the only player of this name, if the lodge doesn't contradict and no other
    line is that player. `earlier`: the index of an earlier line that can be the same
    person. `alike`: players who could match if there is doubt, without those that other
    lines match exactly; equal names first. `repeats` and `same`: the name on that line,
    or of that player, is equal, and the lodges can be.
    """

    exact: Player | None
    earlier: int | None
    alike: tuple[Player, ...] = ()
    repeats: bool = False
    same: Player | None = None
    lines: tuple[int, ...] = ()  # all lines with similar names


def match_names(
    players: Iterable[Player], people: Sequence[tuple[str, str]]
) -> list[NameMatch]:
    """Match each name and lodge of a list with players and with the other lines.

    Each player matches one line: first the line that spells the name as the club does,
    then a line that differs only in order, accents or case.
    """
    players = list(players)
    exact = _spelled_exactly(players, people)
    _add_plainly_named(exact, players, people)
    named = {player.pk for player in exact.values()}
    known, others = NameIndex[Player](), NameIndex[int]()
    for player in players:
        if player.pk not in named:
            known.add(player, player.name)
    for index in exact:
        others.add(index, people[index][0])
    matches: list[NameMatch] = []
    for index, (name, lodge) in enumerate(people):
        if index in exact:
            matches.append(NameMatch(exact[index], None))
            continue
        doubt = _doubt(people, name, lodge, known, others, named)
        others.add(index, name)
        if doubt.same:
            named.add(doubt.same.pk)
        matches.append(doubt)
    return matches


def _doubt(
    people: Sequence[tuple[str, str]],
    name: str,
    lodge: str,
    known: NameIndex[Player],
    others: NameIndex[int],
    named: Collection[int],
) -> NameMatch:
    """Return possible matches for a line without an exact one.

    `same` is never a player that another line matches.
    """
    plain = plain_name(name)
    near = sorted(
        known.find_similar(name),
        key=lambda p: (p.pk in named, p.name != name, plain_name(p.name) != plain),
    )
    candidates = (
        player
        for player in near
        if player.pk not in named and _is_same(player.name, player.lodge, name, lodge)
    )
    lines = tuple(others.find_similar(name))
    earlier = next(iter(lines), None)
    repeats = earlier is not None and _is_same(*people[earlier], name, lodge)
    return NameMatch(None, earlier, tuple(near), repeats, next(candidates, None), lines)


def _spelled_exactly(
    players: Iterable[Player], people: Sequence[tuple[str, str]]
) -> dict[int, Player]:
    """Return by line the players whose names are spelled identically.

    Among several players with one name, those of the line's lodge; all of them if the
    list has the name as often as the club.
    """
    spelled: defaultdict[str, list[Player]] = defaultdict(list)
    lines: defaultdict[str, list[int]] = defaultdict(list)
    for player in sorted(players, key=lambda person: person.number):
        spelled[unicodedata.normalize("NFC", player.name)].append(player)
    for index, (name, _) in enumerate(people):
        lines[unicodedata.normalize("NFC", name)].append(index)
    exact: dict[int, Player] = {}
    for name, indexes in lines.items():
        left = spelled.get(name, [])
        for index in indexes:
            lodge = plain_name(people[index][1])
            home = [p for p in left if lodge and plain_name(p.lodge) == lodge]
            if len(home) == 1:
                exact[index] = home[0]
                left = [p for p in left if p is not home[0]]
        rest = [index for index in indexes if index not in exact]
        if len(left) == 1 or len(left) == len(rest):
            pairs = [*zip(rest, left, strict=False)]
            if all(
                one_lodge(player.lodge, people[index][1]) for index, player in pairs
            ):
                exact |= dict(pairs)
    return exact


def _add_plainly_named(
    exact: dict[int, Player],
    players: Iterable[Player],
    people: Sequence[tuple[str, str]],
) -> None:
    """Add lines that match a name's only player, except for order, accents and case."""
    named: defaultdict[str, list[Player]] = defaultdict(list)
    for player in players:
        named[plain_name(player.name)].append(player)
    used = {player.pk for player in exact.values()}
    for index, (name, lodge) in enumerate(people):
        namesakes = named.get(plain_name(name), [])
        if index in exact or len(namesakes) != 1 or namesakes[0].pk in used:
            continue
        if one_lodge(namesakes[0].lodge, lodge):
            exact[index] = namesakes[0]
            used.add(namesakes[0].pk)


def _is_same(name: str, lodge: str, other: str, other_lodge: str) -> bool:
    """Return whether name and lodge are equal except for order and accents."""
    return plain_name(name) == plain_name(other) and one_lodge(lodge, other_lodge)


def _alike(a: str, b: str) -> bool:
    """Return whether two normalized names (`plain_name`) are similar.

    Names with different digits never are: Guest 1 and Guest 2 are two people.
    """
    if a == b:
        return True
    if _digits(a) != _digits(b):
        return False
    return ratio(a, b, score_cutoff=ALIKE) > 0


def _digits(name: str) -> str:
    return "".join(filter(str.isdecimal, name))
