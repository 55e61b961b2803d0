"""Lines of numbers as points of an SVG picture: no script, and the same on paper.

Templates draw them (`components/chart_line.html`), with a table of the same beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log10

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 58, 8, 14, 14  # room for the scale's numbers
STEPS = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Point:
    """A number where it stands in the picture, with what is said of it."""

    x: float
    y: float
    said: str


@dataclass(frozen=True, slots=True)
class Chart:
    """One line around 0; `scale` are the heights with a number beside them."""

    points: tuple[Point, ...]
    scale: tuple[tuple[float, int], ...]
    zero: float

    width, height, left, right = WIDTH, HEIGHT, LEFT, WIDTH - RIGHT

    @property
    def line(self) -> str:
        """For a polyline."""
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)


def line_chart(numbers: Sequence[tuple[float, str]]) -> Chart:
    """Numbers with what is said of each, from left to right; 0 is always seen."""
    low = min(0.0, *(number for number, _ in numbers))
    high = max(0.0, *(number for number, _ in numbers))
    step = _step(high - low)
    lowest, highest = -ceil(-low / step) * step, ceil(high / step) * step
    tall = (highest - lowest) or step

    def height(number: float) -> float:
        return round(TOP + (highest - number) / tall * (HEIGHT - TOP - BOTTOM), 1)

    apart = (WIDTH - LEFT - RIGHT) / max(len(numbers), 1)
    points = tuple(
        Point(round(LEFT + (at + 0.5) * apart, 1), height(number), said)
        for at, (number, said) in enumerate(numbers)
    )
    marks = range(round((highest - lowest) / step) + 1)
    scale = tuple((height(lowest + n * step), round(lowest + n * step)) for n in marks)
    return Chart(points, scale, height(0))


def _step(tall: float) -> int:
    """Between two numbers of the scale: 1, 2 or 5 with noughts, at most five of them."""
    rough = max(tall / 4, 1)
    noughts = 10 ** int(log10(rough))
    return next(int(each * noughts) for each in STEPS if each * noughts >= rough)
