"""Tables as squares with their chairs, as SVG in a box of 100.

Seat 1 is at the bottom, the others follow counterclockwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.core.chip_stacks import DISC, TALL, Counted

BOX = 100
# Positions of a table's seats by their number: a side, and the distance along it.
SIDES = {
    2: (("bottom", 50), ("top", 50)),
    3: (("bottom", 50), ("right", 50), ("left", 50)),
    4: (("bottom", 50), ("right", 50), ("top", 50), ("left", 50)),
    5: (("bottom", 50), ("right", 50), ("top", 72), ("top", 28), ("left", 50)),
}
HALF = "M50 {0}H{1}a{2} {2} 0 0 0-{2} {2}V{3}a{2} {2} 0 0 0 {2} {2}H50z"
# The frame from the middle of the top side, clockwise.
FRAME = "M50 2H86a12 12 0 0 1 12 12V86a12 12 0 0 1-12 12H14a12 12 0 0 1-12-12V14a12 12 0 0 1 12-12z"
THICK, PITCH, INSET, LONGEST = 11.5, 3.1, 11, 66  # of a stack on the table


@dataclass(frozen=True, slots=True)
class TableShape:
    """The measures of a table: its top's distance from the edge, and its chairs."""

    top: int
    rounding: int
    length: int
    depth: float


# At 40 pixels little more than the chairs is visible.
IN_A_LINE = TableShape(22, 7, 34, 12)
ON_A_TILE = TableShape(8, 10, 27, 5)
ALONE = TableShape(5, 8, 29, 3.2)  # from 200 pixels on


def square(
    chairs: Sequence[str],
    shape: TableShape,
    *,
    number: str = "",
    state: str = "",
) -> str:
    """Return a table with chairs ("taken", "free", "own") as the inside of an SVG."""
    side = BOX - 2 * shape.top
    top = (
        f'<rect class="square-top" x="{shape.top}" y="{shape.top}" width="{side}" '
        f'height="{side}" rx="{shape.rounding}"/>'
    )
    half = _half(shape.top, shape.rounding) if state == "counted" else ""
    places = zip(SIDES[len(chairs)], chairs, strict=True)
    drawn = "".join(_chair(place, kind, shape) for place, kind in places)
    return half + top + drawn + _number(number)


def tile(
    stacks: Sequence[Counted],
    *,
    number: str,
    state: str = "",
    played: tuple[int, int] | None = None,
) -> str:
    """Return a table with the chips at each seat; its frame fills with hands played."""
    marks = _half(2, 12) if state == "counted" else ""
    marks += '<rect class="square-top" x="2" y="2" width="96" height="96" rx="12"/>'
    if played and played[1] > 0:
        finished, all_hands = min(played), played[1]
        marks += (
            f'<path class="square-played" pathLength="{all_hands}" '
            f'stroke-dasharray="{finished} {all_hands}" d="{FRAME}"/>'
        )
    places = zip(SIDES.get(len(stacks), ()), stacks, strict=False)
    return (
        marks
        + "".join(_stack(place, stack) for place, stack in places)
        + _number(number)
    )


def _half(top: int, rounding: int) -> str:
    path = HALF.format(top, top + rounding, rounding, BOX - top - rounding)
    return f'<path class="square-half" d="{path}"/>'


def _number(number: str) -> str:
    return f'<text x="50" y="50">{number}</text>' if number else ""


def chair_box(
    place: tuple[str, float], shape: TableShape
) -> tuple[float, float, float, float]:
    """Return a chair's position in the box: left, top, width and height."""
    side, middle = place
    start = middle - shape.length / 2
    far = BOX - shape.depth
    return {
        "bottom": (start, far, shape.length, shape.depth),
        "top": (start, 0.0, shape.length, shape.depth),
        "right": (far, start, shape.depth, shape.length),
        "left": (0.0, start, shape.depth, shape.length),
    }[side]


def _chair(place: tuple[str, int], kind: str, shape: TableShape) -> str:
    x, y, width, height = chair_box(place, shape)
    return (
        f'<rect class="chair-{kind}" x="{x:g}" y="{y:g}" width="{width:g}" '
        f'height="{height:g}" rx="{min(shape.depth / 2, 5):g}"/>'
    )


def _stack(place: tuple[str, int], stack: Counted) -> str:
    if not stack.length:
        return ""
    side, middle = place
    room = LONGEST if middle == BOX // 2 else LONGEST / 2
    long = min(stack.length * PITCH / DISC, room)
    scale = f"scale({long / stack.length:.3g} {THICK / TALL:.3g})"
    if side in ("bottom", "top"):
        y = BOX - INSET if side == "bottom" else INSET
        transform = f"translate({middle - long / 2:.4g} {y}){scale}"
    else:
        x = BOX - INSET if side == "right" else INSET
        transform = f"translate({x} {middle + long / 2:.4g})rotate(-90){scale}"
    return f'<g transform="{transform}">{stack.markup}</g>'
