"""A sheet's way from open to verified and corrected, against the database."""

import pytest

from clubs.models import User
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused, Conflict
from scoring.draw import rounds
from scoring.models import Change, Count, Round, Sheet, Standings, Tournament
from scoring.sheets import counts
from scoring.sheets.sheet import SheetState, corrections_of, life_of
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.words import SHEET_CHANGED

pytestmark = pytest.mark.django_db
Witness = Count.Witness
OTHER = (113, 114, 104, 69)


@pytest.fixture
def anna(tournament: Tournament) -> User:
    return build.member(tournament.club, "director", "anna")


@pytest.fixture
def karel(tournament: Tournament) -> User:
    return build.member(tournament.club, "scorekeeper", "karel")


def state(sheet: Sheet) -> SheetState:
    return life_of(Sheet.objects.get(pk=sheet.pk)).state


def scores(sheet: Sheet) -> list[int | None]:
    return list(sheet.seats.order_by("position").values_list("score", flat=True))


def correct(sheet: Sheet, by: User, held=OTHER, **facts) -> Count:
    return counts.correct(
        sheet=sheet,
        actor=build.actor(by),
        seats=build.seats(held),
        **{
            "seen": build.seen(sheet),
            "key": "correction",
            "reason": "131 was read for 113",
            **facts,
        },
    ).count


def test_a_count_is_saved_as_it_stands_and_not_in_force(sheet, anna):
    made = build.counted(sheet, anna, held=(131, 96, 104, 60))
    assert (made.total, made.difference) == (391, -9)
    assert state(sheet) == SheetState.UNBALANCED
    assert scores(sheet) == [None] * 4


def test_score_is_held_less_borrowed_plus_ruled(sheet, anna):
    seats = build.seats((131, 46, 104, 60), (0, 50, 0, 0), (0, 100, 0, 9))
    made = build.counted(sheet, anna, seats=seats, reason="§31", may_rule=True)
    assert made.scores == (131, 96, 104, 69)


def test_a_balanced_count_waits_for_a_second_person(sheet, anna):
    build.counted(sheet, anna)
    assert state(sheet) == SheetState.COUNTED
    assert scores(sheet) == [None] * 4


def test_a_second_account_puts_it_in_force(sheet, anna, karel):
    first = build.counted(sheet, anna)
    made = build.confirmed(sheet, karel).count
    assert made.confirms == first
    assert made.counted_by == anna
    assert state(sheet) == SheetState.VERIFIED
    assert scores(sheet) == list(build.EVEN)


def test_standings_follow_at_once(sheet, tournament, anna, karel):
    before = Standings.objects.get(tournament=tournament).version
    build.counted(sheet, anna)
    assert Standings.objects.get(tournament=tournament).version == before
    build.confirmed(sheet, karel)
    kept = Standings.objects.get(tournament=tournament)
    assert kept.version > before
    assert [row["total"] for row in kept.list_rows()] == sorted(
        build.EVEN, reverse=True
    )


def test_the_last_sheet_in_force_finishes_its_round(tournament):
    rnd = build.published_round(tournament, 2)
    one, two = rnd.sheets.all()
    build.verified_sheet(one)
    assert Round.objects.get(pk=rnd.pk).state == Round.State.OPEN
    build.verified_sheet(two)
    assert Round.objects.get(pk=rnd.pk).state == Round.State.FINISHED


def test_nobody_verifies_his_own_count(sheet, anna):
    build.counted(sheet, anna)
    with pytest.raises(ActionRefused, match="second person"):
        build.confirmed(sheet, anna)
    assert state(sheet) == SheetState.COUNTED


def test_an_unbalanced_sheet_cannot_be_verified(sheet, anna, karel):
    build.counted(sheet, anna, held=(131, 96, 104, 60))
    with pytest.raises(ActionRefused, match="doesn’t balance"):
        build.confirmed(sheet, karel)


def test_nothing_to_verify_on_an_open_sheet(sheet, karel):
    with pytest.raises(Conflict):
        build.confirmed(sheet, karel)


def test_a_verified_sheet_takes_no_plain_count(sheet, anna, karel):
    build.verified_sheet(sheet, by=anna, second=karel)
    with pytest.raises(ActionRefused, match="correction"):
        build.counted(sheet, anna, held=OTHER)


def test_who_comes_second_is_told_and_changes_nothing(sheet, anna, karel):
    build.counted(sheet, anna)
    with pytest.raises(Conflict, match=f"Anna Hlavac {SHEET_CHANGED}"):
        build.counted(sheet, karel, held=OTHER, seen=0)
    assert Count.objects.get().by == anna


