"""Charts of lines and bars in SVG, without scripts, for screen and paper.

Templates draw them (`components/chart_….html`), with a table of the values next to
them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import ceil, floor, log10

WIDTH, HEIGHT = 640, 224
LEFT, RIGHT, TOP, BOTTOM = 58, 8, 14, 38  # room for the scale's numbers and the dates
STEPS = (1, 2, 5, 10)
RUNNING = 5  # numbers averaged for the running mean
# Of a bar: width of its name, its height, distance of bars.
NAMES, BAR_TALL, BAR_APART = 230, 22, 34
LETTER = 12  # width of a letter of a name on a phone
ROW = 2.25  # em, in a bump chart; equal in static/css/valat.css
# Columns on paper, in mm: the largest distance, the part of it that is ink, and the
# minimum height, which a 0 has.
WIDEST_SLOT, FILLED, LEAST_BAR = 9, 0.7, 0.3


@dataclass(frozen=True, slots=True)
class Point:
    """A number's position in the chart, with its description."""

    x: float
    y: float
    said: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A line around 0; `scale` has the heights with a number next to them."""

    points: tuple[Point, ...]
    scale: tuple[tuple[float, int], ...]
    zero: float
    running: str = ""  # the running mean at each point, for a polyline
    band: tuple[float, float] | None = None  # top and height of an interval
    ticks: tuple[tuple[float, str], ...] = ()  # below the points: a date, a year

    width, height, left, right = WIDTH, HEIGHT, LEFT, WIDTH - RIGHT
    top, foot, label = TOP, HEIGHT - BOTTOM + 6, HEIGHT - 12

    @property
    def line(self) -> str:
        """The points for a polyline."""
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)


def line_chart(
    numbers: Sequence[tuple[float, str]],
    *,
    interval: tuple[float, float] | None = None,
    ticks: Sequence[tuple[int, str]] = (),
) -> Chart:
    """Return a chart of numbers, from left to right; 0 is always visible.

    `interval` is drawn as a band over the whole width, from its low to its high end;
    `ticks` are words below some of the numbers, by position.
    """
    values = [number for number, _ in numbers] + [0.0, *(interval or ())]
    step = _step(max(values) - min(values))
    lowest, highest = floor(min(values) / step) * step, ceil(max(values) / step) * step
    tall = (highest - lowest) or step

    def height(number: float) -> float:
        return round(TOP + (highest - number) / tall * (HEIGHT - TOP - BOTTOM), 1)

    apart = (WIDTH - LEFT - RIGHT) / max(len(numbers), 1)
    across = [round(LEFT + (index + 0.5) * apart, 1) for index in range(len(numbers))]
    points = tuple(
        Point(x, height(number), description)
        for x, (number, description) in zip(across, numbers, strict=True)
    )
    moving = means([number for number, _ in numbers])
    running = [
        f"{x:g},{height(mean):g}"
        for x, mean in zip(across, moving, strict=True)
        if mean is not None
    ]
    band = None
    if interval:
        top = height(interval[1])
        band = (top, round(height(interval[0]) - top, 1))
    marks = range(round((highest - lowest) / step) + 1)
    scale = tuple((height(lowest + n * step), round(lowest + n * step)) for n in marks)
    return Chart(
        points,
        scale,
        height(0),
        " ".join(running),
        band,
        tuple((across[index], text) for index, text in ticks),
    )


def means(numbers: Sequence[float]) -> list[float | None]:
    """Return the running mean at each number; None for the first few."""
    return [
        sum(numbers[index + 1 - RUNNING : index + 1]) / RUNNING
        if index + 1 >= RUNNING
        else None
        for index in range(len(numbers))
    ]


def _step(tall: float) -> int:
    """Return the scale's step: 1, 2 or 5 times a power of ten, at most five steps."""
    rough = max(tall / 4, 1)
    noughts = 10 ** int(log10(rough))
    return next(int(step * noughts) for step in STEPS if step * noughts >= rough)


@dataclass(frozen=True, slots=True)
class Bar:
    """A number as a bar from 0 to the left or the right, with its name before it."""

    name: str
    number: int
    x: float
    y: int
    wide: float


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars listed from top to bottom."""

    bars: tuple[Bar, ...]
    zero: float
    names: int

    width, tall, middle = WIDTH, BAR_TALL, BAR_TALL // 2

    @property
    def height(self) -> int:
        return len(self.bars) * BAR_APART


def bar_chart(numbers: Sequence[tuple[str, int]]) -> Bars:
    """Return bars for named numbers, from top to bottom."""
    low = min(0, *(number for _, number in numbers), 0)
    high = max(0, *(number for _, number in numbers), 0)
    names = max(NAMES - 8, *(LETTER * len(name) for name, _ in numbers), 0)
    scale = (WIDTH - 8 - names) / ((high - low) or 1)
    zero = round(names + 8 - low * scale, 1)
    bars = tuple(
        Bar(
            name,
            number,
            round(zero + min(number, 0) * scale, 1),
            index * BAR_APART,
            round(abs(number) * scale, 1),
        )
        for index, (name, number) in enumerate(numbers)
    )
    return Bars(bars, zero, names)


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """A number as a column from 0 up or down; hollow if it doesn't count."""

    x: float
    y: float
    width: float
    height: float
    is_hollow: bool = False


