"""The drawing of a seat on paper: a square table, with the seat's side in black."""

from collections.abc import Iterator
from urllib.parse import quote

from scoring.core.square_tables import SIDES, TableShape, chair_box

SHAPE = TableShape(top=0, rounding=14, length=62, depth=15)
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" '
    'viewBox="0 0 100 100"><rect x="3" y="3" width="94" height="94" rx="{rounding}" '
    'fill="none" stroke="#000" stroke-width="2.5"/>'
    '<rect x="{x}" y="{y}" width="{width}" height="{height}"/></svg>'
)


def seat_mark(position: int, seats: int) -> str:
    """Return the drawing of a seat as a data URL."""
    place = SIDES[seats][position - 1]
    x, y, width, height = chair_box(place, SHAPE)
    facts = {"x": x, "y": y, "width": width, "height": height}
    drawing = DRAWING.format(rounding=SHAPE.rounding, **facts)
    return f"data:image/svg+xml,{quote(drawing)}"


def seat_marks() -> Iterator[tuple[int, int, str]]:
    """Yield the seats of each table that is drawn, a position, and its drawing."""
    for seats, sides in SIDES.items():
        for position in range(1, len(sides) + 1):
            yield seats, position, seat_mark(position, seats)
