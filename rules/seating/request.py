"""Requests for a draw and their answers, tables and sit-outs, in names and in numbers.

The first part defines requests and answers in the caller's terms; the number and sizes
of tables; what makes a draw impossible; and who sits out. Construct with `Request(…)`,
never `Request[int](…)`: up to Python 3.12 the latter fails for a frozen class with
slots. The type of the keys is inferred.

The second part is a request in numbers, as the search needs it: the people, the kinds
of pairs, and the cost of meetings. People are 0, 1, 2 … in the order of the field. A
pair is one byte: the kind of the pair plus the number of times it has met. So the
search looks up one number to know what one more meeting adds or one fewer saves. The
weights are far enough apart that no number of minor faults outweighs a major one,
within a swap of two people.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from itertools import count as count_up
from math import comb
from random import Random
from typing import Generic, NamedTuple, TypeVar

from rules.messages import Sentences, joined
from rules.problems import Problem, teller

FOURS = (4,)  # the default sizes of tables


def table_sizes(people: int, sizes: Sequence[int] = FOURS) -> tuple[int, ...]:
    """Return the tables of a round, small ones first.

    As few people as possible sit out; then as few tables as possible are of the largest
    size, then of the next. With (3, 4) eleven sit at 3 + 4 + 4, twelve at four tables
    of three, and of five people one sits out.
    """
    *smaller, largest = sorted(set(sizes))
    if not smaller:
        return (largest,) * (people // largest)
    best: tuple[int, ...] = ()
    # As many large tables as the smallest has seats could be replaced by smaller ones.
    for many in range(min(people // largest, smaller[0] - 1) + 1):
        tables = table_sizes(people - many * largest, smaller) + (largest,) * many
        if sum(tables) > sum(best):
            best = tables
    return best


def left_over(people: int, sizes: Sequence[int] = FOURS) -> int:
    """Return how many sit out: with tables of four one of five, with (3, 4) too."""
    return people - sum(table_sizes(people, sizes))


def house_needed(players: int, sizes: Sequence[int] = FOURS) -> int:
    """Return how many house players are needed until no one sits out."""
    return next(
        more
        for more in count_up()
        if sum(table_sizes(players + more, sizes)) == players + more
    )


# The search of new draws; stored draws without a number were made by the first.
LATEST = 3

K = TypeVar("K", bound=Hashable)  # a player, by any key the caller uses


@dataclass(frozen=True, slots=True)
class RoundSeats(Generic[K]):
    """One round: tables 1, 2 … with players in seat order, and people sitting out."""

    tables: tuple[tuple[K, ...], ...]
    sit_out: tuple[K, ...] = ()

    @property
    def seated(self) -> list[K]:
        """People with a seat, table by table."""
        return list(chain.from_iterable(self.tables))

    @property
    def everybody(self) -> list[K]:
        """People with a seat, then people sitting out."""
        return [*self.seated, *self.sit_out]


@dataclass(frozen=True, slots=True)
class Request(Generic[K]):
    """A field and all that a draw needs to know about it.

    `rounds` is the number of rounds to draw, after the rounds in `played`. Draw all
    rounds at once if possible: a draw round by round cannot see ahead.

    `apart` holds groups any two of whom must not meet; names outside the field do no
    harm, so the groups of a club need no trimming.

    `sat_out` names those who sat out before the rounds in `played`, once for each
    sit-out; a latecomer who should not sit out first is listed here too.

    `fixed` names people who cannot move, each with the number of their table: whenever
    they play they sit there. So two of them never meet.

    `sizes` are those a table may have, (3, 4): who sits out and how many tables are of
    which size follows from the number of people, see `table_sizes`.

    `met` has each pair of players who met before this event in the season, and how
    often; pairs outside the field do no harm.

    `if_needed` names standby players: those in the field sit out before all others, and
    among themselves by turn.

    `search` is the version of the search, because a stored draw gives its seats only
    with its own version. The first took as many steps for a long event as for a short
    one; the second gave up sooner where no rounds are known, as with people who must
    not meet.
    """

    players: tuple[K, ...]
    rounds: int
    seed: int
    house: tuple[K, ...] = ()
    apart: tuple[frozenset[K], ...] = ()
    played: tuple[RoundSeats[K], ...] = ()
    sat_out: tuple[K, ...] = ()
    fixed: tuple[tuple[K, int], ...] = ()
    sizes: tuple[int, ...] = FOURS
    met: tuple[tuple[K, K, int], ...] = ()
    search: int = LATEST
    if_needed: tuple[K, ...] = ()

    @property
    def field(self) -> tuple[K, ...]:
        """Everyone to be seated."""
        return self.players + self.house

    @property
    def kept_apart(self) -> tuple[frozenset[K], ...]:
        """Groups who must not meet, and the group of people who can't move tables."""
        return (*self.apart, frozenset(key for key, _ in self.fixed))


