"""Reports on rounds, drawn or moved by hand, and bounds on repeats.

A bound is the number of repeats that no draw can avoid, the k-th meeting of a pair
counting k - 1. Where no pair meets three times, repeats are the meetings after a pair's
first. Each bound is proven; the largest counts.

Repeats can be counted in two ways, and each gives a bound: by person, because they meet
their table each round and have only so many people to meet; and by two rounds, because
a pair that met m times is at one table in m(m - 1)/2 pairs of rounds.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heapreplace
from itertools import chain, combinations, islice
from math import comb

from rules.seating.request import (
    APART,
    FOURS,
    GUEST,
    HOUSE,
    KIND,
    PLAIN,
    Field,
    K,
    Meeting,
    Report,
    Request,
    RoundSeats,
    SeasonReport,
    field_of,
    too_early,
)


def report_on(request: Request[K], rounds: Sequence[RoundSeats[K]]) -> Report[K]:
    """Return the report on a draft of the rounds asked for, after those played."""
    return report_of(field_of(request), request, rounds)


def report_of(
    field: Field[K], request: Request[K], rounds: Sequence[RoundSeats[K]]
) -> Report[K]:
    """Return the report on rounds whose request is already converted to numbers."""
    all_rounds = (*request.played, *rounds)
    met = _meetings(request, all_rounds)
    broken = tuple(_broken(request.apart, met))
    met_anyway = _broken(request.kept_apart, met)
    is_kept = all(meeting.rounds[-1] <= len(request.played) for meeting in met_anyway)
    early = _sat_out_early(request, field, rounds)
    repeats = _repeats(met)
    before = _repeats(_meetings(request, request.played))
    least = before + least_new(field, apart_kept=is_kept)
    times = [len(meeting.rounds) for meeting in met]
    most = max(times, default=0)
    return Report(
        repeats=repeats,
        most_meetings=most,
        most_met=times.count(most),
        all_met_once=most == 1 and _all_meet(request.field, met),
        repeated=tuple(meeting for meeting in met if len(meeting.rounds) > 1),
        least_possible=min(least, repeats) if early else least,
        seat_imbalance=_seat_imbalance(all_rounds),
        apart_broken=broken,
        sat_out_early=early,
        season=_season(request.players, request.met, met),
    )


def season_on(
    players: Sequence[K],
    before: Iterable[tuple[K, K, int]],
    rounds: Iterable[RoundSeats[K]],
) -> SeasonReport[K] | None:
    """Return who meets someone new in these rounds; None if no one had met `before`."""
    asked = Request(tuple(players), rounds=0, seed=0)
    return _season(players, before, _meetings(asked, rounds))


def _season(
    players: Sequence[K],
    before: Iterable[tuple[K, K, int]],
    met: Iterable[Meeting[K]],
) -> SeasonReport[K] | None:
    present = set(players)
    had = {frozenset(pair) for *pair, _ in before if present.issuperset(pair)}
    if not had:
        return None
    pairs = [meeting.pair for meeting in met if present.issuperset(meeting.pair)]
    repeated = tuple(pair for pair in pairs if frozenset(pair) in had)
    seated = set(chain.from_iterable(pairs))
    new_pairs = (pair for pair in pairs if frozenset(pair) not in had)
    to_new = set(chain.from_iterable(new_pairs))
    nobody_new = tuple(player for player in players if player in seated - to_new)
    return SeasonReport(len(seated), nobody_new, len(pairs), repeated)


def _all_meet(field: Sequence[K], met: Iterable[Meeting[K]]) -> bool:
    present = set(field)
    pairs = sum(present.issuperset(meeting.pair) for meeting in met)
    return pairs == len(field) * (len(field) - 1) // 2


def _meetings(request: Request[K], rounds: Iterable[RoundSeats[K]]) -> list[Meeting[K]]:
    """Return all pairs that met, in field order; people who have left come last."""
    keys = list(request.field)
    number = {key: i for i, key in enumerate(keys)}
    met: dict[tuple[int, int], list[int]] = {}
    for count, seats in enumerate(rounds, start=1):
        for table in seats.tables:
            for key in table:
                if key not in number:
                    number[key] = len(keys)
                    keys.append(key)
            for a, b in combinations(sorted(number[key] for key in table), 2):
                met.setdefault((a, b), []).append(count)
    return [Meeting((keys[a], keys[b]), tuple(met[a, b])) for a, b in sorted(met)]


def _repeats(met: Iterable[Meeting[K]]) -> int:
    return sum(comb(len(meeting.rounds), 2) for meeting in met)


def _broken(
    apart: Iterable[frozenset[K]], met: Iterable[Meeting[K]]
) -> Iterator[Meeting[K]]:
    groups: dict[K, set[int]] = {}
    for number, group in enumerate(apart):
        for key in group:
            groups.setdefault(key, set()).add(number)
    for meeting in met:
        first, second = meeting.pair
        if first in groups and second in groups and groups[first] & groups[second]:
            yield meeting


def _seat_imbalance(rounds: Iterable[RoundSeats[K]]) -> int:
    used: dict[tuple[K, int], list[int]] = {}
    for seats in rounds:
        for table in seats.tables:
            for seat, key in enumerate(table):
                at_such = used.setdefault((key, len(table)), [0] * len(table))
                at_such[seat] += 1
    return max((max(uses) - min(uses) for uses in used.values()), default=0)


def _sat_out_early(
    request: Request[K], field: Field[K], rounds: Iterable[RoundSeats[K]]
) -> tuple[K, ...]:
    """Return who sits out before their turn; people who have left have no turn."""
    number = {key: i for i, key in enumerate(request.field)}
    benches = []
    for seats in rounds:
        benches.append([number[key] for key in seats.sit_out if key in number])
    return tuple(field.keys[player] for player in sorted(too_early(field.sat, benches)))


# (people, rounds) and repeats below which a whole event of fours with fair sit-outs
# cannot be seated: every case was tried, up to renaming, by a SAT solver. Six rounds of
# 20 without a repeat would leave each player with one they never meet: a resolvable
# design of type 2^10, and there is none (G. Ge, C. W. H. Lam, A. C. H. Ling and H.
# Shen, "Resolvable maximum packings with quadruples", 2005).
_SEARCHED = {(14, 5): 11, (17, 5): 1, (20, 6): 1}


def least_new(field: Field[K], *, apart_kept: bool) -> int:
    """Return a lower bound of the repeats that the rounds to draw must add.

    With `apart_kept` only draws count that keep apart people who must not meet.
    """
    if not field.shape:
        return 0  # too few people for a table, so there are no meetings
    sure = [field.rounds - most for most in _most_sit_outs(field)]
    return max(
        _by_people(field, sure, apart_kept), _by_rounds(field, sure), _by_search(field)
    )


def least_apart(field: Field[K]) -> int:
    """Return the forbidden meetings that can't be avoided with so few tables."""
    playing = (max(0, len(group) - field.sitters) for group in field.apart)
    each_round = max((_crowding(n, field.tables) for n in playing), default=0)
    return each_round * field.rounds


