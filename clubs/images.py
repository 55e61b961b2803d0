"""Pictures that somebody sends, of a sheet or a club's emblem: decoded and encoded anew.

Nothing of the sent bytes is stored, so that places, names, and whatever else was put into
the file are gone.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import BinaryIO, TypeVar

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from PIL import Image, ImageFile

from clubs.i18n import message

MAX_BYTES = 15 << 20
LONGEST_SIDE = 2000  # pixels; a pencil's numbers are well readable
QUALITY = 80
EMBLEM, SMALL_EMBLEM = 480, 96  # pixels: on paper and in the hall, beside a name
LEAST_EMBLEM, WIDEST = (
    64,
    3,
)  # pixels of its shorter side; how often that makes the longer
ICON, ICON_DRAWN = (
    512,
    360,
)  # pixels: on a phone's first screen, and what is not cut off
PLAIN_ENOUGH = 24 << 10  # bytes beyond which 256 colours have to do
# A JPEG is made smaller while it is decoded; the others stand in memory whole.
MOST_PIXELS = {
    **{"JPEG": 50_000_000, "MPO": 50_000_000},
    **{"PNG": 25_000_000, "WEBP": 13_000_000},
}
MOST_DECODED = 25_000_000
# A camera's JPEG has one scan of its pixels, a progressive one some ten. Each costs a
# walk over all of them, however few bytes it has.
MOST_SCANS = 100
MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
TAKEN = ("JPEG", "PNG", "WEBP")
TURNED = {  # EXIF orientation
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
ORIENTATION = 0x0112
# One after the other: each takes up to 200 MB while it is made.
_one_at_a_time = Lock()
HEIC = _(
    "This is a HEIC image, which only Apple’s programs open. Take it again with the "
    "button here, or set the camera to “Most compatible” (JPEG)."
)
NO_PICTURE = _("This isn’t an image, or it’s damaged. Send a JPEG, PNG or WebP.")
TOO_BIG = _("The file is larger than 15 MB. Use a smaller image.")
TOO_MANY_PIXELS = gettext_noop(
    "The image is {width} × {height} pixels. Use one with fewer pixels."
)
TOO_SMALL = gettext_noop(
    "The emblem is too small to print. It needs at least {n} pixels each way; 400 is "
    "better."
)
TOO_LONG = _(
    "An emblem’s long side can be at most three times its short side. Crop the image "
    "first."
)


T = TypeVar("T")


class Unusable(Exception):
    """The file is no picture we take; says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An upright picture, with its size in pixels, and nothing else in it."""

    content: bytes
    width: int
    height: int


def picture_of(file: BinaryIO) -> Picture:
    """A sent picture as a JPEG, on white. Raises Unusable."""
    return _made_anew(file, LONGEST_SIDE, _as_jpeg)


def emblem_of(file: BinaryIO) -> tuple[Picture, Picture]:
    """A sent emblem as PNGs, as large as paper wants it, and small. Raises Unusable.

    Where nothing was drawn it stays transparent.
    """
    return _made_anew(file, EMBLEM * 2, _as_emblem)


def icon_of(emblem: bytes) -> bytes:
    """An emblem of ours as a square PNG, on white, with the room that phones cut off."""
    icon = Image.new("RGB", (ICON, ICON), "white")
    with Image.open(BytesIO(emblem)) as source:
        drawn = source.convert("RGBA")
        drawn.thumbnail((ICON_DRAWN, ICON_DRAWN), Image.Resampling.LANCZOS)
        left, top = (ICON - drawn.width) // 2, (ICON - drawn.height) // 2
        icon.paste(drawn, (left, top), drawn)
    return _encoded(icon.quantize(256), "PNG").content


def _made_anew(file: BinaryIO, longest: int, make: Callable[[Image.Image], T]) -> T:
    head = file.read(16)
    file.seek(0)
    if not head:
        raise Unusable(message("The file is empty. Take the photo again."))
    if head[:2] == b"\xff\xd8" and _scans(file.read()) > MOST_SCANS:
        raise Unusable(NO_PICTURE)
    file.seek(0)
    if head[4:8] == b"ftyp" and head[8:12] not in (b"avif", b"avis"):
        raise Unusable(HEIC)
    with _one_at_a_time, whole_pictures():
        try:
            with Image.open(file, formats=TAKEN) as sent:
                return make(_upright(sent, longest))
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as bomb:
            raise Unusable(message("The image has far too many pixels.")) from bomb
        except Unusable:
            raise
        except Exception as wrong:  # decoders have many words for what is no picture
            raise Unusable(NO_PICTURE) from wrong


def _scans(content: bytes) -> int:
    """How often a JPEG goes over its pixels, up to its end."""
    scans, position = 0, 2
    while (marker := MARKER.search(content, position)) and marker[1] != b"\xd9":
        position = marker.end()
        if marker[1] not in (b"\x01", b"\xd8"):  # those stand alone
            position += int.from_bytes(content[position : position + 2])
        scans += marker[1] == b"\xda"
    return scans


def _upright(sent: Image.Image, longest: int) -> Image.Image:
    width, height = sent.size
    most = MOST_PIXELS[sent.format or "PNG"]
    sent.draft("RGB", (longest, longest))
    if width * height > most or sent.width * sent.height > MOST_DECODED:
        raise Unusable(message(TOO_MANY_PIXELS, width=width, height=height))
    turned = TURNED.get(_orientation(sent))
    image = _plain(sent)
    image.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    if turned is not None:
        image = image.transpose(turned)
    image.info.clear()  # a comment, a profile would be written again
    return image


def _as_jpeg(image: Image.Image) -> Picture:
    """What shows through is paper."""
    opaque = image
    if image.mode == "RGBA":
        opaque = Image.new("RGB", image.size, "white")
        opaque.paste(image, mask=image.getchannel("A"))
    return _encoded(opaque, "JPEG", quality=QUALITY)


def _as_emblem(image: Image.Image) -> tuple[Picture, Picture]:
    shorter, longer = sorted(image.size)
    if shorter < LEAST_EMBLEM:
        raise Unusable(message(TOO_SMALL, n=LEAST_EMBLEM))
    if longer > WIDEST * shorter:
        raise Unusable(TOO_LONG)
    return _as_png(image, EMBLEM), _as_png(image, SMALL_EMBLEM)


def _as_png(image: Image.Image, longest: int) -> Picture:
    scaled = image.copy()
    scaled.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    picture = _encoded(scaled, "PNG")
    if len(picture.content) <= PLAIN_ENOUGH:
        return picture
    reduced = scaled.quantize(256, method=Image.Quantize.FASTOCTREE)
    reduced.info.clear()
    return _encoded(reduced, "PNG")


def _encoded(image: Image.Image, kind: str, **options: int) -> Picture:
    buffer = BytesIO()
    image.save(buffer, kind, optimize=True, **options)
    return Picture(buffer.getvalue(), *image.size)


def _orientation(sent: Image.Image) -> int:
    """How the camera was held; upright where what it says is nonsense."""
    try:
        return int(sent.getexif().get(ORIENTATION, 1))
    except Exception:
        return 1


def _plain(sent: Image.Image) -> Image.Image:
    """In plain colours, with what shows through where anything does."""
    mode = "RGBA" if sent.has_transparency_data else "RGB"
    return sent if sent.mode == mode else sent.convert(mode)


@contextmanager
def whole_pictures() -> Iterator[None]:
    """Take half a picture for none, also where WeasyPrint has told Pillow otherwise."""
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before
