"""The smallest change moves as few as it can, and breaks no law of the draw."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.seating import DrawError, Place, Seated, moves
from rules.seating import smallest_change as changed
from tests.rules.seating.changing import (
    HOUSE,
    as_rounds,
    asked,
    changes,
    check_laws,
    moved,
    seated,
    sitting,
)
from tests.rules.seating.evenings import evening, repeats_in


@given(changes(), st.integers(1, 3), st.integers(0, 9), st.booleans())
def test_each_round_moves_as_few_as_any_could(change, rounds, seed, house):
    size, players, begun, earlier = change
    before = seated(evening(size, rounds, seed, house=house), begun)
    request = asked(players, HOUSE if house else (), seed=seed, sat_out=earlier)

    after = changed(request, before)

    check_laws(request, before, after, house)
    assert after == changed(request, before)


def test_nothing_changed_changes_nothing():
    before = seated(evening(23, 3))
    assert list(changed(asked(range(1, 24)), before)) == before


def test_whoever_comes_takes_the_seat_of_whoever_left():
    before = seated(evening(16, 3))
    after = changed(asked([*range(2, 17), 50]), before)

    found = moves(before, after)
    assert {each.who for each in found} == {1, 50}
    at = {each.round: each.before for each in found if each.who == 1}
    assert at == {each.round: each.after for each in found if each.who == 50}


def test_nobody_twice_though_one_more_would_always_sit_out():
    before = seated(evening(16, 3))
    after = changed(asked([*range(1, 17), 50]), before)

    out = [who for seats in after for who in seats.sit_out]
    assert len(set(out)) == 3
    assert out[0] == 50 or out.count(50) < 2


def test_a_table_is_given_up_and_the_others_keep_their_numbers():
    before = seated(evening(16, 1))
    left = dict(before[0].tables)[2][0]
    after = changed(asked(sorted(set(range(1, 17)) - {left})), before)

    assert [label for label, _ in after[0].tables] == [1, 3, 4]
    assert len(after[0].sit_out) == 3
    assert {each.who for each in moves(before, after)} == set(dict(before[0].tables)[2])


def test_the_last_table_of_a_round_is_not_given_up():
    before = seated(evening(5, 2))
    with pytest.raises(DrawError, match="only 3 would be left"):
        changed(asked([1, 2, 3]), before)
    filled = changed(asked([1, 2, 3], house=["H1", "H2", "H3"]), before)
    assert all(len(each.tables) == 1 for each in filled)


def test_a_table_is_given_up_whose_people_may_sit_out():
    before = seated(evening(12, 1))
    one, *others = dict(before[0].tables)[1]
    players = sorted(set(range(1, 13)) - {one})
    after = changed(asked(players, sat_out=others), before)

    assert 1 in dict(after[0].tables)
    assert moved(before, after) == [4]


def test_four_more_get_a_table_of_their_own():
    before = seated(evening(16, 1))
    after = changed(asked([*range(1, 17), 50, 51, 52, 53]), before)

    assert dict(after[0].tables)[5] != ()
    assert sorted(dict(after[0].tables)[5]) == [50, 51, 52, 53]
    assert [(each.before, each.after.table) for each in moves(before, after)] == [
        (None, 5)
    ] * 4


def test_house_players_make_room_and_fill_up():
    before = seated(evening(15, 1, house=True))
    more = changed(asked([*range(1, 16), 50], HOUSE), before)
    fewer = changed(asked(range(2, 16), HOUSE), before)

    assert not [who for who in sitting(more[0]) if who in HOUSE]
    assert {each.who for each in moves(before, more)} == {50, "H1"}
    assert len([who for who in sitting(fewer[0]) if who in HOUSE]) == 2
    assert {each.who for each in moves(before, fewer)} == {1, "H2"}


def test_of_the_empty_seats_each_takes_the_one_that_repeats_least():
    before = seated(evening(20, 4, 5))
    gone = [1, 2, 3, 4]
    come = [50, 51, 52, 53]
    after = changed(asked([*range(5, 21), *come], seed=3), before)

    assert {each.who for each in moves(before, after)} == {*gone, *come}
    assert repeats_in(as_rounds(after)) <= repeats_in(as_rounds(before)) + 1


def test_who_must_not_meet_are_put_apart_first():
    before = seated(evening(16, 1))
    one, other = dict(before[0].tables)[1][0], dict(before[0].tables)[2][0]
    stays = dict(before[0].tables)[1][1]
    players = [*sorted(set(range(1, 17)) - {one, other}), 50, 51]
    after = changed(asked(players, apart=[(50, stays), (51, stays)][:1]), before)

    assert sitting(after[0])[50] == 2


def test_somebody_held_gets_his_table_and_one_makes_room():
    before = seated(evening(16, 2))
    after = changed(asked([*range(1, 17), 50], fixed=[(50, 3)], seed=2), before)

    for seats in after:
        assert sitting(seats).get(50, 3) == 3
    for number, seats in enumerate(after):
        found = [each for each in moves(before, after) if each.round == number]
        assert len(found) == (1 if 50 in seats.sit_out else 2)


def test_the_table_of_somebody_held_is_not_given_up():
    before = seated(evening(16, 1))
    four = dict(before[0].tables)
    players = sorted(set(range(1, 17)) - {four[2][0]})
    after = changed(asked(players, fixed=[(four[2][1], 2)]), before)

    assert 2 in dict(after[0].tables)
    assert sitting(after[0]).get(four[2][1], 2) == 2


def test_nobody_can_be_held_at_a_table_that_is_not_there():
    before = seated(evening(16, 1))
    with pytest.raises(DrawError, match="fixed table doesn’t exist: 9"):
        changed(asked(range(1, 17), fixed=[(1, 9)]), before)


def test_moves_say_from_where_to_where():
    before = [Seated(((1, (1, 2, 3, 4)),), (5,))]
    after = [Seated(((1, (5, 2, 3, 6)),), (1,))]

    found = {each.who: (each.before, each.after) for each in moves(before, after)}
    assert found == {
        1: (Place(1, 1), Place()),
        4: (Place(1, 4), None),
        5: (Place(), Place(1, 1)),
        6: (None, Place(1, 4)),
    }
