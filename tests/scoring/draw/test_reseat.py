"""The smallest change made: exactly what was shown, on rows and phones."""

import pytest

from scoring.core.writes import ActionRefused, Conflict
from scoring.draw import draws, rounds
from scoring.draw.drafts import draft_of
from scoring.draw.draw_input import facts_of
from scoring.draw.draws import again
from scoring.draw.reseat import question_of
from scoring.draw.reseat_proposals import Proposal, proposal_of
from scoring.draw.reseat_writes import change_seats
from scoring.draw.sit_outs import bench_of
from scoring.models import Change, Draw, Entry, Phone, Round, SitOut, Tournament
from scoring.people import entries
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

BY = build.command()
SEED = 7
State = Entry.State


def drawn(
    tournament: Tournament, people: int, publish: int = 0, **facts
) -> list[Entry]:
    """People with a drawn evening, of which so many rounds are published."""
    made = build.entries(tournament, people)
    draws.draw(tournament=tournament, actor=BY, whole_evening=True, seed=SEED, **facts)
    tournament.refresh_from_db()
    for rnd in tournament.rounds.order_by("number")[:publish]:
        rounds.publish(rnd=rnd, actor=BY)
    return made


def proposal(tournament: Tournament, *, drafts: bool = True) -> Proposal:
    question = question_of(tournament, drafts=drafts)
    return proposal_of(question, question.seed)


def make(tournament: Tournament, shown: Proposal | None = None, **facts) -> Draw:
    shown = shown or proposal(tournament, drafts=facts.get("drafts", True))
    return change_seats(tournament=tournament, actor=BY, digest=shown.digest, **facts)


def leaves(entry: Entry, state: str = State.LEFT) -> None:
    entries.set_state(entry=entry, actor=BY, state=state)


def seats(rnd: Round) -> dict[int, tuple[int, int]]:
    return {
        seat.entry_id: (seat.sheet.table, seat.position)
        for seat in rnd.seats.select_related("sheet")
    }


def missing(rnd: Round) -> dict[str, str]:
    return {each.entry.name: each.why for each in rnd.sit_outs.select_related("entry")}


def test_nothing_is_proposed_while_the_seats_fit(tournament: Tournament) -> None:
    drawn(tournament, 9, publish=1)

    assert proposal(tournament).changes == []
    with pytest.raises(
        ActionRefused,
        match=message("No one has to move. The seating matches who’s here."),
    ):
        make(tournament)


def test_where_too_few_are_left_it_says_so(tournament: Tournament) -> None:
    people = drawn(tournament, 4, publish=1)
    leaves(people[0])
    assert "would be left. Discard the drafts." in proposal(tournament).problem


def test_a_latecomer_takes_the_seat_of_who_left(tournament: Tournament) -> None:
    gone, *_ = drawn(tournament, 8, publish=1)
    before = [seats(rnd) for rnd in tournament.rounds.order_by("number")]
    leaves(gone)
    (came,) = build.entries(tournament, 1)
    entries.mark_missed_rounds(tournament, [came], build.command())

    shown = proposal(tournament)
    assert [len(each.lines) for each in shown.changes] == [2, 2, 2]
    assert shown.headline == (
        "No one has to move, 1 player gets a seat and 1 player no longer has a seat."
    )
    make(tournament, shown)

    for rnd, was in zip(tournament.rounds.order_by("number"), before, strict=True):
        seat = was.pop(gone.pk)
        assert seats(rnd) == {**was, came.pk: seat}
    assert missing(tournament.rounds.get(number=1)) == {gone.name: "left"}


@pytest.mark.parametrize("table", [1, 2, 3])
def test_a_draft_gives_up_its_highest_table(tournament: Tournament, table: int) -> None:
    drawn(tournament, 12)
    draft = tournament.rounds.first()
    leaves(draft.seats.filter(sheet__table=table).first().entry)
    shown = proposal(tournament)
    assert shown.headline.startswith(
        message(
            "Only drafts change. No one has seen them, so you don’t need to tell "
            "anyone."
        )
    )
    for each in shown.changes:
        assert [label for label, _ in each.after.tables] == [1, 2]
        assert each.tables_gone == [3]
    made = make(tournament, shown)
    assert {*draft.sheets.values_list("table", flat=True)} == {1, 2}
    assert made.report["moves"]


def test_who_is_held_keeps_his_table_however_high(tournament: Tournament) -> None:
    people = build.entries(tournament, 12)
    Entry.objects.filter(pk=people[0].pk).update(fixed_table=3)
    draws.draw(tournament=tournament, actor=BY, whole_evening=False, seed=SEED)
    draft = tournament.rounds.get()
    leaves(draft.seats.filter(sheet__table=1).first().entry)
    [change] = proposal(tournament).changes
    assert people[0].pk in dict(change.after.tables)[3]


