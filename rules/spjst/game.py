"""The game: card points to chips (§7, §8, §13, §27, §29)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from rules.spjst.hand import FIRST_SET, Bid, Challenge

MOST_POINTS = 106  # §25: all cards together
EVEN = 53  # §13: a tie, which the bidder loses
FOR_THE_GAME = 10  # §29: added to the difference

BID_TIMES: Mapping[Bid, int] = MappingProxyType({"povinost": 2, "prever": 3})  # §29

# §13: each step doubles the one before, applied last.
CHALLENGES: Mapping[Challenge, int] = MappingProxyType(
    {"kontra": 2, "re": 4, "supre": 8, "mort": 16}
)
CHALLENGE_NAMES: Mapping[Challenge, str] = MappingProxyType(
    {"kontra": "Kontra", "re": "Re", "supre": "Supre", "mort": "Mort"}
)
# §8: which three talon cards the Prever player kept, by number.
SETS: Mapping[int, str] = MappingProxyType(
    {
        1: "the first three cards",
        2: "the second three cards",
        3: "going back to the first",
    }
)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Chips for each payment, and the sentence and sections that justify them."""

    chips: int
    section: str
    why: str


def is_won(points: int) -> bool:
    """Does the declarer's side win with these card points? 54 are needed (§27)."""
    return points > EVEN


def chips_for(points: int, bid: Bid) -> int:
    """Chips before sets and challenges; 5 and more round up (§29)."""
    return _rounded((abs(points - EVEN) + FOR_THE_GAME) * BID_TIMES[bid])


@lru_cache(maxsize=1 << 14)
def reckon_game(
    points: int,
    bid: Bid,
    prever_set: int,
    challenge: Challenge | None,
    multipliers: tuple[int, int, int],
    sets_on_win: bool,
) -> Reckoning:
    """The game's chips for each payment, from the declarer's side's card points."""
    won = is_won(points)
    more, less = (points, EVEN) if won else (EVEN, points)
    difference = more - less
    sum_ = difference + FOR_THE_GAME
    times = BID_TIMES[bid]
    chips = chips_for(points, bid)
    tie = " (a tie is lost)" if difference == 0 else ""
    plain = Reckoning(
        chips,
        "§29",
        f"{more} − {less} = {difference}{tie}, + {FOR_THE_GAME} = {sum_}, "
        f"× {times} = {sum_ * times} → {in_chips(chips)}",
    )
    if bid == "prever":
        counts = sets_on_win or not won
        plain = _with_set(plain, prever_set, multipliers[prever_set - 1], counts)
    return challenged(plain, challenge)


def challenged(reckoning: Reckoning, challenge: Challenge | None) -> Reckoning:
    """The same after Kontra, Re, Supre or Mort (§13)."""
    if challenge is None:
        return reckoning
    times = CHALLENGES[challenge]
    chips = reckoning.chips * times
    return Reckoning(
        chips,
        f"{reckoning.section}, §13",
        f"{reckoning.why}, {CHALLENGE_NAMES[challenge]} × {times} = {in_chips(chips)}",
    )


def in_chips(chips: int) -> str:
    """ "1 chip", "3 chips"."""
    return f"{chips} chip" if chips == 1 else f"{chips} chips"


def _rounded(tenths: int) -> int:
    """The last digit dropped, 5 and more rounding up; round() would not do it."""
    return (tenths + 5) // 10


def _with_set(
    reckoning: Reckoning, prever_set: int, times: int, counts: bool
) -> Reckoning:
    """The Prever set multiplies a loss, after rounding (§8)."""
    name = SETS[prever_set]
    if not counts:
        if prever_set == FIRST_SET:
            return reckoning
        remark = f"{reckoning.why}; {name} would make only a loss dearer"
        return Reckoning(reckoning.chips, f"{reckoning.section}, §8", remark)
    if times == 1:
        return reckoning
    chips = reckoning.chips * times
    return Reckoning(
        chips,
        f"{reckoning.section}, §8",
        f"{reckoning.why}, {name} × {times} = {in_chips(chips)}",
    )
