"""Players who may be the same person, and merges of players."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain, product

from django.db.models import F

from clubs.i18n import joined, message
from clubs.models import Club, Player
from clubs.name_search import (
    duplicate_keys,
    one_lodge,
    plain_name,
    plain_words,
    same_name,
    unaccented,
)
from scoring.core.writes import Actor, Conflict, log
from scoring.models import Entry, Merge, Seat, TwoPeople
from scoring.models.log_messages import log_message

ABBREVIATED = re.compile(r"([^\W\d_]{1,6})\.")
MOST_SHOWN = 60
OUT = ("merged_into", "erased_at")  # set for players who aren't listed any more
# Points for a pair being one person; the pairs with the most points come first.
SAME_WORDS, ONE_LETTER, INITIAL, SAME_LODGE = 4, 3, 2, 2


@dataclass(frozen=True, slots=True)
class Side:
    """One of two players, with their entries, newest first."""

    player: Player
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class DuplicatePair:
    """Two players who may be one person, with points and reasons for it."""

    one: Side
    other: Side
    weight: int = 0
    reason: str = ""
    both_in: tuple[str, ...] = field(default=())


def known_namesakes(
    club: Club, name: str, lodge: str, *, listed: int, form_field: str
) -> list[Player]:
    """Return the club's players with this or a similar name, before adding one.

    `listed` is how many of them the page showed. The club is locked, so if several
    people add one person at once, only the first one succeeds. Raises Conflict for the
    others, who then see the new player.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    alike = same_name(club, name, lodge)[1]
    if len(alike) > listed:
        newest = max(alike, key=lambda player: player.number)
        reason = message(
            "This name is already in the club: {name}. Choose who it is below.",
            name=newest.name,
        )
        raise Conflict(reason, form_field)
    return alike


def may_be_one(club: Club) -> list[DuplicatePair]:
    """Return pairs of players who may be one person, the most likely first.

    Pairs that sat in the same round, or are known to be two people, are left out. Five
    queries for any number of players.
    """
    players = {p.pk: p for p in club.players.filter(erased_at=None).order_by("number")}
    found = {
        pair: _reason(*map(players.__getitem__, pair)) for pair in _candidates(players)
    }
    apart = sat_together(found)
    apart |= {(pair.one_id, pair.other_id) for pair in two_people_of(club)}
    found = {pair: reason for pair, reason in found.items() if pair not in apart}
    order = sorted(found, key=lambda pair: (-found[pair][0], pair))[:MOST_SHOWN]
    sides = _sides([players[pk] for pk in chain.from_iterable(order)])
    return [
        _pair(*_by_played(*map(sides.__getitem__, pair)), *found[pair])
        for pair in order
    ]


def pair_of(first: Player, second: Player) -> DuplicatePair:
    """Return two players to compare; two queries."""
    sides = _sides([first, second])
    return _pair(sides[first.pk], sides[second.pk], *_reason(first, second))


def merges_of(club: Club) -> list[Merge]:
    """Return the merges that weren't undone, newest first."""
    merges = Merge.objects.filter(club=club, undone_at=None)
    return list(merges.select_related("kept", "gone"))


def undoable(merges: Iterable[Merge]) -> set[int]:
    """Return the keys of these merges, newest first, that can be undone at this time.

    The others involve an erased player, or need a newer merge undone first.
    """
    found: set[int] = set()
    later: set[int] = set()
    for merge in merges:
        player_ids = {merge.kept_id, merge.gone_id}
        is_known = not merge.kept.erased_at and not merge.gone.erased_at
        if is_known and not player_ids & later:
            found.add(merge.pk)
        later |= player_ids
    return found


def two_people_of(club: Club) -> list[TwoPeople]:
    """Return pairs of players known to be two people, newest first."""
    rows = TwoPeople.objects.filter(
        one__club=club,
        **{"__".join(path): None for path in product(("one", "other"), OUT)},
    )
    return list(rows.select_related("one", "other"))


def _candidates(players: dict[int, Player]) -> Iterable[tuple[int, int]]:
    """Return pairs of keys, the lower one first, each pair once."""
    return alike_pairs({pk: player.name for pk, player in players.items()})


def alike_pairs(names: Mapping[int, str]) -> Iterable[tuple[int, int]]:
    """Return pairs of keys of similar names, the lower key first."""
    pairs = [*duplicate_keys(names.items()), *_shortened(names)]
    return dict.fromkeys((min(a, b), max(a, b)) for a, b in pairs)


def _shortened(names: Mapping[int, str]) -> list[tuple[int, int]]:
    """Return pairs like “Marie K.” and “Marie Kubala”.

    Candidates are found by the rarest full word that both names share.
    """
    words = {key: plain_words(name) for key, name in names.items()}
    abbreviated = {key: abbreviations(name) for key, name in names.items()}
    sharing: defaultdict[str, list[int]] = defaultdict(list)
    for pk, own_words in words.items():
        for word in own_words:
            sharing[word].append(pk)
    found = []
    for pk, own_words in words.items():
        short = abbreviated[pk]
        whole = [sharing[w] for w in own_words if len(w) > 1 and w not in short]
        if whole and len(whole) < len(own_words):
            near = min(whole, key=len)
            found += [
                (pk, other)
                for other in near
                if _shortens(own_words, words[other], short)
            ]
    return found


