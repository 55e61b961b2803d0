"""The smallest change of drawn seats after a person came, left, or did not come.

People who have a seat or sit out keep their place wherever possible:

* the rounds are taken in order, and each moves as few players as it can after those
  before it; people who have begun to play stay where they are;
* sit-outs are bound as in a draw: always someone of those who have sat out least,
  or in a round by standing the last ones;
* tables appear or are given up as the number of players asks, and where they may have
  several sizes grow or shrink; they keep their numbers;
* house players come and go as needed and don't count as moved;
* a person held at a table sits there, and at most one other makes room for them.

What is then still open (which of several tables is given up, who takes which empty
seat) is searched for the fewest forbidden meetings, then the fewest repeats, as in a
draw. One request always gives one seating.

Everything that decides how many players move is decided as a round is opened: who sits
out, which tables are given up, added or change their size, who keeps their seat. Then
the open seats are filled so that the fewest meet again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, count
from random import Random
from typing import Generic, NamedTuple

from rules.problems import Problem
from rules.seating.request import (
    COST,
    DrawError,
    Field,
    K,
    Request,
    RoundSeats,
    Sat,
    field_of,
    house_needed,
    of_names,
    table_sizes,
    tell,
)
from rules.seating.search import shuffled

Sizes = dict[int, int]  # of a table by its number


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a round that has not begun, and the cost of changing them.

    `seats` are the current sizes, `allowed` those a table may have; a table of another
    size may stay unchanged. `people[label]` are the players who keep their seats there
    if the table stays, each with the seat. `must` sit out, and so do `short` players of
    `may`: those of them who lose their seat can sit out instead of a player who keeps
    theirs.
    """

    seats: Sizes
    allowed: Sequence[int]
    people: Mapping[int, Mapping[int, int]]
    must: set[int]
    may: set[int]
    short: int


def resized(
    tables: Tables, order: Sequence[int], required: set[int], needed: int, new: int
) -> tuple[Sizes, tuple[int, ...]] | None:
    """Return the new size of each changed table, 0 for given up, and sizes of new ones.

    Together they have `needed` seats, and at least `new` tables are new; None where
    that is impossible. The fewest players lose their seats; of equally good ways the
    first in the `order` of the tables is used. `required` tables are not given up.
    """
    more = needed - sum(tables.seats.values())
    best: tuple[int, Sizes, tuple[int, ...]] | None = None
    for (added, found), way in _ways(tables, order, required, more).items():
        new_sizes = table_sizes(max(0, more - added), tables.allowed)
        if sum(new_sizes) != more - added or len(new_sizes) < new:
            continue
        lost = way.lost + max(0, tables.short - found)
        if best is None or lost < best[0]:
            best = lost, dict(way.sizes), new_sizes
    return best and best[1:]


class _Way(NamedTuple):
    """A way to change some tables: the number of lost seats, and the new sizes."""

    lost: int = 0
    sizes: tuple[tuple[int, int], ...] = ()


def _ways(
    tables: Tables, order: Sequence[int], required: set[int], more: int
) -> dict[tuple[int, int], _Way]:
    """Return the cheapest way to each number of seats added and of people to sit out.

    Where all tables have one size, none is given up to make another; otherwise a few
    may shrink while others grow.
    """
    margin = max(tables.allowed) ** 2 if len(tables.allowed) > 1 else 0
    low, high = min(0, more) - margin, max(0, more) + margin
    best = {(0, 0): _Way()}
    for label in order:
        options = list(_options(tables, label, given_up=label not in required))
        for (added, found), way in list(best.items()):
            for more_seats, lost, spared in options:
                key = added + more_seats, max(0, min(tables.short, found + spared))
                if not low <= key[0] <= high:
                    continue
                if key not in best or way.lost + lost < best[key].lost:
                    change = label, tables.seats[label] + more_seats
                    best[key] = _Way(way.lost + lost, (*way.sizes, change))
    return best


def _options(
    tables: Tables, label: int, *, given_up: bool
) -> Iterator[tuple[int, int, int]]:
    """Yield the seats a table may gain or lose, the seats lost, and free sit-outs.

    Free sit-outs are the players losing a seat who may sit out.
    """
    seats = tables.seats[label]
    for size in [0] * given_up + sorted(tables.allowed):
        if size != seats:
            unseated = {
                player for player, seat in tables.people[label].items() if seat >= size
            }
            yield size - seats, len(unseated - tables.must), len(unseated & tables.may)


