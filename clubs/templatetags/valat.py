"""How numbers, places, states and times are written, for every template."""

from collections.abc import Iterable, Sequence
from typing import Any

import segno
from django import template
from django.core.paginator import Page

from clubs import wording

register = template.Library()

for written in (
    *(wording.chips, wording.signed, wording.points, wording.chips_word),
    *(wording.money, wording.and_list),
):
    register.filter(written)
for written in (wording.day, wording.short_day, wording.clock):
    register.filter(written, expects_localtime=True)

SIDES = ("bottom", "right", "top", "left")


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
