"""Sheets of score as they are written, and what explains them where SPJST is played."""

from functools import partial

from rules import discrepancies
from rules.sheet import SeatCount, Tally, must_total
from rules.spjst import CHIP_SET

explain = partial(discrepancies.explain, chip_set=CHIP_SET)


def sheet(*seats: tuple[int, int] | int, start: int = 100) -> Tally:
    """Held and borrowed by seat, or held alone."""
    counts = [seat if isinstance(seat, tuple) else (seat, 0) for seat in seats]
    total = must_total(start, len(counts))
    return Tally(tuple(SeatCount(*count) for count in counts), total)