NOBODY = -1

Held = Mapping[int, int]  # the table number of each person who is held


@dataclass(frozen=True, slots=True)
class NumberedRound:
    """A round in numbers: tables by their number, with NOBODY on empty seats.

    `order` is that of a round by standing, from first to last; people who came later
    are last.
    """

    tables: dict[int, list[int]]
    sit_out: list[int]
    begun: frozenset[int]
    order: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Opened:
    """A round with its open seats, which `place` fills.

    `loose` are the people who need a seat, `house` the house players with their seats,
    `busy` the people at tables that have begun, `moved` the number of players whose
    place changes.
    """

    tables: dict[int, list[int]]
    bench: list[int]
    loose: list[int]
    house: dict[int, tuple[int, int]] = field(default_factory=dict)
    busy: set[int] = field(default_factory=set)
    moved: int = 0
    free: list[tuple[int, int]] = field(default_factory=list)  # seats filled again


def opened(
    current: NumberedRound,
    sat: Sequence[Sat],
    later: set[int],
    held: Held,
    players: int,
    sizes: Sequence[int],
    rng: Random,
) -> Opened:
    """Return the round with the decision who keeps their place.

    `players` come first in the field, then the house. `sat` counts sit-outs before this
    round; people in `later` sit out in a later round and are spared here where that
    makes no difference.
    """
    work = _Work(current, sat, held, players, sizes, rng)
    kept_sizes, new = work.labels()
    bench = work.bench(kept_sizes, later)
    tables = {label: [NOBODY] * size for label, size in (kept_sizes | new).items()}
    work.seat(tables, bench)
    moved_up = work.move_up(tables, bench)
    work.make_room(tables, bench)
    seated = set(chain.from_iterable(tables.values()))
    stay = sum(player in work.playing_before for player in seated - moved_up)
    stay += len(bench & set(current.sit_out))
    loose = [
        player for player in work.people if player not in seated and player not in bench
    ]
    before = sum(player in work.playing_before for player in work.people)
    before += sum(player in work.people for player in current.sit_out)
    house = {}
    for label in kept_sizes:
        for seat, player in enumerate(current.tables[label]):
            if player >= players:
                house[player] = label, seat
    busy = set(chain.from_iterable(current.tables[label] for label in current.begun))
    return Opened(tables, sorted(bench), loose, house, busy, before - stay)


