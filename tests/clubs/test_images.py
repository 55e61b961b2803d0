"""A sent picture: upright, small enough, nothing in it but what is seen; or refused."""

import struct
import zipfile
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageCms, PngImagePlugin

from clubs import images
from clubs.images import LONGEST_SIDE, Unusable, emblem_of, picture_of
from tests.in_turn import in_turn

SECRET = "Marie was at 31.0983 N"


def sent(
    kind: str = "JPEG",
    size: tuple[int, int] = (40, 30),
    mode: str = "RGB",
    **facts: Any,
) -> bytes:
    """A picture whose top left quarter is black."""
    image = Image.new(mode, size, "white" if mode != "RGBA" else (0, 0, 0, 0))
    image.paste("black", (0, 0, size[0] // 2, size[1] // 2))
    out = BytesIO()
    image.save(out, kind, **facts)
    return out.getvalue()


def made(content: bytes) -> Image.Image:
    picture = picture_of(BytesIO(content))
    image = Image.open(BytesIO(picture.content))
    assert image.format == "JPEG"
    assert image.size == (picture.width, picture.height)
    image.load()
    return image


def refused(content: bytes) -> str:
    with pytest.raises(Unusable) as wrong:
        picture_of(BytesIO(content))
    return str(wrong.value)


def dark_corner(image: Image.Image) -> tuple[int, int]:
    """Which corner is black: (left 0 or right 1, top 0 or bottom 1)."""
    w, h = image.size
    corners = {
        (x, y): image.convert("L").getpixel(
            (int(w * (0.1 + 0.8 * x)), int(h * (0.1 + 0.8 * y)))
        )
        for x in (0, 1)
        for y in (0, 1)
    }
    return min(corners, key=corners.__getitem__)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_what_cameras_make_is_taken(kind: str) -> None:
    image = made(sent(kind))
    assert image.size == (40, 30)
    assert dark_corner(image) == (0, 0)


@in_turn("mode", ["L", "P", "LA", "RGBA", "1", "CMYK", "I;16"])
def test_every_kind_of_colour(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    if mode == "I;16":
        out = BytesIO()
        Image.new(mode, (4, 4)).save(out, kind)
        assert made(out.getvalue()).mode == "RGB"
        return
    rgba = Image.open(BytesIO(sent("PNG", mode="RGBA")))
    out = BytesIO()
    (rgba.convert("RGB").convert(mode) if mode != "RGBA" else rgba).save(out, kind)
    assert made(out.getvalue()).mode == "RGB"


def test_what_shows_through_is_white() -> None:
    image = made(sent("PNG", mode="RGBA"))
    assert dark_corner(image) == (0, 0)
    assert image.getpixel((35, 25)) == (255, 255, 255)


@in_turn(
    "orientation, size, corner",
    [
        (1, (40, 30), (0, 0)),
        (2, (40, 30), (1, 0)),
        (3, (40, 30), (1, 1)),
        (4, (40, 30), (0, 1)),
        (5, (30, 40), (0, 0)),
        (6, (30, 40), (1, 0)),
        (7, (30, 40), (1, 1)),
        (8, (30, 40), (0, 1)),
        (99, (40, 30), (0, 0)),
    ],
)
def test_it_stands_upright_however_the_phone_was_held(
    orientation: int, size: tuple[int, int], corner: tuple[int, int]
) -> None:
    exif = Image.Exif()
    exif[images.ORIENTATION] = orientation
    image = made(sent(exif=exif))
    assert image.size == size
    assert dark_corner(image) == corner


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_longest_side_is_bounded(kind: str) -> None:
    image = made(sent(kind, (2 * LONGEST_SIDE, 100)))
    assert image.size == (LONGEST_SIDE, 50)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_nothing_the_camera_wrote_is_left(kind: str) -> None:
    exif = Image.Exif()
    exif[0x010E] = SECRET
    exif.get_ifd(0x8825)[1] = "N"
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    facts: dict[str, Any] = {"exif": exif, "icc_profile": profile}
    facts["xmp"] = f"<x>{SECRET}</x>".encode()
    if kind == "JPEG":
        facts["comment"] = SECRET
    if kind == "PNG":
        facts["pnginfo"] = PngImagePlugin.PngInfo()
        facts["pnginfo"].add_text("Author", SECRET)
        del facts["xmp"]
    content = sent(kind, **facts)
    assert SECRET.encode() in content
    picture = picture_of(BytesIO(content))
    image = Image.open(BytesIO(picture.content))
    assert {*image.info} <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert not image.getexif()
    for word in (SECRET.encode(), b"Exif", b"ICC_PROFILE", b"http://ns.adobe"):
        assert word not in picture.content


def test_what_hangs_on_behind_is_left_behind() -> None:
    """A motion photo's film, or another file that shares this one."""
    behind = BytesIO()
    with zipfile.ZipFile(behind, "w") as file:
        file.writestr("page.html", f"<script>{SECRET}</script>")
    content = sent() + behind.getvalue()
    assert zipfile.is_zipfile(BytesIO(content))
    picture = picture_of(BytesIO(content))
    assert not zipfile.is_zipfile(BytesIO(picture.content))
    assert b"page.html" not in picture.content


def chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)


def png(width: int, height: int, *more: bytes) -> bytes:
    """A PNG that says it is so large, and has no such pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [chunk(b"IHDR", head), *more, chunk(b"IDAT", zlib.compress(b"\0" * 1000))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b"")


@in_turn(
    "content, why",
    [
        (b"", "empty"),
        (b"a letter to the lodge", "isn’t an image"),
        (b"GIF89a" + bytes(100), "isn’t an image"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "isn’t an image"),
        (b"%PDF-1.7", "isn’t an image"),
        (b"\xff\xd8\xff" + bytes(50), "isn’t an image"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "isn’t an image"),
        (bytes(4) + b"ftypheic" + bytes(40), "HEIC"),
        (bytes(4) + b"ftypmif1" + bytes(40), "HEIC"),
        (bytes(4) + b"ftypavif" + bytes(40), "isn’t an image"),
        (png(60_000, 60_000), "pixels"),
        (png(10_000, 10_000), "pixels"),
        (png(5_001, 5_000), "5001 × 5000"),
        (png(2**31 - 1, 2**31 - 1), "pixels"),
        (png(100, 100), "isn’t an image"),
        (png(0, 10), "isn’t an image"),
        (
            png(9, 9, chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(70 << 20)))),
            "isn’t an image",
        ),
    ],
)
def test_what_is_no_picture_is_told(content: bytes, why: str) -> None:
    assert why in refused(content)


@in_turn("kind", ["JPEG", "PNG", "WEBP"])
@in_turn("part", [0.3, 0.9])
def test_half_a_picture_is_none(kind: str, part: float) -> None:
    noise = Image.effect_noise((300, 200), 90)
    out = BytesIO()
    noise.save(out, kind)
    whole = out.getvalue()
    assert "damaged" in refused(whole[: int(len(whole) * part)])


def test_a_large_jpeg_is_never_whole_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    content = sent(size=(10_000, 5_000))
    assert made(content).size == (LONGEST_SIDE, LONGEST_SIDE // 2)
    long = sent(size=(12_600, LONGEST_SIDE - 1))  # cannot be made smaller on the way
    assert "12600 × 1999" in refused(long)
    monkeypatch.setitem(images.MOST_PIXELS, "JPEG", 1000)
    assert "40 × 30" in refused(sent())


def test_a_jpeg_that_goes_over_its_pixels_without_end_is_refused() -> None:
    """A hundred bytes more cost a tenth of a second; 15 MB of them cost hours."""
    stream = BytesIO()
    Image.new("L", (400, 300), 128).save(stream, "JPEG", progressive=True)
    honest = stream.getvalue()
    last = honest[honest.rindex(b"\xff\xc4") : -2]  # its table and its pixels
    assert made(honest + b"\xff\xda\x00\x00" * 500).size == (400, 300)
    assert made(honest[:-2] + last * 20 + b"\xff\xd9").size == (400, 300)
    for junk in (b"", b"\x00junk"):
        assert refused(honest[:-2] + (junk + last) * 200 + b"\xff\xd9")


def drawn(content: bytes) -> tuple[Image.Image, Image.Image]:
    """The emblem of these bytes, large and small."""
    both = []
    for picture in emblem_of(BytesIO(content)):
        image = Image.open(BytesIO(picture.content))
        assert image.format == "PNG"
        assert image.size == (picture.width, picture.height)
        assert SECRET.encode() not in picture.content
        image.load()
        both.append(image)
    return both[0], both[1]


@in_turn("kind", ["JPEG", "PNG", "WEBP"])
def test_an_emblem_is_made_anew_in_two_sizes(kind: str) -> None:
    large, small = drawn(sent(kind, size=(1200, 900)))
    assert (large.size, small.size) == ((480, 360), (96, 72))
    assert large.convert("RGB").getpixel((5, 5)) < (60, 60, 60)


def test_a_transparent_emblem_stays_so_and_says_nothing_of_its_maker() -> None:
    facts = PngImagePlugin.PngInfo()
    facts.add_text("Comment", SECRET)
    large, small = drawn(sent("PNG", size=(200, 200), mode="RGBA", pnginfo=facts))
    for image in (large, small):
        seen = image.convert("RGBA")
        assert seen.getpixel((image.width - 2, image.height - 2))[3] == 0
        assert seen.getpixel((2, 2)) == (0, 0, 0, 255)


def test_an_emblem_of_many_colours_is_small_enough_for_a_page() -> None:
    noise = Image.effect_noise((600, 600), 90).convert("RGB")
    out = BytesIO()
    noise.save(out, "PNG")
    large, small = emblem_of(BytesIO(out.getvalue()))
    assert len(large.content) < 256 << 10
    assert len(small.content) < 16 << 10


@in_turn(
    "size, why",
    [((60, 200), "at least 64 pixels"), ((700, 100), "three times its short side")],
)
def test_an_emblem_too_small_or_too_long_is_refused(
    size: tuple[int, int], why: str
) -> None:
    with pytest.raises(Unusable, match=why):
        emblem_of(BytesIO(sent("PNG", size=size)))


@in_turn(
    "content",
    [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a" + bytes(40)],
)
def test_what_is_no_emblem_is_refused(content: bytes) -> None:
    with pytest.raises(Unusable):
        emblem_of(BytesIO(content))
