"""Recording hands: checked, settled, kept once; what cannot stand is not lost."""

from typing import Any

import pytest
from django.utils.translation import override

from clubs.compile_messages import MADE_UP
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.draw import rounds
from scoring.models import Change, Hand, HandRuling, Round, Sheet, TrayHand
from scoring.sheets import hand_writes
from scoring.sheets.hands import explained
from tests import builders as build
from tests import made_up
from tests.builders import nets_of
from tests.in_turn import in_turn
from tests.messages import message

pytestmark = pytest.mark.django_db

GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
NAMES = ("Marie", "Josef", "Anna", "Karel")


@pytest.fixture
def sheet() -> Sheet:
    """One of two tables: the round goes on when this one is verified."""
    rnd = build.published_round(build.tournament(build.club()), 2)
    return rnd.sheets.get(table=1)


def record(sheet: Sheet, key: str = "one", **facts: Any) -> hand_writes.HandWriteResult:
    wanted = {"record": GAME, "by": build.command(), **facts}
    return build.recorded(sheet=sheet, key=key, **wanted)


def change(of: str, **facts: Any) -> dict[str, Any]:
    """Another version of the hand with that key, with a reason."""
    return {"replaces": of, "reason": "miscounted", "record": {**GAME, **facts}}


def void(sheet: Sheet, key: str = "v", **facts: Any) -> hand_writes.HandWriteResult:
    wanted = {"hand": "one", "actor": build.command(), "reason": "misdealt", **facts}
    return hand_writes.void(sheet=sheet, key=key, **wanted)


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
    record(sheet)
    record(sheet, "two")
    better = record(sheet, "three", **change(of="one", points=47)).hand
    assert (better.number, better.reason) == (1, "miscounted")
    assert nets_of(sheet) == (0, 0, 0, 0)
    assert explained(sheet)[0].hand == better


def test_a_void_hand_counts_for_nothing_and_says_why(sheet):
    record(sheet)
    with pytest.raises(ActionRefused, match="why") as wrong:
        void(sheet, reason=" ")
    assert wrong.value.field == "reason"
    assert void(sheet).hand.void_reason == "misdealt"
    assert nets_of(sheet) == (0, 0, 0, 0)
    again = void(sheet, "v2", reason="once more").hand
    assert again.void_reason == "misdealt"
    record(sheet, "two")
    assert record(sheet, "three").hand.number == 2


@pytest.mark.parametrize("end", ["", "."])
def test_a_phones_undo_is_a_message_for_each_reader(sheet, end):
    """Pages of older versions send it without the period."""
    undone = message("Undone right after saving.")
    words = undone.rstrip(".") + end
    record(sheet)
    record(sheet, "two", **change(of="one", points=47) | {"reason": words})
    assert Hand.objects.get(key="two").reason_message["code"] == "reason.undone"
    hand = void(sheet, hand="two", reason=words).hand
    assert hand.void_reason == undone
    hand.void_reason = words
    with made_up.offered(), override(MADE_UP):
        assert hand.void_reason_text.startswith("⟦")
        hand.void_reason = "misdealt"
        assert hand.void_reason_text == "misdealt"


def test_the_number_of_a_hand_that_was_undone_is_given_again(sheet):
    record(sheet)
    record(sheet, "two", number=2)
    void(sheet, "undo", hand="two")
    again = record(sheet, "three", number=2)
    assert (again.hand.number, again.tray) == (2, None)
    void(sheet, "early", hand="one")
    assert record(sheet, "four", number=1).tray.why == "double"
    assert record(sheet, "five").hand.number == 3
    assert [each.number for each in Hand.objects.order_by("pk")] == [1, 2, 2, 3]
    assert not list(differences_in(sheet.round.tournament))


def test_a_number_on_which_a_judge_ruled_is_not_given_again(sheet):
    made = record(sheet).hand
    chips = {"chips1": 2, "chips2": -2, "chips3": 0, "chips4": 0}
    HandRuling.objects.create(
        sheet=sheet, hand=made, key="r", section="§30", reason="he talked", **chips
    )
    void(sheet, ruling_stands=True)
    assert record(sheet, "two").hand.number == 2


def test_what_the_table_says_of_a_hand_is_kept(sheet):
    made = record(sheet, number=1, dealer=4, note=" all for\nMarie ").hand
    assert (made.dealer, made.note, made.by_name) == (4, "all for Marie", "a command")


@pytest.mark.parametrize(("said", "kept"), [(0, 2), (2, 2), (7, 2)])
def test_a_number_too_high_is_the_next(sheet, said, kept):
    record(sheet)
    assert record(sheet, "two", number=said).hand.number == kept