class _Work:
    """The data of one round while it is opened."""

    def __init__(
        self,
        current: NumberedRound,
        sat: Sequence[Sat],
        held: Held,
        players: int,
        sizes: Sequence[int],
        rng: Random,
    ) -> None:
        self.current, self.sat, self.sizes, self.rng = current, sat, sizes, rng
        begun = set(
            chain.from_iterable(current.tables[label] for label in current.begun)
        )
        self.people = [player for player in range(players) if player not in begun]
        self.at: dict[int, int] = {}
        for label, table in current.tables.items():
            if label not in current.begun:
                present = (player for player in table if 0 <= player < players)
                self.at |= dict.fromkeys(present, label)
        self.held = {
            player: label
            for player, label in held.items()
            if label not in current.begun
        }
        self.playing_before = set(self.at)
        self.homes = {
            player: home
            for player, home in self.at.items()
            if self.held.get(player, home) == home
        }
        many = len(self.people)
        filled = house_needed(many, sizes) if len(sat) > players else 0
        self.seats = sum(table_sizes(many + filled, sizes))
        self.sitters = many + filled - self.seats
        self.must, self.may = self._who_sits_out()

    def _who_sits_out(self) -> tuple[set[int], set[int]]:
        """Return the people who must sit out, and those of whom others are chosen."""
        if not self.sitters:
            return set(), set()
        if self.current.order:
            place = {player: i for i, player in enumerate(self.current.order)}
            by_place = sorted(
                self.people, key=lambda player: place.get(player, len(place))
            )
            return set(by_place[-self.sitters :]), set()
        last = sorted(self.sat[player] for player in self.people)[self.sitters - 1]
        must = {player for player in self.people if self.sat[player] < last}
        return must, {player for player in self.people if self.sat[player] == last}

    def labels(self) -> tuple[Sizes, Sizes]:
        """Return the numbers and sizes of the tables that stay, and of new ones.

        Raises DrawError where the tables are too few for people who are held.
        """
        tables = self._as_they_stand()
        present = set(self.people)
        asked = {label for player, label in self.held.items() if player in present}
        order = shuffled([t for t in tables.seats if t not in asked], self.rng)
        order += [label for label in tables.seats if label in asked]
        new = sorted(asked - set(tables.seats))
        sized = resized(tables, order, asked, self.seats, len(new))
        if sized is None:
            names = ", ".join(map(str, new or sorted(asked)))
            raise DrawError((tell("fixed_beyond.none", "fixed", tables=names),))
        changed, more = sized
        kept_sizes = {label: changed.get(label, n) for label, n in tables.seats.items()}
        free = (n for n in count(1) if n not in self.current.tables and n not in asked)
        new += [next(free) for _ in more[len(new) :]]
        return (
            {label: size for label, size in kept_sizes.items() if size},
            dict(zip(new, more, strict=True)),
        )

    def _as_they_stand(self) -> Tables:
        """Return the tables of the round that have not begun."""
        tables = {
            label: table
            for label, table in self.current.tables.items()
            if label not in self.current.begun
        }
        homes: dict[int, dict[int, int]] = {}
        for label, table in tables.items():
            homes[label] = {
                player: seat
                for seat, player in enumerate(table)
                if self.homes.get(player) == label
            }
        return Tables(
            {label: len(table) for label, table in tables.items()},
            self.sizes,
            homes,
            self.must,
            self.may,
            self.sitters - len(self.must) - len(self.may & self._unseated()),
        )

    def _unseated(self) -> set[int]:
        """Return the people who can sit out without leaving a seat they could keep."""
        return {player for player in self.people if player not in self.homes}

    def bench(self, kept_sizes: Sizes, later: set[int]) -> set[int]:
        """Return who sits out.

        People who sat out before come first, then those who move anyway, then others at
        random.
        """
        sat_out = set(self.current.sit_out)

        def reluctance(player: int) -> int:
            if player in sat_out:
                return 0
            return 2 if self.homes.get(player) in kept_sizes else 1

        lots = sorted(
            (reluctance(player), player in later, self.rng.random(), player)
            for player in sorted(self.may)
        )
        more = self.sitters - len(self.must)
        return self.must | {player for *_, player in lots[:more]}

    def seat(self, tables: dict[int, list[int]], bench: set[int]) -> None:
        """Keep everyone in their seat where possible."""
        for label in tables.keys() & self.current.tables.keys():
            table = tables[label]
            for seat, player in enumerate(self.current.tables[label][: len(table)]):
                if player in self.homes and player not in bench:
                    table[seat] = player

    def move_up(self, tables: dict[int, list[int]], bench: set[int]) -> set[int]:
        """Move players who lose their seat at a shrinking table to free seats there.

        Return the players who moved, and NOBODY.
        """
        moved = {NOBODY}
        for label in tables.keys() & self.current.tables.keys():
            table = tables[label]
            for player in self.current.tables[label][len(table) :]:
                if player in self.homes and player not in bench and NOBODY in table:
                    table[table.index(NOBODY)] = player
                    moved.add(player)
        return moved

    def make_room(self, tables: dict[int, list[int]], bench: set[int]) -> None:
        """Empty a seat at each full table where a held person needs one."""
        seated = set(chain.from_iterable(tables.values()))
        coming = Counter(
            label
            for player, label in self.held.items()
            if player in self.people and player not in bench and player not in seated
        )
        for label in coming:
            table = tables[label]
            if NOBODY not in table:
                free = [i for i, player in enumerate(table) if player not in self.held]
                table[free[int(self.rng.random() * len(free))]] = NOBODY


Spot = tuple[int, int]  # the number of a table, and a seat of it, the first being 0


class Meetings:
    """The meetings of each pair over all rounds, and their cost."""

    def __init__(self, pairs: Sequence[bytes]) -> None:
        self.pairs = [bytearray(row) for row in pairs]
        self.cost = 0

    def count(self, opened_round: Opened) -> None:
        for people in opened_round.tables.values():
            for first, second in combinations(people, 2):
                self._meet(first, second, 1)

    def swap(self, opened_round: Opened, first: Spot, second: Spot) -> None:
        """Swap two people at different tables."""
        for table, seat in (first, second):
            self._leave(opened_round.tables[table], seat, -1)
        first_table, second_table = (
            opened_round.tables[first[0]],
            opened_round.tables[second[0]],
        )
        first_table[first[1]], second_table[second[1]] = (
            second_table[second[1]],
            first_table[first[1]],
        )
        for table, seat in (first, second):
            self._leave(opened_round.tables[table], seat, 1)

    def _leave(self, people: Sequence[int], seat: int, times: int) -> None:
        for other, mate in enumerate(people):
            if other != seat:
                self._meet(people[seat], mate, times)

    def _meet(self, first: int, second: int, times: int) -> None:
        before = self.pairs[first][second]
        after = before + times
        self.pairs[first][second] = self.pairs[second][first] = after
        self.cost += COST[after] - COST[before]