def test_verifying_numbers_that_changed_meanwhile_is_a_conflict(sheet, anna, karel):
    build.counted(sheet, anna)
    build.counted(sheet, anna, held=OTHER)
    with pytest.raises(Conflict):
        build.confirmed(sheet, karel, seen=1)


def test_the_same_form_twice_is_one_change(sheet, anna):
    first = build.counted(sheet, anna, key="once", seen=0)
    again = build.counted(sheet, anna, key="once", seen=0)
    assert again == first
    assert Count.objects.count() == 1
    assert Change.objects.filter(what="count").count() == 1


def test_verifying_twice_is_one_change(sheet, anna, karel):
    build.counted(sheet, anna)
    first = build.confirmed(sheet, karel, key="once", seen=1).count
    assert build.confirmed(sheet, karel, key="once", seen=1).count == first
    assert Count.objects.count() == 2


def test_the_same_form_with_other_numbers_is_not_swallowed(sheet, anna):
    """The back button shows the old form with its old key."""
    build.counted(sheet, anna, key="once", seen=0)
    with pytest.raises(Conflict, match="already sent this form"):
        build.counted(sheet, anna, held=OTHER, key="once", seen=0)


def test_a_key_of_another_sheet_is_refused(tournament, anna):
    one, two = build.published_round(tournament, 2).sheets.all()
    build.counted(one, anna, key="once")
    with pytest.raises(
        ActionRefused,
        match=message(
            "This form belongs to another sheet. Go back and open this sheet again."
        ),
    ):
        build.counted(two, anna, key="once")


def test_saving_the_same_numbers_again_writes_nothing(sheet, anna, karel):
    build.counted(sheet, anna)
    outcome = counts.count(
        sheet=sheet, actor=build.actor(karel), seats=build.seats(), seen=1, key="k"
    )
    assert not outcome.changed
    assert Count.objects.get().by == anna


def test_a_ruling_needs_a_director(sheet, karel):
    seats = build.seats((131, 96, 104, 60), ruled=(0, 0, 0, 9))
    with pytest.raises(ActionRefused, match="director"):
        build.counted(sheet, karel, seats=seats, reason="§31")


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_ruling_needs_a_reason(sheet, anna, reason):
    seats = build.seats((131, 96, 104, 60), ruled=(0, 0, 0, 9))
    with pytest.raises(ActionRefused, match="reason") as refused:
        build.counted(sheet, anna, seats=seats, reason=reason, may_rule=True)
    assert refused.value.field == "reason"


def test_a_ruling_that_stands_may_stay_under_new_numbers(sheet, anna, karel):
    ruled = (0, 0, 0, 9)
    seats = build.seats((131, 96, 103, 60), ruled=ruled)
    build.counted(sheet, anna, seats=seats, reason="§31", may_rule=True)
    better = build.seats((131, 96, 104, 60), ruled=ruled)
    assert build.counted(sheet, karel, seats=better, reason="§31").balances
    moved = build.seats((131, 96, 104, 60), ruled=(9, 0, 0, 0))
    with pytest.raises(ActionRefused, match="director"):
        build.counted(sheet, karel, seats=moved, reason="§31")


def test_the_same_numbers_typed_blind_verify(sheet, anna):
    build.counted(sheet, anna)
    outcome = build.confirmed(
        sheet, anna, witness=Witness.BLIND, again=build.seats(build.EVEN)
    )
    assert outcome.agreed
    assert outcome.count.witness == Witness.BLIND
    assert state(sheet) == SheetState.VERIFIED


def test_other_numbers_typed_blind_are_a_count_of_their_own(sheet, anna):
    build.counted(sheet, anna)
    outcome = build.confirmed(
        sheet, anna, witness=Witness.BLIND, again=build.seats(OTHER)
    )
    assert not outcome.agreed
    assert outcome.count.scores == OTHER
    assert state(sheet) == SheetState.COUNTED
    assert scores(sheet) == [None] * 4
    life = life_of(sheet)
    assert (life.rival.scores, life.pending.scores) == (build.EVEN, OTHER)


def blind(sheet, user, held):
    again = build.seats(held)
    return build.confirmed(sheet, user, witness=Witness.BLIND, again=again)


