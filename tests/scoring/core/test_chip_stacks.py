"""Stacks of chips: length is true where they are compared, discs are whole where counted."""

import re
from math import ceil, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.chip_stacks import (
    DISC,
    MOST_DISCS,
    NOTCHES,
    ChipScale,
    chip_scale,
    compared,
    counted,
    discs_of,
    piles,
    worth_of,
)

numbers = st.integers(-2400, 1450)
halves = st.integers(-4800, 2900).map(lambda twice: twice / 2)
rows = st.lists(st.one_of(numbers, halves), max_size=8)
GROUP = re.compile(r'<g class="([^"]+)">(.*?)</g>')
LINE = re.compile(r"h(-?[\d.]+)")


def lengths(markup: str, kind: str = "") -> list[float]:
    """How long the runs of each kind are, from the first path of its group."""
    found = []
    for name, paths in GROUP.findall(markup):
        if not kind or name == kind:
            first = re.findall(r'd="([^"]*)"', paths)[0]
            found += [float(length) for length in LINE.findall(first)]
    return found


@given(st.lists(st.integers(1, 1450), min_size=1, max_size=8))
def test_a_stack_is_as_long_as_its_total(row: list[int]) -> None:
    scale = chip_scale([row])
    markup = compared(row, scale)
    drawn = sum(lengths(markup, "b")) + sum(lengths(markup, "five"))
    whole = sum(number // (scale.worth // 2) * (scale.worth // 2) for number in row)
    assert isclose(drawn * scale.worth / DISC, whole, abs_tol=0.5 * len(row))
    notches = (len(row) - 1) * scale.notch
    assert sum(row) * DISC / scale.worth + notches <= scale.units * 1.01 + 1


@given(rows)
def test_nothing_is_negative_whatever_the_numbers(row: list[float]) -> None:
    for markup in (
        compared(row, chip_scale([row])),
        compared(row, chip_scale([row]), in_order=True),
        compared(row, chip_scale([row], by_value=False)),
        piles(row, unit=0.6, width=22, gap=4)[0],
    ):
        starts = [float(x) for x in re.findall(r"M(-?[\d.]+)", markup)]
        bodies = lengths(markup, "b")
        assert all(number >= 0 for number in (*starts, *bodies))


@given(st.lists(st.integers(0, 300), min_size=4, max_size=4), st.integers(1, 300))
def test_a_larger_number_is_a_longer_stack(row: list[int], more: int) -> None:
    """In one field a chip has one length, whatever row it is in."""
    scale = ChipScale()

    def ends(numbers: list[int]) -> float:
        return sum(numbers) + (sum(map(bool, numbers)) - 1) * scale.notch

    longer = [row[0] + more, *row[1:]]
    assert ends(longer) > ends(row)
    assert sum(lengths(compared(longer, scale), "b")) >= sum(
        lengths(compared(row, scale), "b")
    )


def test_losses_are_outlines_after_the_gains_unless_their_place_says_when() -> None:
    markup = compared((-20, 40), ChipScale())
    assert markup.index('class="b"') < markup.index('class="b loss"')
    in_order = compared((-20, 40), ChipScale(), in_order=True)
    assert in_order.index('class="b loss"') < in_order.index('class="b"')
    assert 'd="m0 0h20"' in in_order


def test_a_game_without_chips_has_a_plain_bar() -> None:
    scale = chip_scale([(15,), (-8,)], by_value=False)
    assert scale.units == 15
    assert compared((15,), scale) == '<path class="bar" d="M0-7h15v14h-15z"/>'
    assert 'class="bar loss"' in compared((-8,), scale)
    assert compared((0,), scale) == ""


@given(st.integers(0, 300))
def test_a_number_has_the_discs_that_lie_on_the_table(number: int) -> None:
    blue, red, white = discs_of(number)
    assert 10 * blue + 5 * red + white == number
    assert red <= 1
    assert white <= 4
    assert counted(number).length == (blue + red + white) * DISC


@given(st.integers(1, 99_999))
def test_above_300_a_disc_is_worth_more(number: int) -> None:
    worth = worth_of(number)
    assert number / worth <= MOST_DISCS
    assert worth == 10 or number / worth > MOST_DISCS / 10
    discs = counted(number).length / DISC
    assert 1 <= discs <= MOST_DISCS + 5


@given(st.integers(0, 300), st.integers(1, 9))
def test_each_missing_chip_is_a_ghost_up_to_nine(number: int, missing: int) -> None:
    stack = counted(number, difference=-missing)
    assert lengths(stack.markup, "ghost") == [missing * DISC]
    assert stack.length == counted(number).length + missing * DISC


@given(st.integers(0, 300), st.integers(10, 300))
def test_from_ten_on_ghosts_have_the_usual_values(number: int, missing: int) -> None:
    ghosts = lengths(counted(number, difference=-missing).markup, "ghost")
    assert ghosts == [sum(discs_of(missing)) * DISC]


@given(st.integers(1, 300), st.data())
def test_chips_too_many_are_the_last_discs(number: int, data: st.DataObject) -> None:
    surplus = data.draw(st.integers(1, number))
    markup = counted(number, difference=surplus).markup
    assert lengths(markup, "surplus") == [sum(discs_of(surplus)) * DISC]
    blue = lengths(markup, "b")
    assert sum(blue) == (number - surplus) // 10 * DISC


def test_half_a_chip_is_half_as_thick() -> None:
    assert lengths(counted(12.5).markup, "half") == [DISC / 2]


def test_a_row_of_four_rounds_is_small() -> None:
    row = (163, 149, 107, 133)
    scale = chip_scale([row, (125, 140, 90, 121)])
    assert len(compared(row, scale)) < 400
    assert scale.notch * NOTCHES == pytest.approx(scale.units, rel=0.01)


@given(st.lists(st.integers(1, 300), min_size=1, max_size=12))
def test_piles_stand_side_by_side(row: list[int]) -> None:
    markup, wide, high = piles(row, unit=0.6, width=22, gap=4)
    assert markup.count("rotate(-90)") == len(row)
    assert wide == 26 * len(row) - 4
    assert high == ceil(max(row) * 0.6)
