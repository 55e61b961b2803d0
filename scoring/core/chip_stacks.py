"""Stacks of chips as SVG: the edges of discs side by side.

A blue disc is 10 units long in every drawing, so that one style (static/css/valat.css)
has the dashes that separate discs. In a stack for comparison, length is true to value:
red is half as long as blue, white a tenth. In a stack for counting, all discs are
equally long.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

Number = float  # or int
DISC, TALL = 10, 30  # of a blue disc: its length, and the height of every drawing
MOST_DISCS = 30  # of one number; larger numbers are drawn with discs of a higher worth
MOST_GHOSTS = 9  # missing chips drawn one by one
LEAST_UNITS = 480  # minimum, so that a chip is never longer than 0.9 pixels in 432
NOTCHES = 72  # this many notches would fill the length
SPOT, SPOT_HIGH = 3, 7  # marks on the edge: length, and distance from the middle

SVG = '<svg class="{}" viewBox="{}" aria-hidden="true"{}>{}</svg>'
STRETCHED = SafeString(' preserveAspectRatio="none"')

Run = tuple[float, float]  # start and total length of equal discs


@dataclass(frozen=True, slots=True)
class ChipScale:
    """The measures of all stacks in a column: a blue disc's worth, and the full length.

    `by_value` is false for games that don't count in chips: a number is a plain bar.
    """

    worth: int = DISC
    units: float = LEAST_UNITS
    by_value: bool = True

    @property
    def notch(self) -> float:
        return round(self.units / NOTCHES, 1)

    @property
    def key(self) -> SafeString:
        """One disc of each color with its worth, as the legend of a column."""
        discs = zip((DISC, DISC // 2, 1), self.values, strict=True)
        return format_html_join(
            " ",
            '<span class="disc-key">{} {}</span>',
            ((disc_svg(counted(disc)), worth) for disc, worth in discs),
        )

    @property
    def values(self) -> tuple[int, int, int]:
        """The worth of a blue, a red and a white disc."""
        return self.worth, self.worth // 2, self.worth // DISC


def worth_of(most: Number) -> int:
    """Return a blue disc's worth, a power of ten, if `most` is the largest number."""
    worth = DISC
    while abs(most) > MOST_DISCS * worth:
        worth *= 10
    return worth


def chip_scale(rows: Iterable[Sequence[Number]], *, by_value: bool = True) -> ChipScale:
    """Return the scale on which the longest of the rows has the full length."""
    most = longest = notches = 0.0
    for row in rows:
        sizes = [abs(number) for number in row if number]
        most = max([most, *sizes])
        longest = max(longest, sum(sizes))
        notches = max(notches, len(sizes) - 1)
    worth = worth_of(most) if by_value else DISC
    longest = longest * DISC / worth
    # The notches are part of the length that they increase.
    units = longest / max(1 - notches / NOTCHES, 0.5) if by_value else longest
    return ChipScale(worth, max(ceil(units), LEAST_UNITS if by_value else 1), by_value)


def compared(
    row: Sequence[Number],
    scale: ChipScale,
    *,
    in_order: bool = False,
    hollow: Collection[int] = (),
) -> str:
    """Return a stack as long as the sum of a row, by round, as the inside of an SVG.

    Losses are outlines after the gains; `in_order` leaves each at its position in the
    row. Gains at the positions in `hollow` weren't played for, so they are outlines,
    too.
    """
    if not scale.by_value:
        return _bar(sum(row), scale)
    return _laid(row, scale, in_order=in_order, hollow=hollow).markup()


def runs_of(
    row: Sequence[Number],
    scale: ChipScale,
    *,
    in_order: bool = False,
    hollow: Collection[int] = (),
) -> Mapping[str, Sequence[Run]]:
    """Return the positions of each kind of disc in a stack, as `compared` draws it."""
    return _laid(row, scale, in_order=in_order, hollow=hollow).runs


