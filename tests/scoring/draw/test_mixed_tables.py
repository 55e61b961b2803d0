"""Seats where a table has three or four: drawn, by hand, changed, substituted."""

import pytest

from clubs.models import Club
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused
from scoring.draw import draws, manual_seating, rounds
from scoring.draw.drafts import draft_of
from scoring.draw.draw_input import blockers, facts_of, left_over, order_by_standing
from scoring.draw.reseat import question_of
from scoring.draw.reseat_proposals import proposal_of
from scoring.draw.reseat_writes import change_seats
from scoring.draw.substitutes import substitute
from scoring.models import Draw, Entry, Round, SitOut, Tournament
from scoring.people import entries
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

BY = build.command()
SEED = 7
State = Entry.State


def drawn(mixed: Tournament, people: int, publish: int = 0, **facts) -> list[Entry]:
    made = build.entries(mixed, people)
    draws.draw(
        tournament=mixed, actor=BY, **{"whole_evening": True, "seed": SEED, **facts}
    )
    mixed.refresh_from_db()
    for rnd in mixed.rounds.order_by("number")[:publish]:
        rounds.publish(rnd=rnd, actor=BY)
    return made


def sizes(rnd: Round) -> list[int]:
    return [sheet.size for sheet in rnd.sheets.order_by("table")]


def seats(rnd: Round) -> dict[int | None, tuple[int, int]]:
    return {
        seat.entry_id: (seat.sheet.table, seat.position)
        for seat in rnd.seats.select_related("sheet")
    }


def follow(mixed: Tournament) -> Draw:
    """The smallest change, as it is shown."""
    question = question_of(mixed)
    shown = proposal_of(question, question.seed)
    assert not shown.problem
    return change_seats(tournament=mixed, actor=BY, digest=shown.digest)


# --- The draw ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "tables", "out"),
    [
        (3, [3], 0),
        (4, [4], 0),
        (5, [4], 1),
        (11, [3, 4, 4], 0),
        (12, [3, 3, 3, 3], 0),
        (13, [3, 3, 3, 4], 0),
    ],
)
def test_so_many_people_sit_at_these_tables(
    mixed: Tournament, people: int, tables: list[int], out: int
) -> None:
    drawn(mixed, people, publish=1)

    first, *drafts = mixed.rounds.order_by("number")
    assert [sizes(each) for each in (first, *drafts)] == [tables] * 3
    assert first.sit_outs.count() == out
    assert left_over(mixed, people) == out
    assert not list(differences_in(mixed))


def test_nine_sit_at_a_table_of_four_and_one_of_five(club: Club) -> None:
    made = build.tournament(club)
    Tournament.objects.filter(pk=made.pk).update(game="paskievics")
    made.refresh_from_db()
    drawn(made, 9, publish=1)
    rnd = made.rounds.get(number=1)

    assert sizes(rnd) == [4, 5]
    gone = rnd.sheets.get(table=2).seats.get(position=5).entry
    entries.set_state(entry=gone, actor=BY, state=State.LEFT)
    follow(made)
    assert sizes(rnd) == [4, 4]


def test_a_kept_draw_runs_again_at_its_tables(mixed: Tournament) -> None:
    drawn(mixed, 13)
    kept = mixed.draws.get()
    first = mixed.rounds.first()

    assert kept.input["sizes"] == [3, 4]
    again = draws.again(kept)[0].tables
    found = [
        tuple(sheet.seats.order_by("position").values_list("entry", flat=True))
        for sheet in first.sheets.order_by("table")
    ]
    assert list(again) == found


def test_a_draw_kept_before_there_were_sizes_runs_again_as_fours(
    tournament: Tournament,
) -> None:
    drawn(tournament, 13)
    kept = tournament.draws.get()

    assert "sizes" not in kept.input
    assert [len(each) for each in draws.again(kept)[0].tables] == [4, 4, 4]


def test_who_sits_out_of_five_changes(mixed: Tournament) -> None:
    drawn(mixed, 5, publish=3)

    out = SitOut.objects.filter(round__tournament=mixed, why=SitOut.Why.SIT_OUT)
    assert len({each.entry_id for each in out}) == 3


def test_a_house_player_fills_five_up_to_two_tables(mixed: Tournament) -> None:
    drawn(mixed, 5, spare="house")

    assert sizes(mixed.rounds.first()) == [3, 3]
    assert mixed.entries.exclude(house=None).count() == 1