@pytest.mark.parametrize("between", [OTHER, (131, 96, 104, 96)])
def test_two_of_three_equal_suffice(sheet, anna, between):
    """Also where what was typed between them does not add up."""
    first = build.counted(sheet, anna)
    assert not blind(sheet, anna, between).agreed
    third = blind(sheet, anna, build.EVEN)
    assert third.agreed
    made = third.count
    assert (made.confirms, made.witness, made.scores) == (first, "blind", build.EVEN)
    assert Count.objects.count() == 3
    assert state(sheet) == SheetState.VERIFIED
    assert list(differences_in(sheet.round.tournament)) == []


def test_three_that_differ_are_three_and_the_fourth_decides(sheet, anna):
    build.counted(sheet, anna)
    blind(sheet, anna, OTHER)
    assert not blind(sheet, anna, (130, 97, 104, 69)).agreed
    made = blind(sheet, anna, OTHER).count
    assert (made.confirms.number, made.number) == (2, 4)


def test_who_agrees_with_another_is_a_second_person(sheet, anna, karel):
    """Karel typed B himself, and A as Anna had it: hers is what he confirms."""
    first = build.counted(sheet, anna)
    blind(sheet, karel, OTHER)
    made = blind(sheet, karel, build.EVEN).count
    assert (made.confirms, made.witness) == (first, Witness.ACCOUNT)


def test_nobody_confirms_alone_where_that_is_not_accepted(sheet, anna, karel):
    Tournament.objects.update(accepts_blind=False)
    fresh = Sheet.objects.get(pk=sheet.pk)
    build.counted(fresh, anna)
    build.counted(fresh, karel, OTHER)
    with pytest.raises(
        ActionRefused,
        match=message("In this tournament, a second person has to verify every sheet."),
    ):
        blind(fresh, anna, build.EVEN)
    assert blind(fresh, anna, OTHER).count.witness == Witness.ACCOUNT


def test_what_was_confirmed_before_is_no_entry_of_now(sheet, anna, karel):
    """Of a correction the old numbers are typed again: they confirm nothing."""
    build.verified_sheet(sheet, by=anna, second=karel)
    build.corrected(sheet, OTHER, anna)
    assert not blind(sheet, anna, build.EVEN).agreed
    assert scores(sheet) == list(build.EVEN)


def test_the_same_score_from_another_loan_does_not_agree(sheet, anna):
    build.counted(sheet, anna)
    again = build.seats((131, 146, 104, 69), (0, 50, 0, 0))
    assert not build.confirmed(sheet, anna, witness=Witness.BLIND, again=again).agreed


def test_blind_without_a_second_entry_is_refused(sheet, anna):
    build.counted(sheet, anna)
    with pytest.raises(ActionRefused, match="second time"):
        build.confirmed(sheet, anna, witness=Witness.BLIND)


def test_a_signature_on_paper_names_its_seat(sheet, anna):
    build.counted(sheet, anna)
    with pytest.raises(ActionRefused) as refused:
        build.confirmed(sheet, anna, witness=Witness.PAPER)
    assert refused.value.field == "witness_seat"
    made = build.confirmed(sheet, anna, witness=Witness.PAPER, witness_seat=3).count
    assert made.witness_seat == 3
    assert state(sheet) == SheetState.VERIFIED


@pytest.mark.parametrize(
    ("setting", "facts"),
    [
        ("accepts_blind", {"witness": Witness.BLIND, "again": build.seats()}),
        ("accepts_paper", {"witness": Witness.PAPER, "witness_seat": 1}),
    ],
)
def test_what_the_tournament_does_not_accept_is_refused(
    tournament, sheet, anna, setting, facts
):
    Tournament.objects.filter(pk=tournament.pk).update(**{setting: False})
    build.counted(sheet, anna)
    with pytest.raises(ActionRefused):
        build.confirmed(sheet, anna, **facts)
    assert state(sheet) == SheetState.COUNTED


@in_turn("witness", [Witness.IMPORT, Witness.KEPT, "", "me"])
def test_an_account_cannot_claim_another_kind_of_witness(sheet, anna, karel, witness):
    build.counted(sheet, anna)
    with pytest.raises(ActionRefused):
        build.confirmed(sheet, karel, witness=witness)


def test_a_correction_waits_while_the_old_score_stands(sheet, anna, karel):
    build.verified_sheet(sheet, by=anna, second=karel)
    correct(sheet, anna)
    life = life_of(sheet)
    assert life.correction_waits
    assert life.state == SheetState.VERIFIED
    assert scores(sheet) == list(build.EVEN)
    read_otherwise = blind(sheet, karel, (103, 124, 104, 69)).count
    assert read_otherwise.corrects == life.in_force
    assert scores(sheet) == list(build.EVEN)