def test_a_published_round_keeps_the_numbers_of_its_tables(
    tournament: Tournament,
) -> None:
    drawn(tournament, 12, publish=1)
    one = tournament.rounds.get(number=1)
    leaves(one.seats.filter(sheet__table=1).first().entry)
    shown = proposal(tournament)
    first = next(each for each in shown.changes if each.round == one)
    assert not first.tables_new
    kinds = [line.kind for line in first.lines]
    told = f"Only {kinds.count('moves')} people have to move and 1 player no longer has a seat."
    assert shown.headline == told


def test_a_proposal_saves_nothing(tournament: Tournament) -> None:
    gone, *_ = drawn(tournament, 9, publish=1, spare="house")
    leaves(gone)
    counts = [m.objects.count() for m in (Change, Draw, Entry)]

    assert proposal(tournament).changes

    assert [m.objects.count() for m in (Change, Draw, Entry)] == counts


def test_who_comes_for_nobody_sits_out_only_once(tournament: Tournament) -> None:
    drawn(tournament, 16, publish=1)
    (came,) = build.entries(tournament, 1)
    make(tournament)

    first, *others = tournament.rounds.order_by("number")
    assert first.sit_outs.get(why=SitOut.Why.SIT_OUT)
    benched = [set(seats(rnd)) for rnd in (first, *others)]
    assert sum(came.pk not in seated for seated in benched) <= 1
    assert draft_of(facts_of(tournament)).sat_out_early == ()


def test_a_table_is_given_up_with_its_sheet(tournament: Tournament) -> None:
    people = drawn(tournament, 12, publish=1)
    for each in people[:4]:
        leaves(each)
    make(tournament)

    for rnd in tournament.rounds.all():
        assert rnd.sheets.count() == 2
        assert rnd.seats.count() == 8
    first = tournament.rounds.get(number=1)
    assert first.sit_outs.filter(why=SitOut.Why.LEFT).count() == 4


def test_four_more_bring_a_table_with_a_code_of_its_own(tournament: Tournament) -> None:
    drawn(tournament, 8, publish=1)
    build.entries(tournament, 4)
    make(tournament)

    for rnd in tournament.rounds.all():
        assert sorted(rnd.sheets.values_list("table", flat=True)) == [1, 2, 3]
        assert rnd.seats.count() == 12


def test_a_house_player_is_made_when_somebody_leaves(tournament: Tournament) -> None:
    gone, *_ = drawn(tournament, 8, publish=1, spare="house")
    where = seats(tournament.rounds.get(number=1))[gone.pk]
    leaves(gone)
    make(tournament)

    first = tournament.rounds.get(number=1)
    house = tournament.entries.get(house=1)
    assert seats(first)[house.pk] == where
    assert first.seats.get(entry=house).credit is None


def test_a_table_that_plays_stays_as_it_is(tournament: Tournament) -> None:
    drawn(tournament, 12, publish=1)
    rnd = tournament.rounds.get(number=1)
    one, two, _ = rnd.sheets.order_by("table")
    build.counted(one)
    before = {s.position: s.entry_id for s in one.seats.all()}
    leaves(Entry.objects.get(pk=before[1]))
    leaves(two.seats.get(position=2).entry)
    make(tournament)

    assert {s.position: s.entry_id for s in one.seats.all()} == before
    assert rnd.sheets.count() == 2


def test_who_comes_when_it_has_begun_stays_late(tournament: Tournament) -> None:
    drawn(tournament, 8, publish=1)
    rnd = tournament.rounds.get(number=1)
    build.counted(rnd.sheets.get(table=1))
    (came,) = build.entries(tournament, 1)
    entries.mark_missed_rounds(tournament, [came], build.command())
    make(tournament)

    assert missing(rnd) == {came.name: "late"}


def test_phones_stay_with_their_people(tournament: Tournament) -> None:
    gone, *_ = drawn(tournament, 8, publish=1)
    rnd = tournament.rounds.get(number=1)
    seat = rnd.seats.get(entry=gone)
    other = seat.sheet.seats.exclude(pk=seat.pk).first()
    phone = build.phone(seat.sheet, other.position)
    left = build.phone(seat.sheet, seat.position)
    leaves(gone)
    (came,) = build.entries(tournament, 1)
    make(tournament)

    phone = Phone.objects.get(pk=phone.pk)
    assert (phone.seat, phone.name) == (other.position, other.entry.name)
    left.refresh_from_db()
    assert (left.seat, left.name) == (seat.position, came.name)