@dataclass(frozen=True, slots=True)
class Meeting(Generic[K]):
    """Two people and the rounds in which they share a table, the first being 1."""

    pair: tuple[K, K]
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeasonReport(Generic[K]):
    """The report on an event where some players had met before in the season.

    Of the `seated` players those named by `nobody_new` share no table with a player
    whom they had not met. `again` lists those of the `pairs` of players meeting in this
    event who had met before, each once.
    """

    seated: int
    nobody_new: tuple[K, ...]
    pairs: int
    again: tuple[tuple[K, K], ...]

    @property
    def meet_new(self) -> int:
        """The number of players who meet someone new."""
        return self.seated - len(self.nobody_new)


@dataclass(frozen=True, slots=True)
class Report(Generic[K]):
    """The report on the rounds played and drawn, taken together.

    `repeats` counts a pair's second meeting once, its third twice more, and so on;
    `most_meetings` is how often a pair meets at most, and `most_met` is the number of
    such pairs. `all_met_once`: everyone has met everyone, once.

    `least_possible` is a proven lower bound of `repeats`, not always the best one: a
    draw that misses it may still be as good as any. It holds for repeats counted this
    way: for draws where no pair meets three times that is each second meeting, and a
    draw where pairs do may have fewer meetings again in all. The bound is for draws
    that keep the rule of sit-outs; a seating that breaks the rule may have fewer
    repeats, and then the bound is lowered to them.

    `seat_imbalance` is the largest difference, over players, between their most and
    their least used seat at tables of one size.

    `sat_out_early` names people who sit out in a drawn round while another who has sat
    out less plays. A draw leaves it empty; a draft moved by hand may not.

    `season` is None where no one here had met before this event.
    """

    repeats: int
    most_meetings: int
    most_met: int
    all_met_once: bool
    repeated: tuple[Meeting[K], ...]
    least_possible: int
    seat_imbalance: int
    apart_broken: tuple[Meeting[K], ...]
    sat_out_early: tuple[K, ...]
    season: SeasonReport[K] | None = None

    @property
    def none_avoidable(self) -> bool:
        """Whether it is proven that no other draw has fewer repeats.

        Repeats are counted as in the report. A draw where a pair meets three times may
        have fewer meetings again: twelve people in three rounds have nine repeats at
        least, or six meetings again where three pairs meet each round.
        """
        return self.repeats == self.least_possible and not self.sat_out_early


@dataclass(frozen=True, slots=True)
class Draw(Generic[K]):
    """The rounds asked for, in order, and the report on them."""

    rounds: tuple[RoundSeats[K], ...]
    report: Report[K]


MOST_PEOPLE = 5_000  # the search stores a byte for each pair
MOST_ROUNDS = 60  # played and drawn; what one byte a pair can count (see KIND)

# The part after a point distinguishes several messages of one code.
PROBLEMS = Sentences(
    __name__,
    {
        "rounds.none": "There are no rounds to draw.",
        "rounds.many": "{total} rounds is too many. At most {most} can be drawn.",
        "too_few": "A table needs {seats} players, but there are only {size}.",
        "too_few.left": (
            "A table needs {seats} players, and only {size} would be "
            "left. Discard the drafts. If a published round can’t be "
            "played, return it to draft or cancel it."
        ),
        "too_many": "{size} people is too many. A draw can have at most {most}.",
        "house": (
            "{players} players need {n} house player, not {given}.",
            "{players} players need {n} house players, not {given}.",
        ),
        "twice": "{key} is listed {times} times.",
        "fixed_beyond": (
            "{key} stays at table {table}, but the last table is {tables}."
        ),
        "fixed_beyond.none": "Someone’s fixed table doesn’t exist: {tables}.",
        "fixed_together": "{one} and {other} can’t both stay at table {table}.",
    },
)
tell = teller(PROBLEMS)


