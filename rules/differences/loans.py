"""Loans that are missing from a sheet, or stand on it once too often (§1).

The bank's loans are not part of the 400: a loan nobody wrote down makes the total too
high by the loan, one taken off twice makes it too low.
"""

from collections.abc import Iterator

from rules.differences.causes import Cause, Clues, Explanation

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
        change = f"{{who}} borrowed {loan}"
        why = "a loan is written without a minus"
        yield clues.borrowed(Cause.LOAN_ADDED, LOAN_ODDS["minus"], change, why)


def _loan_forgotten(clues: Clues) -> Iterator[Explanation]:
    odds = _forgotten_odds(clues)
    if odds:
        most = LOAN_ODDS[odds]
        # The more a player holds, the less likely he had to borrow.
        less = most * clues.count.held // (clues.table * clues.start_chips)
        change = f"{{who}} borrowed {clues.off} and it was not written"
        yield clues.borrowed(Cause.LOAN_FORGOTTEN, max(1, most - less), change)


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
        change = f"{{who}} borrowed {loan + clues.off} in all instead of {loan}"
        why = "a second loan may have been forgotten"
        yield clues.borrowed(Cause.LOAN_FORGOTTEN, LOAN_ODDS["second"], change, why)


def _loan_doubled(clues: Clues) -> Iterator[Explanation]:
    loan, low = clues.count.borrowed, -clues.off
    if low == loan:
        change = f"{{who}}'s loan of {loan} was taken off before, or paid back"
        yield clues.borrowed(Cause.LOAN_DOUBLED, LOAN_ODDS["taken off twice"], change)
    elif 2 * low == loan or (low < loan and _usual(clues, low)):
        change = f"{{who}} borrowed {loan - low} instead of {loan}"
        why = "a loan may have been written twice"
        odds = LOAN_ODDS["written twice"]
        yield clues.borrowed(Cause.LOAN_DOUBLED, odds, change, why)


def _loan_added(clues: Clues) -> Iterator[Explanation]:
    held, loan = clues.count.held, clues.count.borrowed
    if clues.off == loan <= held:
        change = f"{{who}} holds {held - loan} instead of {held}"
        why = f"the loan of {loan} may have been added instead of taken off"
        yield clues.held(Cause.LOAN_ADDED, LOAN_ODDS["added"], change, why)


def _usual(clues: Clues, chips: int) -> bool:
    """Is this a sum the bank usually lends, up to three times the start chips?"""
    return 0 < chips <= 3 * clues.start_chips and chips % clues.loan == 0
