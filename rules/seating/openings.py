"""Which places of a round are open after somebody came or left, and for whom.

Of a round that stands: who sits out, which tables are given up, added or change their
size, who keeps his seat. All that decides how many players move is decided here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random

from rules.seating.fields import (
    DrawError,
    Sat,
    house_needed,
    shuffled,
    table_sizes,
    tell,
)
from rules.seating.resizing import Sizes, Tables, resized

NOBODY = -1

Held = Mapping[int, int]  # of each who is held: the number of his table


@dataclass(frozen=True, slots=True)
class Standing:
    """A round in numbers: tables by their number, NOBODY on a seat that is left.

    `order` is that of a round by standing, from first to last; who came later is last.
    """

    tables: dict[int, list[int]]
    sit_out: list[int]
    begun: frozenset[int]
    order: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Opened:
    """The same round with its open seats; placing fills them.

    `loose` are those who need a seat, `house` the house players as they sat, `busy`
    those at tables that have begun, `moved` the players whose place changes.
    """

    tables: dict[int, list[int]]
    bench: list[int]
    loose: list[int]
    house: dict[int, tuple[int, int]] = field(default_factory=dict)
    busy: set[int] = field(default_factory=set)
    moved: int = 0
    free: list[tuple[int, int]] = field(default_factory=list)  # seats filled anew


def opened(
    now: Standing,
    sat: Sequence[Sat],
    later: set[int],
    held: Held,
    players: int,
    sizes: Sequence[int],
    rng: Random,
) -> Opened:
    """Decide who keeps his place. `players` come first in the field, then the house.

    `sat` counts sit-outs before this round; whoever is in `later` sits out in a later
    round and is spared here where that makes no difference.
    """
    work = _Work(now, sat, held, players, sizes, rng)
    kept, new = work.labels()
    bench = work.bench(kept, later)
    tables = {label: [NOBODY] * size for label, size in (kept | new).items()}
    work.seat(tables, bench)
    moved_up = work.move_up(tables, bench)
    work.make_room(tables, bench)
    seated = {who for table in tables.values() for who in table}
    stay = sum(who in work.playing_before for who in seated - moved_up)
    stay += len(bench & set(now.sit_out))
    loose = [who for who in work.people if who not in seated and who not in bench]
    before = sum(who in work.playing_before for who in work.people)
    before += sum(who in work.people for who in now.sit_out)
    house = {
        who: (label, seat)
        for label in kept
        for seat, who in enumerate(now.tables[label])
        if who >= players
    }
    busy = {who for label in now.begun for who in now.tables[label]}
    return Opened(tables, sorted(bench), loose, house, busy, before - stay)


class _Work:
    """What is known of one round while it is opened."""

    def __init__(
        self,
        now: Standing,
        sat: Sequence[Sat],
        held: Held,
        players: int,
        sizes: Sequence[int],
        rng: Random,
    ) -> None:
        self.now, self.sat, self.sizes, self.rng = now, sat, sizes, rng
        begun = {who for label in now.begun for who in now.tables[label]}
        self.people = [who for who in range(players) if who not in begun]
        self.at = {
            who: label
            for label, table in now.tables.items()
            if label not in now.begun
            for who in table
            if 0 <= who < players
        }
        self.held = {
            who: label for who, label in held.items() if label not in now.begun
        }
        self.playing_before = set(self.at)
        self.homes = {
            who: at for who, at in self.at.items() if self.held.get(who, at) == at
        }
        many = len(self.people)
        filled = house_needed(many, sizes) if len(sat) > players else 0
        self.seats = sum(table_sizes(many + filled, sizes))
        self.sitters = many + filled - self.seats
        self.must, self.may = self._who_sits_out()

    def _who_sits_out(self) -> tuple[set[int], set[int]]:
        """Who has to, and among whom the other sit-outs are chosen."""
        if not self.sitters:
            return set(), set()
        if self.now.order:
            place = {who: i for i, who in enumerate(self.now.order)}
            by_place = sorted(self.people, key=lambda who: place.get(who, len(place)))
            return set(by_place[-self.sitters :]), set()
        last = sorted(self.sat[who] for who in self.people)[self.sitters - 1]
        must = {who for who in self.people if self.sat[who] < last}
        return must, {who for who in self.people if self.sat[who] == last}

    def labels(self) -> tuple[Sizes, Sizes]:
        """The numbers and sizes of the tables that stay, and of new ones."""
        tables = self._as_they_stand()
        here = set(self.people)
        asked = {label for who, label in self.held.items() if who in here}
        order = shuffled([t for t in tables.seats if t not in asked], self.rng)
        order += [label for label in tables.seats if label in asked]
        new = sorted(asked - set(tables.seats))
        found = resized(tables, order, asked, self.seats, len(new))
        if found is None:
            names = ", ".join(map(str, new or sorted(asked)))
            raise DrawError((tell("fixed_beyond.none", "fixed", tables=names),))
        changed, more = found
        kept = {label: changed.get(label, n) for label, n in tables.seats.items()}
        free = (n for n in count(1) if n not in self.now.tables and n not in asked)
        new += [next(free) for _ in more[len(new) :]]
        return (
            {label: size for label, size in kept.items() if size},
            dict(zip(new, more, strict=True)),
        )

    def _as_they_stand(self) -> Tables:
        """The tables of the round that have not begun."""
        tables = {
            label: table
            for label, table in self.now.tables.items()
            if label not in self.now.begun
        }
        return Tables(
            {label: len(table) for label, table in tables.items()},
            self.sizes,
            {
                label: {
                    who: seat
                    for seat, who in enumerate(table)
                    if self.homes.get(who) == label
                }
                for label, table in tables.items()
            },
            self.must,
            self.may,
            self.sitters - len(self.must) - len(self.may & self._unseated()),
        )

    def _unseated(self) -> set[int]:
        """Who can sit out without leaving a seat he could keep."""
        return {who for who in self.people if who not in self.homes}

    def bench(self, kept: Sizes, later: set[int]) -> set[int]:
        """Who sits out: first who did, then who moves anyhow, then by lot."""
        out = set(self.now.sit_out)

        def reluctance(who: int) -> int:
            if who in out:
                return 0
            return 2 if self.homes.get(who) in kept else 1

        lots = sorted(
            (reluctance(who), who in later, self.rng.random(), who)
            for who in sorted(self.may)
        )
        more = self.sitters - len(self.must)
        return self.must | {who for *_, who in lots[:more]}

    def seat(self, tables: dict[int, list[int]], bench: set[int]) -> None:
        """Let everybody keep his seat who can."""
        for label in tables.keys() & self.now.tables.keys():
            table = tables[label]
            for seat, who in enumerate(self.now.tables[label][: len(table)]):
                if who in self.homes and who not in bench:
                    table[seat] = who

    def move_up(self, tables: dict[int, list[int]], bench: set[int]) -> set[int]:
        """Who loses his seat where a table shrinks takes one left free there."""
        moved = {NOBODY}
        for label in tables.keys() & self.now.tables.keys():
            table = tables[label]
            for who in self.now.tables[label][len(table) :]:
                if who in self.homes and who not in bench and NOBODY in table:
                    table[table.index(NOBODY)] = who
                    moved.add(who)
        return moved

    def make_room(self, tables: dict[int, list[int]], bench: set[int]) -> None:
        """Where somebody held finds his table full, another leaves it."""
        seated = {who for table in tables.values() for who in table}
        coming = Counter(
            label
            for who, label in self.held.items()
            if who in self.people and who not in bench and who not in seated
        )
        for label in coming:
            table = tables[label]
            if NOBODY not in table:
                free = [i for i, who in enumerate(table) if who not in self.held]
                table[free[int(self.rng.random() * len(free))]] = NOBODY