class DrawError(ValueError):
    """A draw was requested although `blockers` names a problem."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.said = joined((problem.message for problem in problems), " ")
        super().__init__(self.said)
        self.problems = problems


def blockers(request: Request[K]) -> tuple[Problem, ...]:
    """Return every reason why this request can't be drawn; empty if it can."""
    return (
        *_of_rounds(request),
        *_of_size(request),
        *of_names(request),
        *of_fixed(request),
    )


def _of_rounds(request: Request[K]) -> list[Problem]:
    if request.rounds < 1:
        return [tell("rounds.none", "rounds")]
    total = request.rounds + len(request.played)
    if total > MOST_ROUNDS:
        return [tell("rounds.many", "rounds", total=total, most=MOST_ROUNDS)]
    return []


def _of_size(request: Request[K]) -> list[Problem]:
    size, seats = len(request.field), min(request.sizes)
    if size < seats:
        return [tell("too_few", "players", seats=seats, size=size)]
    if size > MOST_PEOPLE:
        return [tell("too_many", "players", size=size, most=MOST_PEOPLE)]
    if request.house and sum(table_sizes(size, request.sizes)) < size:
        needed = house_needed(len(request.players), request.sizes)
        values = {"players": len(request.players), "given": len(request.house)}
        return [tell("house", "house", **values, n=needed)]
    return []


def of_names(request: Request[K]) -> list[Problem]:
    return [
        tell("twice", "players", key=key, times=times)
        for key, times in Counter(request.field).items()
        if times > 1
    ]


def of_fixed(request: Request[K]) -> list[Problem]:
    """Return problems of people who can't move.

    Two of them can't share a table, and no table may be beyond the last.
    """
    present = set(request.field)
    tables = len(table_sizes(len(request.field), request.sizes))
    fixed = [(key, table) for key, table in request.fixed if key in present]
    problems = [
        tell("fixed_beyond", "fixed", key=key, table=table, tables=tables)
        for key, table in fixed
        if not 1 <= table <= tables
    ]
    for (first, table), (second, other_table) in combinations(fixed, 2):
        if table == other_table:
            problems.append(
                tell("fixed_together", "fixed", one=first, other=second, table=table)
            )
    return problems


class Sat(NamedTuple):
    """A person's number of sit-outs; the fewer, the sooner it is their turn.

    `tonight` counts those of this event.
    """

    tonight: int = 0
    before: int = 0

    @property
    def once_more(self) -> "Sat":
        return self._replace(tonight=self.tonight + 1)


@dataclass(frozen=True, slots=True)
class Reason(Generic[K]):
    """A person's reason for sitting out a round, given the sit-outs before it.

    `times` is their real number of sit-outs in this event, `sat` the number that
    counts, `least` the count of the next player whose turn would come, `among` the
    number of people with an equal count, including them.
    """

    who: K
    times: int
    sat: Sat
    least: Sat
    among: int

    @property
    def by_lot(self) -> bool:
        """Whether a person who plays had sat out as often, and no one less."""
        return self.sat == self.least

    @property
    def early(self) -> bool:
        """Whether a person who plays has sat out less: only moves by hand do that."""
        return self.sat > self.least

    @property
    def by_evening(self) -> bool:
        """Whether everyone who plays has sat out more often in this event."""
        return self.sat.tonight < self.least.tonight


def fair_sit_outs(
    sat: Sequence[Sat], sitters: int, rounds: int, rng: Random
) -> list[list[int]]:
    """Return who sits out in each round, at random among those whose turn it is."""
    if not sitters:
        return [[] for _ in range(rounds)]
    counts = list(sat)
    benches = []
    for _ in range(rounds):
        lots = [(count, rng.random(), player) for player, count in enumerate(counts)]
        bench = [player for _, _, player in sorted(lots)[:sitters]]
        for player in bench:
            counts[player] = counts[player].once_more
        benches.append(bench)
    return benches


def too_early(sat: Sequence[Sat], benches: Sequence[Sequence[int]]) -> set[int]:
    """Return who sits out in some round although a person with fewer sit-outs plays."""
    counts = list(sat)
    early: set[int] = set()
    for bench in benches:
        playing = [count for player, count in enumerate(counts) if player not in bench]
        fewest = min(playing, default=Sat())
        early |= {player for player in bench if counts[player] > fewest}
        for player in bench:
            counts[player] = counts[player].once_more
    return early


