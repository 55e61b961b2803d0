"""Reading records: what is spared must not change what is read."""

from rules.scarto import GAME as scarto
from rules.scarto.deal import State
from rules.tysiacha import GAME as tysiacha

FIRST = {"dealer": 1, "points": [26, 26, 26]}
SECOND = {"dealer": 2, "points": [30, 30, 18]}


def test_a_checked_record_is_its_own_deal_and_not_that_of_another() -> None:
    rules = scarto.house.rules()
    assert scarto.check(FIRST, rules) == ()
    assert scarto.parse(SECOND, checked=True).dealer == 2
    assert scarto.parse(FIRST, checked=True) == scarto.parse(dict(FIRST))
    state = {"deal": 1, "totals": [1, 0, -1]}
    assert scarto.check(SECOND, rules, state) == ()
    assert scarto.parse(SECOND, checked=True).state == State()
    at_four = {"dealer": 1, "kind": "passed_out"}
    assert tysiacha.check(at_four, tysiacha.house.rules(), None, 4) == ()
    assert tysiacha.parse(at_four, checked=True).table == 4


def test_only_lists_that_are_right_all_over_are_taken_as_they_stand() -> None:
    record = {"dealer": 1, "soloist": 1, "bid": 100, "points": [True, 121, 1.0]}
    found = [
        (each.code, each.field)
        for each in tysiacha.check(record, tysiacha.house.rules())
    ]
    assert found == [
        ("not_a_whole_number", "points[0]"),
        ("out_of_range", "points[1]"),
        ("not_a_whole_number", "points[2]"),
    ]
    right = tysiacha.parse(record | {"points": [100, 0, 20]})
    assert right.points == (100, 0, 20)
