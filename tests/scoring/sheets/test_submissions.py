"""Handing in at the table: chips counted on a phone, or hands where no chips lie."""

from typing import Any

import pytest

from rules.sheet import SeatCount
from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.models import Count, Phone, Sheet, Tournament, TrayHand
from scoring.phones import loans
from scoring.sheets import counts, hand_writes, phones
from scoring.sheets.sheet import SheetState, life_of
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.words import CLOSED, SHEET_CHANGED

pytestmark = pytest.mark.django_db

GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
BY_HANDS = (103, 97, 103, 97)


@pytest.fixture
def without_chips() -> Tournament:
    return build.tournament(build.club(), with_chips=False)


@pytest.fixture
def marie(sheet: Sheet) -> Phone:
    return build.phone(sheet)


def hand_in(phone: Phone, held: Any = build.EVEN, **facts: Any) -> counts.CountResult:
    sheet = phone.sheet
    return counts.count(
        sheet=sheet,
        actor=Actor.at_table(phone),
        phone=phone,
        seats=facts.pop("seats", None) or build.seats(held),
        **{"seen": build.seen(sheet), "key": "handed-in", **facts},
    )


def play(sheet: Sheet, key: str = "one", **facts: Any) -> hand_writes.HandWriteResult:
    return build.recorded(
        sheet=sheet, by=build.command(), key=key, **{"record": GAME, **facts}
    )


def test_a_table_hands_in_what_it_counted(sheet, marie):
    made = hand_in(marie).count
    assert (made.by, made.by_name, made.source) == (None, marie.name, "table")
    assert (made.phone, made.scores) == (marie, build.EVEN)
    assert life_of(sheet).state == SheetState.COUNTED


def test_what_does_not_balance_is_kept_as_it_stands(sheet, marie):
    assert hand_in(marie, held=(131, 96, 104, 60)).count.difference == -9
    assert life_of(sheet).state == SheetState.UNBALANCED


def test_a_count_sent_twice_is_one(sheet, marie):
    first = hand_in(marie, seen=0)
    assert hand_in(marie, seen=0).count == first.count
    assert Count.objects.count() == 1


def test_a_table_does_not_count_over_the_desk(sheet, marie):
    anna = build.member(sheet.round.tournament.club, "director", "anna")
    build.counted(sheet, anna)
    with pytest.raises(Conflict, match=f"Anna Hlavac {SHEET_CHANGED}"):
        hand_in(marie, held=(113, 114, 104, 69), seen=0)


def test_a_verified_sheet_takes_no_count_from_the_table(sheet, marie):
    build.verified_sheet(sheet)
    with pytest.raises(ActionRefused, match="verified"):
        hand_in(marie, held=(113, 114, 104, 69))


def test_a_ruling_that_stands_is_not_counted_away(sheet, marie):
    anna = build.member(sheet.round.tournament.club, "director", "anna")
    ruled = build.seats((131, 96, 104, 60), ruled=(0, 0, 0, 9))
    build.counted(sheet, anna, seats=ruled, reason="§31", may_rule=True)
    with pytest.raises(
        ActionRefused,
        match=message(
            "The director made a ruling on this sheet. Call the director to change it."
        ),
    ):
        hand_in(marie)


def test_a_page_that_the_desk_closed_takes_no_count(sheet, marie):
    phones.revoke(sheet=sheet, actor=build.command())
    with pytest.raises(ActionRefused, match=CLOSED):
        hand_in(marie)


def test_a_phone_of_another_table_is_refused(tournament, sheet, marie):
    other = build.published_round(tournament, 2).sheets.get(table=2)
    with pytest.raises(ActionRefused, match="another table"):
        counts.count(
            sheet=other,
            actor=Actor.at_table(marie),
            phone=marie,
            seats=build.seats(),
            seen=0,
            key="k",
        )


@in_turn(
    "seat, field",
    [
        (SeatCount(-1), "held.2"),
        (SeatCount(1_000_001), "held.2"),
        (SeatCount(96, -1), "borrowed.2"),
        (SeatCount(96, 1_000_001), "borrowed.2"),
        (SeatCount(96.0), "held.2"),
        (SeatCount("96"), "held.2"),
        (SeatCount(True), "held.2"),
        (SeatCount(96, None), "borrowed.2"),
    ],
)
def test_chips_are_whole_and_not_below_0(sheet, marie, seat, field):
    seats = [SeatCount(131), seat, SeatCount(104), SeatCount(69)]
    with pytest.raises(ActionRefused, match="Josef Marek") as refused:
        hand_in(marie, seats=seats)
    assert refused.value.field == field
    assert not Count.objects.exists()


def test_the_most_chips_there_can_be_are_kept(sheet, marie):
    seats = [SeatCount(1_000_000, 1_000_000), *build.seats()[1:]]
    assert hand_in(marie, seats=seats).count.score1 == 0


def test_a_sheet_has_four_seats(sheet, marie):
    with pytest.raises(ActionRefused, match="four"):
        hand_in(marie, seats=build.seats()[:3])