def abbreviations(name: str) -> frozenset[str]:
    """Return the words of a name that a dot shortens: Fr., Vlad., Wm."""
    return frozenset(unaccented(word) for word in ABBREVIATED.findall(name))


def _shortens(
    short: list[str], full: list[str], abbreviated: Collection[str] = ()
) -> bool:
    """Return whether one name is short for the other, word by word.

    A single letter or a word with a dot is short for a word that has its letters in the
    same order and the same first letter (Fr., Zd., Wm., Chas.).
    """
    left = list(full)
    if len(short) != len(full) or short == full:
        return False
    for word in sorted(short, key=len, reverse=True):
        is_short = len(word) == 1 or word in abbreviated
        found = [w for w in left if w == word]
        found = found or [w for w in left if is_short and _is_in(word, w)]
        if not found:
            return False
        left.remove(found[0])
    return True


def _is_in(short: str, word: str) -> bool:
    """Return whether a longer word has these letters in order, starting alike."""
    if not word.startswith(short[:1]) or len(word) < len(short):
        return False
    letters = iter(word)
    return all(letter in letters for letter in short)


def _reason(first: Player, second: Player) -> tuple[int, str]:
    """Return points and reasons for two players being one person."""
    if plain_name(first.name) == plain_name(second.name):
        weight, reason = SAME_WORDS, message("the same name")
        if first.name != second.name:
            reason = message("the same name with different order, capitals or accents")
    elif any(
        _shortens(plain_words(a.name), plain_words(b.name), abbreviations(a.name))
        for a, b in ((first, second), (second, first))
    ):
        weight, reason = INITIAL, message("one name may be short for the other")
    else:
        weight, reason = ONE_LETTER, message("the names are nearly the same")
    if first.lodge and second.lodge:
        is_same_lodge = one_lodge(first.lodge, second.lodge)
        weight += SAME_LODGE if is_same_lodge else -SAME_LODGE
        lodges = (
            message("the same lodge")
            if is_same_lodge
            else message("but different lodges")
        )
        reason = joined([reason, lodges])
    return weight, reason


def sat_together(pairs: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the pairs that took part in the same round, so are two people."""
    players = set(chain.from_iterable(pairs))
    seats = Seat.objects.filter(entry__player__in=players)
    credits = Seat.objects.filter(credit__player__in=players).exclude(credit=F("entry"))
    rounds: defaultdict[int, set[int]] = defaultdict(set)
    for player, rnd in (
        *seats.values_list("entry__player", "round"),
        *credits.values_list("credit__player", "round"),
    ):
        rounds[player].add(rnd)
    return {pair for pair in pairs if rounds[pair[0]] & rounds[pair[1]]}


def _sides(players: Iterable[Player]) -> dict[int, Side]:
    sides = {player.pk: player for player in players}
    entries = Entry.objects.filter(player__in=sides).select_related("tournament")
    played: defaultdict[int | None, list[Entry]] = defaultdict(list)
    for entry in entries.order_by("-tournament__date", "-tournament__pk"):
        played[entry.player_id].append(entry)
    return {pk: Side(p, tuple(played[pk])) for pk, p in sides.items()}


def _by_played(first: Side, second: Side) -> tuple[Side, Side]:
    """Return the side with more entries first, because that name is likely to stay."""
    return (
        (second, first) if len(second.entries) > len(first.entries) else (first, second)
    )


def _pair(first: Side, second: Side, weight: int, reason: str) -> DuplicatePair:
    theirs = {entry.tournament_id for entry in second.entries}
    shared_names = (
        e.tournament.name for e in first.entries if e.tournament_id in theirs
    )
    return DuplicatePair(first, second, weight, reason, tuple(shared_names))


def remember_apart(pairs: Iterable[tuple[Player, Player]], actor: Actor) -> None:
    """Record pairs with similar names as different people, so no one is asked again.

    Two queries and one log line for any number of pairs.
    """
    keys = {tuple(sorted((first.pk, second.pk))): first for first, second in pairs}
    known = TwoPeople.objects.filter(one__in={first for first, _ in keys})
    known_pairs = {*known.values_list("one", "other")}
    new = [
        TwoPeople(one_id=first, other_id=second, by_name=actor.name)
        for first, second in keys
        if (first, second) not in known_pairs
    ]
    if not new:
        return
    TwoPeople.objects.bulk_create(new)
    text = log_message(
        "player.like_names",
        n=len(new),
    )
    log(actor, "merge", text, club=next(iter(keys.values())).club)