def test_the_log_says_what_was_recorded_and_changed(sheet):
    record(sheet)
    record(sheet, "two", **change(of="one", points=47))
    void(sheet, hand="two")
    hand = "hand 1 of round 1, table 1"
    rows = Change.objects.filter(sheet=sheet).order_by("pk")
    assert list(rows.values_list("text", "old", "new")) == [
        (f"recorded {hand}", "", "+3, −3, +3, −3"),
        (f"changed {hand}: miscounted", "+3, −3, +3, −3", "−3, +3, −3, +3"),
        (f"voided {hand}: misdealt", "−3, +3, −3, +3", ""),
    ]


# --- Sent twice -------------------------------------------------------------


def test_a_key_with_another_record_is_told(sheet):
    record(sheet)
    with pytest.raises(
        Conflict,
        match=message("This hand was already sent with a different record."),
    ):
        record(sheet, record={**GAME, "points": 60})
    assert Hand.objects.get().record == GAME


def test_a_resent_hand_is_answered_whatever_happened_since(sheet):
    made = record(sheet).hand
    void(sheet)
    Round.objects.update(state=Round.State.FINISHED)
    assert record(sheet).hand == made
    assert void(sheet).hand == made
    assert not TrayHand.objects.exists()


def test_what_ended_in_the_tray_is_sent_again_into_the_same_place(sheet):
    record(sheet)
    late = record(sheet, "two", number=1)
    assert record(sheet, "two", number=1) == late
    assert TrayHand.objects.get() == late.tray


# --- Two phones -------------------------------------------------------------


def test_the_same_hand_from_another_phone_waits_beside_the_first(sheet):
    record(sheet, number=1)
    double = record(sheet, "two", number=1, note="mine")
    assert (double.hand, double.problems) == (None, ())
    kept = TrayHand.objects.get()
    assert (kept.why, kept.number, kept.record) == ("double", 1, GAME)
    assert (kept.note, kept.by_name) == ("mine", "a command")
    assert nets_of(sheet) == (3, -3, 3, -3)


def test_a_number_stays_taken_where_its_hand_was_changed(sheet):
    record(sheet)
    record(sheet, "better", **change(of="one"))
    assert record(sheet, "two", number=1).tray.why == "double"


def test_a_double_the_rules_refuse_is_refused(sheet):
    record(sheet)
    assert record(sheet, "two", number=1, record={**GAME, "points": 107}).problems
    assert not TrayHand.objects.exists()


def test_two_changes_of_one_hand_leave_one_in_the_tray(sheet):
    first = record(sheet).hand
    record(sheet, "two", **change(of="one", points=47))
    waits = record(sheet, "three", **change(of="one", points=50)).tray
    assert (waits.why, waits.number, waits.replaces) == ("double", 1, first)
    assert nets_of(sheet) == (-3, 3, -3, 3)


def test_changing_a_hand_that_was_voided_meanwhile_waits(sheet):
    first = record(sheet).hand
    void(sheet)
    waits = record(sheet, "two", **change(of="one")).tray
    assert (waits.why, waits.replaces) == ("double", first)


def test_voiding_a_hand_that_was_changed_meanwhile_waits(sheet):
    first = record(sheet).hand
    record(sheet, "two", **change(of="one"))
    waits = void(sheet).tray
    assert (waits.record, waits.replaces, waits.reason) == (None, first, "misdealt")
    assert void(sheet).tray == waits
    assert not Hand.objects.exclude(voided_at=None).exists()


def test_a_change_of_a_hand_in_the_tray_waits_in_its_place(sheet):
    record(sheet)
    record(sheet, "two", number=1)
    better = record(sheet, "three", **change(of="two", points=50)).tray
    assert (better.why, better.number, better.replaces) == ("double", 1, None)
    assert TrayHand.objects.get(key="two").outcome == "dropped"
    assert record(sheet, "three", **change(of="two", points=50)).tray == better


def test_voiding_a_hand_in_the_tray_takes_it_out(sheet):
    record(sheet)
    record(sheet, "two", number=1)
    for _ in range(2):
        left_out = void(sheet, hand="two").tray
        assert (left_out.outcome, left_out.settled_reason) == ("dropped", "misdealt")
    assert TrayHand.objects.count() == 1
    assert nets_of(sheet) == (3, -3, 3, -3)


# --- Too late ---------------------------------------------------------------


def test_a_counted_sheet_still_takes_hands(sheet):
    build.counted(sheet)
    assert record(sheet).hand


@pytest.mark.parametrize("closed", ["verified", "finished", "cancelled"])
def test_after_the_sheet_closed_everything_waits_for_the_desk(sheet, closed):
    first = record(sheet).hand
    if closed == "verified":
        build.verified_sheet(sheet)
    elif closed == "cancelled":
        rounds.cancel(rnd=sheet.round, actor=build.command(), reason="a storm")
    else:
        Round.objects.update(state=Round.State.FINISHED)
    new = record(sheet, "two", number=3).tray
    changed = record(sheet, "three", **change(of="one")).tray
    voided = void(sheet).tray
    assert [each.why for each in (new, changed, voided)] == ["late"] * 3
    assert [each.number for each in (new, changed, voided)] == [3, 1, 1]
    assert (new.replaces, changed.replaces, voided.replaces) == (None, first, first)
    assert nets_of(sheet) == (3, -3, 3, -3)
    assert not list(differences_in(sheet.round.tournament))


