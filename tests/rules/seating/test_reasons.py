"""Why somebody sits out."""

from rules.seating import Reason, RoundSeats, draw, reasons
from tests.rules.seating.evenings import evening


def test_by_lot_among_those_who_have_sat_out_as_often():
    (first,) = reasons([], [RoundSeats(((1, 2, 3, 4),), (5,))])

    assert first == (Reason(5, times=0, least=0, among=5),)
    assert first[0].by_lot
    assert not first[0].early


def test_he_alone_had_not_sat_out_yet():
    ((reason,),) = reasons([1, 2, 3, 4], [RoundSeats(((1, 2, 3, 4),), (5,))])

    assert reason == Reason(5, times=0, least=1, among=1)
    assert not reason.by_lot


def test_a_move_by_hand_shows():
    one = RoundSeats(((1, 2, 3, 4),), (5,))
    (_, (again,)) = reasons([], [one, one])

    assert again.early
    assert (again.times, again.least) == (1, 0)


def test_no_draw_lets_anybody_sit_out_early():
    earlier = [1, 2, 2, 3, 9]
    result = draw(evening(11, 6, sat_out=earlier))

    found = reasons(earlier, result.rounds)

    assert all(not each.early for of_round in found for each in of_round)
    assert [len(of_round) for of_round in found] == [3] * 6
