"""Grids of cards to cut apart: card positions on a page, and cutting lines."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.printing.page_sizes import PageSize

MARGIN = 8.0  # left blank all around: few printers reach the edge

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Grid:
    """A page divided into equal cards; millimeters."""

    size: PageSize
    across: int
    down: int

    @property
    def cards(self) -> int:
        """The number of cards on a page."""
        return self.across * self.down

    @property
    def width(self) -> float:
        return (self.size.width - 2 * MARGIN) / self.across

    @property
    def height(self) -> float:
        return (self.size.height - 2 * MARGIN) / self.down

    @property
    def measures(self) -> dict[str, object]:
        """The measures for a template of cards."""
        return {
            "width": self.width,
            "height": self.height,
            "margin": MARGIN,
            "grid": self.lines(),
        }

    def field(self, index: int) -> tuple[int, int]:
        """Return column and row of the card at this index of its page."""
        return index % self.across, index // self.across

    def corner(self, index: int) -> tuple[float, float]:
        """Return a card's upper left corner, from the page's left and lower edge."""
        column, row = self.field(index)
        x, down = MARGIN + column * self.width, MARGIN + row * self.height
        return x, self.size.height - down

    def lines(self) -> str:
        """Return dotted lines between cards and ticks at their ends, as a data URI."""
        width, height = self.size.width, self.size.height
        xs = [MARGIN + self.width * index for index in range(self.across + 1)]
        ys = [MARGIN + self.height * index for index in range(self.down + 1)]
        dots = [f"M{x:.2f} {MARGIN}V{height - MARGIN:.2f}" for x in xs]
        dots += [f"M{MARGIN} {y:.2f}H{width - MARGIN:.2f}" for y in ys]
        ticks = [f"M{x:.2f} 3V7M{x:.2f} {height - 7:.2f}V{height - 3:.2f}" for x in xs]
        ticks += [f"M3 {y:.2f}H7M{width - 7:.2f} {y:.2f}H{width - 3:.2f}" for y in ys]
        drawing = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" '
            f'height="{height}mm" viewBox="0 0 {width} {height}">'
            '<g fill="none" stroke="#000" stroke-width=".2">'
            f'<path stroke-dasharray=".3 1.2" d="{"".join(dots)}"/>'
            f'<path d="{"".join(ticks)}"/></g></svg>'
        )
        return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"


def batches(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    """Yield the items in batches of the given size."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