def test_two_are_too_few_and_three_are_not(mixed: Tournament) -> None:
    build.entries(mixed, 2)
    [problem] = blockers(facts_of(mixed))
    assert problem.message == message(
        "Only {n} players are here. A table needs {players}.", n=2, players="three"
    )
    build.entries(mixed, 1)
    assert blockers(facts_of(mixed)) == []


def test_who_stays_at_a_table_stays_at_one_there_is(mixed: Tournament) -> None:
    first, *_ = build.entries(mixed, 13)
    first.fixed_table = 5
    first.save()
    [problem] = blockers(facts_of(mixed))
    assert (
        "stays at table 5, but with 13 players the last table is 4." in problem.message
    )
    first.fixed_table = 4
    first.save()
    assert blockers(facts_of(mixed)) == []


def test_a_last_round_by_standing_seats_all(mixed: Tournament) -> None:
    Tournament.objects.filter(pk=mixed.pk).update(
        rounds_planned=2, last_round_by_standing=True
    )
    mixed.refresh_from_db()
    people = build.entries(mixed, 7)
    sheet = build.published_round(mixed, [people[:4]]).sheets.get()
    build.counted(sheet)
    build.confirmed(sheet, again=build.seats())
    order = order_by_standing(facts_of(mixed))
    draws.draw(tournament=mixed, actor=BY, whole_evening=True, seed=SEED)
    table_of = {
        who: table for who, (table, _) in seats(mixed.rounds.get(number=2)).items()
    }

    assert [table_of[who] for who in order] == [1, 1, 1, 2, 2, 2, 2]


# --- What is said of a draft ------------------------------------------------------


def test_the_report_knows_the_tables(mixed: Tournament) -> None:
    drawn(mixed, 13)
    draft = draft_of(facts_of(mixed))

    assert draft
    assert draft.is_current
    assert draft.least_possible is not None
    assert draft.sat_out_early == ()


@pytest.mark.parametrize(
    ("people", "hands", "said", "even"),
    [
        (
            13,
            12,
            "Everyone plays 12 deals if a table of three has 12 and a table of four "
            "has 16.",
            True,
        ),
        (
            13,
            16,
            "16 deals can’t be dealt evenly at every table. Everyone plays 15 deals if a "
            "table of three has 15 and a table of four has 20.",
            False,
        ),
        (
            12,
            16,
            message(
                "With {hands} deals per round, players at a table of {size} don’t "
                "all deal equally often. With {better}, they do.",
                hands=16,
                size="three",
                better="15 or 18",
            ),
            False,
        ),
        (
            4,
            3,
            message(
                "With {hands} deals per round, players at a table of {size} don’t "
                "all deal equally often. With {better}, they do.",
                hands=3,
                size="four",
                better=4,
            ),
            False,
        ),
    ],
)
def test_the_deals_of_a_round_go_round(
    mixed: Tournament, people: int, hands: int, said: str, even: bool
) -> None:
    mixed.hands_per_round = hands
    mixed.save()
    drawn(mixed, people)
    draft = draft_of(facts_of(mixed))

    assert draft
    assert draft.deals
    assert (draft.deals.said, draft.deals.are_even) == (said, even)


@pytest.mark.parametrize(("people", "hands"), [(13, None), (12, 15), (8, 16)])
def test_nothing_is_said_of_deals_that_go_round(
    mixed: Tournament, people: int, hands: int | None
) -> None:
    mixed.hands_per_round = hands
    mixed.save()
    drawn(mixed, people)
    draft = draft_of(facts_of(mixed))

    assert draft
    assert draft.deals is None


def test_nothing_is_said_of_deals_where_records_name_no_dealer(
    tournament: Tournament,
) -> None:
    tournament.hands_per_round = 15
    tournament.save()
    drawn(tournament, 8)
    draft = draft_of(facts_of(tournament))

    assert draft
    assert draft.deals is None


# --- By hand ----------------------------------------------------------------------


def test_tables_by_hand_have_three_or_four(mixed: Tournament) -> None:
    people = build.entries(mixed, 7)
    made = manual_seating.seat_by_hand(
        tournament=mixed, actor=BY, tables=[people[:4], people[4:]]
    )

    assert sizes(made) == [4, 3]
    rounds.publish(rnd=made, actor=BY)
    assert made.sheets.get(table=2).must_total == 3 * mixed.start_chips