def level(
    present: Iterable[K],
    sat_out: Iterable[K],
    played: Sequence[RoundSeats[K]],
    if_needed: Iterable[K] = (),
) -> dict[K, Sat]:
    """Return how often everyone has sat out, after the rounds played in this event.

    `sat_out` names those who sat out before this event, once for each time. Standby
    players (`if_needed`) count so low that their turn comes before all others.
    """
    before = Counter(sat_out)
    tonight = Counter(chain.from_iterable(seats.sit_out for seats in played))
    counts = {player: Sat(tonight[player], before[player]) for player in present}
    last = _people(next((seats for seats in reversed(played) if seats.tables), None))
    others = [count.tonight for player, count in counts.items() if player in last]
    start = min(others, default=0) - 1
    turns = {
        player: count
        if player in last
        else count._replace(tonight=max(count.tonight, start))
        for player, count in counts.items()
    }
    for player in turns.keys() & set(if_needed):
        turn = turns[player]
        turns[player] = turn._replace(tonight=turn.tonight - BEFORE_ALL)
    return turns


def _people(seats: RoundSeats[K] | None) -> set[K]:
    return set(seats.everybody) if seats else set()


def reasons(
    sat_out: Iterable[K],
    played: Sequence[RoundSeats[K]],
    rounds: Sequence[RoundSeats[K]],
    if_needed: Iterable[K] = (),
) -> list[tuple[Reason[K], ...]]:
    """Return for each of these rounds, after those played, why each person sits out.

    `sat_out` names those who sat out before this event, once for each time, and
    `if_needed` the standby players, who sit out before all others.
    """
    everybody = dict.fromkeys(chain.from_iterable(s.everybody for s in rounds))
    counts = level(everybody, sat_out, played, if_needed)
    times = Counter(chain.from_iterable(seats.sit_out for seats in played))
    problems = []
    for seats in rounds:
        problems.append(tuple(_reasons_of(seats, counts, times)))
        for player in seats.sit_out:
            counts[player] = counts[player].once_more
        times.update(seats.sit_out)
    return problems


def _reasons_of(
    seats: RoundSeats[K], counts: Mapping[K, Sat], times: Mapping[K, int]
) -> Iterable[Reason[K]]:
    present_counts = [counts[player] for player in seats.everybody]
    playing = present_counts[: len(present_counts) - len(seats.sit_out)]
    least = min(playing, default=Sat())
    for player in seats.sit_out:
        yield Reason(
            player,
            times[player],
            counts[player],
            least,
            present_counts.count(counts[player]),
        )


BEFORE_ALL = 1_000  # sit-outs fewer than anyone has, for standby players
KIND = 64  # bytes of one kind of pair; a pair meets fewer times than this

PLAIN = 0 * KIND  # two players
GUEST = 1 * KIND  # a player and a house player
HOUSE = 2 * KIND  # two house players
APART = 3 * KIND  # two who must not meet

MEETING_APART = 10**10
REPEAT = 10**6  # a k-th meeting costs k - 1 of them, m meetings comb(m, 2)
_REPEAT_WITH_HOUSE = REPEAT - 10  # cheaper, so that repeats fall on house players first
_THREE_TIMES = 100  # prefers spread repeats among seatings with equally many
_HOUSE_TOGETHER = 30  # each meeting: house players are there for the players


def _cost(byte: int) -> int:
    kind, met = byte - byte % KIND, byte % KIND
    repeat = _REPEAT_WITH_HOUSE if kind in (GUEST, HOUSE) else REPEAT
    cost = comb(met, 2) * repeat + comb(met, 3) * _THREE_TIMES
    if kind == HOUSE:
        cost += met * _HOUSE_TOGETHER
    if kind == APART:
        cost += met * MEETING_APART
    return cost


COST = tuple(_cost(byte) for byte in range(4 * KIND))
MORE = (*(COST[b + 1] - COST[b] for b in range(4 * KIND - 1)), 0)
LESS = (0, *(COST[b] - COST[b - 1] for b in range(1, 4 * KIND)))

# Pairs that the search tries to part: they repeat, or must not meet at all.
FAULTY = tuple(
    byte % KIND > (0 if byte >= APART else 1)  # meetings allowed
    for byte in range(4 * KIND)
)


