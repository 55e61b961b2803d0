"""Why somebody sits out."""

from rules.seating import Reason, RoundSeats, Sat, draw, reasons
from tests.rules.seating.evenings import evening

ROUND = RoundSeats(((1, 2, 3, 4),), (5,))


def test_by_lot_among_those_who_have_sat_out_as_often():
    (first,) = reasons([], [], [ROUND])

    assert first == (Reason(5, times=0, sat=Sat(), least=Sat(), among=5),)
    assert first[0].by_lot
    assert not first[0].early


def test_he_alone_had_not_sat_out_yet():
    ((reason,),) = reasons([1, 2, 3, 4], [], [ROUND])

    assert reason == Reason(5, times=0, sat=Sat(0, 0), least=Sat(0, 1), among=1)
    assert not reason.by_lot
    assert not reason.by_evening


def test_the_evening_comes_before_the_season():
    earlier = [RoundSeats(((5, 2, 3, 4),), (1,))]
    ((reason,),) = reasons([5, 5, 2, 2, 2, 3, 3, 3, 4, 4, 4], earlier, [ROUND])

    assert (reason.sat, reason.least) == (Sat(0, 2), Sat(0, 3))
    assert not reason.early


def test_a_move_by_hand_shows():
    (_, (again,)) = reasons([], [], [ROUND, ROUND])

    assert again.early
    assert (again.times, again.sat, again.least) == (1, Sat(1), Sat(0))


def test_whoever_comes_late_counts_as_one_below_the_others():
    turns = [
        RoundSeats((tuple({1, 2, 3, 4, 5} - {out}),), (out,)) for out in range(1, 6)
    ]
    ((first,),) = reasons([], turns * 2, [RoundSeats(((1, 2, 3, 4),), (9,))])

    assert (first.times, first.sat, first.by_evening) == (0, Sat(1), True)


def test_no_draw_lets_anybody_sit_out_early():
    earlier = [1, 2, 2, 3, 9]
    result = draw(evening(11, 6, sat_out=earlier))

    found = reasons(earlier, [], result.rounds)

    assert all(not each.early for of_round in found for each in of_round)
    assert [len(of_round) for of_round in found] == [3] * 6
