"""Uploaded images, of a sheet or a club's emblem: decoded and encoded again.

None of the uploaded bytes are stored, so places, names and other metadata are removed.
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
LONGEST_SIDE = 2000  # pixels; penciled numbers stay readable
QUALITY = 80
EMBLEM, SMALL_EMBLEM = 480, 96  # pixels: on paper and in the hall, next to a name
LEAST_EMBLEM, WIDEST = 64, 3  # pixels of its shorter side; maximum ratio of the sides
# Pixels: on a phone's home screen, and the part that isn't cropped.
ICON, ICON_DRAWN = 512, 360
PLAIN_ENOUGH = 24 << 10  # bytes; larger images are reduced to 256 colors
# A JPEG is scaled down while it is decoded; other formats are decoded at full size.
MOST_PIXELS = {
    **{"JPEG": 50_000_000, "MPO": 50_000_000},
    **{"PNG": 25_000_000, "WEBP": 13_000_000},
}
MOST_DECODED = 25_000_000
# A camera's JPEG has one scan of its pixels, a progressive one about ten. Each scan
# walks over all pixels, however few bytes it has.
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
# One image at a time: each takes up to 200 MB while it is processed.
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
    "The emblem is too small to print. It needs at least {n} pixels each way, and "
    "400 is better."
)
TOO_LONG = _(
    "An emblem’s long side can be at most three times its short side. Crop the image "
    "first."
)


T = TypeVar("T")


class Unusable(Exception):
    """The file isn't an image we accept; the message has the reason and a remedy."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An upright image and its size in pixels, without metadata."""

    content: bytes
    width: int
    height: int


def picture_of(file: BinaryIO) -> Picture:
    """Return an uploaded image as a JPEG on white. Raises Unusable."""
    return _made_anew(file, LONGEST_SIDE, _as_jpeg)


def emblem_of(file: BinaryIO) -> tuple[Picture, Picture]:
    """Return an uploaded emblem as PNGs, for paper and small. Raises Unusable.

    Transparent areas stay transparent.
    """
    return _made_anew(file, EMBLEM * 2, _as_emblem)


def icon_of(emblem: bytes) -> bytes:
    """Return an emblem as a square PNG on white, with a margin phones can crop."""
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
        except Exception as wrong:  # decoders raise many kinds for damaged images
            raise Unusable(NO_PICTURE) from wrong


def _scans(content: bytes) -> int:
    """Return the number of scans over a JPEG's pixels."""
    scans, position = 0, 2
    while (marker := MARKER.search(content, position)) and marker[1] != b"\xd9":
        position = marker.end()
        if marker[1] not in (b"\x01", b"\xd8"):  # these have no length
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
    image.info.clear()  # a comment or profile would be stored again
    return image


def _as_jpeg(image: Image.Image) -> Picture:
    """Return the image as a JPEG, with transparent areas white."""
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
    """Return the EXIF orientation of the image; 1 (upright) if it isn't valid."""
    try:
        return int(sent.getexif().get(ORIENTATION, 1))
    except Exception:  # damaged EXIF raises many kinds, and the image is fine without
        return 1


def _plain(sent: Image.Image) -> Image.Image:
    """Return the image as RGB, or as RGBA if anything is transparent."""
    mode = "RGBA" if sent.has_transparency_data else "RGB"
    return sent if sent.mode == mode else sent.convert(mode)


@contextmanager
def whole_pictures() -> Iterator[None]:
    """Reject truncated images, even if WeasyPrint makes Pillow accept them."""
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before