def test_where_points_start_at_0_a_score_may_be_below_0_but_no_loan():
    marie = build.phone(build.open_sheet(build.tournament(build.club(), start_chips=0)))
    assert hand_in(marie, held=(10, -4, 0, -6)).count.balances
    loan = build.seats((10, -4, 0, -6), (0, -1, 0, 0))
    with pytest.raises(ActionRefused) as refused:
        hand_in(marie, seats=loan, key="other")
    assert refused.value.field == "borrowed.2"


def test_colours_are_kept_in_full(sheet, marie):
    chips = [*build.COLOURS[:3], {"blue": 6, "white": 9}]
    made = hand_in(marie, chips=chips).count
    assert made.chips == [*build.COLOURS[:3], {"blue": 6, "red": 0, "white": 9}]


def test_a_seat_may_leave_its_colours_out(sheet, marie):
    assert hand_in(marie, chips=[None, *build.COLOURS[1:]]).count.chips[0] is None
    assert hand_in(marie, chips=[None] * 4, key="other").count.chips is None


@in_turn(
    "colours",
    [
        {"blue": 9, "red": 1, "white": 2},
        {"blue": -1, "red": 21, "white": 1},
        {"blue": 9.6},
        {"blue": 10**4299},
        {"blue": True, "white": 86},
        {"blue": "9", "white": 6},
        {"gold": 96},
        [9, 0, 6],
        96,
        "96",
    ],
)
def test_colours_that_are_no_count_or_worth_something_else(sheet, marie, colours):
    with pytest.raises(ActionRefused, match="Josef Marek") as refused:
        hand_in(marie, chips=[build.COLOURS[0], colours, *build.COLOURS[2:]])
    assert refused.value.field == "held.2"


@in_turn("chips", [[], build.COLOURS[:3], "none", {"blue": 1}, 0])
def test_colours_of_other_than_four_seats(sheet, marie, chips):
    with pytest.raises(ActionRefused) as refused:
        hand_in(marie, chips=chips)
    assert refused.value.field == "chips"


def test_where_chips_are_played_the_hands_do_not_decide(sheet, marie):
    play(sheet)
    with pytest.raises(
        ActionRefused,
        match=message(
            "The counted chips decide. Only the director can let you use the hands "
            "instead."
        ),
    ):
        hand_in(marie, held=BY_HANDS, from_hands=True)


def test_without_chips_the_hands_are_the_count(without_chips):
    sheet = build.open_sheet(without_chips)
    marie = build.phone(sheet)
    play(sheet)
    made = hand_in(marie, held=BY_HANDS, from_hands=True, chips=build.COLOURS).count
    assert (made.scores, made.borrowed, made.chips) == (BY_HANDS, (0,) * 4, None)
    assert life_of(sheet).state == SheetState.COUNTED


def test_without_chips_a_score_may_be_below_0(without_chips):
    Tournament.objects.filter(pk=without_chips.pk).update(start_chips=2)
    sheet = build.open_sheet(without_chips)
    marie = build.phone(sheet)
    play(sheet)
    assert hand_in(marie, held=(5, -1, 5, -1), from_hands=True).count.balances


def test_without_chips_nobody_counts(without_chips):
    marie = build.phone(build.open_sheet(without_chips))
    with pytest.raises(
        ActionRefused,
        match=message("This tournament plays without chips, so submit the hands."),
    ):
        hand_in(marie)


def test_without_chips_nobody_lends(without_chips):
    sheet = build.open_sheet(without_chips)
    with pytest.raises(ActionRefused, match="no bank"):
        loans.lend(sheet=sheet, actor=build.command(), key="k", seat=1, chips=20)


def test_a_hand_that_came_in_meanwhile_is_a_conflict(without_chips):
    sheet = build.open_sheet(without_chips)
    marie = build.phone(sheet)
    play(sheet)
    play(sheet, "two")
    with pytest.raises(Conflict, match="hand was added or changed"):
        hand_in(marie, held=BY_HANDS, from_hands=True)


def test_without_a_hand_there_is_nothing_to_hand_in(without_chips):
    marie = build.phone(build.open_sheet(without_chips))
    with pytest.raises(
        ActionRefused,
        match=message("No hands are recorded yet, so there’s nothing to submit."),
    ):
        hand_in(marie, held=(100,) * 4, from_hands=True)


def test_a_hand_recorded_twice_is_first_chosen(without_chips):
    sheet = build.open_sheet(without_chips)
    marie = build.phone(sheet)
    play(sheet, number=1)
    play(sheet, "rival", number=1, record={**GAME, "points": 60})
    assert TrayHand.objects.filter(why="double").exists()
    with pytest.raises(ActionRefused, match="choose which"):
        hand_in(marie, held=BY_HANDS, from_hands=True)


def test_hands_that_changed_after_handing_in_are_not_verified(without_chips):
    """Neither by a phone nor at the desk: the scores in force are those of the hands."""
    sheet = build.open_sheet(without_chips)
    marie = build.phone(sheet)
    karel = build.member(without_chips.club, "scorekeeper", "karel")
    play(sheet)
    hand_in(marie, held=BY_HANDS, from_hands=True)
    play(sheet, "two")
    with pytest.raises(Conflict, match="hand was added or changed"):
        build.confirmed(sheet, karel)
    again = (106, 94, 106, 94)
    hand_in(marie, held=again, from_hands=True, key="again")
    assert build.confirmed(sheet, karel).count.scores == again
