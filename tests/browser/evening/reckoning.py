"""An evening added up by hand, to compare with what the site says.

Nothing here comes from the product: what is typed on a sheet, and plain sums of it.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from tests.browser.evening.papers import Paper

SIT_OUT = 100
Standing = dict[str, tuple[str, list[int], int]]


@dataclass
class Reckoning:
    """Who sat where, and what everybody won, round by round.

    `seats` are those drawn, `stands_in` says who sits there for whom: whoever was drawn
    gets the chips.
    """

    seats: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    rounds: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    ruled: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    stands_in: dict[str, str] = field(default_factory=dict)

    def score(self, number: int, table: int, paper: Paper) -> None:
        """A sheet, or the sheet that takes its place."""
        names = self.seats[number, table]
        for name, score in zip(names, paper.scores, strict=True):
            self.rounds[self.stands_in.get(name, name)][number] = score

    def sit_out(self, number: int, names: list[str]) -> None:
        for name in names:
            self.rounds[self.stands_in.get(name, name)][number] = SIT_OUT

    def totals(self) -> dict[str, int]:
        return {
            name: sum(won.values()) + self.ruled[name]
            for name, won in self.rounds.items()
        }

    def best_first(self) -> list[tuple[str, int]]:
        return sorted(self.totals().items(), key=lambda each: -each[1])

    def prizes(self, *funds: float) -> dict[str, float]:
        """By name: those of one total share the funds of their places."""
        by_total = defaultdict(list)
        for place, (name, total) in enumerate(self.best_first()):
            fund = funds[place] if place < len(funds) else 0
            by_total[total].append((name, fund))
        return {
            name: sum(fund for _, fund in same) / len(same)
            for same in by_total.values()
            if any(fund for _, fund in same)
            for name, _ in same
        }

    def standings(self) -> Standing:
        """By name: the place ("1=" when shared), each round's chips, the total."""
        totals = self.totals()
        found = {}
        for name, total in totals.items():
            place = 1 + sum(other > total for other in totals.values())
            shared = list(totals.values()).count(total) > 1
            each = [won for _, won in sorted(self.rounds[name].items())]
            found[name] = (f"{place}{'=' if shared else ''}", each, total)
        return found

    def unlike(self, shown: Standing) -> dict[str, tuple[object, object]]:
        """Who stands otherwise on a page than he should: what is shown, what is right."""
        right = self.standings()
        return {
            name: (shown.get(name), right.get(name))
            for name in {*shown, *right}
            if shown.get(name) != right.get(name)
        }
