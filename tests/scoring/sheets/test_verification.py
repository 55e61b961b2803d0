"""The second person at the table: on his own phone, or by his own chips typed blind."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from clubs.models import Shown
from rules.sheet import SeatCount
from scoring.core.names import names_on
from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.models import Change, Count, Phone, Seat, Sheet, Tournament
from scoring.sheets import counts, phones
from scoring.sheets.counts import CountResult
from scoring.sheets.sheet import SheetState, count_in_words, life_of
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.words import CLOSED, SHEET_CHANGED

pytestmark = pytest.mark.django_db

Witness = Count.Witness
NAMES = ("Marie", "Josef", "Anna", "Karel")


@pytest.fixture
def marie(sheet: Sheet) -> Phone:
    """Keeps the score on seat 1."""
    return build.phone(sheet)


@pytest.fixture
def josef(sheet: Sheet, marie: Phone) -> Phone:
    """Looks on from seat 2."""
    return build.phone(sheet, 2)


def hand_in(phone: Phone, held: Any = build.EVEN, **facts: Any) -> Count:
    return counts.count(
        sheet=phone.sheet,
        actor=Actor.at_table(phone),
        phone=phone,
        seats=build.seats(held),
        **{"seen": build.seen(phone.sheet), "key": f"count-{held}", **facts},
    ).count


def confirm(phone: Phone, **facts: Any) -> CountResult:
    """On a phone of his own, unless `own` says what he typed."""
    witness = Witness.OWN if "own" in facts else Witness.PHONE
    return counts.confirm(
        actor=Actor.at_table(phone),
        phone=phone,
        **{
            "sheet": phone.sheet,
            "seen": build.seen(phone.sheet),
            "key": "confirm",
            "witness": witness,
            "witness_seat": phone.seat,
            **facts,
        },
    )


def own(phone: Phone, held: int = 96, borrowed: int = 0, **facts: Any) -> CountResult:
    """Josef, on seat 2, types what he has."""
    mine = SeatCount(held, borrowed)
    return confirm(phone, **{"witness_seat": 2, "own": mine, **facts})


def state(sheet: Sheet) -> SheetState:
    return life_of(Sheet.objects.get(pk=sheet.pk)).state


def forbid(tournament: Tournament, what: str) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(**{what: False})


def test_a_second_phone_verifies(sheet, marie, josef):
    first = hand_in(marie, chips=build.COLOURS)
    made = confirm(josef).count
    assert (made.confirms, made.witness, made.witness_seat) == (first, "phone", 2)
    assert made.chips == first.chips == build.COLOURS
    assert (made.phone, made.counted_on) == (josef, marie)
    assert (made.by, made.by_name, made.source) == (None, josef.name, "table")
    assert state(sheet) == SheetState.VERIFIED
    assert list(sheet.seats.values_list("score", flat=True)) == list(build.EVEN)
    assert count_in_words(made, NAMES) == message("verified on another phone")


def test_own_chips_typed_on_the_same_phone_verify(sheet, marie):
    first = hand_in(marie)
    outcome = own(marie)
    assert outcome.agreed
    made = outcome.count
    assert (made.confirms, made.witness, made.witness_seat) == (first, "own", 2)
    assert (made.phone, made.counted_on) == (marie, marie)
    assert state(sheet) == SheetState.VERIFIED
    assert count_in_words(made, NAMES) == message(
        "verified on the scorekeeper’s phone by counting their own chips: {who}",
        who="Josef",
    )


def test_other_own_chips_are_a_count_of_their_own(sheet, marie):
    hand_in(marie, chips=build.COLOURS)
    outcome = own(marie, held=95)
    assert not outcome.agreed
    made = outcome.count
    assert (made.scores, made.phone) == ((131, 95, 104, 69), marie)
    assert made.chips == [build.COLOURS[0], None, *build.COLOURS[2:]]
    assert not made.confirms_id
    assert state(sheet) == SheetState.UNBALANCED
    assert life_of(sheet).rival.scores == build.EVEN
    assert Change.objects.filter(sheet=sheet, what="differ").exists()


@pytest.mark.parametrize("mine", [(106, 10), (146, 50)])
def test_own_chips_agree_by_score_whatever_was_borrowed(sheet, marie, mine):
    """§30 asks for the score: a loan may have been paid back meanwhile."""
    first = hand_in(marie)
    held, borrowed = mine
    (made, again) = (own(marie, held=held, borrowed=borrowed, seen=1) for _ in "12")
    assert made.agreed
    assert (made.count.held, made.count.borrowed) == (first.held, first.borrowed)
    assert again.count == made.count
    assert state(sheet) == SheetState.VERIFIED


def test_own_chips_of_the_same_stack_with_a_loan_do_not_agree(sheet, marie):
    hand_in(marie)
    assert not own(marie, held=96, borrowed=10).agreed
    assert state(sheet) == SheetState.UNBALANCED


def test_confirming_twice_is_one_change(sheet, marie, josef):
    hand_in(marie)
    assert confirm(josef, seen=1).count == confirm(josef, seen=1).count
    assert Count.objects.count() == 2


@pytest.mark.parametrize("held", [96, 95])
def test_own_chips_sent_twice_are_one_answer(sheet, marie, held):
    hand_in(marie)
    first, again = (own(marie, held=held, seen=1) for _ in range(2))
    assert (first.count, first.agreed) == (again.count, again.agreed)
    assert Count.objects.count() == 2


def test_the_same_key_with_other_own_chips_is_a_conflict(sheet, marie):
    hand_in(marie)
    own(marie, held=95, seen=1)
    with pytest.raises(Conflict, match="already sent this form"):
        own(marie, held=96, seen=1)


def test_numbers_that_changed_meanwhile_are_not_confirmed(sheet, marie, josef):
    hand_in(marie)
    hand_in(marie, held=(113, 114, 104, 69))
    with pytest.raises(Conflict, match=SHEET_CHANGED):
        confirm(josef, seen=1)
    assert state(sheet) == SheetState.COUNTED


def test_the_phone_that_counted_is_no_second_phone(sheet, marie):
    hand_in(marie)
    with pytest.raises(ActionRefused, match="on this phone"):
        confirm(marie)


def test_nobody_confirms_his_own_count_on_another_phone(sheet, marie):
    hand_in(marie)
    with pytest.raises(
        ActionRefused, match="You counted this sheet, so a second person"
    ):
        confirm(build.phone(sheet, 1))


def test_nobody_types_his_own_chips_to_confirm_his_count(sheet, marie):
    hand_in(marie)
    with pytest.raises(
        ActionRefused, match="You counted this sheet, so a second person"
    ):
        own(marie, held=131, witness_seat=1)


def test_nobody_confirms_his_own_count_from_another_seat(sheet, marie):
    hand_in(marie)
    facts = {"seat": 4, "name": "", "asks": False}
    moved = phones.join(sheet=sheet, key=marie.key, **facts)
    for seat in (1, 4):
        with pytest.raises(
            ActionRefused, match="You counted this sheet, so a second person"
        ):
            own(moved, witness_seat=seat)
    assert own(moved).agreed


def test_a_phone_that_may_not_write_any_more_types_no_numbers(sheet, marie, josef):
    phones.make_keeper(phone=josef, actor=build.command())
    hand_in(marie)
    stopped = phones.admit(phone=marie, actor=Actor.at_table(josef), writes=False)
    with pytest.raises(ActionRefused, match="can no longer keep score"):
        own(stopped, held=95)
    assert Count.objects.count() == 1


def test_somebody_who_does_not_play_here_is_no_second_person(sheet, marie):
    hand_in(marie)
    looker_on = build.phone(sheet, None, "Emil")
    for seat in (None, 2):
        with pytest.raises(
            ActionRefused,
            match=message("First choose which player is using this phone."),
        ) as refused:
            confirm(looker_on, witness_seat=seat)
        assert refused.value.field == "seat"


def test_a_phone_speaks_for_its_own_seat_only(sheet, marie, josef):
    hand_in(marie)
    with pytest.raises(
        ActionRefused,
        match=message("First choose which player is using this phone."),
    ):
        confirm(josef, witness_seat=3)


@pytest.mark.parametrize("seat", [None, 0, 5])
def test_who_types_his_own_chips_says_who_he_is(sheet, marie, seat):
    hand_in(marie)
    with pytest.raises(ActionRefused, match="which player") as refused:
        own(marie, witness_seat=seat)
    assert refused.value.field == "seat"


def test_own_chips_are_typed_on_the_phone_that_counted(sheet, marie, josef):
    hand_in(marie)
    with pytest.raises(
        ActionRefused,
        match=message(
            "The sheet wasn’t submitted on this phone. Confirm the scores as they are."
        ),
    ):
        own(josef, witness_seat=3)


@in_turn(
    "mine, field",
    [
        (SeatCount(-1), "held"),
        (SeatCount(1_000_001), "held"),
        (SeatCount("96"), "held"),
        (SeatCount(96, -1), "borrowed"),
        (SeatCount(96, 0.0), "borrowed"),
        (None, "held"),
    ],
)
def test_own_chips_are_whole_and_not_below_0(sheet, marie, mine, field):
    hand_in(marie)
    with pytest.raises(ActionRefused) as refused:
        confirm(marie, witness_seat=2, own=mine)
    assert refused.value.field == field
    assert Count.objects.count() == 1


@pytest.mark.parametrize(
    ("setting", "second"),
    [("accepts_phone", "josef"), ("accepts_own", "marie")],
)
def test_what_the_tournament_does_not_accept_is_refused(
    tournament, sheet, marie, josef, setting, second
):
    """Before anything is compared: a refusal must not tell the first numbers."""
    hand_in(marie)
    forbid(tournament, setting)
    for held in (96, 95):
        with pytest.raises(ActionRefused, match="tournament"):
            own(marie, held=held) if second == "marie" else confirm(josef)
    assert Count.objects.count() == 1


@pytest.mark.parametrize("how", [confirm, own])
def test_a_sheet_that_does_not_balance_is_not_confirmed(sheet, marie, josef, how):
    hand_in(marie, held=(131, 96, 104, 60))
    with pytest.raises(ActionRefused, match="doesn’t balance"):
        how(marie if how is own else josef)


def test_nothing_to_confirm_on_an_open_sheet(marie, josef):
    with pytest.raises(
        Conflict,
        match=message("There’s nothing to verify on this sheet. Refresh the page."),
    ):
        confirm(josef)


@pytest.mark.parametrize("how", [confirm, own])
def test_a_page_that_the_desk_closed_confirms_nothing(sheet, marie, josef, how):
    hand_in(marie)
    phones.revoke(sheet=sheet, actor=build.command())
    with pytest.raises(ActionRefused, match=CLOSED):
        how(marie if how is own else josef)


def test_a_phone_of_another_table_confirms_nothing(tournament, sheet, marie):
    other = build.published_round(tournament, 2).sheets.get(table=2)
    hand_in(marie)
    stranger = build.phone(other, 2)
    with pytest.raises(ActionRefused, match="another table"):
        confirm(stranger, sheet=sheet, seen=1)


@in_turn(
    "witness",
    ["", "me", *(each for each in Witness if each not in ("phone", "own"))],
)
def test_a_phone_cannot_claim_another_kind_of_witness(sheet, marie, josef, witness):
    """Not even that a file says so, which needs no account either."""
    hand_in(marie)
    with pytest.raises(ActionRefused, match="Choose how"):
        confirm(josef, witness=witness, again=build.seats())
    assert state(sheet) == SheetState.COUNTED


@pytest.mark.parametrize("witness", ["phone", "own"])
def test_an_account_cannot_claim_to_be_a_phone(sheet, marie, witness):
    karel = build.member(sheet.round.tournament.club, "scorekeeper", "karel")
    hand_in(marie)
    with pytest.raises(ActionRefused, match="Choose how"):
        build.confirmed(sheet, karel, witness=witness, witness_seat=2)


def test_the_desk_may_still_verify_what_a_table_counted(sheet, marie):
    karel = build.member(sheet.round.tournament.club, "scorekeeper", "karel")
    hand_in(marie)
    made = build.confirmed(sheet, karel).count
    assert (made.witness, made.by, made.counted_on) == ("account", karel, marie)
    assert state(sheet) == SheetState.VERIFIED


def test_a_table_may_verify_what_the_desk_counted(sheet, marie):
    anna = build.member(sheet.round.tournament.club, "director", "anna")
    build.counted(sheet, anna)
    made = confirm(marie).count
    assert (made.witness, made.counted_by, made.counted_on) == ("phone", anna, None)


def test_a_correction_is_confirmed_at_the_desk(sheet, marie, josef):
    build.verified_sheet(sheet)
    build.corrected(sheet)
    with pytest.raises(ActionRefused, match="at the desk"):
        confirm(josef)
    assert state(sheet) == SheetState.VERIFIED


@in_turn(
    "how",
    [
        lambda sheet, marie, josef, karel: confirm(josef),
        lambda sheet, marie, josef, karel: own(marie),
        lambda sheet, marie, josef, karel: own(marie, held=95),
        lambda sheet, marie, josef, karel: build.confirmed(sheet, karel),
        lambda sheet, marie, josef, karel: build.confirmed(
            sheet, karel, witness="paper", witness_seat=1
        ),
        lambda sheet, marie, josef, karel: build.confirmed(sheet),
    ],
)
def test_nobody_verifies_a_sheet_with_a_free_seat(
    sheet, marie, josef, how: Callable[..., CountResult]
):
    """Its score would belong to nobody. It can be counted."""
    karel = build.member(sheet.round.tournament.club, "scorekeeper", "karel")
    Seat.objects.filter(sheet=sheet, position=3).update(entry=None, credit=None)
    hand_in(marie)
    with pytest.raises(ActionRefused, match="First choose who’s in seat 3"):
        how(sheet, marie, josef, karel)
    assert state(sheet) == SheetState.COUNTED
    assert Count.objects.count() == 1


def test_whoever_signs_is_named_as_the_club_shows_names(sheet, marie):
    hand_in(marie)
    made = own(marie).count
    club = sheet.round.tournament.club
    club.shown = Shown.SHORT
    assert "chips: Josef M." in count_in_words(made, names_on(sheet, club))


@pytest.mark.parametrize(
    "facts",
    [
        {"witness": "phone", "witness_seat": None},
        {"witness": "own", "witness_seat": 6},
        {"witness": "phone", "counted_on": "the same phone"},
    ],
)
def test_the_database_itself_wants_another_phone_and_a_seat(sheet, marie, josef, facts):
    hand_in(marie)
    made = confirm(josef).count
    if "counted_on" in facts:
        facts = {**facts, "counted_on": made.phone}
    with pytest.raises(IntegrityError), transaction.atomic():
        Count.objects.filter(pk=made.pk).update(**facts)
