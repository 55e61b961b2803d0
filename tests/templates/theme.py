"""The roles of static/css/tokens.css, read for the tests of the look."""

import re
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "static"
TOKENS = STATIC / "css" / "tokens.css"
THEME = STATIC / "css" / "valat.css"
TABLE_PAGE = sorted((STATIC / "table").glob("*.css"))

LIGHT = r":root \{\s*--paper"
DARK_BY_SYSTEM = r':root:not\(\[data-bs-theme="light"\]\) \{\s*--paper'
DARK_BY_HAND = r':root\[data-bs-theme="dark"\] \{\s*--paper'


def roles(opening: str) -> dict[str, str]:
    """The custom properties of the block that opens so."""
    css = TOKENS.read_text(encoding="utf-8")
    start = re.search(opening, css)
    assert start, opening
    block = css[start.start() : css.index("}", start.end())]
    return dict(re.findall(r"--([a-z-]+):\s*([^;]+);", block))


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)
