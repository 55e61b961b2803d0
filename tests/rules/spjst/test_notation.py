"""The record of a hand: its canonical form."""

from rules.spjst import parse, write
from tests.rules.spjst.builders import bonus, fault, povinost, prever


def test_the_canonical_record_says_what_is_known_and_no_more() -> None:
    record = {
        "challenge": None,
        "faults": [fault("renege", 2, holder=None)],
        "values": {"4": ["trull", "taroky"], "2": None, "1": ["uni"]},
        "valat": None,
        "pagat": bonus("opponents", False, True, challenge=None),
        **povinost(),
    }
    written = write(parse(record))
    assert list(written) == [
        "povinost",
        "bid",
        "declarer",
        "partner",
        "points",
        "values",
        "pagat",
        "faults",
    ]
    assert written["povinost"] == 1
    assert list(written["values"].items()) == [
        ("1", ["uni"]),
        ("4", ["taroky", "trull"]),
    ]
    assert written["pagat"] == bonus("opponents", False, True)
    assert written["faults"] == [fault("renege", 2)]


def test_a_prever_says_its_set_and_a_hand_keeps_its_id() -> None:
    assert write(parse(prever(id="A", prever_set=None))) == {
        "id": "A",
        "povinost": 1,
        "bid": "prever",
        "declarer": 2,
        "points": 59,
        "prever_set": 1,
    }


def test_a_record_without_a_hand_keeps_the_null() -> None:
    record = {"povinost": 2, "bid": None, "faults": [fault("misdeal", 1)]}
    assert write(parse(record)) == record
