"""Choosing between two records of a hand, and taking those that came late."""

from typing import Any

import pytest

from clubs.models import User
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.models import Change, Hand, Sheet, TrayHand
from scoring.sheets import hand_writes
from scoring.sheets.hands import hands_in_force
from scoring.sheets.sheet import life_of
from scoring.tournaments import tournaments
from tests import builders as build
from tests.builders import nets_of
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.messages import message

pytestmark = pytest.mark.django_db

GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
LOST = {**GAME, "points": 47}
PHONE = Actor(None, "Marie Kubala", "table")
NETS = (3, -3, 3, -3)
LOST_NETS = (-3, 3, -3, 3)


@pytest.fixture
def sheet() -> Sheet:
    """One of two tables: the round goes on when this one is verified."""
    rnd = build.published_round(build.tournament(build.club()), 2)
    return rnd.sheets.get(table=1)


@pytest.fixture
def desk(sheet: Sheet) -> User:
    return build.member(sheet.round.tournament.club)


def record(sheet: Sheet, key: str, **facts: Any) -> hand_writes.HandWriteResult:
    return build.recorded(sheet=sheet, by=PHONE, key=key, **{"record": GAME, **facts})


def double(sheet: Sheet) -> TrayHand:
    """Hand 1 is recorded as won; another phone says it was lost."""
    record(sheet, "one", number=1)
    return record(sheet, "two", number=1, record=LOST, note="I saw it").tray


def choose(item: TrayHand, take: str, by: Actor = PHONE, **facts: Any) -> TrayHand:
    return hand_writes.resolve_tray_hand(item=item, actor=by, take=take, **facts)


@pytest.fixture(autouse=True)
def consistent(sheet: Sheet):
    yield
    assert not list(differences_in(sheet.round.tournament))


# --- Two records of a hand --------------------------------------------------


def test_the_trays_hand_instead_of_the_recorded_one(sheet):
    item = choose(double(sheet), "mine")
    assert (item.outcome, item.settled_by_name) == ("taken", "Marie Kubala")
    (hand,) = hands_in_force(sheet)
    assert (hand.key, hand.number, hand.replaces.key) == ("two", 1, "one")
    assert (hand.note, hand.reason) == ("I saw it", log_text("reason.chosen_of_two"))
    assert nets_of(sheet) == LOST_NETS


def test_the_recorded_one(sheet):
    item = choose(double(sheet), "theirs")
    assert item.outcome == "dropped"
    assert nets_of(sheet) == NETS
    assert Hand.objects.count() == 1


def test_two_different_hands(sheet):
    choose(double(sheet), "both")
    assert [(hand.key, hand.number) for hand in hands_in_force(sheet)] == [
        ("one", 1),
        ("two", 2),
    ]
    assert nets_of(sheet) == (0, 0, 0, 0)


def test_a_void_hand_may_stand_again(sheet):
    item = double(sheet)
    hand_writes.void(sheet=sheet, actor=PHONE, key="v", hand="one", reason="misdealt")
    choose(item, "mine")
    assert nets_of(sheet) == LOST_NETS


def test_the_newest_version_is_what_is_replaced(sheet):
    item = double(sheet)
    record(sheet, "three", replaces="one", reason="a king more")
    choose(item, "mine")
    (hand,) = hands_in_force(sheet)
    assert hand.replaces.key == "three"


def test_a_rival_change_keeps_its_own_reason(sheet):
    record(sheet, "one")
    record(sheet, "two", replaces="one", reason="first")
    item = record(
        sheet, "three", replaces="one", reason="a trick more", record=LOST
    ).tray
    choose(item, "mine", reason="we counted again")
    (hand,) = hands_in_force(sheet)
    assert (hand.key, hand.reason) == ("three", "a trick more")


def test_a_waiting_void_takes_the_hand_out(sheet):
    record(sheet, "one")
    record(sheet, "two", replaces="one", reason="first")
    item = hand_writes.void(
        sheet=sheet, actor=PHONE, key="v", hand="one", reason="misdeal"
    ).tray
    choose(item, "mine")
    assert Hand.objects.get(key="two").void_reason == "misdeal"
    assert nets_of(sheet) == (0, 0, 0, 0)


def test_a_waiting_void_of_a_hand_void_since_changes_nothing(sheet):
    record(sheet, "one")
    record(sheet, "two", replaces="one", reason="first")
    item = hand_writes.void(
        sheet=sheet, actor=PHONE, key="v", hand="one", reason="misdeal"
    ).tray
    hand_writes.void(sheet=sheet, actor=PHONE, key="w", hand="two", reason="a bad deal")
    choose(item, "mine")
    assert Hand.objects.get(key="two").void_reason == "a bad deal"


def test_a_waiting_void_left_out_changes_nothing(sheet):
    record(sheet, "one")
    record(sheet, "two", replaces="one", reason="first")
    item = hand_writes.void(
        sheet=sheet, actor=PHONE, key="v", hand="one", reason="misdeal"
    ).tray
    choose(item, "theirs")
    assert nets_of(sheet) == NETS


def test_the_log_says_what_was_chosen(sheet):
    choose(double(sheet), "mine", reason="we looked at the tricks")
    row = Change.objects.first()
    assert (row.what, row.by_name, row.sheet) == ("tray", "Marie Kubala", sheet)
    assert row.text == (
        "accepted hand 1 of round 1, table 1, from the tray: we looked at the tricks"
    )
    assert (row.old, row.new) == ("+3, −3, +3, −3", "−3, +3, −3, +3")


