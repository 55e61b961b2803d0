"""Ornaments for certificates and posters: suits, a frame, a seal.

Everything is lines and plain shapes in SVG, in millimeters, so that a copier loses
nothing. The corners have the suits of the oldest tarot cards, swords, cups, coins and
staves; dividers have the suits that tarok is played with. First and second places
differ in shape, not only in color.
"""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

BLACK = "#000000"
METALS = {1: "#e3b94a", 2: "#c9ced3", 3: "#d59a66"}
DISCS = {1: 12, 2: 9, 3: 6}  # chips on the seal of a place
DISC_PITCH = 2.3  # mm
SIZE = 24.0  # the side of the square for a suit

HEART = (
    "M12 21.5C5.4 16 2 12.200 2 8.200 2 5.200 4.300 3 7 3c2.100 0 3.900 1.200 5 3.300"
    "C13.100 4.200 14.900 3 17 3c2.700 0 5 2.200 5 5.200 0 4-3.400 7.800-10 13.300z"
)
DIAMOND = (
    "M12 1.500C13.800 5.800 16.600 9.300 20.500 12 16.600 14.700 13.800 18.200 12 22.500"
    " 10.200 18.200 7.400 14.700 3.500 12 7.400 9.300 10.200 5.800 12 1.500z"
)
SPADE = (
    "M12 1.500C14 6.800 21 10 21 15.300c0 2.700-2 4.600-4.400 4.600-1.500 0-2.700-.7-3.500-1.800"
    ".2 1.900.9 3.300 2.300 4.400H8.600c1.400-1.100 2.100-2.500 2.300-4.400-.8 1.100-2 1.800-3.500 1.800"
    "C5 19.900 3 18 3 15.300 3 10 10 6.800 12 1.500z"
)
CLUB = (
    "M12 2a4.600 4.600 0 0 1 3.500 7.600 4.600 4.600 0 1 1-2.300 7.200c.2 2.400 1 4.200 2.400 5.700"
    "H8.400c1.400-1.500 2.200-3.300 2.400-5.700A4.600 4.600 0 1 1 8.500 9.600 4.600 4.600 0 0 1 12 2z"
)
PLAYED = (HEART, SPADE, DIAMOND, CLUB)

