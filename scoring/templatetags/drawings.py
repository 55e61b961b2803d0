"""Drawings of the product: stacks of chips and square tables, always hidden from readers.

Numbers and words that say the same stand next to each of them.
"""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.core.chip_stacks import (
    TALL,
    ChipScale,
    Counted,
    Number,
    compared,
    counted,
    piles,
)
from scoring.core.square_tables import ALONE, IN_A_LINE, ON_A_TILE, SIDES, square, tile

register = template.Library()

SHAPES = {"line": IN_A_LINE, "tile": ON_A_TILE, "alone": ALONE}
SVG = '<svg class="{}" viewBox="{}" aria-hidden="true"{}>{}</svg>'
STRETCHED = SafeString(' preserveAspectRatio="none"')


@register.simple_tag
def chip_stack(
    row: Sequence[Number], scale: ChipScale, *, in_order: bool = False
) -> str:
    """Draw a row of numbers as a stack that is as long as their sum."""
    markup = compared(row, scale, in_order=in_order)
    box = f"0 -{TALL // 2} {scale.units:g} {TALL}"
    return format_html(SVG, "chips-row", box, STRETCHED, SafeString(markup))


@register.simple_tag
def counted_stack(
    number: Number | None, off: int = 0, *, upright: bool = False, kind: str = ""
) -> str:
    """Draw a number as equal discs, with chips that are missing or too many."""
    stack = counted(number or 0, off=off)
    return stack_drawing(stack, upright=upright, kind=kind) if stack.length else ""


def stack_drawing(stack: Counted, *, upright: bool = False, kind: str = "") -> str:
    """Draw discs that were counted; `upright` from the bottom up."""
    markup, long = SafeString(stack.markup), f"{stack.length:g}"
    name = f"discs {kind}".strip()
    if upright:
        turned = format_html('<g transform="rotate(-90)">{}</g>', markup)
        box = f"-{TALL // 2} -{long} {TALL} {long}"
        return format_html(SVG, f"{name} is-upright", box, "", turned)
    return format_html(SVG, name, f"0 -{TALL // 2} {long} {TALL}", "", markup)


@register.simple_tag
def chip_piles(row: Sequence[Number], unit: float = 0.6) -> str:
    """Draw rounds as piles side by side; narrower ones from six rounds on."""
    width = 22 if len(row) < 6 else 14
    markup, wide, high = piles(row, unit=unit, width=width, gap=4)
    if not wide:
        return ""
    size = format_html(' width="{}" height="{}"', wide, high)
    return format_html(SVG, "piles", f"0 0 {wide} {high}", size, SafeString(markup))


@register.simple_tag
def square_table(
    taken: int,
    seats: int,
    *,
    size: str = "line",
    number: object = "",
    state: str = "",
    own: int | None = None,
) -> str:
    """Draw a table with `taken` of its `seats` chairs taken, one of them the reader's."""
    many = seats if seats in SIDES else 4
    chairs = [
        "own" if seat == own else "taken" if seat < taken else "free"
        for seat in range(many)
    ]
    markup = square(chairs, SHAPES[size], number=str(number), state=state)
    name = f"square square-{size}"
    if state:
        name += f" is-{state}"
    elif taken < many:
        name += " is-open"
    return format_html(SVG, name, "0 0 100 100", "", SafeString(markup))


@register.simple_tag
def table_tile(
    number: object,
    state: str = "",
    holdings: Sequence[tuple[Number | None, int]] = (),
    played: tuple[int, int] | None = None,
) -> str:
    """Draw a table with the stack at each seat: a number, and by how much it is wrong."""
    stacks = [counted(held or 0, off=off) for held, off in holdings]
    markup = tile(stacks, number=str(number), state=state, played=played)
    name = f"square square-seen is-{state}" if state else "square square-seen"
    return format_html(SVG, name, "0 0 100 100", "", SafeString(markup))
