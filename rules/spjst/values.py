"""Values: hands that may be declared, and what each is worth (§12, §17, §18, §21).

A value is paid at once by each of the other three players, including the partner. At
most one of each class counts for a seat; classes add up.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from rules.messages import Sentence, Sentences
from rules.spjst.hand import SEATS

ValueClass = Literal["trumps", "five_counters"]

CARDS_IN_HAND = 12
TRUMPS = 22
TRULL_CARDS = 3
KINGS = 4
# 48 cards are in the hands and 28 are neither trump nor King, so at least 20 of the
# trumps and Kings are in the hands: only six cards are outside.
LEAST_TRUMPS_AND_KINGS = 20


@dataclass(frozen=True, slots=True)
class Value:
    """A value and the cards a hand needs for it: numbers of cards, bounds included.

    A player may declare less than they hold (§12), so a hand that meets a more valuable
    value of its class meets the cheaper ones of that kind: ten trumps also allow
    `taroky`.
    """

    klass: ValueClass
    name: Sentence
    holding: Sentence
    section: str
    least_trumps: int = 0
    most_trumps: int = CARDS_IN_HAND
    least_trull: int = 0
    least_kings: int = 0
    least_fives: int = 0


NAMES = Sentences(
    __name__,
    {
        "uni": "Uni",
        "beeda": "Beeda",
        "taroky": "Taroky",
        "velki": "Velki",
        "trull": "Trull",
        "pane": "Pane",
        "trull_pane": "Trull Pane",
        "kings": "Kings",
        "rosanne_pane": "Rosanne Pane",
        "spjst": "SPJST",
    },
)
HOLDINGS = Sentences(
    __name__,
    {
        "uni": "no trump",
        "beeda": "one or two trumps",
        "taroky": "8 or 9 trumps",
        "velki": "10 or more trumps",
        "trull": "Skys, Mond and Pagat",
        "pane": "four five-counters",
        "trull_pane": "Skys, Mond, Pagat and a King",
        "kings": "four Kings",
        "rosanne_pane": "four Kings and a trull card",
        "spjst": "all seven five-counters",
    },
)
_BOUNDS: Mapping[str, tuple[ValueClass, str, dict[str, int]]] = {
    "uni": ("trumps", "§17", {"most_trumps": 0}),
    "beeda": ("trumps", "§18", {"least_trumps": 1, "most_trumps": 2}),
    "taroky": ("trumps", "§21", {"least_trumps": 8}),
    "velki": ("trumps", "§21", {"least_trumps": 10}),
    "trull": ("five_counters", "§21", {"least_trull": 3}),
    "pane": ("five_counters", "§21", {"least_fives": 4}),
    "trull_pane": ("five_counters", "§21", {"least_trull": 3, "least_kings": 1}),
    "kings": ("five_counters", "§21", {"least_kings": 4}),
    "rosanne_pane": ("five_counters", "§21", {"least_trull": 1, "least_kings": 4}),
    "spjst": ("five_counters", "§21", {"least_trull": 3, "least_kings": 4}),
}
VALUES: Mapping[str, Value] = MappingProxyType(
    {
        code: Value(klass, NAMES[code], HOLDINGS[code], section, **bounds)
        for code, (klass, section, bounds) in _BOUNDS.items()
    }
)


@dataclass(frozen=True, slots=True)
class Holding:
    """The relevant facts of twelve cards: `trumps` includes Skys, Mond and Pagat.

    Raises ValueError for an impossible hand.
    """

    trumps: int
    skys: bool = False
    mond: bool = False
    pagat: bool = False
    kings: int = 0

    def __post_init__(self) -> None:
        possible = (
            self.trull <= self.trumps
            and 0 <= self.kings <= KINGS
            and self.trumps + self.kings <= CARDS_IN_HAND
        )
        if not possible:
            raise ValueError(f"no twelve cards are {self}")

    @property
    def trull(self) -> int:
        """The number of Skys, Mond and Pagat held."""
        return self.skys + self.mond + self.pagat


def declarable(holding: Holding, values: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Return the most valuable value of each class this holding may declare.

    Trumps come first. `values` are the house's: `rules.values`. Of two that earn equal
    chips, the first in the table is returned.
    """
    price = dict(values)
    best: dict[ValueClass, str] = {}
    for code, value in VALUES.items():
        if code not in price or not _meets(holding, value):
            continue
        if price[code] > price.get(best.get(value.klass, ""), 0):
            best[value.klass] = code
    return tuple(code for code in VALUES if code in best.values())