def _laid(
    row: Sequence[Number],
    scale: ChipScale,
    *,
    in_order: bool,
    hollow: Collection[int],
) -> "_Layers":
    parts = [
        (number, number < 0 or position in hollow)
        for position, number in enumerate(row)
        if number
    ]
    if not in_order:
        parts.sort(key=lambda part: part[0] < 0)
    layers = _Layers()
    position = 0.0
    for number, is_outline in parts:
        length = float(abs(number)) * DISC / scale.worth
        _lay(layers, position, length, is_loss=is_outline)
        position += length + scale.notch
    return layers


def row_svg(
    row: Sequence[Number],
    scale: ChipScale,
    *,
    in_order: bool = False,
    hollow: Collection[int] = (),
) -> SafeString:
    """Return a stack for comparison as a drawing of the scale's full length."""
    markup = compared(row, scale, in_order=in_order, hollow=hollow)
    box = f"0 -{TALL // 2} {scale.units:g} {TALL}"
    return format_html(SVG, "chips-row", box, STRETCHED, SafeString(markup))


def rows_svg(
    rows: Mapping[int, tuple[Sequence[Number], Collection[int]]], scale: ChipScale
) -> dict[int, SafeString]:
    """Return drawings of rows by key, each with its `hollow` positions."""
    return {
        key: row_svg(row, scale, hollow=hollow) for key, (row, hollow) in rows.items()
    }


def disc_svg(stack: "Counted", kind: str = "") -> SafeString:
    """Return counted discs as a drawing."""
    box = f"0 -{TALL // 2} {stack.length:g} {TALL}"
    return format_html(SVG, f"discs {kind}".strip(), box, "", SafeString(stack.markup))


def piles_svg(row: Sequence[Number], unit: float = 0.6) -> SafeString | str:
    """Return rounds as piles side by side; narrower ones from six rounds on."""
    width = 22 if len(row) < 6 else 14
    markup, wide, high = piles(row, unit=unit, width=width, gap=4)
    if not wide:
        return ""
    size = format_html(' width="{}" height="{}"', wide, high)
    return format_html(SVG, "piles", f"0 0 {wide} {high}", size, SafeString(markup))


def _lay(layers: "_Layers", position: float, length: float, *, is_loss: bool) -> None:
    """Add blue discs for the tens, a red one for five, and white ones for the rest."""
    blue = length // DISC * DISC
    red = (length - blue) // (DISC / 2) * DISC / 2
    kinds = zip(("b", "five", "w"), (blue, red, length - blue - red), strict=True)
    for kind, long in kinds:
        layers.add(f"{kind} loss" if is_loss else kind, position, long)
        position += long


def _bar(total: Number, scale: ChipScale) -> str:
    if not total:
        return ""
    kind, long = "bar loss" if total < 0 else "bar", _short(float(abs(total)))
    return f'<path class="{kind}" d="M0-7h{long}v14h-{long}z"/>'


@dataclass(frozen=True, slots=True)
class Counted:
    """A stack of equal discs: its markup, and its length in units."""

    markup: str
    length: float


def counted(number: Number, *, difference: int = 0, by_value: bool = True) -> Counted:
    """Return the discs of a number as they lie on the table.

    `difference` is the error of the sheet at this seat: missing chips follow as
    outlines, surplus ones are the last discs of the stack.
    """
    if not by_value:
        return Counted("", 0.0)
    worth = worth_of(max(abs(number), abs(difference)))
    true = max(number - difference, 0) if difference > 0 else number
    layers, position, loss = _Layers(), 0.0, " loss" if true < 0 else ""
    for kind, many in zip("brw", discs_of(abs(true), worth), strict=True):
        position = layers.add_discs(kind + loss, position, many)
    if part := abs(true) % 1:
        layers.add("half", position, DISC * float(part))
        position += DISC * float(part)
    if difference > 0:
        position = layers.add_discs(
            "surplus", position, sum(discs_of(difference, worth))
        )
    elif difference < 0:
        ghosts = (
            -difference
            if -difference <= MOST_GHOSTS
            else sum(discs_of(-difference, worth))
        )
        position = layers.add_discs("ghost", position, ghosts)
    return Counted(layers.markup(equal=True), position)


