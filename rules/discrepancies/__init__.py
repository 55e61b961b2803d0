"""Possible explanations of a sheet that doesn't balance (§1, §30).

A sheet is off by some chips; an explanation is one change to one seat that makes it
balance. Nothing is proved: the list suggests where to look first. It is short,
likeliest first, and empty when nothing fits.
"""

from rules.discrepancies.causes import Cause, Explanation
from rules.discrepancies.explain import SeatDifference, against_hands, applied, explain

__all__ = [
    "Cause",
    "Explanation",
    "SeatDifference",
    "against_hands",
    "applied",
    "explain",
]
