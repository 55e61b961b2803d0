"""What people type is kept on one line, or refused at its field."""

import pytest

from scoring.core.text_cleaning import clean, refuse_unfit
from scoring.core.writes import ActionRefused
from tests.in_turn import in_turn
from tests.messages import message


def test_blanks_and_line_ends_become_single_blanks():
    assert clean("  two\n lines\t", most=9, field="note") == "two lines"


def test_a_text_that_does_not_fit_is_refused_at_its_field():
    with pytest.raises(
        ActionRefused, match=r"11 characters long\. Use 10 or fewer"
    ) as wrong:
        clean("x" * 11, most=10, field="note")
    assert wrong.value.field == "note"


def test_a_needed_text_is_asked_for():
    with pytest.raises(ActionRefused, match=message("Enter your name.")) as wrong:
        clean(" \n", most=10, field="name", needed="Enter your name.")
    assert wrong.value.field == "name"


@in_turn("bad", ["a\0b", "half \ud83c", "\udc00"])
@in_turn("inside", [lambda t: t, lambda t: {"a": [1, {"b": t}]}, lambda t: [{t: None}]])
def test_what_no_database_keeps_is_found_anywhere(bad, inside):
    with pytest.raises(ActionRefused, match="can’t save"):
        refuse_unfit(inside(bad), "record")


def test_whole_characters_are_kept():
    kept = clean("Hruška 🃏", most=20, field="note")
    assert kept == "Hruška 🃏"
    assert refuse_unfit({"reason": [kept, 54, None, True]}, "record") is None


def test_a_deep_value_is_no_error():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    assert refuse_unfit(deep, "record") is None
    while deep:  # taken apart by hand: its own end would recurse
        deep = deep.pop()
