"""Which places of a round are open after somebody came or left, and for whom.

Of a round that stands: who sits out, which tables are given up or added, who keeps his
seat. All that decides how many players move is decided here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from rules.problems import Problem
from rules.seating.blockers import DrawError
from rules.seating.lots import shuffled
from rules.seating.sitouts import Sat
from rules.seating.terms import SEATS

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
    rng: Random,
) -> Opened:
    """Decide who keeps his place. `players` come first in the field, then the house.

    `sat` counts sit-outs before this round; whoever is in `later` sits out in a later
    round and is spared here where that makes no difference.
    """
    work = _Work(now, sat, held, players, rng)
    kept, new = work.labels()
    bench = work.bench(kept, later)
    tables = {
        label: [
            who if who in work.homes and who not in bench else NOBODY
            for who in now.tables[label]
        ]
        for label in kept
    } | {label: [NOBODY] * SEATS for label in new}
    work.make_room(tables, bench)
    seated = {who for table in tables.values() for who in table}
    stay = sum(who in work.playing_before for who in seated - {NOBODY})
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
        self, now: Standing, sat: Sequence[Sat], held: Held, players: int, rng: Random
    ) -> None:
        self.now, self.sat, self.rng = now, sat, rng
        begun = {who for label in now.begun for who in now.tables[label]}
        self.people = [who for who in range(players) if who not in begun]
        self.at = {
            who: label
            for label, four in now.tables.items()
            if label not in now.begun
            for who in four
            if 0 <= who < players
        }
        self.held = {
            who: label for who, label in held.items() if label not in now.begun
        }
        self.playing_before = set(self.at)
        self.homes = {
            who: at for who, at in self.at.items() if self.held.get(who, at) == at
        }
        self.has_house = len(sat) > players
        self.tables = len(self.people) // SEATS
        if self.has_house:
            self.tables = -(-len(self.people) // SEATS)
        self.sitters = 0 if self.has_house else len(self.people) % SEATS
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

    def labels(self) -> tuple[list[int], list[int]]:
        """The numbers of the tables that stay, and those of new ones."""
        labels = [label for label in self.now.tables if label not in self.now.begun]
        here = set(self.people)
        asked = {label for who, label in self.held.items() if who in here}
        more = self.tables - len(labels)
        new = sorted(asked - set(labels))
        number = 1
        while len(new) < more:
            if number not in self.now.tables and number not in new:
                new.append(number)
            number += 1
        if len(new) > max(0, more) or len(asked) > self.tables:
            names = ", ".join(map(str, sorted(asked - set(labels)) or sorted(asked)))
            message = f"Somebody stays at table {names}, and there is none."
            raise DrawError((Problem("fixed_beyond", "fixed", message),))
        gone = self._given_up([t for t in labels if t not in asked], max(0, -more))
        return [label for label in labels if label not in gone], new

    def _given_up(self, labels: list[int], many: int) -> set[int]:
        """Tables to give up so that the fewest move; a tie by lot.

        Giving one up moves those who would stay there. It may spare others: whoever
        moves anyhow can sit out instead of somebody who would not have moved.
        """
        short = self.sitters - len(self.must) - len(self.may & self._unseated())
        here = {t: {w for w, at in self.homes.items() if at == t} for t in labels}
        best: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, 0): (0, ())}
        for label in shuffled(labels, self.rng):
            loss = len(here[label] - self.must)
            spared = len(here[label] & self.may)
            for (count, found), (lost, chosen) in list(best.items()):
                if count == many:
                    continue
                key = count + 1, max(0, min(short, found + spared))
                option = lost + loss, (*chosen, label)
                if key not in best or option[0] < best[key][0]:
                    best[key] = option
        full = [
            (lost + max(0, short - found), chosen)
            for (count, found), (lost, chosen) in best.items()
            if count == many
        ]
        return set(min(full, key=lambda each: each[0])[1])

    def _unseated(self) -> set[int]:
        """Who can sit out without leaving a seat he could keep."""
        return {who for who in self.people if who not in self.homes}

    def bench(self, kept: list[int], later: set[int]) -> set[int]:
        """Who sits out: first who did, then who moves anyhow, then by lot."""
        stay, out = set(kept), set(self.now.sit_out)

        def reluctance(who: int) -> int:
            if who in out:
                return 0
            return 2 if self.homes.get(who) in stay else 1

        lots = sorted(
            (reluctance(who), who in later, self.rng.random(), who)
            for who in sorted(self.may)
        )
        more = self.sitters - len(self.must)
        return self.must | {who for *_, who in lots[:more]}

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
