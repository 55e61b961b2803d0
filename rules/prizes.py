"""The prize fund, split to the smallest coin.

All amounts are whole coins of the smallest kind, as cents; percents are hundredths of a percent (2,500 is 25 %).
Readings kept here in one place:

* A prize by percent is rounded down. The coins that rounding leaves go to the first
  prizes, one each, so that all prizes together are the percent of the fund they claim.
* Those who share a place add up the prizes of the places they fill and divide. The
  coins that do not divide go one each to those who stand first in the list (the caller
  lists a shared place by start number).
* A prize for a place that nobody has stays in the fund.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)  # a contestant as the caller knows him
WHOLE = 10_000  # hundredths of a percent in all there is


class Split(StrEnum):
    """How prizes are written down."""

    PERCENT = "percent"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Prize(Generic[K]):
    """What one contestant gets; `places` are those whose prizes he shares."""

    key: K
    amount: int
    places: tuple[int, ...]


def fund(paid: int, fee: int, extra: int, held_back: int) -> int:
    """Coins to be given: so many fees, what is added, less what is kept back.

    Never below 0: who keeps back more than there is has no prizes.
    """
    return max(0, paid * fee + extra - held_back)


def amounts(split: Split, prizes: Sequence[int], fund_coins: int) -> tuple[int, ...]:
    """The prizes in coins, first place first, from a fund of `fund_coins` coins.

    Fixed amounts are what they are, whatever the fund holds. Raises ValueError for a
    negative prize, or for percents above 100.
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
    """Who gets how much: contestants with their places, first to last, and coins.

    Only those who get something are named. What is given is exactly the prizes of the
    places that somebody fills.
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
