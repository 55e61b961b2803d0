"""Chips from the bank: what each seat owes by the notes of the table (§1, §30)."""

from collections.abc import Collection, Iterable, Sequence

from rules.sheet import SEATS
from scoring.models import Count, Hand, Loan, Sheet
from scoring.sheets.selectors.differences import differences_from_hands
from scoring.sheets.selectors.hand_rulings import moved_on


def owed_on(sheet: Sheet) -> tuple[int, ...]:
    """Chips borrowed and not paid back, seat 1 first; reads prefetched loans."""
    return owed_by(sheet.loans.all())


def owed_by(loans: Iterable[Loan]) -> tuple[int, ...]:
    """The same from all loans of a sheet."""
    owed = [0] * SEATS
    for loan in loans:
        owed[loan.seat - 1] += loan.chips
    return tuple(owed)


def differences_from_notes(
    sheet: Sheet,
    count: Count,
    hands: Sequence[Hand],
    names: tuple[str, ...],
    told: Collection[int] = (),
) -> list[str]:
    """Where a count is not what the table noted: its loans, and these hands in force.

    Of the seats `told` of already, not what the hands say once more.
    """
    differs = differences_from_loans(sheet, count, names)
    if hands:
        differs += differences_from_hands(count, moved_on(sheet, hands), names, told)
    return differs


def differences_from_loans(
    sheet: Sheet, count: Count, names: Sequence[str]
) -> list[str]:
    """The seats whose chips borrowed are not what the table noted.

    Nothing where the table noted no loan at all: it may have kept them on paper.
    """
    loans = list(sheet.loans.all())
    if not loans:
        return []
    return [
        f"{name}: {noted} borrowed by the notes of the table, {counted} on the count."
        for name, noted, counted in zip(
            names, owed_by(loans), count.borrowed, strict=True
        )
        if noted != counted
    ]
