"""Template tags and filters for numbers, places, states and times."""

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import segno
from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.paginator import Page
from django.forms import BoundField
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django_tables2 import Table
from django_tables2.rows import BoundRow

from clubs import i18n
from clubs.i18n.js_catalog import words_of
from clubs.languages import offered

register = template.Library()

for text_filter in (
    i18n.chips,
    i18n.signed,
    i18n.points,
    i18n.chips_word,
    i18n.many,
    i18n.money,
    i18n.and_list,
    i18n.sentence,
    i18n.in_words,
    i18n.in_language,
    i18n.ordinal,
    i18n.decimal,
    i18n.tenths,
    i18n.plural_of,
    i18n.table_points,
):
    register.filter(text_filter)
for of_time in (
    *(i18n.day, i18n.full_day, i18n.short_day, i18n.clock),
    i18n.clock_and_day,
):
    register.filter(of_time, expects_localtime=True)
register.filter(i18n.hour)

STATES = {
    "open": _("open"),
    "unbalanced": _("unbalanced"),
    "counted": _("counted"),
    "verified": _("verified"),
    "corrected": _("corrected"),
    "draft": _("draft"),
    "finished": _("finished"),
    "cancelled": _("canceled"),
}
RED_SUIT = re.compile("([♥♦])")
# Characters that would end the script element that contains the JSON.
IN_A_SCRIPT = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}
# Seats in order of play to the right, counterclockwise; the first is nearest.
SIDES = {
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
    5: ("bottom", "right", "top-right", "top-left", "left"),
}


@register.filter
def red_suits(text: str) -> SafeString:
    """Mark hearts and diamonds, which prints and pages color red."""
    *parts, rest = RED_SUIT.split(text)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    marked = format_html_join("", '{}<span class="red-suit">{}</span>', pairs)
    return format_html("{}{}", marked, rest)


@register.filter
def with_number(words: str, number: int | str) -> str:
    """Return words looked up once for many lines, with the number as {n}."""
    return words.format(n=number)


@register.filter
def seated(seats: Iterable[Any], direction: str = "right") -> list[tuple[str, Any]]:
    """Return three to five seats in order of play, each with its side of the table.

    The first is at the bottom, and the next to play in the game's direction is next to
    it.
    """
    in_order = list(seats)
    near, *others = SIDES[len(in_order)]
    if direction == "left":
        others.reverse()
    return list(zip((near, *others), in_order, strict=True))


@register.filter
def with_focus(field: BoundField) -> SafeString:
    """Return a field's input; the form's first field with an error has autofocus."""
    first = next(iter(field.form.errors), None)
    return field.as_widget(attrs={"autofocus": True} if first == field.name else None)


@register.filter
def page_numbers(page: Page) -> Sequence[int | None]:
    """Return the page numbers to link; None marks a gap."""
    wanted = {1, page.paginator.num_pages}
    wanted |= {page.number + step for step in (-1, 0, 1)}
    entries: list[int | None] = []
    for number in sorted(wanted & set(page.paginator.page_range)):
        if entries and entries[-1] != number - 1:
            entries.append(None)
        entries.append(number)
    return entries


@register.simple_tag
def version() -> str:
    """Return the version of Valat: 1.0.0."""
    return settings.VERSION


@register.simple_tag
def qr_image(address: str) -> str:
    """Return the QR code of an address, as the source of an <img>."""
    return str(segno.make(address, error="m").svg_data_uri(border=4, scale=4))


@register.simple_tag
def state_badge(state: str, word: str = "") -> SafeString:
    return _state_badge(state, word, get_language())


@lru_cache(maxsize=256)
def _state_badge(state: str, word: str, language: str) -> SafeString:
    """Return a cached badge: a hundred tables have only five states."""
    return render_to_string("components/state.html", {"state": state, "word": word})


@register.filter
def state_word(state: str) -> str:
    """Return a state in the reader's language; other words unchanged."""
    return str(STATES.get(state, state))


@register.filter
def heads(table: Table) -> list[SafeString]:
    """Return the start tags of the cells of each column, with label and attributes."""
    return [
        format_html(
            '<td role="cell" data-label="{}" {}>',
            column.header,
            column.attrs["td"].as_html(),
        )
        for column in table.columns
    ]


@register.simple_tag
def cells(row: BoundRow, heads: list[SafeString]) -> SafeString:
    """Return the cells of a row; a large table can have `written` for speed."""
    if hasattr(row.table, "written"):
        texts = row.table.written(row.record)
    else:
        texts = [cell for _unused, cell in row.items()]
    cells = zip(heads, map(conditional_escape, texts), strict=True)
    return SafeString("\n".join(f"{head}{cell}</td>" for head, cell in cells))


@register.simple_tag
def speaking(*scripts: str, when: str = "defer") -> SafeString:
    """Return scripts that display messages, after the translations they need.

    Use once on a page, for all such scripts; `when=""` loads them before the page is
    displayed.
    """
    return _speaking(scripts, when, get_language())


@lru_cache(maxsize=64)
def _speaking(scripts: Sequence[str], when: str, language: str) -> SafeString:
    sources = ((static(name), when) for name in ("js/say.js", *scripts))
    elements = format_html_join("\n", '<script src="{}" {}></script>', sources)
    return format_html("{}{}", _words(scripts), elements)


def _words(scripts: Sequence[str]) -> SafeString | str:
    """Return the scripts' translations, for static/js/say.js; "" in English."""
    paths = (Path(finders.find(name) or "") for name in scripts)
    words = words_of("\n".join(path.read_text(encoding="utf-8") for path in paths))
    text = json.dumps(words, ensure_ascii=False).translate(IN_A_SCRIPT)
    element = '<script type="application/json" data-words>{}</script>\n'
    return format_html(element, SafeString(text)) if words else ""


@register.simple_tag
@lru_cache(maxsize=32)
def sign(name: str) -> SafeString:
    """Return a cached icon: a page repeats a dozen of them many times."""
    return render_to_string("components/sign.html", {"sign": name})


@register.simple_tag
def place_mark(place: int | None, tied: bool = False) -> SafeString:
    return _place_mark(place, tied, get_language())


@lru_cache(maxsize=1024)
def _place_mark(place: int | None, tied: bool, language: str) -> SafeString:
    """Return a cached place: all standings have the same few hundred."""
    return render_to_string("components/place.html", {"place": place, "tied": tied})


@register.inclusion_tag("components/chip.html")
def chip(colour: str) -> dict[str, str]:
    return {"colour": colour}


@register.simple_tag(takes_context=True)
def language_switch(context: Context) -> str:
    """Return the language switch, on pages that depend on the reader."""
    languages = offered()
    if len(languages) == 1:
        return ""
    facts = {"request": context.get("request")}
    if getattr(context.get("user"), "is_authenticated", False):
        # A page without the token can be cached.
        facts["csrf_token"] = context.get("csrf_token")
    facts |= {"languages": languages, "current": get_language()}
    return render_to_string("components/language_switch.html", facts)