def place(
    opened_round: Opened, held: Held, players: int, size: int, rng: Random
) -> None:
    """Fill the open seats at random; house players keep theirs if no one needs them."""
    loose = shuffled(opened_round.loose, rng)
    for player in [
        candidate for candidate in loose if held.get(candidate) in opened_round.tables
    ]:
        table = opened_round.tables[held[player]]
        table[table.index(NOBODY)] = player
        loose.remove(player)
    spots: list[Spot] = []
    for label, people in opened_round.tables.items():
        spots += [(label, n) for n, player in enumerate(people) if player == NOBODY]
    theirs = set(opened_round.house.values())
    lots = sorted((spot in theirs, rng.random(), spot) for spot in spots)
    spots = [spot for *_, spot in lots]
    for spot, player in zip(spots, loose, strict=False):
        _sit(opened_round, spot, player)
    opened_round.free = spots[: len(loose)]
    opened_round.free += _fill(opened_round, spots[len(loose) :], range(players, size))


def _fill(opened_round: Opened, spots: Sequence[Spot], house: range) -> list[Spot]:
    """Put house players on the remaining seats; return seats that are new to them."""
    sits = {
        spot: player for player, spot in opened_round.house.items() if spot in spots
    }
    busy = opened_round.busy | set(sits.values())
    others = iter(player for player in house if player not in busy)
    for spot in spots:
        _sit(opened_round, spot, sits[spot] if spot in sits else next(others))
    return [spot for spot in spots if spot not in sits]


def _sit(opened_round: Opened, spot: Spot, player: int) -> None:
    opened_round.tables[spot[0]][spot[1]] = player


def improve_seats(
    meetings: Meetings, rounds: Sequence[Opened], held: Held, rng: Random
) -> None:
    """Swap people on open seats as long as that lowers the cost of meetings."""
    better = True
    while better:
        better = False
        for opened_round in rounds:
            for first, second in shuffled(combinations(opened_round.free, 2), rng):
                if first[0] == second[0] or _is_held(
                    opened_round, (first, second), held
                ):
                    continue
                before = meetings.cost
                meetings.swap(opened_round, first, second)
                if meetings.cost < before:
                    better = True
                else:
                    meetings.swap(opened_round, first, second)


def _is_held(opened_round: Opened, spots: Sequence[Spot], held: Held) -> bool:
    """Return whether a person on these seats must stay at their table."""
    return any(held.get(opened_round.tables[t][seat]) == t for t, seat in spots)


TRIES = 48  # seatings made before the best is used …
TRIED_SEATS = 12_000  # … or as many as have this number of seats together


