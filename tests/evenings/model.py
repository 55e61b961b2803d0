"""An evening on paper: who sat where, whose it is, what it scores.

Written from the design and the rulings alone. It imports nothing of the site, neither
its rules nor its reading of the database, so that both can be wrong only apart. People
are numbers (the site's keys, told when somebody is entered), 0 is a free seat.
"""

from collections.abc import Sequence
from fractions import Fraction

from tests.evenings.beside import Beside
from tests.evenings.paper import (
    ABSENT,
    FINISHED,
    HERE,
    LEFT,
    NOBODY,
    SAT_IN,
    SAT_OUT,
    Line,
    Person,
    Result,
    Round,
)
from tests.evenings.seating import Seating


class Evening(Beside, Seating):
    """The tournament as the rules and its settings make it."""

    def label(self, who: int) -> str:
        """His start number, H1 of a house player, nothing of a free seat."""
        person = self.people.get(who)
        if person is None:
            return ""
        return f"H{person.number}" if person.house else str(person.number)

    def are_one(self, kept: int, gone: int) -> None:
        """What one of them had goes to the other: a chair before a sit-out before
        having missed it."""
        one, other = self.people[kept], self.people[gone]
        for rnd in self.rounds.values():
            self._one_round(rnd, kept, gone)
        self.rulings = [
            (key, kept if who == gone else who, chips)
            for key, who, chips in self.rulings
        ]
        for each in self.people.values():
            if each.plays_for == gone:
                each.plays_for = kept
        order = (HERE, LEFT, "expected", ABSENT)
        one.state = min(one.state, other.state, key=order.index)
        one.ranked = one.ranked or other.ranked
        one.plays_for = one.plays_for or other.plays_for
        one.since = one.since or other.since
        one.paid = one.paid or other.paid
        one.team, one.lodge = one.team or other.team, one.lodge or other.lodge
        one.classes |= other.classes
        other.gone = True

    def _one_round(self, rnd: Round, kept: int, gone: int) -> None:
        worth = {who: self._worth(rnd, who) for who in (kept, gone)}
        theirs = kept if worth[kept] >= worth[gone] else gone
        for who in (kept, gone):
            if who != theirs or worth[who] == 3:
                rnd.missed.pop(who, None)
                if rnd.benched.get(who) == who:
                    del rnd.benched[who]

        def named(who: int | None) -> int | None:
            return kept if who == gone else who

        rnd.missed = {named(who) or 0: why for who, why in rnd.missed.items()}
        rnd.benched = {
            named(who) or 0: named(whose) for who, whose in rnd.benched.items()
        }
        for each in rnd.chairs:
            each.who, each.whose = named(each.who) or NOBODY, named(each.whose)
        rnd.seated_himself = {named(who) or 0 for who in rnd.seated_himself}
        rnd.benched_himself = {named(who) or 0 for who in rnd.benched_himself}

    def _worth(self, rnd: Round, who: int) -> int:
        if who in {each.whose for each in rnd.chairs}:
            return 3
        if who in rnd.benched.values() or rnd.missed.get(who) == SAT_IN:
            return 2
        return int(who in rnd.missed)

    def verified(self, number: int, label: int, scores: Sequence[int]) -> None:
        rnd = self.rounds[number]
        rnd.tables[label].scores = tuple(scores)
        rnd.tables[label].typed = []
        if all(table.scores is not None for table in rnd.tables.values()):
            rnd.state = FINISHED

    @property
    def running(self) -> set[int]:
        """Rounds that are not over: they come in for everybody at once.

        A round is over when all its sheets are in force, or people have played on, or
        the evening was declared final.
        """
        counting = [rnd for rnd in self.rounds.values() if rnd.counts]
        begun = [rnd.number for rnd in counting if any(_in_force(rnd))]
        return {
            rnd.number
            for rnd in counting
            if rnd.state != FINISHED
            and not all(_in_force(rnd))
            and rnd.number >= max(begun, default=0)
        }

    def results_of(self, key: int) -> dict[int, Result]:
        """By round: a chair that counts for him once in force, or why he had none."""
        found: dict[int, Result] = {}
        for rnd in self.rounds.values():
            if not rnd.counts:
                continue
            for label, table in rnd.tables.items():
                for at, chair in enumerate(table.chairs):
                    if chair.whose == key and table.scores is not None:
                        points = _points(table.scores)[at]
                        chips = Fraction(table.scores[at])
                        found[rnd.number] = Result(chips, points, label, None)
        over = {number: r for number, r in found.items() if number not in self.running}
        played = [result.chips for result in over.values()]
        for rnd in self.rounds.values():
            why = rnd.missed.get(key)
            why = SAT_OUT if key in rnd.benched.values() else why
            if rnd.counts and why:
                policy = self.sit_out if why in (SAT_OUT, SAT_IN) else self.absent
                middle = Fraction(self.game.active + 1, 2)
                chips, points = Fraction(self.start_chips), middle
                if policy == "zero":
                    chips, points = Fraction(0), Fraction(0)
                elif policy == "average" and played:
                    chips = sum(played) / len(played)
                found[rnd.number] = Result(chips, points, None, why)
        return found

    def has_place(self, person: Person) -> bool:
        if not person.ranked or person.gone or person.house:
            return False
        return any(
            rnd.counts
            and (
                person.key in rnd.settled
                or rnd.missed.get(person.key) == SAT_IN
                or self._is_played_for(person.key, rnd)
            )
            for rnd in self.rounds.values()
        )

    def _is_played_for(self, key: int, rnd: Round) -> bool:
        """Whether a substitute has the part of this person in the round."""
        parts = {each.who for each in rnd.chairs} | rnd.benched.keys()
        return any(
            each.plays_for == key and each.since <= rnd.number and each.key in parts
            for each in self.people.values()
            if not each.gone
        )

    def standings(self) -> list[Line]:
        """First to last; nobody has a place before a sheet is in force."""
        counting = [rnd for rnd in self.rounds.values() if rnd.counts]
        over = [rnd for rnd in counting if rnd.number not in self.running]
        if not any(any(_in_force(rnd)) for rnd in over):
            return []
        lines = [
            self._line(each.key, self.results_of(each.key))
            for each in self.people.values()
            if self.has_place(each)
        ]
        events = {number for line in lines for number in line.results} - self.running
        for line in lines:
            self._drop(line, len(events))
            line.breaks = self._breaks(line, max(events, default=0))
        lines.sort(key=lambda each: (*self._rank(each), self.people[each.key].number))
        for line in lines:
            better = [each for each in lines if self._rank(each) < self._rank(line)]
            equal = [each for each in lines if self._rank(each) == self._rank(line)]
            line.place, line.tied = len(better) + 1, len(equal) > 1
        return lines

    def _line(self, key: int, results: dict[int, Result]) -> Line:
        return Line(key, 0, Fraction(0), results, set())

    def _drop(self, line: Line, events: int) -> None:
        """The worst go first; who has fewer results has dropped the missing ones."""
        results = {n: r for n, r in line.results.items() if n not in self.running}
        spare = min(self.drop_worst, events - 1) - (events - len(results))

        def worth(number: int) -> tuple[Fraction, Fraction, int]:
            result = line.results[number]
            two = (
                (result.points, result.chips)
                if self.by_points
                else (result.chips, result.points)
            )
            return (*two, number)

        line.dropped = set(sorted(results, key=worth)[: max(0, spare)])
        kept = [r for n, r in results.items() if n not in line.dropped]
        chips = sum((each.chips for each in kept), Fraction(0))
        line.total = (chips + Fraction(1, 2)).__floor__() + self.ruled(line.key)
        line.points = sum((each.points for each in kept), Fraction(0))

    def ruled(self, key: int) -> int:
        return sum(chips for _, who, chips in self.rulings if who == key)

    def _rank(self, line: Line) -> tuple[float | Fraction, ...]:
        chips = Fraction(-line.total)
        totals = (-line.points, chips) if self.by_points else (chips,)
        return (*totals, *line.breaks)

    def _breaks(self, line: Line, last: int) -> tuple[float | Fraction, ...]:
        """By the tie-breaks in their order; dropped rounds are among the best, too.

        The last round is the last that is over, sat out or not.
        """
        over = {n: r for n, r in line.results.items() if n not in self.running}
        played = {n: r for n, r in over.items() if r.why is None}
        best = max((each.chips for each in played.values()), default=None)
        at_last = over[last].chips if last in over else None
        facts = {
            "best_round": -best if best is not None else float("inf"),
            "last_round": -at_last if at_last is not None else float("inf"),
            "rounds_won": -sum(
                (self._won(n, r) for n, r in played.items()), Fraction()
            ),
            "lot": self.people[line.key].lot or float("inf"),
        }
        return tuple(facts[name] for name in self.tie_breaks)

    def _won(self, number: int, result: Result) -> Fraction:
        scores = self.rounds[number].tables[result.table or 0].scores or ()
        most = max(scores)
        return Fraction(int(result.chips == most), list(scores).count(most))


def _in_force(rnd: Round) -> list[bool]:
    return [table.scores is not None for table in rnd.tables.values()]


def _points(scores: Sequence[int]) -> list[Fraction]:
    """4, 3, 2, 1 at a table of four; equal scores share."""
    worth = []
    for score in scores:
        better = sum(each > score for each in scores)
        equal = sum(each == score for each in scores)
        places = [len(scores) - better - at for at in range(equal)]
        worth.append(Fraction(sum(places), equal))
    return worth