SWORD = (
    '<path d="M12 1.300l1.500 2.400v11.200h-3V3.700z" fill="none"/><path d="M12 4v10"/>'
    '<path d="M6.500 15.600c1.600-1 3.400-.7 5.500-.7s3.900-.3 5.500.7" fill="none"/>'
    '<path d="M12 15v4.700"/><circle cx="12" cy="21" r="1.500" fill="none"/>'
)
CUP = (
    '<path d="M5 2.500h14c.3 5.500-1.500 9.700-7 10.400-5.500-.7-7.300-4.900-7-10.400z" fill="none"/>'
    '<path d="M5 5.400h14M12 12.900v5.600M9.800 15.700h4.400" fill="none"/>'
    '<path d="M7 22c0-2.300 2.200-3.500 5-3.500s5 1.200 5 3.500z" fill="none"/>'
)
COIN = (
    '<circle cx="12" cy="12" r="10" fill="none"/><circle cx="12" cy="12" r="7.600" '
    'fill="none"/><path d="M12 5.200l1.900 4.900 4.900 1.900-4.900 1.900-1.900 4.900-1.900-4.900'
    '-4.900-1.900 4.900-1.900z" fill="none"/><circle cx="12" cy="12" r="1.500" fill="none"/>'
)
STAFF = (
    '<path d="M10.700 22.500V6.200L12 2l1.300 4.200v16.300z" fill="none"/>'
    '<path d="M13.300 9.500c3.400.4 5.400-1.300 5.700-4.600-3.400 0-5.300 1.500-5.700 4.600z" fill="none"/>'
    '<path d="M10.700 13c-3.400.4-5.400-1.300-5.700-4.600 3.400 0 5.300 1.500 5.700 4.600z" fill="none"/>'
    '<path d="M13.300 17.500c3.400.4 5.400-1.300 5.700-4.600-3.400 0-5.300 1.500-5.700 4.600z" fill="none"/>'
)
OLDEST = (SWORD, CUP, STAFF, COIN)  # top left, top right, bottom left, bottom right


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of a frame, in mm from the edge: rules and corner centers."""

    outer: float
    inner: float
    corner: float  # radius of a corner's ring
    middle: float  # center of a corner


WIDE = Measures(8.0, 12.4, 7.8, 14.2)
SLIM = Measures(6.0, 8.4, 3.8, 9.8)  # leaves a page the space it had


@lru_cache(maxsize=32)
def frame(
    width: float,
    height: float,
    place: int = 0,
    ink: str = BLACK,
    measures: Measures = WIDE,
) -> str:
    """Return the frame of a page in mm, as a data URI; richer for the places 1 to 3."""
    band = _Band(width, height, measures)
    parts = [
        band.rule(measures.outer, 0.2 * (measures.inner - measures.outer)),
        band.rule(measures.inner, 0.3),
        *(band.between(place) if place in METALS else ()),
        *band.corners(),
    ]
    return _address(width, height, "".join(parts), ink)


@lru_cache(maxsize=32)
def seal(place: int, ink: str = BLACK) -> str:
    """Return the seal of a place from 1 to 3, 40 by 48 mm, as a data URI.

    A table with room for the place's number, and the winner's chips in front of it.
    """
    metal, discs = METALS[place], DISCS[place]
    chairs = "".join(
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx=".9" fill="{fill}"/>'
        for x, y, wide, high, fill in (
            (14.5, 1.6, 11, 1.8, "#fff"),
            (1.6, 14.5, 1.8, 11, "#fff"),
            (36.6, 14.5, 1.8, 11, "#fff"),
            (14.5, 36.6, 11, 1.8, ink),
        )
    )
    body = (
        f'<g stroke-width=".5"><rect x="5" y="5" width="30" height="30" rx="4.500" '
        f'fill="{metal}"/>{chairs}</g><rect x="7" y="7" width="26" height="26" rx="3" '
        'fill="#fff" stroke-width=".35"/><rect x="8.200" y="8.200" width="23.600" '
        f'height="23.600" rx="2.200" fill="{metal}" fill-opacity=".35" stroke-width=".2"/>'
    )
    start = 20 - discs * DISC_PITCH / 2
    stack = "".join(
        f'<rect x="{start + index * DISC_PITCH:g}" y="40.500" width="1.900" height="6.500" '
        f'rx=".5" fill="#fff" stroke-width=".4"/><path d="M{start + index * DISC_PITCH + 0.95:g} '
        f'{42 if index % 2 else 44}v1.500" stroke-width="1"/>'
        for index in range(discs)
    )
    return _address(40, 48, body + stack, ink)


@lru_cache(maxsize=32)
def divider(width: float = 90.0, ink: str = BLACK) -> str:
    """Return the suits of tarok between two tapered lines, 6 mm high, as a data URI."""
    middle, side = width / 2, 5.0
    suits = "".join(
        _suit(path, middle + (index - 1.5) * 7.5 - side / 2, 0.5, side)
        for index, path in enumerate(PLAYED)
    )
    left = middle - 17.5
    lines = (
        f'<path d="M0 3L{left} 2.700v.6z" stroke="none"/>'
        f'<path d="M{width} 3L{width - left} 2.700v.6z" stroke="none"/>'
    )
    return _address(width, 6, lines + suits, ink)


class _Band:
    """The band around a page, between an outer and an inner rule, and its corners."""

    def __init__(self, width: float, height: float, measures: Measures) -> None:
        self.width, self.height, self.measures = width, height, measures
        inset = measures.middle
        self.centres = [
            (x, y) for y in (inset, height - inset) for x in (inset, width - inset)
        ]

    def rule(self, inset: float, stroke: float) -> str:
        return (
            f'<rect x="{inset}" y="{inset}" width="{self.width - 2 * inset}" '
            f'height="{self.height - 2 * inset}" fill="none" stroke-width="{stroke}"/>'
        )

    def corners(self) -> Iterator[str]:
        """Yield a ring for each corner, with one of the oldest suits in it."""
        radius = self.measures.corner
        side = 1.35 * radius
        for (x, y), drawn in zip(self.centres, OLDEST, strict=True):
            yield (
                f'<circle cx="{x}" cy="{y}" r="{radius}" fill="#fff" '
                f'stroke-width="{radius / 9}"/>'
                f'<circle cx="{x}" cy="{y}" r="{radius * 0.86}" fill="none" '
                f'stroke-width="{radius / 28}"/>'
            )
            yield (
                f'<g transform="translate({x - side / 2} {y - side / 2}) '
                f'scale({side / SIZE})" stroke-width="1.3">{drawn}</g>'
            )

    def between(self, place: int) -> Iterator[str]:
        """Yield the marks along the band: lozenges, beads or small strokes by place."""
        middle = (self.measures.outer + self.measures.inner) / 2
        for along, is_across in ((self.width, True), (self.height, False)):
            first = self.measures.middle + self.measures.corner + 1.5
            room = along - 2 * first
            steps = 2 * round(room / 8)  # even, so that both ends are equal
            other = self.height if is_across else self.width
            for n in range(steps + 1):
                position = first + n * room / steps
                for side in (middle, other - middle):
                    x, y = (position, side) if is_across else (side, position)
                    yield _mark(place, n, x, y, is_across=is_across)


def _mark(place: int, n: int, x: float, y: float, *, is_across: bool) -> str:
    if place == 1 and n % 2 == 0:
        return f'<path d="M{x - 1.5} {y}l1.5-1.500 1.500 1.500-1.500 1.500z" stroke="none"/>'
    if place == 3:
        move = "h1.800" if is_across else "v1.800"
        start = f"{x - 0.9} {y}" if is_across else f"{x} {y - 0.9}"
        return f'<path d="M{start}{move}" stroke-width=".5"/>'
    return f'<circle cx="{x}" cy="{y}" r=".55" stroke="none"/>'


def _suit(path: str, x: float, y: float, side: float) -> str:
    return (
        f'<path transform="translate({x} {y}) scale({side / SIZE})" d="{path}" '
        'stroke="none"/>'
    )


def _address(width: float, height: float, body: str, ink: str) -> str:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}mm" height="{height}mm" fill="{ink}" stroke="{ink}" '
        f'stroke-linejoin="round" stroke-linecap="round">{body}</svg>'
    )
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