@dataclass(frozen=True, slots=True)
class Field(Generic[K]):
    """A request in numbers, for the search, the bounds and the report.

    `pairs[a][b]` is the byte of a pair before the rounds to draw, `sat[a]` a person's
    sit-outs, `apart` the groups who must not meet, and `earlier` the tables of each
    round played, all without people who have left. `shape` are the sizes of the tables
    of each round to draw; `large[a]` counts a person's times at a larger table than the
    smallest size, once for each extra seat. `met[a][b]` is how often a pair met before
    this event, 255 at most; empty where no one here did.
    """

    keys: tuple[K, ...]
    rounds: int
    pairs: tuple[bytes, ...]
    sat: tuple[Sat, ...]
    apart: tuple[tuple[int, ...], ...]
    earlier: tuple[tuple[tuple[int, ...], ...], ...]
    shape: tuple[int, ...]
    large: tuple[int, ...]
    met: tuple[bytes, ...] = ()

    @property
    def size(self) -> int:
        return len(self.keys)

    @property
    def tables(self) -> int:
        return len(self.shape)

    @property
    def sitters(self) -> int:
        """The number of people who sit out in each round."""
        return len(self.keys) - sum(self.shape)

    @property
    def seats(self) -> int | None:
        """The seats at each table; None where tables are of different sizes."""
        return self.shape[0] if len(set(self.shape)) == 1 else None

    @property
    def people(self) -> range:
        return range(len(self.keys))

    @property
    def turns(self) -> tuple[Sat, ...]:
        """The turns to sit out; people with equal turns may exchange their sit-outs.

        All are equal if no one sits out.
        """
        return self.sat if self.sitters else (Sat(),) * self.size

    @property
    def fresh(self) -> bool:
        """Whether nothing has been played yet, and no one is due to sit out first."""
        is_level = not self.sitters or len({sat.tonight for sat in self.sat}) == 1
        return not self.earlier and is_level


def field_of(request: Request[K]) -> Field[K]:
    """Return the request in numbers."""
    number = {key: i for i, key in enumerate(request.field)}
    pairs = [bytearray(len(number)) for _ in number]
    _mark_house(pairs, len(request.players))
    apart: list[list[int]] = []
    for group in request.kept_apart:
        apart.append(sorted(number[key] for key in group if key in number))
        _mark_apart(pairs, apart[-1])
    earlier = []
    for seats in request.played:
        numbered_table = []
        for table in seats.tables:
            numbered_table.append(tuple(number[k] for k in table if k in number))
        earlier.append(tuple(numbered_table))
        _mark_met(pairs, numbered_table)
    rows = tuple(bytes(row) for row in pairs)
    return Field(
        keys=request.field,
        rounds=request.rounds,
        pairs=rows,
        sat=_turns(request),
        apart=tuple(tuple(group) for group in apart if len(group) > 1),
        earlier=tuple(earlier),
        shape=table_sizes(len(number), request.sizes),
        large=tuple(_at_large_tables(request).values()),
        met=_met_before(request, number),
    )


def _turns(request: Request[K]) -> tuple[Sat, ...]:
    known = (request.sat_out, request.played, request.if_needed)
    return tuple(level(request.field, *known).values())


def _met_before(request: Request[K], number: Mapping[K, int]) -> tuple[bytes, ...]:
    met = [
        (number[first], number[second], min(times, 255))
        for first, second, times in request.met
        if first in number and second in number
    ]
    rows = [bytearray(len(number)) for _ in number] if met else []
    for a, b, times in met:
        rows[a][b] = rows[b][a] = times
    return tuple(map(bytes, rows))


def _at_large_tables(request: Request[K]) -> dict[K, int]:
    had, fewest = dict.fromkeys(request.field, 0), min(request.sizes)
    for table in chain.from_iterable(seats.tables for seats in request.played):
        for player in had.keys() & table:
            had[player] += max(0, len(table) - fewest)
    return had


def _mark_house(pairs: list[bytearray], players: int) -> None:
    for house in range(players, len(pairs)):
        for other in range(house):
            kind = GUEST if other < players else HOUSE
            pairs[house][other] = pairs[other][house] = kind


def _mark_apart(pairs: list[bytearray], group: Sequence[int]) -> None:
    for a, b in combinations(group, 2):
        pairs[a][b] = pairs[b][a] = APART


def _mark_met(pairs: list[bytearray], tables: Sequence[Sequence[int]]) -> None:
    for table in tables:
        for a, b in combinations(table, 2):
            pairs[a][b] += 1
            pairs[b][a] += 1