def test_only_its_sender_takes_a_late_hand_back(sheet):
    record(sheet)
    build.verified_sheet(sheet)
    late = record(sheet, "two", number=2).tray
    with pytest.raises(ActionRefused, match="The desk will decide"):
        void(sheet, hand="two", actor=Actor(None, "Josef Marek", "table"))
    assert not TrayHand.objects.get(pk=late.pk).outcome
    assert void(sheet, hand="two").tray.outcome == "dropped"


def test_a_record_far_too_long_is_refused(sheet):
    with pytest.raises(ActionRefused, match="too long") as refused:
        record(sheet, record={**GAME, "id": "x" * 8_000})
    assert refused.value.field == "record"


def test_a_draft_takes_nothing(sheet):
    Round.objects.update(state=Round.State.DRAFT)
    with pytest.raises(ActionRefused, match="isn’t open"):
        record(sheet)
    assert not TrayHand.objects.exists()


# --- ActionRefused ----------------------------------------------------------------


@in_turn(
    "field, facts",
    [
        ("dealer", {"dealer": 5}),
        ("dealer", {"dealer": 0}),
        ("number", {"number": 1000}),
        ("number", {"number": -1}),
        ("note", {"note": "x" * 301}),
        ("note", {"note": "a\0b"}),
        ("reason", {"replaces": "one", "reason": ""}),
        ("reason", {"replaces": "one", "reason": "x" * 201}),
        ("replaces", {"replaces": "nowhere", "reason": "miscounted"}),
        ("record", {"record": {**GAME, "id": "half \ud83c"}}),
        ("record", {"record": {**GAME, "id": "nul \0"}}),
    ],
)
def test_what_cannot_be_kept_is_refused_at_its_field(sheet, field, facts):
    record(sheet)
    with pytest.raises(ActionRefused) as wrong:
        record(sheet, "two", **facts)
    assert wrong.value.field == field
    assert (Hand.objects.count(), TrayHand.objects.count()) == (1, 0)


def test_a_hand_of_another_sheet_is_not_on_this_one(sheet):
    other = build.open_sheet(build.tournament(build.club("other")))
    record(other)
    with pytest.raises(ActionRefused, match=message("This hand isn’t on the sheet.")):
        record(sheet, "two", **change(of="one"))
    with pytest.raises(ActionRefused, match=message("This hand isn’t on the sheet.")):
        void(sheet)


def test_why_names_people_sections_and_adds_up(sheet):
    record(sheet)
    (each,) = explained(sheet)
    (told,) = each.moved(NAMES)
    assert each.agrees
    assert told.said == ("Josef pays Marie 3 chips.", "Karel pays Anna 3 chips.")
    assert "§" in told.section


def test_rules_changed_since_are_noticed(sheet):
    hand = record(sheet).hand
    Hand.objects.filter(pk=hand.pk).update(net1=4, net2=-4, net3=4, net4=-4)
    assert not explained(sheet)[0].agrees


def test_a_round_holds_so_many_hands_and_no_more(sheet, monkeypatch):
    monkeypatch.setattr(hand_writes, "MOST_HANDS", 3)
    for n in range(3):
        record(sheet, f"hand-{n}")
    with pytest.raises(ActionRefused, match="the most a round can have"):
        record(sheet, "one too many")
    assert record(sheet, "hand-2").hand.number == 3, "sent again, it is the same hand"
    assert record(sheet, "other", **change("hand-0", points=60)).hand
    assert Hand.objects.filter(number=4).count() == 0


def test_a_hand_is_changed_so_often_and_no_more(sheet, monkeypatch):
    monkeypatch.setattr(hand_writes, "MOST_VERSIONS", 3)
    record(sheet, "1")
    for n in (1, 2):
        record(sheet, str(n + 1), **change(str(n), points=60 + n))
    with pytest.raises(ActionRefused, match="the most a round can have"):
        record(sheet, "4", **change("3", points=70))


def test_no_more_wait_in_the_tray_than_the_desk_can_look_at(sheet, monkeypatch):
    monkeypatch.setattr(hand_writes, "MOST_WAITING", 2)
    Round.objects.update(state=Round.State.FINISHED)
    for n in range(2):
        assert record(sheet, f"late-{n}").tray
    with pytest.raises(
        ActionRefused,
        match=("hands from this table are already waiting\\. Call the desk\\."),
    ):
        record(sheet, "late-2")
    assert record(sheet, "late-1").tray
