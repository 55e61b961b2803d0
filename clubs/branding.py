"""A club's look: readable shades of its color, and its emblem.

A club names one color. Pages, paper and the hall display use shades of it: the color
itself where it is readable, otherwise a version darkened or lightened just enough (WCAG
2, AAA).
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
TEXT = 7.0  # minimum contrast, as for all text of the site
QUIET = 4.5  # minimum contrast of secondary text in the header
STEP = 0.01  # step of lightness
# Keep equal to static/css/tokens.css; tests/clubs/test_branding.py compares them.
LIGHT = ("#faf5ea", "#fffdf7", "#f0e9da", "#e1ebe0", "#f9e4dd", "#f6e8c2", "#ffffff")
DARK = ("#11251b", "#183126", "#0c1b14", "#1b4030", "#4a1f1c", "#3c320f")
BAND_TEXT = {"light": ("#fbf6e9", "#cfdccb"), "dark": ("#f3eddd", "#bccabd")}
STRONGER = 0.08  # how much a link's lightness changes on hover
APP = "application/manifest+json"
PAPER, FELT = "#faf5ea", "#164733"  # as in static/css/tokens.css
DARK_BAND = 0.14  # maximum lightness of the header on a dark page


@dataclass(frozen=True, slots=True)
class Shades:
    """Shades of one color: links and the header, for light and dark pages."""

    link: str
    link_strong: str
    band: str
    dark_link: str
    dark_link_strong: str
    dark_band: str

    @property
    def style(self) -> str:
        """The style sheet that gives these shades to a page of the club."""
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
    """Return the shades of a color written like #7b1e2e.

    Raises ValueError for any other spelling.
    """
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
    """Return the color, or its nearest lightness with enough contrast to all `others`.

    The shade moves away from the first of the others, unless `darker` decides.
    """
    if darker is None:
        darker = luminance(others[0]) > 0.5
    shade = colour
    while min(contrast(shade, other) for other in others) < least:
        moved = _moved(shade, -STEP if darker else STEP)
        if moved == shade:  # already black or white
            break
        shade = moved
    return shade


def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG 2 defines it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in _channels(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other: str) -> float:
    """Return the contrast of two colors, from 1 (equal) to 21 (black on white)."""
    brighter, darker = sorted((luminance(colour), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def _parts(colour: str) -> tuple[float, float, float]:
    """Return hue, lightness and saturation, each from 0 to 1."""
    return colorsys.rgb_to_hls(*_channels(colour))


def _moved(colour: str, amount: float) -> str:
    hue, lightness, saturation = _parts(colour)
    return _hex_colour(hue, min(1.0, max(0.0, lightness + amount)), saturation)


def _hex_colour(hue: float, lightness: float, saturation: float) -> str:
    parts = colorsys.hls_to_rgb(hue, lightness, saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def style_address(club: Club) -> str:
    """Return the address of the style sheet of the club's color; "" without a color."""
    if not club.colour:
        return ""
    return reverse("scoring:club-style", args=[club.slug, club.colour[1:]])


def emblem_address(club: Club, *, small: bool = False) -> str:
    """Return the public address of the club's emblem; "" without one.

    A new emblem has a new address.
    """
    if not club.emblem_mark:
        return ""
    name = "scoring:club-emblem-small" if small else "scoring:club-emblem"
    return reverse(name, args=[club.slug, club.emblem_mark])


def icon_address(club: Club) -> str:
    """Return the address of the club's app icon; the site's icon without an emblem."""
    if not club.emblem_mark:
        return static("img/icon-512.png")
    return reverse("scoring:club-icon", args=[club.slug, club.emblem_mark])


def app_of(
    club: Club, name: str, short: str, start: str, **members: str
) -> dict[str, Any]:
    """Return the web app manifest of a page of the club.

    The app starts at `start`. `members` overrides the manifest's `id`, `scope` and
    `display` for an app that covers only part of the site.
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
    """Return the emblem as a data URI for paper; "" without an emblem.

    One query if there is an emblem.
    """
    if not club.emblem_mark:
        return ""
    emblem = Emblem.objects.filter(club=club).first()
    if emblem is None:
        return ""
    return f"data:image/png;base64,{base64.b64encode(bytes(emblem.content)).decode()}"


def ink_of(club: Club) -> str:
    """Return the color for what is printed next to black; "" without one."""
    return shades_of(club.colour).link if club.colour else ""
