"""Recording hands: checked, settled, kept once."""

from typing import Any

import pytest

from scoring.models import Hand, Round, Sheet
from scoring.selectors.hands import explained, nets_of
from scoring.services import hands
from scoring.services.changes import Refused
from tests import builders as build

pytestmark = pytest.mark.django_db

GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
NAMES = ("Marie", "Josef", "Anna", "Karel")


@pytest.fixture
def sheet() -> Sheet:
    return build.open_sheet(build.tournament(build.club()))


def record(sheet: Sheet, key: str = "one", **facts: Any) -> hands.Recorded:
    wanted = {"record": GAME, "by": build.command(), **facts}
    return hands.record(sheet=sheet, key=key, **wanted)


def test_a_hand_is_settled_and_kept(sheet):
    made = record(sheet)
    assert made.problems == ()
    assert (made.hand.number, made.hand.net) == (1, (3, -3, 3, -3))
    assert nets_of(sheet) == (3, -3, 3, -3)


def test_a_resent_hand_is_the_same_hand(sheet):
    assert record(sheet).hand == record(sheet).hand
    assert Hand.objects.count() == 1


def test_a_record_with_problems_is_not_kept(sheet):
    made = record(sheet, record={**GAME, "points": 107, "partner": 1})
    assert made.hand is None
    assert {problem.field for problem in made.problems} == {"points", "partner"}
    assert not Hand.objects.exists()


@pytest.mark.parametrize("bad", [{}, {"bid": "povinost", "nonsense": 1}])
def test_any_record_gets_problems_never_an_error(sheet, bad):
    assert record(sheet, record=bad).problems


def test_house_rules_of_the_tournament_settle_it():
    tournament = build.tournament(build.club(), house_rules={"prever_set_on_win": True})
    prever = {"bid": "prever", "declarer": 2, "points": 59, "prever_set": 2}
    made = record(build.open_sheet(tournament), record=prever)
    assert made.hand.net == (-10, 30, -10, -10)


def test_a_changed_hand_replaces_the_old_one_and_keeps_its_number(sheet):
    first = record(sheet).hand
    record(sheet, "two")
    better = record(
        sheet, "three", record={**GAME, "points": 47}, replaces=first.pk
    ).hand
    assert better.number == 1
    assert nets_of(sheet) == (0, 0, 0, 0)
    assert explained(sheet)[0].hand == better


def test_a_hand_is_replaced_once(sheet):
    first = record(sheet).hand
    record(sheet, "two", replaces=first.pk)
    with pytest.raises(Refused, match="meanwhile"):
        record(sheet, "three", replaces=first.pk)


def test_a_void_hand_counts_for_nothing_and_says_why(sheet):
    hand = record(sheet).hand
    with pytest.raises(Refused, match="why"):
        hands.void(hand=hand, by=build.command(), reason=" ")
    voided = hands.void(hand=hand, by=build.command(), reason="misdealt")
    assert voided.void_reason == "misdealt"
    assert nets_of(sheet) == (0, 0, 0, 0)
    again = hands.void(hand=hand, by=build.command(), reason="again")
    assert again.void_reason == "misdealt"


def test_a_round_that_is_over_takes_no_hands(sheet):
    Round.objects.update(state=Round.State.FINISHED)
    with pytest.raises(Refused, match="not open"):
        record(sheet)


def test_why_names_people_sections_and_adds_up(sheet):
    record(sheet)
    (each,) = explained(sheet)
    lines = each.lines(NAMES)
    assert each.agrees
    assert {(line.payer, line.payee) for line in lines} == {
        ("Josef", "Marie"),
        ("Karel", "Anna"),
    }
    assert all(line.chips == 3 and "§" in line.section for line in lines)


def test_rules_changed_since_are_noticed(sheet):
    hand = record(sheet).hand
    Hand.objects.filter(pk=hand.pk).update(net1=4, net2=-4, net3=4, net4=-4)
    assert not explained(sheet)[0].agrees
