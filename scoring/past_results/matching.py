"""The people behind names of an old list: players of the club, or new ones."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubs.models import Club, Player
from clubs.name_search import plain_name
from scoring.past_results.event_parser import PastEvening
from scoring.people.duplicates import alike_pairs

NEW, NOBODY = "new", "nobody"
# The question about all spellings at once, and its answers.
SPELLING, SAME, DIFFERENT = "spelling", "same", "different"
PLAYER, NAME = "player-", "name-"  # prefixes: a player's key, a name in the list


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A name that may be a person's: players, and other names of the list."""

    name: str
    players: tuple[Player, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matched:
    """The names of a list, each in its spelling there.

    `exact` are players with exactly this name. `spelled` has for other names a player,
    or an earlier name of the list, that differs only in accents, capitals and word
    order. For the `doubtful` ones someone is asked; all others are `new`.
    """

    names: tuple[str, ...]
    exact: Mapping[str, Player]
    spelled: Mapping[str, Player | str]
    doubtful: tuple[Doubtful, ...]
    new: tuple[str, ...]


def matched(club: Club, evenings: Iterable[PastEvening]) -> Matched:
    """Match names with players; people at one event are different. One query."""
    evenings_by_name: defaultdict[str, set[int]] = defaultdict(set)
    for index, evening in enumerate(evenings):
        for fact in evening.facts:
            evenings_by_name[fact.name].add(index)
    players = list(club.players.filter(erased_at=None).order_by("number"))
    of_name: defaultdict[str, list[Player]] = defaultdict(list)
    for player in players:
        of_name[_normalized(player.name)].append(player)
    exact = {
        name: of_name[_normalized(name)][0]
        for name in evenings_by_name
        if len(of_name.get(_normalized(name), ())) == 1
    }
    spelled = _spelled(players, exact, evenings_by_name)
    asked = [
        name for name in evenings_by_name if name not in exact and name not in spelled
    ]
    doubtful = tuple(_doubtful(asked, players, exact, evenings_by_name))
    known = {doubt.name for doubt in doubtful} | exact.keys() | spelled.keys()
    new = tuple(name for name in evenings_by_name if name not in known)
    return Matched(tuple(evenings_by_name), exact, spelled, doubtful, new)


def _normalized(name: str) -> str:
    """Return a name with each accented letter as one character."""
    return unicodedata.normalize("NFC", name)


def _spelled(
    players: Iterable[Player],
    exact: Mapping[str, Player],
    evenings_by_name: Mapping[str, set[int]],
) -> dict[str, Player | str]:
    """Return names that differ only in spelling from one player or earlier name."""
    named = {player.pk for player in exact.values()}
    plain: defaultdict[str, list[Player | str]] = defaultdict(list)
    for name in exact:
        plain[plain_name(name)].append(name)
    for player in players:
        if player.pk not in named:
            plain[plain_name(player.name)].append(player)
    spelled: dict[str, Player | str] = {}
    for name in evenings_by_name:
        if name in exact:
            continue
        namesakes = plain[plain_name(name)]
        met = any(
            isinstance(o, str) and evenings_by_name[o] & evenings_by_name[name]
            for o in namesakes
        )
        if len(namesakes) == 1 and not met:
            spelled[name] = namesakes[0]
        elif not namesakes:
            namesakes.append(name)
    return spelled


def _doubtful(
    asked: Iterable[str],
    players: Iterable[Player],
    exact: Mapping[str, Player],
    evenings_by_name: Mapping[str, set[int]],
) -> Iterable[Doubtful]:
    """Yield names with similar ones; of two in the list, the later one is asked."""
    people = dict(enumerate(players))
    listed = dict(enumerate(asked, start=len(people)))
    played = {player.pk: evenings_by_name[name] for name, player in exact.items()}
    doubts: dict[int, tuple[list[Player], list[str]]] = {}
    pairs = alike_pairs({k: p.name for k, p in people.items()} | listed)
    for spelling, other in pairs:
        if other not in listed:
            continue
        candidates = doubts.setdefault(other, ([], []))
        name = listed[other]
        if spelling in people and not evenings_by_name[name] & played.get(
            people[spelling].pk, set()
        ):
            candidates[0].append(people[spelling])
        elif (
            spelling in listed
            and not evenings_by_name[name] & evenings_by_name[listed[spelling]]
        ):
            candidates[1].append(listed[spelling])
    for key in sorted(doubts):
        likely, others = doubts[key]
        if likely or others:
            yield Doubtful(listed[key], tuple(likely), tuple(others))


def decided(
    matched: Matched, answers: Mapping[str, str]
) -> tuple[dict[str, int], dict[str, str]]:
    """Return the player's key of each spelling, or the name of a new player."""
    known: dict[str, int] = {}
    new_as: dict[str, str] = {}
    answers = {**answers}
    if answers.pop(SPELLING, DIFFERENT) == SAME:
        for name, other in matched.spelled.items():
            own_answer = (
                f"{NAME}{other}" if isinstance(other, str) else f"{PLAYER}{other.pk}"
            )
            answers[name] = own_answer
    for spelling in matched.names:
        name, known_spellings = spelling, {spelling}
        while (answer := answers.get(name, "")).startswith(NAME):
            name = answer.removeprefix(NAME)
            if name in known_spellings:
                break
            known_spellings.add(name)
        if name in matched.exact:
            known[spelling] = matched.exact[name].pk
        elif answers.get(name, "").startswith(PLAYER):
            known[spelling] = int(answers[name].removeprefix(PLAYER))
        else:
            new_as[spelling] = name
    return known, new_as


def twice_there(
    evenings: Iterable[PastEvening], known: Mapping[str, int], new_as: Mapping[str, str]
) -> list[tuple[PastEvening, str, str]]:
    """Return events where two names would be the same person."""
    clashes = []
    for evening in evenings:
        known_names: dict[int | str, str] = {}
        for fact in evening.facts:
            person = known.get(fact.name) or new_as.get(fact.name, fact.name)
            other = known_names.setdefault(person, fact.name)
            if other != fact.name:
                clashes.append((evening, other, fact.name))
    return clashes