def test_anything_in_between_is_a_conflict(tournament: Tournament) -> None:
    gone, other, *_ = drawn(tournament, 9, publish=1)
    leaves(gone)
    shown = proposal(tournament)
    leaves(other)

    with pytest.raises(
        Conflict,
        match=message(
            "Someone arrived, left or played while you were looking. Review the "
            "changes again."
        ),
    ):
        make(tournament, shown)
    assert tournament.rounds.get(number=1).seats.filter(entry=gone).exists()


def test_a_hand_in_between_is_a_conflict(tournament: Tournament) -> None:
    gone, *_ = drawn(tournament, 8, publish=1)
    leaves(gone)
    shown = proposal(tournament)
    build.counted(tournament.rounds.get(number=1).seats.get(entry=gone).sheet)

    with pytest.raises(Conflict):
        make(tournament, shown)


def test_the_same_form_twice_is_one_change(tournament: Tournament) -> None:
    gone, *_ = drawn(tournament, 8)
    leaves(gone)
    shown = proposal(tournament)

    assert make(tournament, shown, key="k") == make(tournament, shown, key="k")


def test_it_can_be_run_again_and_is_told(tournament: Tournament) -> None:
    gone, *_ = drawn(tournament, 9, publish=1, spare="house")
    leaves(gone)
    made = make(tournament)

    assert [
        {who for table in each.tables for who in table} for each in again(made)
    ] == [set(seats(rnd)) for rnd in tournament.rounds.order_by("number")]
    text = Change.objects.filter(what="smallest").get().text
    assert f"1 {gone.name}: table" in text
    assert message("seed {seed}", seed=made.seed) in text


def test_drafts_may_be_drawn_anew_instead(tournament: Tournament) -> None:
    gone, *_ = drawn(tournament, 8, publish=1)
    leaves(gone)
    build.entries(tournament, 1)
    made = make(tournament, drafts=False)

    first, second, third = tournament.rounds.order_by("number")
    assert first.draw == made
    assert second.draw == third.draw != made
    assert gone.pk not in seats(second)


def test_who_is_held_somewhere_else_is_moved_there(tournament: Tournament) -> None:
    held, *_ = drawn(tournament, 12)
    Entry.objects.filter(pk=held.pk).update(fixed_table=2)
    assert draft_of(facts_of(tournament)).misplaced == (held,)
    make(tournament)

    assert {seats(rnd)[held.pk][0] for rnd in tournament.rounds.all()} == {2}
    assert draft_of(facts_of(tournament)).misplaced == ()


def test_a_table_that_is_not_there_is_said(tournament: Tournament) -> None:
    held, *_ = drawn(tournament, 12)
    Entry.objects.filter(pk=held.pk).update(fixed_table=9)

    shown = proposal(tournament)
    assert "fixed table doesn’t exist: 9" in shown.problem
    with pytest.raises(ActionRefused, match="fixed table doesn’t exist: 9"):
        make(tournament, shown)


@pytest.mark.parametrize("people", [16, 24])
def test_the_same_queries_whatever_the_size(
    tournament: Tournament, people: int, django_assert_num_queries
) -> None:
    gone, *_ = drawn(tournament, people, publish=1)
    leaves(gone)
    with django_assert_num_queries(16):
        proposal(tournament)


def test_who_came_after_the_draw_is_told_as_that(tournament: Tournament) -> None:
    drawn(tournament, 9)
    (came,) = build.entries(tournament, 1)

    draft = draft_of(facts_of(tournament))
    assert (draft.newcomers, draft.sat_out_early) == ((came,), ())
    benches = bench_of(draft.rounds[0], draft.sit_outs[draft.rounds[0].pk])
    assert [bench.why for bench in benches if came in bench.entries] == [
        message("arrived after the draw")
    ]


@pytest.mark.parametrize("spare", ["sit_out", "house"])
@pytest.mark.parametrize(
    ("people", "gone", "come"), [(9, 1, 0), (13, 0, 2), (14, 2, 1)]
)
@pytest.mark.parametrize("is_begun", [False, True])
def test_drafts_drawn_again_have_the_repeats_that_were_shown(
    tournament: Tournament,
    spare: str,
    people: int,
    gone: int,
    come: int,
    *,
    is_begun: bool,
) -> None:
    made = drawn(tournament, people, publish=1, spare=spare)
    if is_begun:
        build.counted(tournament.rounds.get(number=1).sheets.first())
    for entry in made[-gone:] if gone else []:
        leaves(entry)
    if come:
        build.entries(tournament, come)
    shown = proposal(tournament, drafts=False)
    make(tournament, shown, drafts=False)

    draft = draft_of(facts_of(tournament))
    assert draft
    assert draft.report.repeats == shown.repeats_after
    assert draft.is_current
