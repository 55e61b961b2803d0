"""What cannot be together in one deal, by brute force and a second time.

Written from the rulings and from nothing in `rules`: every hand of twelve cards is tried
for four players. For records that are right in their form.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

Claim = frozenset[str]
Sums = frozenset[tuple[int, int, int]]

# (trumps, trull cards, Kings) of every hand there is.
HANDS = [
    (t, r, k)
    for t, r, k in product(range(13), range(4), range(5))
    if r <= t and t + k <= 12
]
TRUE: dict[str, Callable[[int, int, int], bool]] = {
    "uni": lambda t, r, k: t == 0,
    "beeda": lambda t, r, k: t in (1, 2),
    "taroky": lambda t, r, k: t >= 8,
    "velki": lambda t, r, k: t >= 10,
    "trull": lambda t, r, k: r == 3,
    "pane": lambda t, r, k: r + k >= 4,
    "trull_pane": lambda t, r, k: r == 3 and k >= 1,
    "kings": lambda t, r, k: k == 4,
    "rosanne_pane": lambda t, r, k: k == 4 and r >= 1,
    "spjst": lambda t, r, k: r == 3 and k == 4,
}
AGAINST = {"declarer": "opponents", "opponents": "declarer"}
ALL_TRULL = {"trull", "trull_pane", "spjst"}


def some_deal_bears(
    table: tuple[Claim, ...], kings_away: int = 0, trumps_away: int = 0
) -> bool:
    """Every deal tried, one player after the other; sums beyond the deck dropped."""
    sums = _sums(tuple(sorted(table, key=sorted)))
    return any(
        t + k >= 20 and t <= 22 - trumps_away and k <= 4 - kings_away
        for t, _, k in sums
    )


@lru_cache(maxsize=1 << 14)
def _sums(table: tuple[Claim, ...]) -> Sums:
    if not table:
        return frozenset({(0, 0, 0)})
    *before, claim = table
    hands = [hand for hand in HANDS if all(TRUE[code](*hand) for code in claim)]
    return frozenset(
        (t + dt, r + dr, k + dk)
        for t, r, k in _sums(tuple(before))
        for dt, dr, dk in hands
        if t + dt <= 22 and r + dr <= 3 and k + dk <= 4
    )


def contradictions(record: dict[str, Any]) -> set[str]:
    """The codes of all that this record contradicts itself in."""
    return set(_Told(record).contradictions())


class _Told:
    """What a record tells, and what of it cannot be together."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.faults = record.get("faults") or []
        self.pagat, self.valat = record.get("pagat"), record.get("valat")
        declared = record.get("values") or {}
        self.claims = {
            seat: {*(declared.get(str(seat)) or ())} - self.illegal(seat)
            for seat in (1, 2, 3, 4)
        }
        ours = {record.get("declarer"), record.get("partner")} - {None}
        self.seats = {"declarer": ours, "opponents": {1, 2, 3, 4} - ours}
        points = record.get("points")
        self.points: dict[str, int] = {}
        if points is not None:
            self.points = {"declarer": points, "opponents": 106 - points}

    def illegal(self, seat: int) -> set[str]:
        return {
            fault.get("value")
            for fault in self.faults
            if fault["fault"] == "illegal_value" and fault["seat"] == seat
        }

    def count(self, code: str) -> int:
        return sum(fault["fault"] == code for fault in self.faults)

    def no_trump(self, side: str) -> bool:
        return all("uni" in self.claims[seat] for seat in self.seats[side])

    def all_trull(self, side: str) -> bool:
        return any(self.claims[seat] & ALL_TRULL for seat in self.seats[side])

    def contradictions(self) -> Iterator[str]:
        yield from self.cards()
        if self.count("wrong_trump"):
            return
        callers = [f["seat"] for f in self.faults if f["fault"] == "false_pagat"]
        if any(self.claims[seat] & ALL_TRULL for seat in callers):
            yield "false_pagat_contradicts_values"
        if self.pagat and not callers:
            yield from self.about_pagat(**self.pagat)
        if self.valat and self.valat["made"]:
            yield from self.about_valat(self.valat["side"])
        for side in self.seats:
            if self.points.get(side) == 106 and self.no_trump(side):
                yield "values_contradict_points"

    def cards(self) -> Iterator[str]:
        kings, trumps = self.count("discarded_king"), self.count("discarded_trump")
        table = tuple(map(frozenset, self.claims.values()))
        if kings > 4 or kings + trumps > 6:
            yield "too_many_discards"
            kings = trumps = 0
        if not some_deal_bears(table, kings, trumps):
            yield "impossible_values"

    def about_pagat(
        self,
        side: str,
        announced: bool,
        made: bool,
        taken_by_partner: bool | None = None,
        **more: object,
    ) -> Iterator[str]:
        if self.all_trull(AGAINST[side]) or self.no_trump(side):
            yield "pagat_contradicts_values"
        last = ""  # who took the last trick with the Pagat in it
        if made or taken_by_partner:
            last = side
        elif not announced:
            last = AGAINST[side]
        if self.points.get(last, 106) < 8:
            yield "pagat_contradicts_points"

    def about_valat(self, side: str) -> Iterator[str]:
        if self.all_trull(AGAINST[side]) or self.no_trump(side):
            yield "valat_contradicts_values"
        if self.points.get(side, 106) < 76:
            yield "valat_contradicts_points"
        if self.pagat and self.pagat["made"] and self.pagat["side"] != side:
            yield "valat_contradicts_pagat"
