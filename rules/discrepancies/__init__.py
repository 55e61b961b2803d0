"""What may explain a sheet that does not balance (§1, §30).

A sheet is off by some chips; an explanation is one change to one seat that makes it
right. Nothing is proved: the list says where to look first. It holds few, the
likeliest first, and it is empty when nothing fits.
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
