"""Two at once where a table lends, calls, hands in, confirms and puts seats right."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.db import transaction

from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.models import Call, Count, Entry, Hand, Loan, Seat, Sheet, Tournament
from scoring.phones import calls, loans, seat_fixes
from scoring.sheets import counts
from scoring.sheets.discrepancies import owed_on
from tests import builders
from tests.test_races import AT_ONCE, PHONE, a_hand, at_once, told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Tournament:
    return builders.tournament(builders.club())


@pytest.fixture
def sheet(evening: Tournament) -> Sheet:
    return builders.published_round(evening, 3).sheets.get(table=1)


def refusals(answers: list[Any]) -> int:
    return sum(isinstance(each, ActionRefused) for each in answers)


def test_of_many_who_pay_back_one_does(sheet: Sheet) -> None:
    loans.lend(sheet=sheet, actor=PHONE, key="lent", seat=1, chips=20)
    back = {"sheet": sheet, "actor": PHONE, "seat": 1, "chips": -20}
    answers = at_once(*(told(loans.lend, key=str(n), **back) for n in range(AT_ONCE)))
    assert refusals(answers) == AT_ONCE - 1
    assert owed_on(sheet) == (0, 0, 0, 0)


def test_one_loan_sent_many_times_is_one(sheet: Sheet) -> None:
    lent = {"sheet": sheet, "actor": PHONE, "key": "k", "seat": 1, "chips": 20}
    answers = at_once(*[told(loans.lend, **lent)] * AT_ONCE)
    assert {each.pk for each in answers} == {Loan.objects.get().pk}


def test_many_calls_for_one_reason_are_one(sheet: Sheet) -> None:
    wanted = {"sheet": sheet, "actor": PHONE, "reason": "A card is missing"}
    answers = at_once(*(told(calls.call, key=str(n), **wanted) for n in range(AT_ONCE)))
    assert {each.pk for each in answers} == {Call.objects.get().pk}


def test_two_tables_put_one_person_right_at_once(
    evening: Tournament, sheet: Sheet
) -> None:
    """He sits at one of them in the end, and nobody sits twice."""
    people = list(evening.entries.order_by("number"))
    wanted, (one, two, three) = people[8], sheet.round.sheets.order_by("table")
    for n in range(1, 5):
        answers = at_once(
            *(
                told(
                    seat_fixes.put_right,
                    sheet=each,
                    actor=PHONE,
                    key=f"{n}-{each.table}",
                    entries=[wanted, *rest],
                )
                for each, rest in ((one, people[1:4]), (two, people[5:8]))
            ),
            told(
                seat_fixes.put_right,
                sheet=three,
                actor=PHONE,
                key=f"{n}-3",
                entries=[None, people[0], *people[10:12]],
            ),
            *(a_hand(each, number=n) for each in (one, two, three)),
        )
        assert refusals(answers) == 0
        assert Seat.objects.filter(entry=wanted).count() == 1
    assert Seat.objects.count() == 12
    assert Hand.objects.count() == 12
    assert not list(differences_in(evening))


def test_a_count_and_a_hand_never_wait_in_a_circle(sheet: Sheet) -> None:
    marie = builders.phone(sheet, 1)
    for n in range(1, 5):
        hand_in = told(
            counts.count,
            sheet=sheet,
            actor=Actor.at_table(marie),
            phone=marie,
            key=f"in-{n}",
            seats=builders.seats((131 + n, 96 - n, 104, 69)),
            seen=n - 1,
        )
        lend = told(
            loans.lend, sheet=sheet, actor=PHONE, key=f"loan-{n}", seat=1, chips=5
        )
        answers = at_once(hand_in, lend, *(a_hand(sheet) for _ in range(3)))
        assert refusals(answers) == 0
        assert None not in answers
    assert owed_on(sheet) == (20, 0, 0, 0)


def held(first: Callable[[], Any], then: Callable[[], Any]) -> Any:
    """What `then` answers, which begins before `first` is committed.

    It has to wait for that; where it does not, half a second is enough to go wrong.
    """
    answers: list[Any] = []
    thread = Thread(target=lambda: answers.append(at_once(then)[0]))
    with transaction.atomic():
        done = first()
        thread.start()
        thread.join(0.5)
    thread.join()
    assert not isinstance(done, ActionRefused)
    return answers[0]


def from_hands(sheet: Sheet, seen: int = 0) -> Callable[[], Any]:
    """The table hands in its one hand."""
    marie = sheet.phones.get(seat=1)
    seats = builders.seats((103, 97, 103, 97))
    write = {
        "sheet": sheet,
        "actor": Actor.at_table(marie),
        "phone": marie,
        "key": "in",
    }
    return told(counts.count, **write, seats=seats, seen=seen, from_hands=True)


def confirming(sheet: Sheet) -> Callable[[], Any]:
    """Josef confirms on his phone what Marie handed in."""
    josef = sheet.phones.get(seat=2)
    write = {
        "sheet": sheet,
        "actor": Actor.at_table(josef),
        "phone": josef,
        "key": "second",
    }
    witness = {"witness": Count.Witness.PHONE, "witness_seat": 2}
    return told(counts.confirm, **write, **witness, seen=1)


def seating_right(sheet: Sheet, *people: Entry | None) -> Callable[[], Any]:
    write = {"sheet": sheet, "actor": PHONE, "key": f"right-{sheet.table}"}
    return told(seat_fixes.put_right, **write, entries=people)


@pytest.fixture
def without_chips(evening: Tournament, sheet: Sheet) -> Sheet:
    """A hand is recorded, Marie and Josef have their phones."""
    Tournament.objects.update(with_chips=False)
    builders.phone(sheet, 1)
    builders.phone(sheet, 2)
    assert a_hand(sheet)().hand
    return Sheet.objects.select_related("round__tournament").get(pk=sheet.pk)


def test_no_hand_slips_in_while_hands_are_handed_in(without_chips: Sheet) -> None:
    answer = held(a_hand(without_chips), from_hands(without_chips))
    assert isinstance(answer, Conflict)


def test_no_hand_slips_in_while_a_count_comes_in_force(without_chips: Sheet) -> None:
    from_hands(without_chips)()
    answer = held(a_hand(without_chips), confirming(without_chips))
    assert isinstance(answer, Conflict)


def test_a_hand_that_comes_while_a_count_comes_in_force_is_late(
    without_chips: Sheet,
) -> None:
    from_hands(without_chips)()
    answer = held(confirming(without_chips), a_hand(without_chips))
    assert (answer.hand, answer.tray.why) == (None, "late")


def test_no_loan_slips_in_while_a_count_comes_in_force(sheet: Sheet) -> None:
    second = builders.member(sheet.round.tournament.club)
    builders.counted(sheet)
    lend = told(loans.lend, sheet=sheet, actor=PHONE, key="k", seat=1, chips=5)
    verify = told(builders.confirmed, sheet=sheet, by=second)
    assert isinstance(held(verify, lend), ActionRefused)


def test_no_seat_becomes_free_while_its_sheet_comes_in_force(sheet: Sheet) -> None:
    second = builders.member(sheet.round.tournament.club)
    people = [seat.entry for seat in sheet.seats.select_related("entry")]
    builders.counted(sheet)
    verify = told(builders.confirmed, sheet=sheet, by=second)
    freed = held(seating_right(sheet, None, *people[1:]), verify)
    assert "First choose who’s in seat 1" in str(freed)


def test_nobody_is_taken_from_a_sheet_that_comes_in_force(sheet: Sheet) -> None:
    second = builders.member(sheet.round.tournament.club)
    people = [seat.entry for seat in sheet.seats.select_related("entry")]
    other = sheet.round.sheets.get(table=2)
    theirs = [seat.entry for seat in other.seats.select_related("entry")]
    builders.counted(sheet)
    verify = told(builders.confirmed, sheet=sheet, by=second)
    answer = held(verify, seating_right(other, people[0], *theirs[1:]))
    assert "already verified" in str(answer)


def test_of_two_tables_that_put_one_person_right_the_later_wins(sheet: Sheet) -> None:
    people = list(sheet.round.tournament.entries.order_by("number"))
    other = sheet.round.sheets.get(table=2)
    answer = held(
        seating_right(sheet, people[8], *people[1:4]),
        seating_right(other, people[8], *people[5:8]),
    )
    assert answer == other
    assert Seat.objects.get(entry=people[8]).sheet == other
    assert sheet.seats.get(position=1).entry is None
