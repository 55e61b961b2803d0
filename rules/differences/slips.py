"""How a number gets written wrongly: digits changed places, a digit misread.

Both keep the sign and the count of digits: nobody writes 045 for 45.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from rules.differences.words import REASONS
from rules.sentences import Said, filled


class Slip(Enum):
    """The slips, told apart as far as one is likelier than the other."""

    SWAPPED_LAST = "the last two digits changed places"
    SWAPPED_FIRST = "two earlier digits changed places"
    MISREAD = "a digit was taken for one that looks much like it"
    MISREAD_RARE = "a digit was taken for one that looks a little like it"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a written number may have been meant to be, and the reason in words."""

    slip: Slip
    meant: int
    why: Said


# Pairs that are mistaken for one another in handwriting, in either direction.
ALIKE = frozenset({"17", "38", "49", "56", "06"})
A_LITTLE_ALIKE = frozenset({"27", "09", "35", "79", "68", "08", "58"})


def readings(written: int) -> Iterator[Reading]:
    """Every number that one slip of the pen or the eye turns into `written`."""
    for slip, digits, why in (*_swaps(abs(written)), *_misreadings(abs(written))):
        if digits[0] != "0" or len(digits) == 1:
            meant = int(digits) if written >= 0 else -int(digits)
            yield Reading(slip, meant, why)


def _swaps(number: int) -> Iterator[tuple[Slip, str, Said]]:
    digits = str(number)
    for at in range(len(digits) - 1):
        one, two = digits[at], digits[at + 1]
        if one != two:
            last = at == len(digits) - 2
            slip = Slip.SWAPPED_LAST if last else Slip.SWAPPED_FIRST
            swapped = digits[:at] + two + one + digits[at + 2 :]
            yield slip, swapped, REASONS["swapped"]


def _misreadings(number: int) -> Iterator[tuple[Slip, str, Said]]:
    digits = str(number)
    for at, seen in enumerate(digits):
        for true in "0123456789":
            slip = _likeness(seen, true)
            if slip:
                read = digits[:at] + true + digits[at + 1 :]
                why = filled(REASONS["misread"], {"true": true, "seen": seen})
                yield slip, read, why


def _likeness(one: str, two: str) -> Slip | None:
    pair = "".join(sorted((one, two)))
    if pair in ALIKE:
        return Slip.MISREAD
    return Slip.MISREAD_RARE if pair in A_LITTLE_ALIKE else None