@dataclass(frozen=True, slots=True)
class Seated(Generic[K]):
    """The current state of a round: tables by number, sit-outs, tables that have begun.

    `standing` is the order, from first to last, if the round was seated by standing.
    """

    tables: tuple[tuple[int, tuple[K, ...]], ...]
    sit_out: tuple[K, ...] = ()
    begun: frozenset[int] = frozenset()
    standing: tuple[K, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A person's place in a round; without a table they sit out."""

    table: int = 0
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Move(Generic[K]):
    """A person's change of place in a round; None means they came or left."""

    who: K
    round: int  # the first being 0
    before: Place | None
    after: Place | None


def smallest_change(
    request: Request[K], seated_rounds: Sequence[Seated[K]]
) -> tuple[Seated[K], ...]:
    """Return the rounds with the players of the request, changed as little as possible.

    `request.players` are the people who play on. People of `seated_rounds` who are not
    among them leave; players who are not in `seated_rounds` join. If `request.house`
    has names, house players fill the tables: list as many as may be needed (for tables
    of four three), and those at tables that have begun. Otherwise players sit out.
    Raises DrawError where the tables are too few for people who cannot move, and where
    a round would have no table left.
    """
    if problems := of_names(request):
        raise DrawError(tuple(problems))
    begun = []
    for seats in seated_rounds:
        tables = (people for label, people in seats.tables if label in seats.begun)
        begun.append(RoundSeats(tuple(tables)))
    seating_field = field_of(replace(request, played=(*request.played, *begun)))
    standing = _in_numbers(request, seated_rounds)
    rng = Random(request.seed)
    size = max(1, sum(sum(map(len, rnd.tables.values())) for rnd in standing))
    best: tuple[int, int, list[Opened]] | None = None
    for _ in range(max(1, min(TRIES, TRIED_SEATS // size))):
        moved, cost, rounds = _attempt(request, seating_field, standing, rng)
        if best is None or (moved, cost) < best[:2]:
            best = moved, cost, rounds
    assert best is not None
    after = tuple(
        _in_names(seating_field, opened_round, before)
        for opened_round, before in zip(best[2], seated_rounds, strict=True)
    )
    if any(
        old.tables and not new.tables
        for old, new in zip(seated_rounds, after, strict=True)
    ):
        raise DrawError((_too_few(request),))
    return after


def _too_few(request: Request[K]) -> Problem:
    seats, size = min(request.sizes), len(request.players)
    return tell("too_few.left", "players", seats=seats, size=size)


def moves(before: Sequence[Seated[K]], after: Sequence[Seated[K]]) -> list[Move[K]]:
    """Return everyone whose place changes, round by round, by the tables they go to."""
    changes = []
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        old_places, new_places = places(old), places(new)
        for player in {**new_places, **old_places}:
            if old_places.get(player) != new_places.get(player):
                changes.append(
                    Move(player, number, old_places.get(player), new_places.get(player))
                )
    return changes


def places(seats: Seated[K]) -> dict[K, Place]:
    """Return everyone's place: people at tables in order, then those who sit out."""
    player_places = {}
    for table, people in sorted(seats.tables, key=lambda numbered: numbered[0]):
        for seat, player in enumerate(people, start=1):
            player_places[player] = Place(table, seat)
    return player_places | {player: Place() for player in seats.sit_out}


def _attempt(
    request: Request[K],
    seating_field: Field[K],
    standing: Sequence[NumberedRound],
    rng: Random,
) -> tuple[int, int, list[Opened]]:
    """Return the number of players moved, the cost of meetings, and the rounds."""
    sat, held = list(seating_field.sat), _held(request)
    rounds: list[Opened] = []
    for r, rnd in enumerate(standing):
        later = set(chain.from_iterable(other.sit_out for other in standing[r + 1 :]))
        opened_round = opened(
            rnd, sat, later, held, len(request.players), request.sizes, rng
        )
        for player in opened_round.bench:
            if not rnd.begun or player in rnd.sit_out:
                sat[player] = sat[player].once_more
        rounds.append(opened_round)
    meetings = Meetings(seating_field.pairs)
    for opened_round in rounds:
        place(opened_round, held, len(request.players), seating_field.size, rng)
        meetings.count(opened_round)
    improve_seats(meetings, rounds, held, rng)
    return sum(opened_round.moved for opened_round in rounds), meetings.cost, rounds


def _held(request: Request[K]) -> dict[int, int]:
    """Return the table number of each person of the field who is held."""
    number = {key: i for i, key in enumerate(request.field)}
    return {number[key]: table for key, table in request.fixed if key in number}


def _in_numbers(
    request: Request[K], rounds: Iterable[Seated[K]]
) -> list[NumberedRound]:
    """Return rounds in numbers; people who left become -1, like empty seats."""
    number = {key: i for i, key in enumerate(request.field)}
    numbered = []
    for rnd in rounds:
        tables = {}
        for label, people in rnd.tables:
            tables[label] = [number.get(key, -1) for key in people]
        sit_out = [number[key] for key in rnd.sit_out if key in number]
        order = [number[key] for key in rnd.standing if key in number]
        numbered.append(NumberedRound(tables, sit_out, rnd.begun, order))
    return numbered


def _in_names(
    seating_field: Field[K], opened_round: Opened, before: Seated[K]
) -> Seated[K]:
    tables = {label: people for label, people in before.tables if label in before.begun}
    for label, people in opened_round.tables.items():
        tables[label] = tuple(seating_field.keys[player] for player in people)
    return Seated(
        tuple(sorted(tables.items(), key=lambda numbered: numbered[0])),
        tuple(seating_field.keys[player] for player in sorted(opened_round.bench)),
        before.begun,
        before.standing,
    )
