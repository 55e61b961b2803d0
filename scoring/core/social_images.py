"""Preview images for links in chats: a few words, drawn large.

An image is drawn again when one of its words changes, in a few hundredths of a second.
Each process caches the newest. The fonts are those of the prints, for all our
languages.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from io import BytesIO
from itertools import groupby

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from clubs.branding import BAND_TEXT, FELT, PAPER, shades_of
from clubs.i18n import joined, plural_message
from clubs.models import Club, Emblem
from scoring.core.process_cache import ProcessCache
from scoring.core.square_tables import ALONE, BOX, SIDES, chair_box

DRAWN = "3"  # version of the drawing code; change it with the design
SIZE = WIDTH, HEIGHT = 1200, 630  # pixels, as chat apps request
EDGE, BAND, PLATE, DISC = 64, 116, 84, 52
# Keep equal to static/css/tokens.css; tests/scoring/core/test_social_images.py compares
# them.
INK, INK_SOFT = "#1e1b16", "#4e463a"
MEDALS = ("#eac65c", "#cfd2d4", "#dda772")
TABLE_TOP, CHAIR = "#e1ebe0", "#a9c7b0"  # on felt
MOST_TABLES, LARGE_TABLES = 12, 3  # more tables aren't drawn; more than three are small
CHIPS, STACK = ("#1d4c8a", "#a9231f", "#857a67"), 14  # height of the stack
STACKED = 68  # minimum height of a line with a name and its stack
PLACES, NAMED = 3, 3  # number of places, and of names for each
SERIF, SANS, STRONG = "SourceSerif4-Bold", "SourceSans3-Regular", "SourceSans3-Semibold"
Font = ImageFont.FreeTypeFont


@dataclass(frozen=True, slots=True)
class First:
    """A place among the first three: names, and chips to draw, if any."""

    place: int
    tied: bool
    names: str
    total: float = 0


def first_three(placed: Iterable[tuple[int, bool, str]]) -> tuple[First, ...]:
    """Return the first three places of people with public names.

    Each item of `placed` is a place, whether it is shared, and a name.
    """
    first = [entry for entry in placed if 0 < entry[0] <= PLACES]
    steps = []
    for place, group in groupby(first, lambda entry: entry[0]):
        shared, names = zip(*((entry[1], entry[2]) for entry in group), strict=True)
        others = len(names) - NAMED
        text = joined(names[:NAMED])
        if others > 0:
            more = plural_message("and {n} other", "and {n} others", others)
            text = joined((text, more), " ")
        steps.append(First(place, any(shared), str(text)))
    return tuple(steps)


@dataclass(frozen=True, slots=True)
class LinkPicture:
    """The content of a preview image, with public names."""

    club: str
    colour: str
    emblem: str  # its digest
    title: str
    over: str  # the line above the title: date and location
    first: tuple[First, ...] = ()
    text: str = ""
    chairs: tuple[tuple[int, int], ...] = ()  # at each table: taken chairs, all chairs

    @property
    def version(self) -> str:
        """A digest that changes with the content."""
        return hashlib.sha256(f"{DRAWN}{self!r}".encode()).hexdigest()[:16]


def link_picture(
    club: Club,
    title: object,
    heading: Iterable[object],
    text: object = "",
    first: tuple[First, ...] = (),
    chairs: tuple[tuple[int, int], ...] = (),
) -> LinkPicture:
    """Return a club's preview image; empty parts of `heading` are left out."""
    line = " · ".join(str(part) for part in heading if part)
    look = club.name, club.colour, club.emblem_mark
    return LinkPicture(*look, str(title), line, first, str(text), chairs)


_drawn: ProcessCache[bytes] = ProcessCache(most=64)  # about 40 kB each


def png_of(picture: LinkPicture) -> bytes:
    """Return the image as a PNG file, cached."""
    return _drawn.get(picture, partial(_render_png, picture))