def test_a_confirmed_correction_is_in_force_and_leaves_a_receipt(
    tournament, sheet, anna, karel
):
    build.verified_sheet(sheet, by=anna, second=karel)
    entered = correct(sheet, anna)
    build.confirmed(sheet, karel)
    assert state(sheet) == SheetState.CORRECTED
    assert scores(sheet) == list(OTHER)
    (receipt,) = life_of(sheet).receipts
    assert (receipt.old.scores, receipt.new.scores) == (build.EVEN, OTHER)
    assert receipt.entered == entered
    assert receipt.new.reason == "131 was read for 113"
    assert [c.scores for c in corrections_of(tournament)] == [OTHER]


def test_a_correction_needs_a_second_person_too(sheet, anna, karel):
    build.verified_sheet(sheet, by=karel, second=anna)
    correct(sheet, anna)
    with pytest.raises(ActionRefused, match="second person"):
        build.confirmed(sheet, anna)
    assert scores(sheet) == list(build.EVEN)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"reason": " "}, "Enter why"),
        ({"held": (131, 96, 104, 60)}, "must add up to 400"),
        (
            {"held": build.EVEN},
            message("These numbers already count. Nothing was changed."),
        ),
    ],
)
def test_a_correction_that_cannot_be_writes_nothing(sheet, anna, karel, facts, said):
    build.verified_sheet(sheet, by=karel, second=anna)
    with pytest.raises(ActionRefused, match=said):
        correct(sheet, anna, **facts)
    assert Count.objects.count() == 2


def test_an_open_sheet_is_not_corrected(sheet, anna):
    with pytest.raises(
        ActionRefused,
        match=message(
            "This sheet isn’t verified, so it doesn’t need a correction. Count it again "
            "instead."
        ),
    ):
        correct(sheet, anna)


def test_a_withdrawn_correction_leaves_the_old_numbers_and_no_receipt(
    tournament, sheet, anna, karel
):
    build.verified_sheet(sheet, by=karel, second=anna)
    correct(sheet, anna)
    build.confirmed(sheet, karel)
    correct(sheet, anna, held=build.EVEN, key="second")
    facts = {"sheet": sheet, "actor": build.actor(anna), "seen": build.seen(sheet)}
    with pytest.raises(ActionRefused, match="Enter why"):
        counts.withdraw(**facts, key="w", reason="")
    counts.withdraw(**facts, key="w", reason="it was right after all")
    life = life_of(sheet)
    assert life.state == SheetState.CORRECTED
    assert not life.correction_waits
    assert scores(sheet) == list(OTHER)
    assert len(life.receipts) == 1
    assert corrections_of(tournament).count() == 1
    told = Change.objects.get(sheet=sheet, what="withdraw")
    assert (told.old, told.new) == ("131, 96, 104, 69", "113, 114, 104, 69")


def test_withdrawing_what_does_not_wait_is_a_conflict(sheet, anna):
    build.verified_sheet(sheet)
    with pytest.raises(Conflict):
        counts.withdraw(
            sheet=sheet, actor=build.actor(anna), seen=2, key="w", reason="why"
        )


def test_the_same_correction_back_and_forth_is_two_receipts(sheet, anna, karel):
    build.verified_sheet(sheet, by=karel, second=anna)
    for n, held in enumerate((OTHER, build.EVEN)):
        correct(sheet, anna, held=held, key=f"c{n}")
        build.confirmed(sheet, karel)
    assert [r.new.scores for r in life_of(sheet).receipts] == [build.EVEN, OTHER]


def test_a_cancelled_round_takes_no_counts(sheet, anna, karel):
    build.counted(sheet, anna)
    rounds.cancel(rnd=sheet.round, actor=build.actor(anna), reason="a fire alarm")
    with pytest.raises(ActionRefused, match="canceled"):
        build.counted(sheet, anna, held=OTHER)
    with pytest.raises(ActionRefused, match="canceled"):
        build.confirmed(sheet, karel)


def test_the_start_chips_of_today_rule_not_those_of_a_stale_page(
    tournament, sheet, anna
):
    Tournament.objects.filter(pk=tournament.pk).update(start_chips=50)
    assert build.counted(sheet, anna).must_total == 200


def test_every_write_leaves_old_and_new_in_the_log(sheet, anna, karel):
    build.counted(sheet, anna)
    build.confirmed(sheet, karel)
    correct(sheet, anna)
    last = Change.objects.filter(sheet=sheet).first()
    assert (last.by, last.what) == (anna, "correct")
    assert (last.old, last.new) == ("131, 96, 104, 69", "113, 114, 104, 69")