def _most_sit_outs(field: Field[K]) -> list[int]:
    """Return how often each person may have to sit out at most in the rounds to draw.

    Whatever the random draw, the counts of the field as a whole are equal.
    """
    if not field.sitters:
        return [0] * field.size
    counts = sorted(field.sat)
    highest = counts[0]
    for _ in range(field.rounds):
        bench = [count.once_more for count in counts[: field.sitters]]
        highest = max(highest, bench[-1])
        counts = sorted(bench + counts[field.sitters :])
    times = (
        highest.tonight - s.tonight - (s.before > highest.before) for s in field.sat
    )
    return [min(field.rounds, max(0, most)) for most in times]


def _plays(field: Field[K]) -> int:
    return sum(field.shape) * field.rounds


def _by_people(field: Field[K], sure: Sequence[int], apart_kept: bool) -> int:
    """Return a bound by person: they meet their table each round, and people run out.

    The number of rounds a person plays depends on the random draw, except for those
    they surely play (`sure`); the draw decides who sits at a larger table. The cheapest
    case is counted: all people met in a round at once, or one by one where tables are
    of different sizes.
    """
    fewest, most = min(field.shape) - 1, max(field.shape) - 1
    step = fewest if fewest == most else 1
    left = field.rounds * sum(seats * (seats - 1) for seats in field.shape)
    least, further = 0, []
    for player in field.people:
        surely = fewest * sure[player]
        prices = _prices(field.pairs[player], apart_kept)
        least += sum(islice(prices, surely))
        for _ in range(surely, most * field.rounds, step):
            further.append(sum(islice(prices, step)))
        left -= surely
    least += sum(sorted(further)[: left // step])
    return (least + 1) // 2  # a repeat has two ends


def _prices(pairs: bytes, apart_kept: bool) -> Iterator[int]:
    """Yield what each further meeting adds to a person's repeats, cheapest first."""
    kinds = (PLAIN, GUEST, HOUSE) if apart_kept else (PLAIN, GUEST, HOUSE, APART)
    others = -1  # not the person themselves
    for price in range(KIND):  # people met this often, or fewer times, cost this
        others += sum(pairs.count(kind + price) for kind in kinds)
        for _ in range(others):
            yield price


def _by_rounds(field: Field[K], sure: Sequence[int]) -> int:
    """Return a bound by rounds: people of a few tables meet again at a few tables.

    With fewer than 16 people, a table of four takes them from three tables or fewer, so
    two of them have just met. That holds for any two rounds and tables of any size, and
    each pair at one table in both is a repeat.
    """
    rounds, tables = field.rounds, field.tables
    repeats = sum(comb(played, 2) for played in _evened(sure, _plays(field)))
    least = _spread(repeats, rounds * (rounds - 1) // 2, tables * tables)
    for earlier in field.earlier:
        people = [*chain.from_iterable(earlier)]
        play_all = rounds * (field.size - len(people))
        repeat_seats = max(
            sum(sure[player] for player in people), _plays(field) - play_all
        )
        least += _spread(repeat_seats, rounds, tables * sum(map(bool, earlier)))
    return least


def _evened(sure: Sequence[int], total: int) -> list[int]:
    """Return how often each person plays if all play as evenly as possible."""
    played = list(sure)
    heapify(played)
    for _ in range(total - sum(sure)):
        heapreplace(played, played[0] + 1)
    return played


def _spread(people: int, times: int, cells: int) -> int:
    """Return the least crowding when people come evenly in a number of times."""
    if not times:
        return 0
    evenly, rest = divmod(max(0, people), times)
    more, fewer = _crowding(evenly + 1, cells), _crowding(evenly, cells)
    return rest * more + (times - rest) * fewer


def _crowding(people: int, cells: int) -> int:
    """Return the pairs in one cell, with people spread over cells evenly."""
    if not cells:
        return 0
    evenly, rest = divmod(people, cells)
    return cells * comb(evenly, 2) + rest * evenly


def _by_search(field: Field[K]) -> int:
    if not field.fresh or field.seats not in FOURS:
        return 0
    return max(
        (
            repeats
            for (size, rounds), repeats in _SEARCHED.items()
            if size == field.size and rounds <= field.rounds
        ),
        default=0,
    )
