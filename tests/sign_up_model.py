"""The list of people for an event in other words: who is in, who waits, who has an offer.

Beside it two walks are made at random: one of the rules, one of the rows of the site.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta


@dataclass
class SignUpModel:
    """Everyone is in one place at most; `door` is laid over it while somebody is there.

    `turns`: when somebody began to wait, and before whom of the same moment.
    """

    seats: int
    offer: timedelta
    inside: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)  # always in the order of its turns
    turns: dict[int, tuple[datetime, int]] = field(default_factory=dict)
    offers: dict[int, datetime] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)
    answered: set[int] = field(default_factory=set)  # said something themselves
    door: set[int] = field(default_factory=set)  # entered there; what they said is kept
    away: set[int] = field(default_factory=set)  # entered, and not coming

    def tick(self, now: datetime) -> None:
        late = [who for who, until in self.offers.items() if until <= now]
        for who in sorted(late, key=lambda who: (self.offers[who], self.turns[who])):
            if who not in self.door:
                self._wait(who, self.offers.pop(who))
        for who in [each for each in self.line if each not in self.door]:
            if self._taken() < self.seats:
                self.line.remove(who)
                self.offers[who] = now + self.offer

    def come(self, who: int, now: datetime) -> None:
        self.tick(now)
        self.answered.add(who)
        if who in self.door:
            self._put_in(who)
            self.door.add(who)
        elif who in self.offers:
            self._put_in(who)
        elif who not in self.inside and who not in self.line:
            self.out.discard(who)
            is_full = self._taken() >= self.seats
            if is_full or any(each not in self.door for each in self.line):
                self._wait(who, now)
            else:
                self._put_in(who)

    def stay(self, who: int, now: datetime) -> None:
        self.answered.add(who)
        was_away = who in self.away
        self._go(who, now)
        self.away |= {who} if was_away else set()

    # --- What the desk does --------------------------------------------------------

    def enter(self, who: int, now: datetime) -> None:
        """In the list of entries, for somebody who will come."""
        self.tick(now)
        self._put_in(who)

    def enter_at_door(self, who: int, now: datetime) -> None:
        self.tick(now)
        self.door.add(who)

    def take_back(self, who: int, now: datetime) -> None:
        self.door.discard(who)
        self.tick(now)

    def remove(self, who: int, now: datetime) -> None:
        self._go(who, now)

    def mark_away(self, who: int, now: datetime) -> None:
        self._go(who, now)
        self.away.add(who)

    def expect(self, who: int, now: datetime) -> None:
        self.tick(now)
        self._put_in(who)

    def states(self) -> dict[int, str]:
        said = dict.fromkeys(self.away, "out")
        said |= dict.fromkeys(self.out & self.answered, "out")
        said |= dict.fromkeys(self.line, "waiting")
        said |= dict.fromkeys(self.offers, "offered")
        return said | dict.fromkeys([*self.inside, *self.door], "in")

    def waiting(self) -> list[int]:
        return [who for who in self.line if who not in self.door]

    def is_entered(self, who: int) -> bool:
        return who in self.inside or who in self.door or who in self.away

    def _taken(self) -> int:
        offered = [who for who in self.offers if who not in self.door]
        return len({*self.inside, *self.door}) + len(offered)

    def _wait(self, who: int, since: datetime) -> None:
        self.turns[who] = since, len(self.turns)
        later = [each for each in self.line if self.turns[each][0] > since]
        self.line.insert(len(self.line) - len(later), who)

    def _put_in(self, who: int) -> None:
        self._nowhere(who)
        self.inside.append(who)

    def _go(self, who: int, now: datetime) -> None:
        self.tick(now)
        self._nowhere(who)
        self.out.add(who)
        self.tick(now)

    def _nowhere(self, who: int) -> None:
        for rows in (self.inside, self.line):
            if who in rows:
                rows.remove(who)
        self.offers.pop(who, None)
        for people in (self.out, self.door, self.away):
            people.discard(who)
