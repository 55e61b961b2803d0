"""Stacks of chips on paper, using little ink.

They are distinguishable without color: a blue disc is solid, a red one is half as long
and split, a white one and a loss are outlines.
"""

from collections.abc import Collection, Iterable, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.core.chip_stacks import DISC, TALL, ChipScale, Number, Run, runs_of

BLUE, RED, BLACK = "#3f6fb3", "#a9231f", "#000"  # lighter than on a screen
GAP = 0.42  # white gap, as a part of a disc's length
HIGH, SPLIT = 26, 8  # height of a disc, and of the white middle of a red one
LINE = 1.4
SVG = (
    '<svg class="chips-row" viewBox="0 -{} {} {}" preserveAspectRatio="none" '
    'aria-hidden="true">{}</svg>'
)


def printed_row(
    row: Sequence[Number],
    scale: ChipScale,
    *,
    in_order: bool = False,
    hollow: Collection[int] = (),
    ink: str = "",
) -> SafeString:
    """Draw a row as a stack of the scale's full length; a plain bar in club ink."""
    if scale.by_value:
        runs = runs_of(row, scale, in_order=in_order, hollow=hollow)
        body = "".join(_discs(kind, found) for kind, found in runs.items())
    else:
        body = _bar(sum(row), ink or BLACK)
    return format_html(SVG, TALL // 2, f"{scale.units:g}", TALL, SafeString(body))


def _discs(kind: str, runs: Sequence[Run]) -> str:
    color = {"b": BLUE, "f": RED}.get(kind[0], BLACK)
    pitch = {"b": DISC, "f": DISC / 2}.get(kind[0])
    if kind[0] == "w" or kind.endswith("loss"):
        return _path(_boxes(runs), color, LINE)
    dashes = f"{pitch * (1 - GAP):g} {pitch * GAP:g}" if pitch else ""
    if kind[0] == "f":
        high, far = (HIGH - SPLIT) / 2, (HIGH + SPLIT) / 4
        lines = (_lines(runs, y) for y in (-far, far))
        return _path("".join(lines), color, high, dashes)
    return _path(_lines(runs), color, HIGH, dashes)


def _path(d: str, color: str, width: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<path fill="none" stroke="{color}" stroke-width="{width:g}"{dashed} d="{d}"/>'
    )


def _lines(runs: Iterable[Run], y: float = 0) -> str:
    return "".join(f"M{start:g} {y:g}h{length:g}" for start, length in runs)


def _boxes(runs: Iterable[Run]) -> str:
    """Return one outline for adjacent discs: single ones would be black on paper."""
    high, boxes = HIGH - LINE, ""
    for start, length in runs:
        long = max(length - LINE, 0.4)
        boxes += f"M{start + LINE / 2:g} {-high / 2:g}h{long:g}v{high:g}h{-long:g}z"
    return boxes


def _bar(total: Number, ink: str) -> str:
    if not total:
        return ""
    fill = "none" if total < 0 else ink
    return (
        f'<rect x="0" y="-7" width="{abs(float(total)):g}" height="14" fill="{fill}" '
        f'stroke="{ink}" stroke-width="1"/>'
    )
