"""A score sheet as somebody filled it in with a pencil, and took a picture of it."""

import subprocess
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from clubs.images import picture_of
from scoring.draw.documents.score_sheets import sheet_document
from scoring.models import Sheet
from scoring.printing.render import pdf_of
from scoring.sheets import photos
from tests.pictures.site import PHONES
from tests.pictures.story import Story

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"
DOTS = 110  # per inch
PENCIL, TABLETOP = (52, 58, 84), (122, 96, 70)


def blank(sheet: Sheet) -> Image.Image:
    """The sheet as it leaves the printer."""
    document = sheet_document(
        sheet.round, address=f"http://{PHONES}:8000", table=sheet.table, paper="letter"
    )
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "sheet.pdf"
        pdf.write_bytes(pdf_of(document))
        made = Path(folder) / "page"
        command = ["pdftoppm", "-png", "-singlefile", "-r", str(DOTS), pdf, made]
        subprocess.run(command, check=True)
        return Image.open(made.with_suffix(".png")).convert("RGB")


# Where a pencil writes on it, in the dots of DOTS.
SEATS_AT = (260, 391, 522, 653)  # the middle of each seat's two columns
FIRST_HAND, ROW, HELD, SCORE, SIGNED = 250, 34.7, 1047, 1116, 1152
HANDS = (
    (3, -3, 3, -3),
    (-9, 1, 7, 1),
    (5, -15, 5, 5),
    (12, -4, -4, -4),
    (8, -8, 4, -4),
)


def filled(sheet: Sheet, held: Sequence[int]) -> Image.Image:
    """With the first hands, the four scores, and two names, in pencil."""
    page = blank(sheet)
    pen = ImageDraw.Draw(page)
    hand = ImageFont.truetype(FONTS / "SourceSerif4-It.ttf", 27)

    def write(x: float, y: float, text: str) -> None:
        pen.text((x, y), text, fill=PENCIL, font=hand, anchor="mm")

    totals = [100] * 4
    for n, nets in enumerate(HANDS):
        y = FIRST_HAND + n * ROW
        leads = 100 + 28 * (n % 4)
        pen.ellipse((leads - 13, y - 15, leads + 13, y + 13), outline=PENCIL, width=2)
        for seat, net in enumerate(nets):
            totals[seat] += net
            write(SEATS_AT[seat] - 33, y, f"{net:+}".replace("-", "−"))
            write(SEATS_AT[seat] + 33, y, str(totals[seat]))
    for x, chips in zip(SEATS_AT, held, strict=True):
        write(x, HELD, str(chips))
        write(x, SCORE, str(chips))
    names = [seat.name.split()[0] for seat in sheet.seats.order_by("position")]
    write(300, SIGNED, names[0])
    write(700, SIGNED, names[2])
    return page


def photographed(page: Image.Image) -> Image.Image:
    """A little askew, on a wooden table, in the light of a hall."""
    width, height = page.size
    whole = Image.new("RGB", (width + 120, height + 120), TABLETOP)
    askew = page.convert("RGBA").rotate(
        1.2, Image.Resampling.BICUBIC, expand=True, fillcolor=(0, 0, 0, 0)
    )
    whole.paste(askew, (50, 48), askew)
    lamp = Image.linear_gradient("L").resize(whole.size).point(lambda v: 255 - v // 5)
    return Image.composite(whole, Image.new("RGB", whole.size, (48, 40, 30)), lamp)


def attach(story: Story, sheet: Sheet, held: Sequence[int]) -> None:
    """What somebody at the desk took of the paper."""
    file = BytesIO()
    photographed(filled(sheet, held)).save(file, "JPEG", quality=90)
    file.seek(0)
    photos.attach(sheet=sheet, actor=story.by, picture=picture_of(file), key="paper")
