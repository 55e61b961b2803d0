"""A pile of paper by keyboard alone, and the picture of a sheet beside its fields."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

from scoring.models import Count, Photo, Round
from tests import builders as build
from tests.browser.test_sheet import field, keystrokes, sign_in
from tests.messages import message
from tests.scoring.crew import at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rnd() -> Round:
    return build.published_round(build.tournament(build.club()), 3)


@pytest.fixture
def pile(laptop: Page, live_server, rnd: Round) -> Page:
    """Anna's laptop, before the first code."""
    anna = build.member(rnd.tournament.club, "director", "anna")
    sign_in(laptop, anna, live_server.url)
    laptop.goto(at(rnd.tournament, "paper"))
    return laptop


SENDING = re.compile(r"/photos/\?paper$")


def paper(colour: str) -> dict[str, object]:
    """A picture that lies: its top, a stripe, is at the left."""
    image = Image.new("RGB", (1200, 1600), colour)
    ImageDraw.Draw(image).rectangle((0, 0, 80, 1600), fill="black")
    out = BytesIO()
    image.save(out, "JPEG")
    return {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}


def test_a_pile_without_the_pointer(pile: Page, rnd: Round) -> None:
    code, type_ = pile.get_by_label(message("Next sheet")), keystrokes(pile)
    three = rnd.sheets.get(table=3)
    for typed, table in ((three.code.lower(), 3), ("1", 1), ("", 2)):
        expect(code).to_be_focused()
        type_(f"{typed}⏎")
        expect(
            pile.get_by_role("heading", name=message("Table {n}", n=table))
        ).to_be_visible()
        expect(field(pile, "held1")).to_be_focused()
        type_("131⏎96⏎104⏎69⏎")
        expect(pile.get_by_text(f"Table {table} saved: 400 ✓")).to_be_visible()
    expect(code).to_be_focused()
    assert Count.objects.count() == 3


def test_a_scanner_types_into_whatever_has_the_focus(pile: Page, rnd: Round) -> None:
    two = rnd.sheets.get(table=2)
    keystrokes(pile)("1⏎")
    expect(field(pile, "held1")).to_be_focused()
    pile.keyboard.type(f"http://192.168.1.20:8000/t/{two.token}/\n")
    expect(pile.get_by_role("heading", name=message("Table {n}", n=2))).to_be_visible()
    expect(field(pile, "held1")).to_be_focused()
    expect(field(pile, "held1")).to_have_value("")


def test_a_picture_beside_what_is_typed(pile: Page, complaints: list[str]) -> None:
    keystrokes(pile)("1⏎")
    expect(field(pile, "held1")).to_be_focused()
    keystrokes(pile)("131⏎96⏎")
    chosen = pile.locator('form[data-photo] input[type="file"]').first
    pile.route(SENDING, lambda route: route.abort(), times=1)
    chosen.set_input_files(paper("white"))
    expect(
        pile.get_by_text(
            message(
                "The photo didn’t arrive. What you typed is still here. Send the photo "
                "again."
            )
        )
    ).to_be_visible()
    assert any("ERR_FAILED" in each for each in complaints), complaints
    complaints.clear()
    pile.get_by_role("button", name=message("Attach photo")).click()
    expect(pile.locator("[data-view] img")).to_be_visible()
    chosen.set_input_files(paper("yellow"))
    expect(pile.get_by_text("2 of 2")).to_be_visible()
    assert Photo.objects.count() == 2
    expect(field(pile, "held2")).to_have_value("96")

    field(pile, "held3").focus()
    view = pile.locator("[data-view]")
    before = view.evaluate("view => view.scrollWidth")
    pile.keyboard.press("t")
    expect(view.locator("canvas")).to_be_visible()
    assert view.locator("canvas").evaluate("c => c.width > c.height")
    pile.keyboard.press("z")
    assert view.evaluate("view => view.scrollWidth") > 1.9 * before
    pile.keyboard.press("p")
    expect(pile.get_by_text("1 of 2")).to_be_visible()
    expect(field(pile, "held3")).to_be_focused()
    keystrokes(pile)("104⏎69⏎")
    expect(pile.get_by_text("Table 1 saved: 400 ✓")).to_be_visible()


def test_a_picture_that_no_store_takes_stays_chosen(
    pile: Page, settings, tmp_path: Path
) -> None:
    settings.PHOTOS = tmp_path / "photos"
    settings.PHOTOS.write_bytes(b"in the way")
    keystrokes(pile)("1⏎")
    expect(field(pile, "held1")).to_be_focused()
    chosen = pile.locator('form[data-photo] input[type="file"]').first
    chosen.set_input_files(paper("white"))
    expect(pile.get_by_text("The photo wasn’t saved: File exists.")).to_be_visible()
    assert chosen.evaluate("input => input.files.length") == 1
    settings.PHOTOS.unlink()
    pile.get_by_role("button", name=message("Attach photo")).click()
    expect(pile.locator("[data-view] img")).to_be_visible()
    assert chosen.evaluate("input => input.files.length") == 0
    assert Photo.objects.count() == 1