def _meets(holding: Holding, value: Value) -> bool:
    return (
        value.least_trumps <= holding.trumps <= value.most_trumps
        and value.least_trull <= holding.trull
        and value.least_kings <= holding.kings
        and value.least_fives <= holding.trull + holding.kings
    )


def declared_trull(claim: frozenset[str]) -> str | None:
    """Return the value by which this claim declares Skys, Mond and Pagat, if any."""
    codes = (code for code in claim if VALUES[code].least_trull == TRULL_CARDS)
    return min(codes, default=None)


def bearable(
    claims: Iterable[frozenset[str]], kings_away: int = 0, trumps_away: int = 0
) -> bool:
    """Return whether a deal exists in which every claim is true.

    `claims` has one set of codes for each seat. The system: whole numbers for four
    hands, t trumps, r trull cards and k Kings each, with r <= t and t + k <= 12 in a
    hand, and over the table t <= 22, r <= 3, k <= 4, t + k >= 20. Discarded Kings and
    trumps are in no hand (§9, §12).
    """
    hands = [frozenset(claim) for claim in claims if claim]
    kings, trumps = KINGS - kings_away, TRUMPS - trumps_away
    return _bearable(tuple(sorted(hands, key=sorted)), kings, trumps)


@dataclass(frozen=True, slots=True)
class _Shape:
    """A hand with a number of Kings: fewest trull cards, and range of its trumps."""

    kings: int
    trull: int
    fewest: int
    most: int

    def plus(self, other: "_Shape") -> "_Shape":
        """Return the sum of both."""
        return _Shape(
            self.kings + other.kings,
            self.trull + other.trull,
            self.fewest + other.fewest,
            self.most + other.most,
        )


@lru_cache(maxsize=1 << 10)
def _shapes(claim: frozenset[str]) -> tuple[_Shape, ...]:
    """Return the possible hands of this claim, one shape for each number of Kings.

    More trull cards than needed never help: they only use up trumps and trull cards.
    """
    values = [VALUES[code] for code in claim]
    shapes = []
    for kings in range(max((v.least_kings for v in values), default=0), KINGS + 1):
        trull = max(
            (max(v.least_trull, v.least_fives - kings) for v in values), default=0
        )
        fewest = max((v.least_trumps for v in values), default=0)
        most = min((v.most_trumps for v in values), default=CARDS_IN_HAND)
        shape = _Shape(
            kings,
            max(trull, 0),
            max(fewest, trull),
            min(most, CARDS_IN_HAND - kings),
        )
        if shape.trull <= TRULL_CARDS and shape.fewest <= shape.most:
            shapes.append(shape)
    return tuple(shapes)


@lru_cache(maxsize=1 << 16)
def _bearable(claims: tuple[frozenset[str], ...], kings: int, trumps: int) -> bool:
    free = len(SEATS) - len(claims)
    hands = [*map(_shapes, claims), *[_shapes(frozenset())] * free]
    return _fits(hands, _Shape(0, 0, 0, 0), kings, trumps)


def _fits(
    hands: Sequence[tuple[_Shape, ...]], dealt: _Shape, kings: int, trumps: int
) -> bool:
    """Return whether hands can be dealt, one of each tuple's shapes, after `dealt`.

    Their trumps are ranges, so the sums of the fewest and of the most decide. `kings`
    and `trumps` are the numbers available for the four hands.
    """
    if dealt.kings > kings or dealt.trull > TRULL_CARDS or dealt.fewest > trumps:
        return False
    if not hands:
        return min(dealt.most, trumps) + dealt.kings >= LEAST_TRUMPS_AND_KINGS
    first, *rest = hands
    return any(_fits(rest, dealt.plus(shape), kings, trumps) for shape in first)
