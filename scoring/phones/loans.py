"""Loans: chips from the bank to a player, and back, recorded during play (§1)."""

from django.db import transaction

from clubs.i18n import chips_text, message
from scoring.core.names import names_on
from scoring.core.writes import ActionRefused, Actor, Conflict, lock_sheet, log
from scoring.models import Loan, Round, Sheet
from scoring.models.log_messages import LogMessage, log_message
from scoring.sheets.discrepancies import owed_on
from scoring.sheets.sheet import life_of

MOST = 100_000  # chips in one loan
MOST_LOANS = 120  # of one sheet, as many as hands: the state lists them all


@transaction.atomic
def lend(*, sheet: Sheet, actor: Actor, key: str, seat: int, chips: int) -> Loan:
    """Record chips borrowed (above 0) or paid back (below 0); a key counts once.

    Raises ActionRefused at `seat` or `chips` for values that aren't possible, such as
    paying back more than is owed, or if the table takes no more loans; Conflict for a
    key that was used before with another loan.
    """
    locked_sheet = lock_sheet(sheet)
    if earlier_loan := Loan.objects.filter(sheet=locked_sheet, key=key).first():
        return _the_same(earlier_loan, seat, chips)
    _refuse_closed(locked_sheet)
    names = names_on(locked_sheet)
    if seat not in range(1, len(names) + 1):
        raise ActionRefused(message("Choose who borrows or pays back."), "seat")
    name = names[seat - 1]
    _refuse_chips(chips, name, owed_on(locked_sheet)[seat - 1])
    if locked_sheet.loans.count() >= MOST_LOANS:
        raise ActionRefused(
            message(
                "{n} loans are recorded. A table can’t have more in one round.",
                n=MOST_LOANS,
            )
        )
    loan = Loan.objects.create(
        sheet=locked_sheet, key=key, seat=seat, chips=chips, by_name=actor.name
    )
    log(
        actor,
        "loan",
        _lent(locked_sheet, name, chips),
        sheet=locked_sheet,
        new=str(chips),
    )
    return loan


def _lent(sheet: Sheet, name: str, chips: int) -> LogMessage:
    if chips > 0:
        return log_message(
            "loan.made",
            **sheet.where,
            name=name,
            chips=chips,
        )
    return log_message(
        "loan.paid_back",
        **sheet.where,
        name=name,
        chips=-chips,
    )


def _the_same(loan: Loan, seat: int, chips: int) -> Loan:
    if (loan.seat, loan.chips) != (seat, chips):
        raise Conflict(message("This was already saved with a different loan."))
    return loan


def _refuse_closed(sheet: Sheet) -> None:
    """Refuse a loan at a table that is done: the desk decides about late loans.

    A late loan can concern a score in force.
    """
    rnd = sheet.round
    if not rnd.tournament.with_chips:
        raise ActionRefused(
            message("This tournament plays without chips, so there’s no bank.")
        )
    if rnd.state != Round.State.OPEN:
        raise ActionRefused(
            message(
                "Round {number} isn’t being played. Tell the desk about this loan.",
                number=rnd.number,
            )
        )
    if life_of(sheet).in_force:
        raise ActionRefused(
            message("This sheet is verified. Tell the desk about this loan.")
        )


def _refuse_chips(chips: int, name: str, owed: int) -> None:
    if type(chips) is not int or not 1 <= abs(chips) <= MOST:
        most = chips_text(MOST)
        raise ActionRefused(
            message("Type a whole number of chips from 1 to {most}.", most=most),
            "chips",
        )
    if -chips <= owed:
        return
    values = {"name": name, "chips": -chips}
    if not owed:
        raise ActionRefused(
            message(
                "{name} owes the bank nothing and can’t pay back {chips}.",
                **values,
            ),
            "chips",
        )
    raise ActionRefused(
        message(
            "{name} owes the bank {owed} and can’t pay back {chips}.",
            **values,
            owed=owed,
        ),
        "chips",
    )
