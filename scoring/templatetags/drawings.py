"""Template tags for drawings: stacks of chips and square tables.

They are hidden from screen readers; equivalent numbers and words are next to each.
"""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.core.chip_stacks import (
    SVG,
    TALL,
    Number,
    counted,
    disc_svg,
    piles_svg,
    row_svg,
)
from scoring.core.square_tables import ALONE, IN_A_LINE, ON_A_TILE, SIDES, square, tile

register = template.Library()

SHAPES = {"line": IN_A_LINE, "tile": ON_A_TILE, "alone": ALONE}

register.simple_tag(row_svg, name="chip_stack")
register.simple_tag(piles_svg, name="chip_piles")


@register.simple_tag
def counted_stack(
    number: Number | None, excess: int = 0, *, upright: bool = False, kind: str = ""
) -> str:
    """Draw a number as equal discs, with missing or surplus chips."""
    stack = counted(number or 0, difference=excess)
    if not stack.length:
        return ""
    if not upright:
        return disc_svg(stack, kind)
    turned = format_html('<g transform="rotate(-90)">{}</g>', SafeString(stack.markup))
    box = f"-{TALL // 2} -{stack.length:g} {TALL} {stack.length:g}"
    return format_html(SVG, f"discs is-upright {kind}".strip(), box, "", turned)


@register.simple_tag
def square_table(
    taken_seats: int,
    seats: int,
    *,
    size: str = "line",
    number: object = "",
    state: str = "",
    own_seat: int | None = None,
) -> str:
    """Draw a table with some of its chairs taken, one of them the reader's."""
    many = seats if seats in SIDES else 4
    chairs = [
        "own" if seat == own_seat else "taken" if seat < taken_seats else "free"
        for seat in range(many)
    ]
    name = f"is-{state}" if state else "is-open" if taken_seats < many else ""
    markup = square(chairs, SHAPES[size], number=str(number), state=state)
    return _square(f"square square-{size} {name}", markup)


@register.simple_tag
def square_of(
    chairs: Sequence[str], size: str = "alone", number: object = ""
) -> SafeString:
    """Draw a table with these chairs, seat 1 first: "taken", "own" or "free"."""
    name = "is-open" if "free" in chairs else ""
    markup = square(chairs, SHAPES[size], number=str(number))
    return _square(f"square square-{size} {name}", markup)


def _square(name: str, markup: str) -> SafeString:
    return format_html(SVG, name.strip(), "0 0 100 100", "", SafeString(markup))


MOST_SQUARES = 12  # side by side; more are no clearer than their number


@register.simple_tag
def square_row(tables: int, verified: int) -> SafeString | str:
    """Draw the tables of a round side by side, those with a verified sheet filled."""
    if tables > MOST_SQUARES:
        return ""
    squares = (
        square_table(4, 4, size="tile", state="" if index < verified else "open")
        for index in range(tables)
    )
    return format_html_join("", "{}", ((drawing,) for drawing in squares))


@register.simple_tag
def table_tile(
    number: object,
    state: str = "",
    holdings: Sequence[tuple[Number | None, int]] = (),
    played: tuple[int, int] | None = None,
) -> str:
    """Draw a table with the stack at each seat: a number, and its error."""
    stacks = [counted(held or 0, difference=excess) for held, excess in holdings]
    markup = tile(stacks, number=str(number), state=state, played=played)
    name = f"square square-seen is-{state}" if state else "square square-seen"
    return format_html(SVG, name, "0 0 100 100", "", SafeString(markup))
