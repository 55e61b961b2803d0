"""Whom the names of an old list mean: players of the club, each other, somebody new."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubs.models import Club, Player
from clubs.selectors.people import plain_name
from scoring.old_lists.selectors.facts import PastEvening
from scoring.people.selectors.duplicates import alike_pairs

NEW = "new"
PLAYER, NAME = "player-", "name-"  # before the key of a player, and a name of the list


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A name that may be somebody's: players, and other names of the list.

    `likeliest` is what to answer where nobody says more.
    """

    name: str
    players: tuple[Player, ...]
    names: tuple[str, ...]

    @property
    def likeliest(self) -> str:
        if self.players:
            return f"{PLAYER}{self.players[0].pk}"
        return f"{NAME}{self.names[0]}"


@dataclass(frozen=True, slots=True)
class Matched:
    """The names of a list, each spelling by the first that is the same but for accents.

    `same` are players by name; of those who are `doubtful` somebody is asked; all others
    are `new`.
    """

    spellings: Mapping[str, str]
    same: Mapping[str, Player]
    doubtful: tuple[Doubtful, ...]
    new: tuple[str, ...]


def matched(club: Club, evenings: Iterable[PastEvening]) -> Matched:
    """Whoever was there on one evening with somebody is not the same; one query."""
    names: dict[str, str] = {}
    spellings: dict[str, str] = {}
    there: defaultdict[str, set[int]] = defaultdict(set)
    for at, evening in enumerate(evenings):
        for fact in evening.facts:
            if fact.name not in spellings:
                spellings[fact.name] = names.setdefault(
                    plain_name(fact.name), fact.name
                )
            there[spellings[fact.name]].add(at)
    players = list(club.players.filter(erased_at=None).order_by("number"))
    of_name: defaultdict[str, list[Player]] = defaultdict(list)
    for player in players:
        of_name[plain_name(player.name)].append(player)
    same = {
        name: of_name[plain][0]
        for plain, name in names.items()
        if len(of_name.get(plain, ())) == 1
    }
    asked = [name for name in names.values() if name not in same]
    doubtful = tuple(_doubtful(asked, players, same, there))
    known = {each.name for each in doubtful} | same.keys()
    new = tuple(name for name in names.values() if name not in known)
    return Matched(spellings, same, doubtful, new)


def _doubtful(
    asked: Iterable[str],
    players: Iterable[Player],
    same: Mapping[str, Player],
    there: Mapping[str, set[int]],
) -> Iterable[Doubtful]:
    """Names with those they are like; of two names of the list the later one is asked."""
    people = dict(enumerate(players))
    listed = dict(enumerate(asked, start=len(people)))
    played = {player.pk: there[name] for name, player in same.items()}
    found: dict[int, tuple[list[Player], list[str]]] = {}
    pairs = alike_pairs({k: p.name for k, p in people.items()} | listed)
    for one, other in pairs:
        if other not in listed:
            continue
        own = found.setdefault(other, ([], []))
        name = listed[other]
        if one in people and not there[name] & played.get(people[one].pk, set()):
            own[0].append(people[one])
        elif one in listed and not there[name] & there[listed[one]]:
            own[1].append(listed[one])
    for key in sorted(found):
        likely, others = found[key]
        if likely or others:
            yield Doubtful(listed[key], tuple(likely), tuple(others))


def decided(
    found: Matched, answers: Mapping[str, str]
) -> tuple[dict[str, int], dict[str, str]]:
    """By each spelling the player's key, or the name under which somebody is new."""
    known: dict[str, int] = {}
    new_as: dict[str, str] = {}
    for spelling, first in found.spellings.items():
        name, seen = first, {first}
        while (answer := answers.get(name, "")).startswith(NAME):
            name = answer.removeprefix(NAME)
            if name in seen:
                break
            seen.add(name)
        if name in found.same:
            known[spelling] = found.same[name].pk
        elif answers.get(name, "").startswith(PLAYER):
            known[spelling] = int(answers[name].removeprefix(PLAYER))
        else:
            new_as[spelling] = name
    return known, new_as


def twice_there(
    evenings: Iterable[PastEvening], known: Mapping[str, int], new_as: Mapping[str, str]
) -> list[tuple[PastEvening, str, str]]:
    """Evenings on which two names would be one person."""
    found = []
    for evening in evenings:
        seen: dict[int | str, str] = {}
        for fact in evening.facts:
            who = known.get(fact.name) or new_as.get(fact.name, fact.name)
            other = seen.setdefault(who, fact.name)
            if other != fact.name:
                found.append((evening, other, fact.name))
    return found
