"""Drawings of the product: a table as a square with its chairs."""

from dataclasses import dataclass

from django import template

register = template.Library()

# Where the chairs of a table stand, by how many it has: the middle of each chair along its
# side, in hundredths. Seat 1 is at the bottom; the others follow counterclockwise.
SIDES = {
    3: (("bottom", 50), ("right", 50), ("left", 50)),
    4: (("bottom", 50), ("right", 50), ("top", 50), ("left", 50)),
    5: (("bottom", 30), ("bottom", 70), ("right", 50), ("top", 50), ("left", 50)),
}
LENGTH, DEPTH = 34, 12  # of a chair, in hundredths of the drawing


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair as a rectangle, in hundredths of the drawing."""

    x: float
    y: float
    width: int
    height: int
    is_taken: bool


@register.inclusion_tag("components/square_table.html")
def square_table(taken: int, seats: int) -> dict[str, object]:
    """Draw a table with `taken` of its `seats` chairs taken; for the eyes alone."""
    sides = SIDES.get(seats, SIDES[4])
    chairs = [
        _chair(side, middle, is_taken=number < taken)
        for number, (side, middle) in enumerate(sides)
    ]
    return {"chairs": chairs, "is_full": taken >= len(sides)}


def _chair(side: str, middle: int, *, is_taken: bool) -> Chair:
    start = middle - LENGTH / 2
    if side in ("top", "bottom"):
        y = 0 if side == "top" else 100 - DEPTH
        return Chair(start, y, LENGTH, DEPTH, is_taken)
    x = 0 if side == "left" else 100 - DEPTH
    return Chair(x, start, DEPTH, LENGTH, is_taken)
