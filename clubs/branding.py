"""What a club looks like: shades of its colour that can be read, and its emblem.

A club names one colour. Pages, paper and the hall use shades of it: the colour itself
where it can be read, else as much darker or lighter as it takes (WCAG 2, AAA).
"""

import base64
import colorsys
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language

from clubs.models import Club, Emblem

CODE = re.compile("#[0-9a-f]{6}")
TEXT = 7.0  # the least contrast, as of all text of the site
QUIET = 4.5  # of what stands in the header beside the name
STEP = 0.01  # of lightness
# As static/css/tokens.css has them; tests/clubs/test_branding.py holds the two alike.
LIGHT = ("#faf5ea", "#fffdf7", "#f0e9da", "#e1ebe0", "#f9e4dd", "#f6e8c2", "#ffffff")
DARK = ("#11251b", "#183126", "#0c1b14", "#1b4030", "#4a1f1c", "#3c320f")
BAND_TEXT = {"light": ("#fbf6e9", "#cfdccb"), "dark": ("#f3eddd", "#bccabd")}
STRONGER = 0.08  # how much further a link goes when it is pointed at
APP = "application/manifest+json"
PAPER, FELT = "#faf5ea", "#164733"  # as static/css/tokens.css has them
DARK_BAND = 0.14  # the most lightness of the header on a dark page


@dataclass(frozen=True, slots=True)
class Shades:
    """Of one colour: links and the header's ground, on light pages and on dark ones."""

    link: str
    link_strong: str
    band: str
    dark_link: str
    dark_link_strong: str
    dark_band: str

    @property
    def style(self) -> str:
        """The style sheet that gives a page of the club these."""
        light = (
            f"--link:{self.link};--link-strong:{self.link_strong};--band:{self.band}"
        )
        dark = (
            f"--link:{self.dark_link};--link-strong:{self.dark_link_strong};"
            f"--band:{self.dark_band}"
        )
        return (
            f":root,:root[data-bs-theme]{{{light}}}\n"
            "@media (prefers-color-scheme:dark)"
            f'{{:root:not([data-bs-theme="light"]){{{dark}}}}}\n'
            f':root[data-bs-theme="dark"]{{{dark}}}\n'
        )


@lru_cache(maxsize=256)
def shades_of(colour: str) -> Shades:
    """The shades of a colour, written like #7b1e2e. Raises ValueError for any other."""
    if not CODE.fullmatch(colour):
        raise ValueError(f"{colour!r} is no colour")
    link, dark_link = readable(colour, LIGHT, TEXT), readable(colour, DARK, TEXT)
    band = readable(colour, BAND_TEXT["light"][:1], TEXT, darker=True)
    band = readable(band, BAND_TEXT["light"][1:], QUIET, darker=True)
    hue, lightness, saturation = _parts(band)
    return Shades(
        link,
        _moved(link, -STRONGER),
        band,
        dark_link,
        _moved(dark_link, STRONGER),
        _hex_colour(hue, min(lightness, DARK_BAND), saturation),
    )


def readable(
    colour: str, others: tuple[str, ...], least: float, *, darker: bool | None = None
) -> str:
    """The colour, or the nearest lightness of it that stands out from all of these.

    Which way it goes is where the others are not, unless `darker` says.
    """
    if darker is None:
        darker = luminance(others[0]) > 0.5
    shade = colour
    while min(contrast(shade, other) for other in others) < least:
        moved = _moved(shade, -STEP if darker else STEP)
        if moved == shade:  # black or white: there is no more
            break
        shade = moved
    return shade


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in _channels(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other: str) -> float:
    """From 1, the same, to 21, black on white."""
    brighter, darker = sorted((luminance(colour), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def _parts(colour: str) -> tuple[float, float, float]:
    """Hue, lightness, saturation, each from 0 to 1."""
    return colorsys.rgb_to_hls(*_channels(colour))


def _moved(colour: str, amount: float) -> str:
    hue, lightness, saturation = _parts(colour)
    return _hex_colour(hue, min(1.0, max(0.0, lightness + amount)), saturation)


def _hex_colour(hue: float, lightness: float, saturation: float) -> str:
    parts = colorsys.hls_to_rgb(hue, lightness, saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def style_address(club: Club) -> str:
    """Where the style sheet of its colour is; "" without one."""
    if not club.colour:
        return ""
    return reverse("scoring:club-style", args=[club.slug, club.colour[1:]])


def emblem_address(club: Club, *, small: bool = False) -> str:
    """Where everybody finds the emblem; "" without one. Another one has another."""
    if not club.emblem_mark:
        return ""
    name = "scoring:club-emblem-small" if small else "scoring:club-emblem"
    return reverse(name, args=[club.slug, club.emblem_mark])


def icon_address(club: Club) -> str:
    """The square picture under which a phone keeps the club; the site's without one."""
    if not club.emblem_mark:
        return static("img/icon-512.png")
    return reverse("scoring:club-icon", args=[club.slug, club.emblem_mark])


def app_of(
    club: Club, name: str, short: str, start: str, **members: str
) -> dict[str, Any]:
    """What a phone keeps that puts a page among its apps: a web app manifest.

    It begins at `start`; `members` has the manifest's own `id`, `scope` and
    `display` of one that is not an app for the whole site.
    """
    usual = {"id": start, "start_url": start, "scope": "/", "display": "standalone"}
    icon = {"src": icon_address(club), "sizes": "512x512", "type": "image/png"}
    return {
        "name": name,
        "short_name": short,
        "lang": get_language(),
        "background_color": PAPER,
        "theme_color": shades_of(club.colour).band if club.colour else FELT,
        "icons": [icon | {"purpose": purpose} for purpose in ("any", "maskable")],
        **usual,
        **members,
    }


def emblem_within(club: Club) -> str:
    """The emblem as an address that holds it, for paper; "" without one, or one query."""
    if not club.emblem_mark:
        return ""
    emblem = Emblem.objects.filter(club=club).first()
    if emblem is None:
        return ""
    return f"data:image/png;base64,{base64.b64encode(bytes(emblem.content)).decode()}"


def ink_of(club: Club) -> str:
    """The colour for what is printed beside black; "" without one."""
    return shades_of(club.colour).link if club.colour else ""