def discs_of(number: Number, worth: int = DISC) -> tuple[int, int, int]:
    """Split a number into blue, red and white discs, at least one of a large worth."""
    blue, rest = divmod(int(number), worth)
    red, rest = divmod(rest, worth // 2)
    white = rest // (worth // DISC)
    if number >= 1 and not blue + red + white:
        white = 1
    return blue, red, white


class _Layers:
    """Runs of equal discs by kind, in the order in which kinds appear."""

    def __init__(self) -> None:
        self.runs: dict[str, list[Run]] = {}

    def add(self, kind: str, position: float, length: float) -> None:
        if length > 0:
            self.runs.setdefault(kind, []).append((position, length))

    def add_discs(self, kind: str, position: float, many: int) -> float:
        """Add equal discs; return where they end."""
        self.add(kind, position, many * DISC)
        return position + many * DISC

    def markup(self, *, equal: bool = False) -> str:
        return "".join(
            _whites(kind, runs) if kind[0] == "w" and not equal else _discs(kind, runs)
            for kind, runs in self.runs.items()
        )


def _discs(kind: str, runs: Sequence[Run]) -> str:
    """Return the edge of each disc, drawn twice for round corners, and its marks."""
    body = _lines(runs)
    if kind.startswith("five"):  # too thin for round corners
        marks = _lines([(position + 1, 3) for position, _ in runs])
        return f'<g class="{kind}"><path d="{body}"/><path d="{marks}"/></g>'
    if kind == "b":
        marks = "".join(_spots(runs))
    elif kind == "r":
        marks = _lines([(position + SPOT, length - SPOT) for position, length in runs])
    else:
        marks = body
    paths = f'<path d="{body}"/><path d="{body}"/><path d="{marks}"/>'
    return f'<g class="{kind}">{paths}</g>'


def _spots(runs: Iterable[Run]) -> Iterator[str]:
    """Yield the spots of blue discs, alternately high and low."""
    for start, length in runs:
        discs = round(length / DISC)
        for first, many, y in (
            (0, (discs + 1) // 2, -SPOT_HIGH),
            (DISC, discs // 2, SPOT_HIGH),
        ):
            if many:
                x, long = _short(start + first + SPOT), (many - 1) * 2 * DISC + SPOT
                yield f"M{x}{y:+}h{long}".replace("+", " ")


def _whites(kind: str, runs: Iterable[Run]) -> str:
    """Return white chips as one outline per run: single ones would be too thin."""
    high, boxes = TALL - 3, ""
    for position, length in runs:
        long = _short(max(length - 1, 0.4))
        boxes += f"M{_short(position)}-{high / 2:g}h{long}v{high}h-{long}z"
    return f'<g class="{kind}"><path d="{boxes}"/></g>'


def _lines(runs: Iterable[Run]) -> str:
    """Return horizontal lines, each relative to the end of the previous one."""
    text, end = "", 0.0
    for position, length in runs:
        text += f"m{_short(position - end)} 0h{_short(length)}"
        end = position + length
    return text


def _short(number: float) -> str:
    return f"{round(number, 1):g}"


def piles(
    row: Sequence[Number], *, unit: float, width: int, gap: int
) -> tuple[str, int, int]:
    """Return rounds as upright piles side by side: markup, width and height.

    `unit` is the height of one chip in pixels, `width` that of a pile.
    """
    parts = [number for number in row if number]
    high = ceil(max((abs(float(number)) for number in parts), default=0) * unit)
    markup = []
    for place, number in enumerate(parts):
        layers = _Layers()
        _lay(layers, 0, float(abs(number)), is_loss=number < 0)
        x = place * (width + gap) + width / 2
        turned = f"translate({_short(x)} {high})rotate(-90)scale({unit:g} {width / TALL:.3g})"
        markup.append(f'<g transform="{turned}">{layers.markup()}</g>')
    wide = max(len(parts) * (width + gap) - gap, 0)
    return "".join(markup), wide, high
