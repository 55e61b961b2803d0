"""The QR code of a sheet, drawn straight into a PDF page, and the text of a wifi's."""

from itertools import groupby

import segno

from scoring.printing.document import Code

POINTS_PER_MM = 72 / 25.4
# Rows overlap by a hair, or viewers show white seams between them.
OVERLAP = 1.04
# These part the fields, and so carry a backslash inside one.
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in '\\;,:"'})


def modules_of(address: str) -> tuple[bytearray, ...]:
    """Dark (1) and light (0), row by row, without the quiet zone.

    Level M: it still reads with 15 % of it smudged.
    """
    return tuple(segno.make(address, error="m", micro=False).matrix)


def drawing_of(code: Code) -> bytes:
    """PDF operators for a code.

    Drawn here because a style sheet's SVG takes twenty times as long; `top` counts
    from the lower edge of the page, as PDF does.
    """
    modules = modules_of(code.text)
    unit = code.size * POINTS_PER_MM / len(modules)
    x, top = code.x * POINTS_PER_MM, code.top * POINTS_PER_MM
    place = f"{unit:.5f} 0 0 {-unit:.5f} {x:.3f} {top:.3f} cm"
    runs = " ".join(
        f"{start} {y} {width} {OVERLAP} re"
        for y, row in enumerate(modules)
        for start, width in _dark_runs(row)
    )
    return f"q 0 g {place} {runs} f Q\n".encode("ascii")


def _dark_runs(row: bytearray) -> list[tuple[int, int]]:
    """Start and width of each run of dark modules."""
    runs, x = [], 0
    for is_dark, modules in groupby(row):
        width = len(list(modules))
        if is_dark:
            runs.append((x, width))
        x += width
    return runs


def wifi_text(name: str, password: str) -> str:
    """The text that cameras of phones know; an open wifi has no password."""
    name = name.translate(ESCAPED)
    if not password:
        return f"WIFI:T:nopass;S:{name};;"
    return f"WIFI:T:WPA;S:{name};P:{password.translate(ESCAPED)};;"
