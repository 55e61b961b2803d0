"""How numbers, places, states and times are written, for every template."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import segno
from django import template
from django.core.paginator import Page
from django.utils import dateformat

register = template.Library()

MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"
QUARTERS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
SIDES = ("bottom", "right", "top", "left")
COLOURS = (("blue", 10), ("red", 5), ("white", 1))


@register.filter
def chips(number: int | None, gain_sign: str = "") -> str:
    """A number of chips: a true minus; a plus sign on gains when asked with "+"."""
    if number is None or number == "":
        return NOTHING
    sign = MINUS if number < 0 else gain_sign if number > 0 else ""
    return f"{sign}{abs(number)}"


@register.filter
def signed(number: int | None) -> str:
    """A gain or a loss: +12, −12, 0."""
    return chips(number, "+")


@register.filter
def points(number: int | float | Decimal | Fraction | None) -> str:
    """Table points, which ties may share: 4, 3½."""
    if number is None or number == "":
        return NOTHING
    exact = Fraction(number)
    whole, part = divmod(abs(exact), 1)
    sign = MINUS if exact < 0 else ""
    if not part:
        return f"{sign}{whole}"
    if part not in QUARTERS:
        return f"{sign}{float(abs(exact)):.2f}"
    return f"{sign}{whole or ''}{QUARTERS[part]}"


@register.filter
def chips_word(number: int | None) -> str:
    """A number of chips with its noun: 1 chip, 12 chips."""
    return f"{chips(number)} {'chip' if number in (1, -1) else 'chips'}"


@register.filter
def money(cents: int, sign: str = "$") -> str:
    """An amount in cents with the club's sign: $7.50, −$7.50, 7.50 Kč."""
    amount = f"{abs(cents) // 100:,}.{abs(cents) % 100:02}"
    minus = MINUS if cents < 0 else ""
    return f"{minus}{sign}{amount}" if len(sign) < 2 else f"{minus}{amount} {sign}"


@register.filter
def and_list(words: Iterable[object]) -> str:
    """Marie, Josef and Anna."""
    *most, last = [str(word) for word in words] or [""]
    return f"{', '.join(most)} and {last}" if most else last


@register.filter(expects_localtime=True)
def day(moment: date | datetime | None) -> str:
    """A day as Texas writes it: Nov 20, 2026."""
    return dateformat.format(moment, "M j, Y") if moment else NOTHING


@register.filter(expects_localtime=True)
def short_day(moment: date | datetime | None) -> str:
    """A day of this season: Nov 20."""
    return dateformat.format(moment, "M j") if moment else NOTHING


@register.filter(expects_localtime=True)
def clock(moment: datetime | None) -> str:
    """A time as Texas writes it: 7:45 pm."""
    if not moment:
        return NOTHING
    return f"{dateformat.format(moment, 'g:i')} {'am' if moment.hour < 12 else 'pm'}"


@register.filter
def seated(seats: Iterable[Any], own: int | None = None) -> list[tuple[str, Any]]:
    """Four seats with the side each sits on; the own seat (1 to 4) at the bottom.

    Play runs counter-clockwise, so the next to play sits on the right.
    """
    in_order = list(seats)
    first = (int(own) if own else 1) - 1
    return list(zip(SIDES, in_order[first:] + in_order[:first], strict=False))


@register.filter
def page_numbers(page: Page) -> Sequence[int | None]:
    """The pages worth a link; None where some are left out."""
    wanted = {1, page.paginator.num_pages}
    wanted |= {page.number + step for step in (-1, 0, 1)}
    shown: list[int | None] = []
    for number in sorted(wanted & set(page.paginator.page_range)):
        if shown and shown[-1] != number - 1:
            shown.append(None)
        shown.append(number)
    return shown


@register.simple_tag
def qr_image(address: str) -> str:
    """The QR code of an address, as the source of an <img>."""
    return str(segno.make(address, error="m").svg_data_uri(border=4, scale=4))


@register.inclusion_tag("components/state.html")
def state_badge(state: str, word: str = "") -> dict[str, str]:
    return {"state": state, "word": word}


@register.inclusion_tag("components/sign.html")
def sign(name: str) -> dict[str, str]:
    return {"sign": name}


@register.inclusion_tag("components/place.html")
def place_mark(place: int | None, tied: bool = False) -> dict[str, object]:
    return {"place": place, "tied": tied}


@register.inclusion_tag("components/chip.html")
def chip(colour: str) -> dict[str, str]:
    return {"colour": colour}


@register.inclusion_tag("components/chips.html")
def chip_counts(total: int) -> dict[str, int]:
    """The fewest chips that make up a total, colour by colour."""
    counts = {}
    for colour, worth in COLOURS:
        counts[colour], total = divmod(total, worth)
    return counts
