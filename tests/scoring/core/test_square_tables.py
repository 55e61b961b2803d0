"""Square tables: a chair a seat, inside their box; what lies on them as well."""

import re

from hypothesis import given
from hypothesis import strategies as st

from scoring.core.chip_stacks import counted
from scoring.core.square_tables import (
    ALONE,
    BOX,
    IN_A_LINE,
    ON_A_TILE,
    SIDES,
    square,
    tile,
)

RECT = re.compile(r'x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"')
kinds = st.sampled_from(("taken", "free", "own"))


@given(
    st.sampled_from(sorted(SIDES)).flatmap(
        lambda many: st.lists(kinds, min_size=many, max_size=many)
    ),
    st.sampled_from((IN_A_LINE, ON_A_TILE, ALONE)),
)
def test_every_seat_has_its_chair_inside_the_box(chairs: list[str], shape) -> None:
    markup = square(chairs, shape, number="75", state="counted")
    assert [markup.count(f"chair-{kind}") for kind in ("taken", "free", "own")] == [
        chairs.count(kind) for kind in ("taken", "free", "own")
    ]
    boxes = [tuple(map(float, found)) for found in RECT.findall(markup)]
    assert len(boxes) == len(chairs) + 1
    for x, y, width, height in boxes:
        assert x >= 0
        assert y >= 0
        assert x + width <= BOX
        assert y + height <= BOX
    assert len(set(boxes)) == len(boxes)


@given(st.lists(st.integers(0, 1450), min_size=3, max_size=5), st.integers(-60, 60))
def test_stacks_lie_along_the_sides(held: list[int], off: int) -> None:
    stacks = [counted(number, difference=off) for number in held]
    markup = tile(stacks, number="3", state="unbalanced")
    drawn = sum(1 for stack in stacks if stack.length)
    assert markup.count("scale(") == drawn
    middles = re.findall(r"translate\(([\d.-]+) ([\d.-]+)\)", markup)
    assert all(0 <= float(n) <= BOX for pair in middles for n in pair)


def test_the_frame_fills_with_the_hands_played() -> None:
    assert 'stroke-dasharray="11 16"' in tile((), number="4", played=(11, 16))
    assert 'stroke-dasharray="16 16"' in tile((), number="4", played=(19, 16))
    assert "square-played" not in tile((), number="4", played=(0, 0))


def test_a_counted_table_is_half_tinted() -> None:
    assert "square-half" in tile((), number="2", state="counted")
    assert "square-half" not in tile((), number="2", state="verified")
