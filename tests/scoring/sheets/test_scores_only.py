"""Sheets of a game without recorded hands: with a total known beforehand, and without."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubs.models import Club, User
from scoring.audit.ledger import ledger_of
from scoring.core.writes import ActionRefused, Conflict
from scoring.models import Count, Seat, Sheet, Tournament
from scoring.results.compute import compute_rows
from scoring.sheets import counts
from scoring.sheets.sheet import SheetState, life_of
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.at_table import assert_refused, count_of, hand_of, joined

pytestmark = pytest.mark.django_db

Witness = Count.Witness
SCORES = (120, -45, 33, 210)
FREE = {"name": "Königrufen", "total": "none"}
NO_TOTAL = message(
    "These scores have no fixed total. Have someone enter all of them a second time "
    "without looking at the first entry."
)


def evening(club: Club, **rules: str) -> Tournament:
    return build.tournament(
        club, name="Game night", game="custom_game", preset="totals", house_rules=rules
    )


@pytest.fixture
def free(club: Club) -> Sheet:
    """A table whose scores have no fixed total."""
    return build.open_sheet(evening(club, **FREE))


@pytest.fixture
def bound(club: Club) -> Sheet:
    """A table whose plus and minus add up to 0."""
    return build.open_sheet(evening(club, name="Skat"))


def state(sheet: Sheet) -> SheetState:
    return life_of(Sheet.objects.get(pk=sheet.pk)).state


def confirm(sheet: Sheet, by: User, scores: Any = SCORES, **facts: Any) -> Any:
    return counts.confirm(
        sheet=sheet,
        actor=build.actor(by),
        **{
            "seen": build.seen(sheet),
            "key": "second",
            "witness": Witness.ACCOUNT,
            "again": build.seats(scores),
            **facts,
        },
    )


def test_any_sum_is_right_where_none_is_fixed(free: Sheet, club: Club) -> None:
    first, second = build.member(club), build.member(club, username="berta")
    counted = build.counted(free, first, SCORES)
    assert (counted.must_total, counted.aside, counted.balances) == (318, 0, True)
    with pytest.raises(ActionRefused, match="no fixed total"):
        confirm(free, second, again=None)
    assert state(free) == SheetState.COUNTED
    assert confirm(free, second).agreed
    assert state(free) == SheetState.VERIFIED
    seats = Seat.objects.filter(sheet=free).order_by("position")
    assert tuple(seat.score for seat in seats) == SCORES
    ledger = ledger_of(free.round.tournament)
    assert [*ledger.rounds[0].leaks] == []


def test_a_second_entry_that_differs_verifies_nothing(free: Sheet, club: Club) -> None:
    build.counted(free, build.member(club), SCORES)
    second = build.member(club, username="berta")
    outcome = confirm(free, second, (120, -45, 33, 201))
    assert not outcome.agreed
    assert outcome.count.must_total == 309
    assert state(free) == SheetState.COUNTED


def test_a_correction_may_add_up_to_anything(free: Sheet, club: Club) -> None:
    first, second = build.member(club), build.member(club, username="berta")
    build.counted(free, first, SCORES)
    confirm(free, second)
    new = build.corrected(free, (100, -45, 33, 210), first)
    assert new.must_total == 298
    confirm(free, second, (100, -45, 33, 210), key="third")
    assert state(free) == SheetState.CORRECTED


def test_a_known_total_is_checked(bound: Sheet, club: Club) -> None:
    counted = build.counted(bound, build.member(club), (30, -45, 33, -17))
    assert (counted.must_total, counted.difference) == (0, 1)
    assert state(bound) == SheetState.UNBALANCED
    build.counted(bound, None, (30, -45, 33, -18))
    build.confirmed(bound, build.member(club, username="berta"))
    assert state(bound) == SheetState.VERIFIED


def set_total(sheet: Sheet, total: str) -> Sheet:
    """The club's total, changed while the round is played."""
    played = sheet.round.tournament
    played.house_rules = played.house_rules | {"total": total}
    played.save()
    return Sheet.objects.get(pk=sheet.pk)


def test_without_a_total_any_more_the_same_numbers_count(
    bound: Sheet, club: Club
) -> None:
    first, second = build.member(club), build.member(club, username="berta")
    build.counted(bound, first, SCORES)
    assert state(bound) == SheetState.UNBALANCED
    sheet = set_total(bound, "none")
    again = build.counted(sheet, first, SCORES, key="again")
    assert (again.must_total, again.balances) == (318, True)
    assert confirm(sheet, second).agreed


