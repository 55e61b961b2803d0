"""Sheets of three and of four: a pool, and deals that follow on one another."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.sheet import SeatCount
from scoring.audit.integrity import differences_in
from scoring.audit.ledger import ledger_of
from scoring.core.writes import ActionRefused, Conflict
from scoring.desk.table_board import round_board
from scoring.games.table_rules import rules_at
from scoring.models import Change, Count, Hand, Sheet, Tournament, TrayHand
from scoring.phones.phone_state import state_of
from scoring.sheets import hand_rulings, hand_writes
from scoring.sheets.hands import (
    hands_in_force,
    if_recorded,
    if_void,
    totals_of,
    versions_of,
)
from scoring.tournaments.tournaments import change
from tests import builders as build
from tests.games import pebbles
from tests.markup import flowing
from tests.messages import message
from tests.scoring.at_desk import address, signed_in

pytestmark = pytest.mark.django_db
WON = {"kind": "won", "winner": 2, "stones": [3, 5, 1]}
DOUBLED = {**WON, "pool": "doubles"}
PASSED = {"kind": "passed"}


@pytest.fixture(autouse=True)
def _in_place() -> Iterator[None]:
    with pebbles.in_place():
        yield


def evening(*sizes: int, **facts: Any) -> Tournament:
    """A round open at tables of these sizes."""
    given = {"game": "pebbles", "preset": "brook", "start_chips": 20, **facts}
    made = build.tournament(build.club(), **given)
    people = iter(build.entries(made, sum(sizes)))
    build.published_round(made, [[next(people) for _ in range(n)] for n in sizes])
    return made


def table(number: int = 1) -> Sheet:
    return Sheet.objects.get(table=number)


def deal(
    record: dict[str, Any], dealer: int = 3, **facts: Any
) -> hand_writes.HandWriteResult:
    """The next deal of table 1, or another version of one."""
    sheet = table()
    key = facts.pop("key", f"deal {sheet.hands.count() + sheet.tray.count() + 1}")
    whole = {**record, "table": sheet.size, "dealer": dealer}
    made = build.recorded(sheet, build.command(), key=key, record=whole, **facts)
    assert made.problems == ()
    return made


def nets() -> list[tuple[int, ...]]:
    return [hand.net for hand in hands_in_force(table())]


def test_a_pool_and_the_seats_are_nothing_together() -> None:
    evening(3)
    assert deal(PASSED).hand.net == (-1, -1, -1)
    assert Hand.objects.get().aside == 3
    assert deal(WON, 1).hand.net == (-1, 5, -1)
    assert totals_of(table()) == [18, 24, 18]
    assert Hand.objects.latest("pk").aside == -3
    assert state_of(table())["sheet"]["aside"] == 0


def test_the_dealer_of_four_sits_out() -> None:
    evening(4)
    made = deal({**WON, "stones": [3, 5, 1, 0]}, dealer=4)
    assert (made.hand.net, made.hand.dealer) == ((-1, 2, -1, 0), 4)
    assert state_of(table())["sheet"]["must_total"] == 80


def test_a_record_says_how_many_sit_there() -> None:
    evening(3)
    record = {**PASSED, "table": 4, "dealer": 1}
    made = build.recorded(table(), build.command(), key="one", record=record)
    assert [each.field for each in made.problems] == ["table"]
    assert not Hand.objects.exists()


def test_what_a_deal_leaves_is_told_at_the_table() -> None:
    evening(3)
    assert state_of(table())["sheet"]["badges"] == []
    deal(DOUBLED)
    told = state_of(table())["sheet"]["badges"]
    assert told == ["pool 5", "doubled until it is taken"]


@pytest.mark.parametrize("taken_out", [True, False], ids=["void", "changed"])
def test_later_deals_follow_on_what_becomes_of_one(taken_out: bool) -> None:
    evening(3)
    first = deal(DOUBLED, key="one").hand
    deal(WON, 1)
    assert nets() == [(-2, -1, -2), (-2, 9, -2)]
    if taken_out:
        by = build.command()
        hand_writes.void(
            sheet=table(), actor=by, key="v", hand="one", reason="misdealt"
        )
        assert nets() == [(-1, 2, -1)]
    else:
        deal(PASSED, key="two", replaces="one", reason="misread")
        assert nets() == [(-1, -1, -1), (-1, 5, -1)]
    assert "(hand 2 recalculated)" in Change.objects.latest("pk").text
    assert first.number == 1
    assert [*differences_in(Tournament.objects.get())] == []


def test_what_would_move_is_said_before() -> None:
    evening(3)
    deal(DOUBLED, key="one")
    deal(WON, 1)
    versions = versions_of(table())
    [moved] = if_void(table(), versions[0])
    assert (moved.number, moved.before, moved.after) == (2, (-2, 9, -2), (-1, 2, -1))
    record = {**PASSED, "table": 3, "dealer": 3}
    foreseen = if_recorded(table(), record, versions, versions[0])
    assert foreseen.settlement.net == (-1, -1, -1)
    assert [each.after for each in foreseen.moved] == [(-1, 5, -1)]
    assert nets() == [(-2, -1, -2), (-2, 9, -2)]
    assert if_recorded(table(), {"kind": "won"}, versions).problems


def test_a_version_that_was_changed_before_does_not_come_back_with_a_void_one() -> None:
    evening(3)
    deal(DOUBLED, key="one")
    deal(PASSED, key="two", replaces="one", reason="misread")
    deal(WON, 1)
    *_, changed, _ = versions_of(table())
    [moved] = if_void(table(), changed)
    hand_writes.void(
        sheet=table(), actor=build.command(), key="v", hand="two", reason="misdealt"
    )
    assert nets() == [moved.after] == [(-1, 2, -1)]


def test_one_that_waited_takes_its_place_among_the_others() -> None:
    evening(3)
    deal(PASSED, key="one")
    deal(WON, 1)
    waiting = deal(DOUBLED, key="two", number=1).tray
    assert waiting.why == TrayHand.Why.DOUBLE
    [told] = state_of(table())["tray"]
    assert told["net"] == (-2, -1, -2)
    hand_writes.resolve_tray_hand(item=waiting, actor=build.command(), take="mine")
    assert nets() == [(-2, -1, -2), (-2, 9, -2)]
    assert [*differences_in(Tournament.objects.get())] == []


def test_other_house_rules_settle_all_deals_anew() -> None:
    made = evening(3)
    deal(PASSED)
    deal(WON, 1)
    facts = {"house_rules": {"stake": 2}, "reason": "agreed so"}
    change(tournament=made, actor=build.command(), **facts)
    assert nets() == [(-2, -2, -2), (-2, 10, -2)]
    assert [*differences_in(Tournament.objects.get())] == []


def test_the_audit_folds_the_deals_itself() -> None:
    made = evening(3)
    deal(DOUBLED)
    deal(WON, 1)
    Hand.objects.filter(number=1).update(
        state={"pool": 1, "doubled": False, "table": 3}
    )
    [said] = differences_in(made)
    assert said.endswith("what it leaves to the next one is not what it should")


def count(*held: int, **facts: Any) -> Count:
    return build.counted(table(), seats=[*map(SeatCount, held)], **facts)


def test_what_lies_in_the_pool_is_part_of_the_sum() -> None:
    made = evening(3)
    deal(PASSED)
    assert count(19, 19, 20).difference == 1
    right = count(19, 19, 19)
    assert (right.aside, right.must_total, right.balances) == (3, 60, True)
    build.confirmed(table())
    assert [seat.score for seat in table().seats.all()] == [19, 19, 19]
    assert [*differences_in(made)] == []
    assert ledger_of(made).is_right


def test_a_deal_after_the_count_needs_another_count() -> None:
    evening(3)
    deal(PASSED)
    count(19, 19, 19)
    deal(PASSED, 1)
    with pytest.raises(
        Conflict,
        match=message(
            "A hand was added or changed after this count. Count the sheet again."
        ),
    ):
        build.confirmed(table())


def test_without_deals_only_a_second_count_says_that_it_is_right() -> None:
    evening(4)
    assert state_of(table())["sheet"]["aside"] is None
    counted = count(30, 20, 15, 5)
    assert (counted.aside, counted.balances) == (10, True)
    with pytest.raises(ActionRefused, match="enter all scores a second time"):
        build.confirmed(table())
    again = [*map(SeatCount, (30, 20, 15, 4))]
    assert not build.confirmed(table(), again=again).agreed
    again = [*map(SeatCount, (30, 20, 15, 5))]
    assert build.confirmed(table(), again=again).agreed
    assert [seat.score for seat in table().seats.all()] == [30, 20, 15, 5]


def test_without_chips_the_deals_are_handed_in() -> None:
    made = evening(3, with_chips=False, start_chips=0)
    deal(PASSED)
    deal(DOUBLED, 1)
    keeper = build.phone(table())
    held = tuple(totals_of(table()))
    assert held == (-3, -2, -3)
    count(*held, phone=keeper, from_hands=True)
    build.confirmed(table())
    assert [*differences_in(made)] == []


def test_a_judge_moves_chips_among_three() -> None:
    evening(3)
    deal(PASSED)
    facts = {"number": 1, "reason": "looked", "key": "r", "seen": 0}
    by = build.command()
    hand_rulings.rule(sheet=table(), actor=by, chips=(2, -1, -1), **facts)
    assert totals_of(table()) == [21, 18, 18]


RECORDS = st.sampled_from([WON, DOUBLED, PASSED, {**WON, "called": 1}])
STEPS = st.lists(
    st.tuples(st.sampled_from(["deal", "change", "void"]), st.integers(0, 9), RECORDS),
    min_size=1,
    max_size=8,
)


@given(STEPS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_becomes_of_deals_the_rest_follows(
    steps: list[tuple[str, int, dict[str, Any]]],
) -> None:
    with transaction.atomic():
        evening(3)
        for n, (what, at, record) in enumerate(steps):
            stand, key = hands_in_force(table()), f"{n}"
            if what == "deal" or not stand:
                deal(record, n % 3 + 1, key=key)
            elif what == "change":
                old = stand[at % len(stand)]
                facts = {"replaces": old.key, "reason": "misread"}
                deal(record, old.dealer, key=key, **facts)
            else:
                old = stand[at % len(stand)]
                facts = {
                    "actor": build.command(),
                    "hand": old.key,
                    "reason": "misdealt",
                }
                hand_writes.void(sheet=table(), key=key, **facts)
        stand = hands_in_force(table())
        folded = [*rules_at(table()).fold([hand.record for hand in stand])]
        assert [hand.net for hand in stand] == [each.net for each in folded]
        assert [hand.state for hand in stand] == [each.state for each in folded]
        assert [*differences_in(Tournament.objects.get())] == []
        transaction.set_rollback(True)


def test_the_desk_sees_what_else_moves_before_it_voids_a_hand() -> None:
    made = evening(3)
    deal(DOUBLED, key="one")
    deal(WON, 1)
    director = signed_in(build.member(made.club, "director", "anna"))
    page = flowing(director.get(f"{address(table())}hands/1/"))
    assert message("Hand {number} changes too:", number=2) in page
    assert "−2 → −1" in page


def test_the_larger_table_has_more_deals_so_that_everybody_plays_as_often() -> None:
    made = evening(3, 4, hands_per_round=12)
    told = [state_of(table(number))["sheet"]["hands"] for number in (1, 2)]
    assert told == [12, 16]
    [rnd] = made.rounds.all()
    board = round_board(rnd, timezone.now())
    assert {each.table: each.planned for each in board.tables} == {1: 12, 2: 16}
