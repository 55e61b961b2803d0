"""Loans that are missing from a sheet, or stand on it once too often (§1).

The bank's loans are no part of what a sheet totals: a loan nobody wrote down makes the total too
high by the loan, one taken off twice makes it too low.
"""

from collections.abc import Iterator

from rules.differences.causes import Cause, Clues, Explanation
from rules.differences.words import REASONS
from rules.sentences import filled

LOAN_ODDS = {
    "minus": 3000,  # a loan written with a minus
    "poorest": 2000,  # who holds least has most likely borrowed
    "below start": 300,
    "above start": 60,
    "forgotten beside others": 600,  # a table that wrote one loan forgets fewer
    "broke": 150,  # an unusual sum, but the player has next to nothing
    "unusual": 60,
    "taken off twice": 1200,
    "written twice": 500,
    "added": 900,
    "second": 400,
    "least": 40,  # a loan as the bank lends it is never noise beside the likeliest
}
BROKE = 4  # a quarter of the start chips left: such a player has likely borrowed


def loans(clues: Clues) -> Iterator[Explanation]:
    """A loan forgotten, taken off twice, or added instead of taken off (§1)."""
    if not clues.loan or not clues.counted:
        return
    if clues.count.borrowed > 0:
        yield from _loan_doubled(clues)
        yield from _loan_added(clues)
        yield from _loan_again(clues)
    elif clues.count.borrowed == 0:
        yield from _loan_forgotten(clues)
    elif clues.off == -2 * clues.count.borrowed:
        loan = -clues.count.borrowed
        facts = {"meant": loan, "why": REASONS["loan.minus"]}
        odds = LOAN_ODDS["minus"]
        yield clues.borrowed(Cause.LOAN_ADDED, odds, "borrowed.why", **facts)


def _loan_forgotten(clues: Clues) -> Iterator[Explanation]:
    odds = _forgotten_odds(clues)
    if odds:
        most = LOAN_ODDS[odds]
        # The more a player holds, the less likely he had to borrow.
        less = most * clues.count.held // (clues.table * clues.start_chips)
        is_usual = _usual(clues, clues.off)
        chance = max(LOAN_ODDS["least"] if is_usual else 1, most - less)
        kind = Cause.LOAN_FORGOTTEN
        yield clues.borrowed(kind, chance, "loan.forgotten", loan=clues.off)


def _forgotten_odds(clues: Clues) -> str | None:
    """Which odds a forgotten loan has; None where it is not worth saying."""
    held, start = clues.count.held, clues.start_chips
    if _usual(clues, clues.off):
        if clues.poorest:
            return "forgotten beside others" if clues.loans_written else "poorest"
        return "below start" if held < start else "above start"
    round_sum = clues.off >= 2 * clues.step and clues.off % clues.step == 0
    if clues.poorest and round_sum and 2 * held < start:
        return "broke" if BROKE * held < start else "unusual"
    return None


def _loan_again(clues: Clues) -> Iterator[Explanation]:
    loan = clues.count.borrowed
    if _usual(clues, clues.off):
        facts = {"meant": loan + clues.off, "written": loan}
        why, odds = REASONS["loan.second"], LOAN_ODDS["second"]
        kind = Cause.LOAN_FORGOTTEN
        yield clues.borrowed(kind, odds, "borrowed.all.why", **facts, why=why)


def _loan_doubled(clues: Clues) -> Iterator[Explanation]:
    loan, low = clues.count.borrowed, -clues.off
    if low == loan:
        odds = LOAN_ODDS["taken off twice"]
        yield clues.borrowed(Cause.LOAN_DOUBLED, odds, "loan.taken_off", loan=loan)
    elif 2 * low == loan or (low < loan and _usual(clues, low)):
        facts = {"meant": loan - low, "written": loan}
        why, odds = REASONS["loan.twice"], LOAN_ODDS["written twice"]
        kind = Cause.LOAN_DOUBLED
        yield clues.borrowed(kind, odds, "borrowed.instead.why", **facts, why=why)


def _loan_added(clues: Clues) -> Iterator[Explanation]:
    held, loan = clues.count.held, clues.count.borrowed
    if clues.off == loan <= held:
        facts = {"meant": held - loan, "written": held}
        why, odds = filled(REASONS["loan.added"], {"loan": loan}), LOAN_ODDS["added"]
        kind = Cause.LOAN_ADDED
        yield clues.held(kind, odds, "holds.instead.why", **facts, why=why)


def _usual(clues: Clues, chips: int) -> bool:
    """Is this a sum the bank usually lends, up to three times the start chips?"""
    return 0 < chips <= 3 * clues.start_chips and chips % clues.loan == 0