def test_with_a_total_now_a_count_of_before_is_not_confirmed(
    free: Sheet, club: Club
) -> None:
    first, second = build.member(club), build.member(club, username="berta")
    build.counted(free, first, SCORES)
    sheet = set_total(free, "known")
    changed = message(
        "The required total changed after this count. Count the sheet again."
    )
    with pytest.raises(Conflict, match=changed):
        confirm(sheet, second)
    build.counted(sheet, first, SCORES, key="again")
    assert state(sheet) == SheetState.UNBALANCED


@in_turn(
    "sizes, people",
    [("3", 3), ("4", 4), ("5", 5), ("3-4", 3), ("4-5", 5), ("3-5", 4)],
)
def test_tables_of_every_size_are_counted(club: Club, sizes: str, people: int) -> None:
    played = evening(club, sizes=sizes, **FREE)
    sheet = build.opened_round(played, [build.entries(played, people)]).sheets.get()
    scores = tuple(range(10, 10 + people))
    build.counted(sheet, None, scores)
    confirm(sheet, build.member(club), scores)
    rows = compute_rows(played)
    assert [row["total"] for row in rows] == sorted(scores, reverse=True)


def test_a_table_types_scores_and_a_second_phone_types_them_again(
    free: Sheet,
) -> None:
    keeper, other = joined(free), joined(free, seat=3)
    told = keeper.state()["sheet"]
    assert (told["has_hands"], told["with_chips"], told["hands"]) == (
        False,
        False,
        None,
    )
    keeper.saved("counts/", **count_of(held=[*SCORES]))
    message_text = assert_refused(other.tell("confirm/", seen=1, seat=3), "")
    assert message_text == NO_TOTAL
    short = other.tell("confirm/", seen=1, seat=3, held=[1, 2], borrowed=[0, 0])
    assert_refused(short, "held")
    again = {"held": [*SCORES], "borrowed": [0, 0, 0, 0]}
    saved = other.saved("confirm/", seen=1, seat=3, **again)
    assert saved["agreed"]
    verified = life_of(free).verified
    assert (verified.witness, verified.witness_seat) == (Witness.PHONE, 3)


def test_the_phone_that_counted_is_passed_on(free: Sheet) -> None:
    keeper = joined(free)
    keeper.saved("counts/", **count_of(held=[*SCORES]))
    again = {"held": [*SCORES], "borrowed": [0, 0, 0, 0]}
    own = assert_refused(keeper.tell("confirm/", seen=1, seat=1, **again), "")
    assert own == message(
        "You counted this sheet, so a second person has to confirm it."
    )
    assert keeper.saved("confirm/", seen=1, seat=2, **again)["agreed"]
    verified = life_of(free).verified
    assert (verified.witness, verified.witness_seat) == (Witness.OWN, 2)


def test_a_player_types_the_own_score_where_the_total_is_known(bound: Sheet) -> None:
    keeper = joined(bound)
    keeper.saved("counts/", **count_of(held=[30, -45, 33, -18]))
    saved = keeper.saved("confirm/", seen=1, seat=2, held=-45, borrowed=0)
    assert saved["agreed"]
    assert state(bound) == SheetState.VERIFIED


def test_no_hands_are_taken(free: Sheet) -> None:
    keeper = joined(free)
    refused = keeper.tell("hands/", **hand_of(record={"dealer": 1}))
    assert refused.json()["refused"]["problems"][0]["code"] == "no_hands"
    text = assert_refused(
        keeper.tell("counts/", **count_of(held=[*SCORES], from_hands=True)), ""
    )
    assert text == message("No hands are recorded in this game, so enter the scores.")


class RandomRounds(TestCase):
    """Random scores of two rounds beside a plain sum: places by the most points."""

    @settings(max_examples=25, deadline=None)
    @given(
        st.lists(st.tuples(*[st.integers(-9_999, 9_999)] * 4), min_size=2, max_size=3)
    )
    def test_standings_are_the_sums(self, rounds: list[tuple[int, ...]]) -> None:
        played = evening(build.club(f"lodge-{Tournament.objects.count()}"), **FREE)
        people, second = build.entries(played), build.user(f"u{played.pk}")
        for number, scores in enumerate(rounds):
            sheet = build.opened_round(played, [people]).sheets.get()
            build.counted(sheet, None, scores)
            confirm(sheet, second, scores, key=f"second-{played.pk}-{number}")
        sums = [sum(column) for column in zip(*rounds, strict=True)]
        rows = {row["entry"]: row for row in compute_rows(played)}
        for entry, total in zip(people, sums, strict=True):
            assert rows[entry.pk]["total"] == total
            assert rows[entry.pk]["place"] == 1 + sum(other > total for other in sums)