def _render_png(picture: LinkPicture) -> bytes:
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    if picture.chairs:
        _invitation(image, draw, picture)
    else:
        _standings(image, draw, picture)
    buffer = BytesIO()
    reduced = image.quantize(
        128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    reduced.save(buffer, "PNG")
    return buffer.getvalue()


def _invitation(
    image: Image.Image, draw: ImageDraw.ImageDraw, picture: LinkPicture
) -> None:
    """Draw an invitation on felt: the event and how full its tables are, no names."""
    light, _ = BAND_TEXT["light"]
    draw.rectangle((0, 0, *SIZE), _felt(picture))
    _band(image, draw, picture)
    draw.rectangle((0, HEIGHT - 12, WIDTH, HEIGHT), MEDALS[0])
    top = _block(draw, picture.title, SERIF, (92, 48), 2, BAND - 6, light) + 10
    font = _font(STRONG, 40)
    heading = _shortened(picture.over, font, WIDTH - 2 * EDGE)
    draw.text((EDGE, top), heading, light, font)
    left, top, bottom = EDGE, top + 76, HEIGHT - 44
    tables = picture.chairs if len(picture.chairs) <= MOST_TABLES else ()
    columns = len(tables) if len(tables) <= LARGE_TABLES else MOST_TABLES // 2
    rows = -(-len(tables) // columns) if columns else 0
    size = min(bottom - top, 228) if rows == 1 else min((bottom - top) // 2 - 12, 100)
    for index, (occupied, seats) in enumerate(tables):
        number = str(index + 1) if len(tables) <= LARGE_TABLES else ""
        table = _table(occupied, seats, size, number)
        row, column = divmod(index, columns)
        position = (left + column * (size + 24), top + row * (size + 24))
        image.paste(table, position, table)
    left += columns * (size + 24) + 16 if columns else 0
    lines, font = _fitted(picture.text, STRONG, (38, 28), 5, WIDTH - EDGE - left)
    high = round(font.size * 1.25)
    top += max(0, (bottom - top - high * len(lines)) // 2)
    for line in lines:
        draw.text((left, top), line, light, font)
        top += high


def _table(occupied: int, seats: int, size: int, number: str) -> Image.Image:
    """Return a table with chairs, reduced for smooth edges; free ones are golden."""
    large = 4 * size
    unit = large / BOX
    table = Image.new("RGBA", (large, large), f"{TABLE_TOP}00")
    draw = ImageDraw.Draw(table)
    near, far = ALONE.top * unit, (BOX - ALONE.top) * unit - 1
    draw.rounded_rectangle((near, near, far, far), ALONE.rounding * unit, TABLE_TOP)
    for index, place in enumerate(SIDES.get(seats, SIDES[4])):
        x, y, wide, high = (part * unit for part in chair_box(place, ALONE))
        color = CHAIR if index < occupied else MEDALS[0]
        box = (x, y, x + wide - 1, y + high - 1)
        draw.rounded_rectangle(box, min(wide, high) / 2, color)
    if number:
        font = _font(SERIF, large // 4)
        draw.text((large / 2, large / 2), number, FELT, font, anchor="mm")
    return table.resize((size, size), Image.Resampling.LANCZOS)


def _felt(picture: LinkPicture) -> str:
    """Return the club's color, dark enough for light letters, or the felt green."""
    return shades_of(picture.colour).band if picture.colour else FELT


def _standings(
    image: Image.Image, draw: ImageDraw.ImageDraw, picture: LinkPicture
) -> None:
    _band(image, draw, picture)
    bottom = _foot(draw, picture)
    top = BAND + 40
    font = _font(SANS, 32)
    heading = _shortened(picture.over, font, WIDTH - 2 * EDGE)
    draw.text((EDGE, top), heading, INK_SOFT, font)
    top = _block(draw, picture.title, SERIF, (76, 48), 2, top + 50) + 22
    if picture.first:
        _places(image, draw, picture.first, top, bottom)
    else:
        _block(draw, picture.text, SANS, (40, 30), 4, top, INK_SOFT)


def _band(image: Image.Image, draw: ImageDraw.ImageDraw, picture: LinkPicture) -> None:
    """Draw the club's name on its color, with its emblem on a plate."""
    draw.rectangle((0, 0, WIDTH, BAND), _felt(picture))
    left, middle = EDGE, BAND // 2
    emblem = Emblem.objects.filter(club__emblem_mark=picture.emblem).first()
    if picture.emblem and emblem:
        top = middle - PLATE // 2
        draw.rounded_rectangle((left, top, left + PLATE, top + PLATE), 10, "#ffffff")
        with Image.open(BytesIO(bytes(emblem.content))) as source:
            scaled = source.convert("RGBA")
        scaled.thumbnail((PLATE - 12, PLATE - 12), Image.Resampling.LANCZOS)
        position = (left + (PLATE - scaled.width) // 2, middle - scaled.height // 2)
        image.paste(scaled, position, scaled)
        left += PLATE + 24
    lines, font = _fitted(picture.club, SERIF, (42, 30), 1, WIDTH - EDGE - left)
    draw.text((left, middle), lines[0], BAND_TEXT["light"][0], font, anchor="lm")


def _foot(draw: ImageDraw.ImageDraw, picture: LinkPicture) -> int:
    """Draw the site's name and how final the places are; return the foot's top."""
    baseline, font = HEIGHT - 44, _font(SERIF, 30)
    draw.text((WIDTH - EDGE, baseline), "Valat", INK_SOFT, font, anchor="rs")
    if picture.first:
        font = _font(SANS, 30)
        text = _shortened(picture.text, font, WIDTH - 2 * EDGE - 120)
        draw.text((EDGE, baseline), text, INK_SOFT, font, anchor="ls")
    return baseline - 44


def _places(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    first: tuple[First, ...],
    top: int,
    bottom: int,
) -> None:
    """Draw a line with a medal for each place, as far apart as there is room."""
    step = min((bottom - top) // len(first), 92)
    left, right = EDGE + DISC + 24, WIDTH - EDGE
    highest = max(entry.total for entry in first)
    for number, entry in enumerate(first):
        middle = top + step * number + step // 2
        medal = _medal(MEDALS[entry.place - 1])
        image.paste(medal, (EDGE, middle - DISC // 2), medal)
        place = f"{entry.place}=" if entry.tied else str(entry.place)
        position = (EDGE + DISC // 2, middle)
        draw.text(position, place, INK, _font(STRONG, 30), anchor="mm")
        end = right
        if entry.total > 0:
            total = f"{entry.total:g}"
            draw.text((right, middle), total, INK, _font(STRONG, 46), anchor="rm")
            end -= round(_font(STRONG, 46).getlength(total)) + 24
        largest = 46
        if entry.total > 0 and step >= STACKED:
            _stack(draw, entry.total, (end - left) / highest, (left, middle + 16))
            middle, largest = middle - 13, 40
        lines, font = _fitted(entry.names, STRONG, (largest, 28), 1, end - left)
        draw.text((left, middle), lines[0], INK, font, anchor="lm")


def _stack(
    draw: ImageDraw.ImageDraw, total: float, unit: float, start: tuple[int, int]
) -> None:
    """Draw chips side by side, as long as their worth: blue, then red, then white."""
    x, y = float(start[0]), start[1]
    worth_of_ten = 100 if total > 1000 else 10
    left = int(total)
    for share, color in ((1.0, CHIPS[0]), (0.5, CHIPS[1]), (0.1, CHIPS[2])):
        worth = worth_of_ten * share
        many = int(left // worth)
        left -= int(many * worth)
        for _ in range(many):
            wide = worth * unit
            box = (round(x), y, round(x + wide * 0.84) - 1, y + STACK)
            draw.rectangle(box if box[2] >= box[0] else (*box[:2], *box[::3]), color)
            x += wide


@lru_cache
def _medal(colour: str) -> Image.Image:
    """Return a medal, reduced for a smooth edge."""
    large = 4 * DISC
    medal = Image.new("RGBA", (large, large), f"{INK}00")
    ImageDraw.Draw(medal).ellipse((0, 0, large - 1, large - 1), colour, INK, 8)
    return medal.resize((DISC, DISC), Image.Resampling.LANCZOS)


def _block(
    draw: ImageDraw.ImageDraw,
    text: str,
    name: str,
    sizes: tuple[int, int],
    most: int,
    top: int,
    ink: str = INK,
) -> int:
    """Draw a text in a limited number of lines; return its lower end."""
    lines, font = _fitted(text, name, sizes, most, WIDTH - 2 * EDGE)
    for line in lines:
        draw.text((EDGE, top), line, ink, font)
        top += round(font.size * 1.2)
    return top


@lru_cache(maxsize=64)
def _font(name: str, size: int) -> Font:
    path = settings.BASE_DIR / "static/fonts" / f"{name}.ttf"
    return ImageFont.truetype(path, size)


def _fitted(
    text: str, name: str, sizes: tuple[int, int], most: int, width: int
) -> tuple[list[str], Font]:
    """Return lines and font in the largest size that fits, cut at the smallest."""
    largest, least = sizes
    for size in range(largest, least - 1, -2):
        font = _font(name, size)
        lines = _wrapped(text, font, width)
        if len(lines) <= most and all(font.getlength(line) <= width for line in lines):
            return lines, font
    shortened = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [_shortened(line, font, width) for line in shortened], font


def _wrapped(text: str, font: Font, width: int) -> list[str]:
    """Return lines of whole words; a single word can be longer than a line."""
    lines = [""]
    for word in unicodedata.normalize("NFC", text).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _shortened(text: str, font: Font, width: int) -> str:
    """Return the text, shortened with an ellipsis if it doesn't fit on a line."""
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(f"{text}…") > width:
        text = text[:-1].rstrip()
    return f"{text}…"
