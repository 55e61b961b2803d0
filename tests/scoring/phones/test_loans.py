"""Loans from the bank: noted once, never paid back beyond what is owed."""

from typing import Any

import pytest

from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.draw import rounds
from scoring.models import Change, Loan, Sheet
from scoring.phones import loans
from scoring.phones.phone_state import state_of
from scoring.sheets.discrepancies import differences_from_loans, owed_on
from tests import builders as build
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.messages import message

pytestmark = pytest.mark.django_db

NAMES = ("Marie", "Josef", "Anna", "Karel")
AT_TABLE = Actor(None, "Marie Kubala", "table")


@pytest.fixture
def sheet() -> Sheet:
    """Table 1 of two: its round stays open when it is verified."""
    tournament = build.tournament(build.club())
    return build.published_round(tournament, 2).sheets.get(table=1)


def lend(sheet: Sheet, chips: Any, seat: Any = 2, key: str = "") -> Loan:
    key = key or f"loan-{Loan.objects.count()}"
    return loans.lend(sheet=sheet, actor=AT_TABLE, key=key, seat=seat, chips=chips)


def test_a_loan_is_noted_with_who_noted_it(sheet):
    loan = lend(sheet, 20)
    assert (loan.sheet, loan.seat, loan.chips) == (sheet, 2, 20)
    assert loan.by_name == "Marie Kubala"
    assert owed_on(sheet) == (0, 20, 0, 0)


def test_what_is_paid_back_is_no_longer_owed(sheet):
    for chips in (50, -20, -30, 10):
        lend(sheet, chips)
    assert owed_on(sheet) == (0, 10, 0, 0)


def test_nobody_pays_back_more_than_he_owes(sheet):
    lend(sheet, 20)
    with pytest.raises(
        ActionRefused, match="Josef Marek owes the bank 20 and can’t pay back 30"
    ) as refused:
        lend(sheet, -30)
    assert refused.value.field == "chips"
    with pytest.raises(ActionRefused, match="Anna Svoboda owes the bank nothing"):
        lend(sheet, -20, seat=3)
    assert owed_on(sheet) == (0, 20, 0, 0)


def test_a_loan_sent_twice_is_one(sheet):
    assert lend(sheet, 20, key="once") == lend(sheet, 20, key="once")
    assert Loan.objects.count() == 1
    assert Change.objects.filter(what="loan").count() == 1


def test_a_payment_sent_twice_is_one_even_when_nothing_is_owed_any_more(sheet):
    lend(sheet, 20)
    assert lend(sheet, -20, key="back") == lend(sheet, -20, key="back")


@pytest.mark.parametrize("facts", [{"chips": 30}, {"chips": 20, "seat": 3}])
def test_a_key_used_for_another_loan_is_a_conflict(sheet, facts):
    lend(sheet, 20, key="once")
    with pytest.raises(
        Conflict, match=message("This was already saved with a different loan.")
    ):
        lend(sheet, key="once", **facts)


def test_two_tables_may_use_one_key(sheet):
    other = sheet.round.sheets.get(table=2)
    assert lend(sheet, 20, key="once") != lend(other, 20, key="once")


@in_turn("chips", [0, 100_001, -100_001, 1.0, True, "20", None])
def test_chips_are_whole_and_from_1_to_100_000(sheet, chips):
    with pytest.raises(ActionRefused, match="from 1 to 100,000") as refused:
        lend(sheet, chips)
    assert refused.value.field == "chips"
    assert not Loan.objects.exists()


def test_no_more_are_noted_than_a_round_can_hold(sheet, monkeypatch):
    monkeypatch.setattr(loans, "MOST_LOANS", 2)
    for n in range(2):
        lend(sheet, 1, key=f"loan-{n}")
    with pytest.raises(ActionRefused, match="2 loans are recorded"):
        lend(sheet, 1, key="one too many")
    assert lend(sheet, 1, key="loan-0").chips == 1, "sent again, it is the same loan"


def test_the_most_chips_are_lent_and_paid_back(sheet):
    lend(sheet, 1)
    lend(sheet, 100_000)
    lend(sheet, -100_000)
    assert owed_on(sheet) == (0, 1, 0, 0)


@in_turn("seat", [0, 5, None, "2"])
def test_a_loan_is_of_one_of_four_seats(sheet, seat):
    with pytest.raises(ActionRefused) as refused:
        lend(sheet, 20, seat=seat)
    assert refused.value.field == "seat"


def test_a_counted_sheet_still_takes_loans_a_verified_one_does_not(sheet):
    build.counted(sheet)
    lend(sheet, 20)
    build.confirmed(sheet)
    with pytest.raises(
        ActionRefused,
        match=message("This sheet is verified. Tell the desk about this loan."),
    ):
        lend(sheet, 20)


def test_a_cancelled_round_takes_no_loans(sheet):
    rounds.cancel(rnd=sheet.round, actor=build.command(), reason="a fire alarm")
    with pytest.raises(ActionRefused, match=r"isn’t being played\. Tell the desk"):
        lend(sheet, 20)


def test_the_log_says_who_borrowed_and_the_phones_learn_of_it(sheet):
    before = Sheet.objects.get(pk=sheet.pk).version
    lend(sheet, 20)
    lend(sheet, -5)
    texts = Change.objects.filter(what="loan").order_by("pk").values_list("text")
    assert [text for (text,) in texts] == [
        log_text("loan.made", name="Josef Marek", chips="20", round="1", table="1"),
        log_text("loan.paid_back", name="Josef Marek", chips="5", round="1", table="1"),
    ]
    assert Sheet.objects.get(pk=sheet.pk).version == before + 2


def test_a_loan_that_the_count_does_not_know_is_named(sheet):
    lend(sheet, 20)
    lend(sheet, 30, seat=3)
    seats = build.seats((131, 96, 134, 69), (0, 0, 30, 0))
    made = build.counted(sheet, seats=seats)
    said = "{}: the table’s notes say 20 borrowed, but the count says 0."
    assert differences_from_loans(made, sheet.loans.all(), NAMES) == [
        said.format("Josef")
    ]
    assert state_of(sheet)["count"]["differs"] == [said.format("Josef Marek")]


def test_where_no_loan_is_noted_none_is_missed(sheet):
    """Played on paper: loans stand on the count alone."""
    made = build.counted(sheet, seats=build.seats((131, 116, 104, 69), (0, 20, 0, 0)))
    assert differences_from_loans(made, sheet.loans.all(), NAMES) == []
