"""Rulings on a hand: on the table, on the count, and back."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from clubs.models import User
from scoring.audit.integrity import differences_in
from scoring.core.names import names_on
from scoring.core.writes import ActionRefused, Conflict
from scoring.draw import rounds
from scoring.models import Change, Count, HandRuling, Loan, Sheet
from scoring.phones.phone_state import state_of
from scoring.results.impact import effects_of_scores
from scoring.sheets import counts, hand_rulings, hand_writes
from scoring.sheets.discrepancies import differences_from_notes, explanations_of
from scoring.sheets.hand_rulings import OnCount, put_on
from scoring.sheets.hands import hands_in_force, moved_on, totals_of
from scoring.sheets.rulings import is_counted, rulings_on_sheet
from scoring.sheets.sheet import Life, life_of
from tests import builders as build
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.messages import message
from tests.scoring.at_table import GAME

pytestmark = pytest.mark.django_db

BY = build.command()
WHY = "Karel looked at the Talon"
CHIPS = (2, 2, 2, -6)
# 100 + (3, −3, 3, −3) of the one hand, then the ruling's chips
HANDS_AND_RULING = (105, 99, 105, 91)
HANDS_ALONE = (103, 97, 103, 97)


@pytest.fixture
def sheet() -> Sheet:
    """One hand recorded, the other table still out."""
    sheet = build.published_round(build.tournament(build.club()), 2).sheets.get(table=1)
    build.recorded(sheet=sheet, by=BY, key="hand", record=GAME)
    return sheet


@pytest.fixture
def second(sheet: Sheet) -> User:
    return build.member(sheet.round.tournament.club)


@pytest.fixture(autouse=True)
def consistent(sheet: Sheet) -> Iterator[None]:
    yield
    assert list(differences_in(fresh(sheet).round.tournament)) == []


def fresh(sheet: Sheet) -> Sheet:
    return Sheet.objects.get(pk=sheet.pk)


def life(sheet: Sheet) -> Life:
    return life_of(fresh(sheet))


def rule(sheet: Sheet, **facts: Any) -> HandRuling:
    return hand_rulings.rule(
        sheet=sheet,
        actor=BY,
        **{"number": 1, "chips": CHIPS, "reason": WHY, "section": "24"}
        | {"key": "ruling", "seen": build.seen(sheet), **facts},
    )


def back(
    ruling: HandRuling, on_count: str = "", reason: str = "He did not"
) -> HandRuling:
    return hand_rulings.reverse(
        ruling=ruling,
        actor=BY,
        reason=reason,
        seen=build.seen(ruling.sheet),
        on_count=on_count,
    )


def test_while_the_sheet_is_open_the_table_moves_the_chips(sheet: Sheet) -> None:
    made = rule(sheet)

    assert (made.section, made.hand.number, made.by_name) == ("§24", 1, BY.name)
    assert totals_of(sheet) == list(HANDS_AND_RULING)
    assert not Count.objects.exists()
    (told,) = state_of(sheet)["rulings"]
    assert (told["number"], told["chips"], told["reversed"]) == (1, CHIPS, "")
    assert (
        log_text("ruling.hand", number="1", round="1", table="1", why="§24: Karel")
        in Change.objects.first().text
    )


def test_the_phones_learn_of_it(sheet: Sheet) -> None:
    before = fresh(sheet).version
    rule(sheet)
    assert fresh(sheet).version > before


def test_what_explains_a_difference_knows_of_it(sheet: Sheet) -> None:
    rule(sheet)
    made = build.counted(sheet, held=(105, 99, 105, 81))

    assert explanations_of(fresh(sheet), made)[0].seat == 4
    force = hands_in_force(sheet)
    (said,) = differences_from_notes(fresh(sheet), made, force, names_on(sheet))
    assert (
        message(
            "{who} counted {counted}, but the recorded hands say {by_hands}.",
            who="Karel Novak",
            counted=81,
            by_hands=91,
        )
        in said
    )


def test_a_loan_that_the_table_noted_is_looked_for_where_it_was_noted(
    sheet: Sheet,
) -> None:
    Loan.objects.create(sheet=sheet, key="l" * 32, seat=1, chips=50, by_name="Marie")
    made = build.counted(sheet, held=(250, 100, 52, 48))
    found = explanations_of(fresh(sheet), made)[0]
    assert (found.seat, found.field, found.meant) == (1, "borrowed", 50)


def test_a_later_version_of_the_hand_keeps_it(sheet: Sheet) -> None:
    rule(sheet)
    lost = {**GAME, "points": 47}
    build.recorded(
        sheet=sheet, by=BY, key="b", record=lost, replaces="hand", reason="miscounted"
    )
    assert moved_on(fresh(sheet), hands_in_force(sheet)) == (-1, 5, -1, -3)


def test_hands_that_are_handed_in_have_it_in_them(sheet: Sheet) -> None:
    tournament = sheet.round.tournament
    tournament.with_chips = False
    tournament.save()
    rule(sheet)
    with pytest.raises(
        Conflict,
        match=message(
            "A hand was added or changed while you were counting. Check the totals."
        ),
    ):
        build.counted(sheet, held=HANDS_ALONE, from_hands=True)
    assert build.counted(sheet, held=HANDS_AND_RULING, from_hands=True).balances


@in_turn(
    "wrong, field",
    [
        ({"chips": (0, 0, 0, 0)}, "chips"),
        ({"chips": (2, 0, 0, 0)}, "chips"),
        ({"reason": " "}, "reason"),
        ({"section": "§99"}, "section"),
        ({"number": 7}, ""),
    ],
)
def test_what_is_no_ruling(sheet: Sheet, wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(ActionRefused) as refused:
        rule(sheet, **wrong)
    assert refused.value.field == field
    assert not HandRuling.objects.exists()


def test_the_database_holds_that_it_adds_up_to_0(sheet: Sheet) -> None:
    made = rule(sheet)
    made.chips4 = 0
    with pytest.raises(IntegrityError), transaction.atomic():
        made.save()


def test_the_same_form_sent_twice_rules_once(sheet: Sheet) -> None:
    assert rule(sheet) == rule(sheet)
    with pytest.raises(Conflict):
        rule(sheet, chips=(6, -2, -2, -2))
    assert totals_of(sheet) == list(HANDS_AND_RULING)


def test_a_cancelled_round_is_not_ruled_upon(sheet: Sheet) -> None:
    rounds.cancel(rnd=sheet.round, actor=BY, reason="Fire alarm")
    with pytest.raises(ActionRefused, match="canceled"):
        rule(sheet)


# --- Where the table is counted ---------------------------------------------------


def test_a_counted_table_says_whether_its_chips_have_it(sheet: Sheet) -> None:
    build.counted(sheet, held=HANDS_ALONE)
    with pytest.raises(ActionRefused) as refused:
        rule(sheet)
    assert refused.value.field == "on_count"


def test_it_goes_on_a_count_that_waits(sheet: Sheet) -> None:
    build.counted(sheet, held=HANDS_ALONE)
    made = rule(sheet, on_count=OnCount.ADD)

    pending = life(sheet).pending
    assert (pending.ruled, pending.scores) == (CHIPS, HANDS_AND_RULING)
    assert pending.reason == f"Ruling on hand 1: §24: {WHY}"
    assert is_counted(made, life(sheet))


def test_chips_counted_with_it_stay_as_they_are(sheet: Sheet) -> None:
    build.verified_sheet(sheet, HANDS_AND_RULING)
    made = rule(sheet, on_count=OnCount.INCLUDED)

    assert life(sheet).in_force.scores == HANDS_AND_RULING
    assert not life(sheet).correction_waits
    assert not is_counted(made, life(sheet))


def test_a_verified_sheet_is_corrected_by_two(sheet: Sheet, second: User) -> None:
    build.verified_sheet(sheet, HANDS_ALONE)
    early = effects_of_scores(fresh(sheet), HANDS_AND_RULING)
    assert (early.moved, early.running.round) == ((), 1)  # the round is not over
    build.verified_sheet(sheet.round.sheets.get(table=2))
    effects = effects_of_scores(fresh(sheet), put_on(life(sheet).in_force, CHIPS))
    rule(sheet, on_count=OnCount.ADD)

    waits = life(sheet)
    assert (waits.in_force.scores, waits.pending.scores) == (
        HANDS_ALONE,
        HANDS_AND_RULING,
    )
    assert ("Karel Novak", 97, 91) in {
        (one.name, one.old_total, one.new_total) for one in effects.moved
    }
    build.confirmed(sheet, second)
    assert life(sheet).in_force.scores == HANDS_AND_RULING
    # It is one ruling, not one on the hand and another on the sheet.
    names = names_on(sheet)
    (told,) = rulings_on_sheet(fresh(sheet), life(sheet), names)
    assert (told.where, told.section) == (
        message("Round {round}, table {table}, hand {hand}", round=1, table=1, hand=1),
        "§24",
    )
    assert ("Karel Novak", -6) in told.chips


def test_while_a_correction_waits_no_ruling_goes_over_it(sheet: Sheet) -> None:
    build.verified_sheet(sheet, HANDS_ALONE)
    build.corrected(sheet)
    with pytest.raises(ActionRefused, match="has a correction that isn’t verified yet"):
        rule(sheet, on_count=OnCount.ADD)


def test_who_saw_another_count_is_told(sheet: Sheet) -> None:
    build.counted(sheet, held=HANDS_ALONE)
    with pytest.raises(Conflict):
        rule(sheet, seen=0, on_count=OnCount.ADD)
    assert not HandRuling.objects.exists()


# --- Back --------------------------------------------------------------------------


def test_taken_back_while_the_sheet_is_open(sheet: Sheet) -> None:
    made = back(rule(sheet))

    assert totals_of(sheet) == list(HANDS_ALONE)
    assert (made.reversed_by_name, made.reversal_reason) == (BY.name, "He did not")
    assert back(made, reason="again").reversal_reason == "He did not"


def test_taken_back_off_the_count(sheet: Sheet, second: User) -> None:
    build.verified_sheet(sheet, HANDS_ALONE)
    made = rule(sheet, on_count=OnCount.ADD)
    build.confirmed(sheet, second)
    back(made, OnCount.ADD)
    build.confirmed(sheet, second)

    assert life(sheet).in_force.scores == HANDS_ALONE
    assert not any(life(sheet).in_force.ruled)
    assert not is_counted(made, life(sheet))


def test_taking_back_needs_a_reason(sheet: Sheet) -> None:
    with pytest.raises(ActionRefused) as refused:
        back(rule(sheet), reason=" ")
    assert refused.value.field == "reason"


# --- A hand that is void -------------------------------------------------------------


def void(sheet: Sheet, **facts: Any) -> hand_writes.HandWriteResult:
    return hand_writes.void(
        sheet=sheet, actor=BY, key="void", hand="hand", reason="misdealt", **facts
    )


def test_a_phone_does_not_void_a_hand_ruled_upon(sheet: Sheet) -> None:
    rule(sheet)
    with pytest.raises(ActionRefused, match="A judge made a ruling on hand 1"):
        void(sheet)


def test_a_void_hand_keeps_a_ruling_that_stands(sheet: Sheet) -> None:
    rule(sheet)
    void(sheet, ruling_stands=True)
    assert moved_on(fresh(sheet), hands_in_force(sheet)) == CHIPS


def test_a_late_void_asks_too(sheet: Sheet, second: User) -> None:
    build.verified_sheet(sheet, HANDS_ALONE)
    item = void(sheet).tray
    rule(sheet, on_count=OnCount.INCLUDED)
    by = build.actor(second)
    with pytest.raises(ActionRefused, match="A judge made a ruling on hand 1"):
        hand_writes.resolve_tray_hand(
            item=item, actor=by, take="mine", reason="seen by all"
        )
    hand_writes.resolve_tray_hand(
        item=item, actor=by, take="mine", reason="seen by all", ruling_stands=True
    )
    assert hands_in_force(sheet) == []


# --- A ruling on the sheet itself ----------------------------------------------------


def test_a_ruling_on_the_sheet_is_a_receipt_too(sheet: Sheet, second: User) -> None:
    seats = build.seats((103, 97, 103, 87), ruled=(0, 0, 0, 10))
    facts = {"reason": "Nobody can say who has ten", "may_rule": True}
    build.counted(sheet, seats=seats, **facts)
    build.confirmed(sheet, second)
    (told,) = rulings_on_sheet(fresh(sheet), life(sheet), names_on(sheet))
    assert told.chips == (("Karel Novak", 10),)
    assert (told.reason, told.reversed_at) == (facts["reason"], None)

    counts.correct(
        sheet=sheet,
        actor=BY,
        seats=build.seats((103, 97, 103, 97)),
        seen=build.seen(sheet),
        key="found",
        reason="The ten lay under the table",
    )
    build.confirmed(sheet, second)
    (told,) = rulings_on_sheet(fresh(sheet), life(sheet), names_on(sheet))
    assert told.reversal_reason == "The ten lay under the table"


ODD = (
    (3, -3),
    (2, 2, 2, -6, 0),
    (1.5, -1.5, 0, 0),
    (True, -1, 0, 0),
    (10**12, -(10**12), 0, 0),
)


@in_turn("chips", ODD)
def test_chips_that_no_row_can_hold_are_refused(sheet: Sheet, chips: Any) -> None:
    with pytest.raises(ActionRefused) as refused:
        rule(sheet, chips=chips)
    assert refused.value.field == "chips"
    assert not HandRuling.objects.exists()
