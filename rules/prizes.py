"""The prize fund, split to the smallest coin.

All amounts are whole coins of the smallest kind, as cents; percents are hundredths of a
percent (2,500 is 25 %).

Decisions that this module makes:

* A prize by percent is rounded down. The coins that rounding leaves go to the first
  prizes, one each, so that all prizes together are the percent of the fund they claim.
* Contestants who share a place add up the prizes of the places they fill and divide.
  Coins left over go one each to those listed first (the caller lists a shared place
  by start number).
* A prize for a place that no one has stays in the fund.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)  # a contestant, by any key the caller uses
WHOLE = 10_000  # 100 percent, in hundredths of a percent


class Split(StrEnum):
    """A way to define prizes: by percent or as fixed amounts."""

    PERCENT = "percent"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Prize(Generic[K]):
    """One contestant's prize; `places` are those whose prizes they share."""

    key: K
    amount: int
    places: tuple[int, ...]


def fund(paid: int, fee: int, extra: int, held_back: int) -> int:
    """Return the coins for prizes: fees, plus extra coins, less coins held back.

    Never below 0: if more is held back than there is, there are no prizes.
    """
    return max(0, paid * fee + extra - held_back)


def amounts(split: Split, prizes: Sequence[int], fund_coins: int) -> tuple[int, ...]:
    """Return the prizes in coins, first place first, from a fund of `fund_coins` coins.

    Fixed amounts don't depend on the fund. Raises ValueError for a negative prize, or
    for percents above 100.
    """
    if any(prize < 0 for prize in prizes) or fund_coins < 0:
        raise ValueError("a prize is not negative")
    if split == Split.FIXED:
        return tuple(prizes)
    if sum(prizes) > WHOLE:
        raise ValueError("more than the whole fund")
    whole = [fund_coins * prize // WHOLE for prize in prizes]
    left = fund_coins * sum(prizes) // WHOLE - sum(whole)
    return tuple(coins + (index < left) for index, coins in enumerate(whole))


def shared(
    places: Iterable[tuple[K, int]], prizes: Sequence[int]
) -> tuple[Prize[K], ...]:
    """Return each contestant's prize, from places (first to last) and prizes in coins.

    Only contestants with a prize are listed. The total is exactly the prizes of the
    places that are filled.
    """
    shares: list[Prize[K]] = []
    for place, group in groupby(places, itemgetter(1)):
        keys = [key for key, _ in group]
        among = prizes[place - 1 : place - 1 + len(keys)]
        part, left = divmod(sum(among), len(keys))
        filled = tuple(range(place, place + len(among)))
        for index, key in enumerate(keys):
            shares.append(Prize(key, part + (index < left), filled))
    return tuple(prize for prize in shares if prize.amount)
