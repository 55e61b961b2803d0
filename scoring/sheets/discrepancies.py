"""Find explanations why a sheet doesn't balance or differs from its table's notes."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.i18n import in_language, message
from rules.discrepancies import Explanation, against_hands, applied, explain
from rules.ledger import Net
from rules.sheet import SeatCount
from scoring.games.table_rules import rules_at, seats_at
from scoring.models import Count, Hand, HandRuling, Loan, Round, Seat, Sheet
from scoring.sheets.hands import balance_on, hands_in_force, moved_on
from scoring.sheets.sheet import has_chips, most_held, seat_columns, tally_of


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An explanation in words, with the chips its seat would have held and borrowed.

    `changes_loan`: the chips borrowed would change too, not only the chips held.
    `typed` is the number counted for the seat, `off` how many of those chips are too
    many.
    """

    number: int
    seat: int
    name: str
    message: str
    held: int
    borrowed: int
    changes_loan: bool
    typed: int = 0
    off: int = 0


def suggestions_of(
    sheet: Sheet, count: Count, names: tuple[str, ...]
) -> list[Suggestion]:
    """Return explanations why a count doesn't balance, ready to be tried.

    Each one can be saved as offered: none has a seat hold less than 0 chips, or more
    than a sheet takes.
    """
    with_chips = has_chips(sheet.round.tournament, count)
    found: list[Suggestion] = []
    for explanation in explanations_of(sheet, count):
        corrected = applied(tally_of(count), explanation).seats[explanation.seat - 1]
        if with_chips and corrected.held < 0:
            corrected = SeatCount(
                0, corrected.borrowed - corrected.held, corrected.ruled
            )
        if with_chips and corrected.held > most_held(count.must_total):
            continue
        typed = count.held[explanation.seat - 1]
        found.append(
            Suggestion(
                len(found) + 1,
                explanation.seat,
                names[explanation.seat - 1],
                in_language(explanation.named(names)),
                corrected.held,
                corrected.borrowed,
                corrected.borrowed != count.borrowed[explanation.seat - 1],
                typed,
                typed - corrected.held if with_chips else 0,
            )
        )
    return found


def supposed_count(
    sheet: Sheet, seats: Sequence[SeatCount], chips: Any = None
) -> Count:
    """Return an unsaved count with the numbers typed."""
    return Count(
        sheet=sheet,
        **balance_on(sheet, [seat.score for seat in seats]),
        chips=chips,
        **seat_columns(seats),
    )


def differences_from_hands(
    count: Count,
    nets: Net,
    names: tuple[str, ...],
    known_seats: Collection[int] = (),
) -> list[str]:
    """Return a sentence for each seat whose score doesn't follow from the hands.

    The score should be start chips + nets of hands and of rulings on them. The seats in
    `known_seats` are skipped.
    """
    start = count.must_total // len(count.held)
    found = against_hands(count.scores, nets, start_chips=start, aside=-sum(nets))
    return [
        in_language(explanation.named(names))
        for explanation in found
        if explanation.seat not in known_seats
    ]


def explanations_of(
    sheet: Sheet,
    count: Count,
    hands: Sequence[Hand] | None = None,
    rulings: Iterable[HandRuling] | None = None,
    loans: Iterable[Loan] | None = None,
) -> tuple[Explanation, ...]:
    """Return explanations why a count doesn't balance, likeliest first.

    `hands` are those in force, `rulings` on hands and `loans` all of the sheet; they
    are read from the database if not given.
    """
    if count.balances:
        return ()
    start = count.must_total // len(count.held)
    hands = hands_in_force(sheet) if hands is None else hands
    entries = [seat.entry_id for seat in sheet.seats.all()]
    owed = owed_by(sheet.loans.all() if loans is None else loans, seats_at(sheet))
    nets = moved_on(sheet, hands, rulings) if hands else None
    return explain(
        tally_of(count),
        chips=count.chips,
        previous=_previous_scores(sheet, entries),
        start_chips=start,
        chip_set=rules_at(sheet).game.chip_set,
        # Without chips on the table, nobody has borrowed any.
        loan=None if has_chips(sheet.round.tournament, count) else 0,
        owed=owed if any(owed) else None,
        by_hands=[start + net for net in nets] if nets else None,
    )


def suspected_seat(sheet: Sheet, count: Count) -> int | None:
    """Return the seat whose number alone may explain an imbalance; no query.

    Hands, loans and earlier scores are left out: the sheet's own page takes them into
    account.
    """
    if count.balances:
        return None
    found = explain(
        tally_of(count),
        chips=None,
        previous=(None,) * len(count.held),
        start_chips=count.must_total // len(count.held),
        chip_set=rules_at(sheet).game.chip_set,
        loan=0,
        owed=None,
        by_hands=None,
    )
    return next((explanation.seat for explanation in found), None)


def _previous_scores(sheet: Sheet, entries: list[int | None]) -> tuple[int | None, ...]:
    """Return each player's score in their last round before this one, seat by seat."""
    earlier = (
        Seat.objects.filter(
            entry__in=entries,
            round__number__lt=sheet.round.number,
            round__state__in=Round.COUNTING,
            score__isnull=False,
        )
        .order_by("round__number")
        .values_list("entry_id", "score")
    )
    last: dict[int | None, int | None] = dict(earlier)
    return tuple(last.get(entry) for entry in entries)


def owed_on(sheet: Sheet) -> tuple[int, ...]:
    """Return chips borrowed and not paid back, seat 1 first; reads prefetched loans."""
    return owed_by(sheet.loans.all(), seats_at(sheet))


def owed_by(loans: Iterable[Loan], seats: int) -> tuple[int, ...]:
    """Return chips borrowed and not paid back, seat 1 first, from a sheet's loans."""
    owed = [0] * seats
    for loan in loans:
        owed[loan.seat - 1] += loan.chips
    return tuple(owed)


def differences_from_notes(
    sheet: Sheet,
    count: Count,
    hands: Sequence[Hand],
    names: tuple[str, ...],
    known_seats: Collection[int] = (),
    rulings: Iterable[HandRuling] | None = None,
    loans: Iterable[Loan] | None = None,
) -> list[str]:
    """Return sentences where a count differs from the table's loans and hands in force.

    Differences from hands are left out for the seats in `known_seats`. `rulings` on
    hands and `loans` are all of the sheet; they are read from the database if not
    given.
    """
    loans = sheet.loans.all() if loans is None else loans
    differs = differences_from_loans(count, loans, names)
    if hands:
        nets = moved_on(sheet, hands, rulings)
        differs += differences_from_hands(count, nets, names, known_seats)
    return differs


def differences_from_loans(
    count: Count, loans: Iterable[Loan], names: Sequence[str]
) -> list[str]:
    """Return a sentence for each seat whose loans differ from the table's notes.

    Empty if the table noted no loan at all: they may be written on paper.
    """
    if not loans:
        return []
    return [
        message(
            "{name}: the table’s notes say {noted} borrowed, but the count says "
            "{counted}.",
            name=name,
            noted=noted,
            counted=counted,
        )
        for name, noted, counted in zip(
            names, owed_by(loans, len(names)), count.borrowed, strict=True
        )
        if noted != counted
    ]