@pytest.mark.parametrize("take", hand_writes.CHOICES)
def test_choosing_twice_is_once(sheet, take):
    item = double(sheet)
    first = choose(item, take)
    again = choose(item, take)
    assert again.settled_at == first.settled_at
    assert Hand.objects.count() == (1 if take == "theirs" else 2)


@in_turn("take", hand_writes.CHOICES)
@in_turn("other", hand_writes.CHOICES)
def test_choosing_otherwise_meanwhile_is_told(sheet, take, other):
    item = double(sheet)
    choose(item, take)
    if other != take:
        with pytest.raises(
            Conflict, match="Marie Kubala has already made a different choice"
        ):
            choose(item, other)


def test_a_hand_that_waits_is_answered_as_before_when_sent_again(sheet):
    item = choose(double(sheet), "mine")
    again = record(sheet, "two", number=1, record=LOST)
    assert (again.tray, again.hand) == (item, None)


@in_turn(
    "field, facts",
    [
        ("take", {"take": ""}),
        ("take", {"take": "hers"}),
        ("reason", {"take": "mine", "reason": "x" * 201}),
    ],
)
def test_other_choices_are_refused(sheet, field, facts):
    item = double(sheet)
    with pytest.raises(ActionRefused) as wrong:
        choose(item, **facts)
    assert wrong.value.field == field
    assert not TrayHand.objects.get().outcome


@pytest.mark.parametrize("of", ["a change", "a void"])
def test_a_change_is_not_a_second_hand(sheet, of):
    record(sheet, "one")
    record(sheet, "two", replaces="one", reason="first")
    if of == "a change":
        item = record(sheet, "three", replaces="one", reason="second").tray
    else:
        item = hand_writes.void(
            sheet=sheet, actor=PHONE, key="v", hand="one", reason="no"
        ).tray
    with pytest.raises(
        ActionRefused, match=message("There is only one record of this hand.")
    ):
        choose(item, "both")


def test_rules_changed_since_may_refuse_it(sheet):
    item = double(sheet)
    TrayHand.objects.update(record={**GAME, "values": {"2": ["spjst"]}})
    tournaments.change(
        tournament=sheet.round.tournament,
        actor=build.command(),
        reason="as in Westfest",
        preset="westfest-2012",
    )
    with pytest.raises(ActionRefused):
        choose(item, "mine")
    assert choose(item, "theirs").outcome == "dropped"


# --- Too late ---------------------------------------------------------------


@pytest.fixture
def late(sheet: Sheet) -> TrayHand:
    """Hand 2, sent when the sheet was verified."""
    record(sheet, "one")
    build.verified_sheet(sheet)
    return record(sheet, "two", number=2, record=LOST).tray


def test_a_late_hand_is_no_phones_to_decide(late):
    for take in ("mine", "theirs"):
        with pytest.raises(ActionRefused, match="The desk will decide"):
            choose(late, take)


def test_the_desk_takes_a_late_hand_with_a_reason_and_the_count_stands(late, desk):
    with pytest.raises(ActionRefused, match="why") as wrong:
        choose(late, "mine", Actor.at_desk(desk))
    assert wrong.value.field == "reason"
    scores = life_of(late.sheet).in_force.scores
    item = choose(late, "mine", Actor.at_desk(desk), reason="the phone had no wifi")
    assert (item.settled_by, item.settled_reason) == (desk, "the phone had no wifi")
    hand = Hand.objects.get(key="two")
    assert (hand.number, hand.by, hand.by_name) == (2, None, "Marie Kubala")
    assert (hand.replaces, hand.reason) == (None, "")
    assert nets_of(late.sheet) == (0, 0, 0, 0)
    assert life_of(Sheet.objects.get(pk=late.sheet_id)).in_force.scores == scores
    row = Change.objects.first()
    assert (row.by, row.what) == (desk, "tray")
    assert row.text.endswith("from the tray: the phone had no wifi")


def test_the_desk_leaves_a_late_hand_out(late, desk):
    assert choose(late, "theirs", Actor.at_desk(desk)).outcome == "dropped"
    assert nets_of(late.sheet) == NETS


def test_late_hands_keep_their_numbers_in_whatever_order_they_are_taken(late, desk):
    sheet = late.sheet
    later = record(sheet, "three", number=3).tray
    for item in (later, late):
        choose(item, "mine", Actor.at_desk(desk), reason="no wifi")
    assert [(hand.key, hand.number) for hand in hands_in_force(sheet)] == [
        ("one", 1),
        ("two", 2),
        ("three", 3),
    ]


def test_a_late_change_and_a_late_void_are_taken(late, desk):
    sheet, by = late.sheet, Actor.at_desk(desk)
    changed = record(sheet, "c", replaces="one", reason="a king", record=LOST).tray
    choose(changed, "mine", by, reason="both say so")
    assert nets_of(sheet) == LOST_NETS
    voided = hand_writes.void(
        sheet=sheet, actor=PHONE, key="v", hand="one", reason="no"
    ).tray
    choose(voided, "mine", by, reason="both say so")
    assert nets_of(sheet) == (0, 0, 0, 0)


def test_a_double_on_a_sheet_verified_since_is_the_desks(sheet, desk):
    item = double(sheet)
    build.verified_sheet(sheet)
    with pytest.raises(ActionRefused, match="The desk will decide"):
        choose(item, "mine")
    choose(item, "mine", Actor.at_desk(desk), reason="they agree")
    assert nets_of(sheet) == LOST_NETS