@pytest.mark.parametrize("many", [2, 5])
def test_no_table_by_hand_has_another_size(mixed: Tournament, many: int) -> None:
    people = build.entries(mixed, many)
    with pytest.raises(
        ActionRefused, match=f"Table 1 has {many} players, but it needs three or four"
    ):
        manual_seating.seat_by_hand(tournament=mixed, actor=BY, tables=[people])
    with pytest.raises(ActionRefused, match="at least one table of three or four"):
        manual_seating.seat_by_hand(tournament=mixed, actor=BY, tables=[])


def test_two_of_different_tables_change_places(mixed: Tournament) -> None:
    people = build.entries(mixed, 7)
    rnd = build.published_round(mixed, [people[:3], people[3:]])
    manual_seating.swap(rnd=rnd, actor=BY, one=people[0], other=people[6])

    assert sizes(rnd) == [3, 4]
    assert seats(rnd)[people[0].pk] == (2, 4)
    assert seats(rnd)[people[6].pk] == (1, 1)


# --- The smallest change ----------------------------------------------------------


def test_a_table_of_four_becomes_one_of_three(mixed: Tournament) -> None:
    drawn(mixed, 7, publish=1, whole_evening=False)
    rnd = mixed.rounds.get()
    before = seats(rnd)
    four = rnd.sheets.get(table=2)
    gone = four.seats.get(position=2).entry
    last = four.seats.get(position=4).entry
    entries.set_state(entry=gone, actor=BY, state=State.LEFT)
    made = follow(mixed)

    assert sizes(rnd) == [3, 3]
    # Who sat on the seat there is no more takes the free one; nobody else moves.
    place = before.pop(gone.pk)
    assert seats(rnd) == {**before, last.pk: place}
    assert made.input["sizes"] == [3, 4]
    assert [len(table) for table in draws.again(made)[0].tables] == [3, 3]
    assert four.must_total == 3 * mixed.start_chips
    assert not list(differences_in(mixed))


def test_a_late_comer_makes_a_table_of_three_one_of_four(mixed: Tournament) -> None:
    drawn(mixed, 6, publish=1, whole_evening=False)
    rnd = mixed.rounds.get()
    before = seats(rnd)
    [came] = build.entries(mixed, 1)
    entries.mark_missed_rounds(mixed, [came], BY)
    follow(mixed)

    assert sorted(sizes(rnd)) == [3, 4]
    after = seats(rnd)
    assert after.pop(came.pk)[1] == 4
    assert after == before
    assert not rnd.sit_outs.exists()


def test_drafts_follow_too(mixed: Tournament) -> None:
    people = drawn(mixed, 13)
    entries.set_state(entry=people[0], actor=BY, state=State.LEFT)
    follow(mixed)

    for rnd in mixed.rounds.all():
        assert sizes(rnd) == [3, 3, 3, 3]


def test_of_six_one_leaves_and_one_sits_out(mixed: Tournament) -> None:
    people = drawn(mixed, 6, publish=1, whole_evening=False)
    entries.set_state(entry=people[0], actor=BY, state=State.LEFT)
    follow(mixed)
    rnd = mixed.rounds.get()

    assert sizes(rnd) == [4]
    assert rnd.sit_outs.filter(why=SitOut.Why.SIT_OUT).count() == 1


def test_nobody_is_left_to_play(mixed: Tournament) -> None:
    people = drawn(mixed, 3, publish=1, whole_evening=False)
    entries.set_state(entry=people[0], actor=BY, state=State.LEFT)
    question = question_of(mixed)
    assert "A table needs 3 players" in proposal_of(question, question.seed).problem


# --- Substitutes ------------------------------------------------------------------


def test_a_substitute_takes_a_seat_at_a_table_of_three(mixed: Tournament) -> None:
    people = drawn(mixed, 7, publish=1)
    rnd = mixed.rounds.get(number=1)
    three = rnd.sheets.get(table=1)
    gone = three.seats.get(position=3).entry
    [stand_in] = build.entries(mixed, 1)
    substitute(leaver=gone, actor=BY, stand_in=stand_in, start=1)

    seat = three.seats.get(position=3)
    assert (seat.entry, seat.credit) == (stand_in, gone)
    assert [sizes(each) for each in mixed.rounds.all()] == [[3, 4]] * 3
    assert question_of(mixed).answer(SEED) == tuple(question_of(mixed).seated)
    assert len(people) == 7
