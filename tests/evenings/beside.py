"""Prizes, teams, classes and points of a season by hand, as they follow from the lines.

As the model it imports nothing of the site.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.evenings.paper import Line, Money, Person

TENS = (10, 8, 6, 5, 4, 3, 2, 1)
LEAGUE = (0, 21, 32, 43, 49, 55, 61, 67, 73, 79)  # less than the first place


@dataclass(frozen=True)
class Team:
    """By the start numbers of those who count; no place: too few of them."""

    name: str
    place: int | None
    tied: bool
    chips: int
    points: Fraction
    counted: frozenset[int]


class Beside:
    """What stands beside the one ranking."""

    people: dict[int, Person]
    by_points: bool
    money = Money()
    teams, team_best, classes = "none", 1, ()

    def lists(self, teams: str, best: int, classes: Sequence[str]) -> None:
        self.teams, self.team_best, self.classes = teams, best, tuple(classes)

    # --- Prizes ------------------------------------------------------------------

    @property
    def paid(self) -> int:
        """Fees: of everybody who was entered, once, with a place or without."""
        own = [p for p in self.people.values() if not p.house and not p.gone]
        return sum(each.paid for each in own)

    @property
    def fund(self) -> int:
        own = self.money
        return max(0, self.paid * own.fee + own.extra - own.kept)

    @property
    def amounts(self) -> list[int]:
        """In cents; what rounding down leaves goes to the first places, a cent each."""
        listed = self.money.prizes
        if self.money.fixed:
            return list(listed)
        exact = [Fraction(self.fund * each, 10_000) for each in listed]
        cents = [each.__floor__() for each in exact]
        left = sum(exact, Fraction(0)).__floor__() - sum(cents)
        return [each + (1 if at < left else 0) for at, each in enumerate(cents)]

    def prizes(self, lines: Sequence[Line]) -> list[tuple[int, int]]:
        """Start number and cents of each who gets something, first to last."""
        if not any(r.table for x in lines for r in x.results.values()):
            return []
        found = []
        for line in lines:
            sharing = [each for each in lines if each.place == line.place]
            pot = sum(self.amounts[line.place - 1 : line.place - 1 + len(sharing)])
            cents = pot // len(sharing)
            cents += sharing.index(line) < pot % len(sharing)
            found.append((self.people[line.key].number, cents))
        return [each for each in found if each[1]]

    # --- Teams and classes -----------------------------------------------------------

    def worth(self, line: Line) -> tuple[Fraction | int, ...]:
        return (line.points, line.total) if self.by_points else (line.total,)

    def team_lines(self, lines: Sequence[Line]) -> list[Team]:
        """By name; the best of each count, in the order of the ranking if equal."""
        members: dict[str, list[Line]] = {}
        for line in lines:
            person = self.people[line.key]
            name = person.lodge if self.teams == "lodges" else person.team
            if self.teams != "none" and name.split():
                members.setdefault(" ".join(name.split()).casefold(), []).append(line)
        best = {
            name: sorted(own, key=self.worth, reverse=True)[: self.team_best]
            for name, own in members.items()
        }
        sums = {
            name: tuple(map(sum, zip(*map(self.worth, own), strict=True)))
            for name, own in best.items()
            if len(own) == self.team_best
        }
        return sorted(
            (
                Team(
                    name,
                    1 + sum(other > sums[name] for other in sums.values())
                    if name in sums
                    else None,
                    name in sums and [*sums.values()].count(sums[name]) > 1,
                    sum(each.total for each in own),
                    sum((each.points for each in own), Fraction(0)),
                    frozenset(self.people[each.key].number for each in own),
                )
                for name, own in best.items()
            ),
            key=lambda team: team.name,
        )

    def class_lines(
        self, name: str, lines: Sequence[Line]
    ) -> list[tuple[int, bool, int, int]]:
        """Place in the class, shared or not, place in the ranking, start number."""
        own = [each for each in lines if name in self.people[each.key].classes]
        places = [each.place for each in own]
        return [
            (
                1 + sum(place < each.place for place in places),
                places.count(each.place) > 1,
                each.place,
                self.people[each.key].number,
            )
            for each in own
        ]

    # --- A season --------------------------------------------------------------------

    def points_by_place(self, lines: Sequence[Line], table: str) -> list[Fraction]:
        """What the evening brings each, where places bring points; shared by equals."""
        field = len(lines)
        worth = {
            "tens": lambda at: TENS[at - 1] if at <= len(TENS) else 0,
            "field": lambda at: field + 1 - at,
            "moravian": lambda at: _league(at, field),
        }[table]
        found = []
        for line in lines:
            sharing = sum(each.place == line.place for each in lines)
            filled = range(line.place, line.place + sharing)
            found.append(Fraction(sum(map(worth, filled)), sharing))
        return found


def _league(place: int, field: int) -> int:
    """Of a field of at most 21: then nobody of the upper half is beyond the list."""
    if place > max(field // 2, 1):
        return field + 1 - place
    return 100 + field - LEAGUE[place - 1]