@dataclass(frozen=True, slots=True)
class Columns:
    """A row's columns in a chart of `width` × `height`; `zero` is the height of 0."""

    columns: tuple[ChartColumn, ...]
    zero: float
    width: float
    height: float


def column_rows(
    rows: Sequence[Sequence[tuple[float, bool] | None]], *, width: float, height: float
) -> list[Columns]:
    """Return a chart for each row on one scale: numbers that count or not, or gaps."""
    known = [cell[0] for cell in chain.from_iterable(rows) if cell]
    low, high = min(0.0, *known, 0.0), max(0.0, *known, 0.0)
    tall = (high - low) or 1
    slot = min(width / max([1, *map(len, rows)]), WIDEST_SLOT)

    def down(number: float) -> float:
        return round((high - number) / tall * height, 2)

    def column(index: int, number: float, counts: bool) -> ChartColumn:
        top, foot = sorted((down(number), down(0)))
        wide = round(slot * FILLED, 2)
        return ChartColumn(
            round((index + 0.5) * slot - wide / 2, 2),
            top,
            wide,
            round(max(foot - top, LEAST_BAR), 2),
            not counts,
        )

    return [
        Columns(
            tuple(column(index, *cell) for index, cell in enumerate(row) if cell),
            down(0),
            width,
            height,
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class PlaceChart:
    """One of several lines, with `points` for a polyline in a square of 100.

    `last` is its last value. `label` is the position of its name next to the end, in em
    from the top.
    """

    points: str
    last: float
    label: float


@dataclass(frozen=True, slots=True)
class PlaceCharts:
    """Lines on one scale; `scale` has heights (percent) with a number next to them."""

    lines: tuple[PlaceChart, ...]
    scale: tuple[tuple[float, int], ...]
    tall: float  # em


COURSES_TALL, LABEL_APART = 15.0, 1.5  # em


def place_chart(rows: Sequence[Sequence[float]]) -> PlaceCharts:
    """Return a chart of equally long rows, left to right; at least two numbers each."""
    values = [*chain.from_iterable(rows)]
    step = _step(max(values) - min(values))
    lowest, highest = floor(min(values) / step) * step, ceil(max(values) / step) * step
    tall = (highest - lowest) or step

    def down(number: float) -> float:
        return round((highest - number) / tall * 100, 2)

    wide = max(len(rows[0]) - 1, 1)
    labels = _apart([down(row[-1]) / 100 * COURSES_TALL for row in rows])
    lines = tuple(
        PlaceChart(
            " ".join(
                f"{index / wide * 100:g},{down(n):g}" for index, n in enumerate(row)
            ),
            row[-1],
            label,
        )
        for row, label in zip(rows, labels, strict=True)
    )
    marks = range(round((highest - lowest) / step) + 1)
    scale = tuple((down(lowest + n * step), round(lowest + n * step)) for n in marks)
    return PlaceCharts(lines, scale, COURSES_TALL)


def _apart(heights: Sequence[float]) -> list[float]:
    """Return the heights (em), moved so that labels there don't overlap."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    moved, least = list(heights), LABEL_APART / 2
    for index in order:
        moved[index] = least = max(heights[index], least)
        least += LABEL_APART
    most = COURSES_TALL - LABEL_APART / 2
    for index in reversed(order):
        moved[index] = most = round(min(moved[index], most), 2)
        most -= LABEL_APART
    return moved


@dataclass(frozen=True, slots=True)
class Mark:
    """A player's place: `x` in percent of the chart's width, `y` in em."""

    x: float
    y: float
    place: int


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A player's places, one per column, connected by lines."""

    marks: tuple[Mark, ...]

    @property
    def lines(self) -> list[tuple[Mark, Mark]]:
        return list(pairwise(self.marks))


@dataclass(frozen=True, slots=True)
class Bump:
    """A bump chart: all lines of places; `columns` has x positions in percent."""

    columns: tuple[float, ...]
    ways: tuple[PlaceLine, ...]

    @property
    def height(self) -> float:
        """The height in em, including the row of column headings."""
        return (len(self.ways) + 1) * ROW


def bump_chart(rows: Sequence[Sequence[int | None]]) -> Bump:
    """Return places as crossing lines: `rows` are the displayed ones, in final order.

    A column has one slot per row, so marks never overlap, and a place far below doesn't
    make the chart taller; the number at a mark is the true place.
    """
    many = max(map(len, rows), default=0)
    columns = tuple(round((index + 0.5) / many * 100, 2) for index in range(many))
    marks: list[list[Mark]] = [[] for _ in rows]
    for index, x in enumerate(columns):
        places = [
            (row[index], n) for n, row in enumerate(rows) if row[index] is not None
        ]
        for y, (place, n) in enumerate(sorted(places)):
            marks[n].append(Mark(x, (y + 1.5) * ROW, place or 0))
    return Bump(columns, tuple(PlaceLine(tuple(way)) for way in marks))
