"""QR codes of sheets, drawn directly into a PDF page, and the text of a Wi-Fi code."""

from itertools import groupby

import segno

from scoring.printing.document import Code

POINTS_PER_MM = 72 / 25.4
# Rows overlap slightly, or viewers show white seams between them.
OVERLAP = 1.04
# Separators of the fields, escaped with a backslash inside one.
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in '\\;,:"'})


def modules_of(address: str) -> tuple[bytearray, ...]:
    """Return dark (1) and light (0) modules by row, without the quiet zone.

    Level M is still readable with 15 % of it smudged.
    """
    return tuple(segno.make(address, error="m", micro=False).matrix)


def drawing_of(code: Code) -> bytes:
    """Return PDF operators for a QR code.

    Drawn here because an SVG in HTML takes twenty times as long; `top` is measured from
    the lower edge of the page, as in PDF.
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
    """Return start and width of each run of dark modules."""
    runs, x = [], 0
    for is_dark, modules in groupby(row):
        width = len(list(modules))
        if is_dark:
            runs.append((x, width))
        x += width
    return runs


def wifi_text(name: str, password: str) -> str:
    """Return the text that phone cameras recognize; an open Wi-Fi has no password."""
    name = name.translate(ESCAPED)
    if not password:
        return f"WIFI:T:nopass;S:{name};;"
    return f"WIFI:T:WPA;S:{name};P:{password.translate(ESCAPED)};;"
