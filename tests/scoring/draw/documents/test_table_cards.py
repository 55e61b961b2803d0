"""Table cards: the way to a table's page on a phone, four a page."""

import re
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from weasyprint.formatting_structure.boxes import BlockBox

from clubs.models import Club
from scoring.printing.card_grid import Grid
from scoring.printing.document import NothingToPrint
from scoring.printing.page_sizes import page_size
from scoring.printing.qr import POINTS_PER_MM, modules_of, wifi_text
from scoring.printing.render import laid_out, pdf_of
from tests.messages import message
from tests.scoring.printing.documents.pages import (
    assert_golden,
    edges_of,
    sizes_of,
    texts_of,
)
from tests.scoring.printing.documents.papers import table_card, table_cards

WIFI = {"wifi_name": "SPJST Hall", "wifi_password": "taroky1936"}
LONG_WIFI = {"wifi_name": "W" * 32, "wifi_password": "m" * 63}
PLACE = re.compile(r"q 0 g ([\d.]+) 0 0 -\1 ([\d.]+) ([\d.]+) cm")
MARGIN = 8.0
PIXELS_PER_MM = 96 / 25.4
CUT = 3.0  # mm from a cut, within which a letter may be cut off


def codes_on(pdf: bytes, page: int = 0) -> list[tuple[float, float, float]]:
    """Each code of a page: a module's size, left and top edge, in millimetres."""
    drawn = PdfReader(BytesIO(pdf)).pages[page].get_contents().get_data()
    found = PLACE.findall(drawn.decode("latin-1"))
    return [tuple(float(each) / POINTS_PER_MM for each in code) for code in found]


@pytest.mark.parametrize("wifi", [{}, WIFI])
def test_the_longest_code_ends_before_the_cut(wifi):
    """Eight letters behind https, and none is wider than W."""
    wide = table_cards(table_card(code="W" * 8), **wifi)
    [(_, right)] = edges_of(pdf_of(wide), "W" * 8)
    assert right < 215.9 / 2 - CUT


def test_an_open_wifi_has_no_password():
    [text] = texts_of(pdf_of(table_cards(table_card(), wifi_name="SPJST Hall")))
    assert message("No password is needed.") in text


def test_table_cards_read_as_before():
    assert_golden("table_cards", pdf_of(table_cards(table_card(1), **WIFI)))
    assert_golden("table_cards_alone", pdf_of(table_cards(table_card(2))))


def test_four_a_page():
    pdf = pdf_of(table_cards(*(table_card(n) for n in range(1, 6)), **WIFI))
    texts = texts_of(pdf)
    assert len(texts) == 2
    assert all(f"K7RX{n}" in texts[(n - 1) // 4] for n in range(1, 6))
    assert len(codes_on(pdf, 1)) == 2


def test_no_card_of_a_large_hall_is_left_out():
    parts = table_cards(*(table_card(n) for n in range(1, 45))).parts
    assert [len(part.codes) for part in parts] == [10, 1]


@pytest.mark.parametrize(
    ("paper", "page", "wifi"),
    [
        ("letter", (215.9, 279.4), LONG_WIFI),
        ("a4", (210.0, 297.0), WIFI),
        ("letter", (215.9, 279.4), {}),
    ],
)
def test_every_code_is_large_and_on_its_own_card_of_the_paper_asked_for(
    paper, page, wifi
):
    cards = [table_card(n) for n in range(1, 5)]
    document = table_cards(*cards, paper=paper, **wifi)
    assert ("wifi long" in document.parts[0].html) == (wifi is LONG_WIFI)
    pdf = pdf_of(document)
    assert sizes_of(pdf) == {page}
    wide, high = page
    wide, high = (wide - 2 * MARGIN) / 2, (high - 2 * MARGIN) / 2
    codes = codes_on(pdf)
    each = 2 if wifi else 1
    assert len(codes) == 4 * each
    for at, (unit, x, top) in enumerate(codes):
        card, is_wifi = at // each, at % each
        text = wifi_text(*wifi.values()) if is_wifi else cards[card][1]
        size, quiet = unit * len(modules_of(text)), 4 * unit
        assert size >= (26 if is_wifi else 30)
        left = MARGIN + wide * (card % 2)
        upper = 2 * high + MARGIN - high * (card // 2)
        assert left + quiet <= x
        assert x + size + quiet <= left + wide
        assert upper - high + quiet <= top - size
        assert top + quiet <= upper
        if is_wifi:
            assert codes[at - 1][2] + quiet <= top - size  # the table's is below


def test_long_names_stay_on_their_card():
    long = table_cards(
        table_card(123),
        base="https://tarok.a-rather-long-name.example.org:8443",
        club=Club(name="L" * 80),
        name="Tarok " * 13,
        wifi_name="Guest Network of the Hall, 5 GHz",
        wifi_password="aB3" * 21,
    )
    [text] = texts_of(pdf_of(long))
    together = text.replace("\n", "").replace(" ", "")
    assert "aB3" * 21 in together
    assert "tarok.a-rather-long-name.example.org:8443" in together


CLUB = "Bartholomew Alexander Lodge of Caldwell"  # two lines


@pytest.mark.parametrize(
    ("club", "tournament"),
    [
        (CLUB, "Thanksgiving Taroky Tournament"),
        (CLUB, "The Seventy-Fifth Annual Texas Championship of Tarok"),
        ("Lodge " * 13, "Tarok " * 13),
    ],
)
def test_the_names_above_are_whole(club: str, tournament: str) -> None:
    """Every line of both names lies above the rule, whatever their length."""
    cards = table_cards(table_card(), club=Club(name=club), name=tournament)
    [part] = cards.parts
    [page] = laid_out(part).pages
    found: dict[str, Any] = {}
    for box in page._page_box.descendants(placeholders=True):
        for name in (
            box.element.get("class", "").split() if box.element is not None else ()
        ):
            found.setdefault(name, box)  # what is in it has the same element
    about, last = found["about"], found["club"]
    assert last.position_y + last.height <= about.position_y + about.height
    widest = max(line.width for line in last.children)
    assert widest <= about.width


def test_no_tables_is_said_so():
    with pytest.raises(NothingToPrint):
        table_cards()


@pytest.mark.parametrize(
    ("name", "password", "text"),
    [
        ("SPJST Hall", "taroky1936", "WIFI:T:WPA;S:SPJST Hall;P:taroky1936;;"),
        ("Hall", "", "WIFI:T:nopass;S:Hall;;"),
        ("a;b", 'c:d,"e\\f', 'WIFI:T:WPA;S:a\\;b;P:c\\:d\\,\\"e\\\\f;;'),
        ("Café", " blank ", "WIFI:T:WPA;S:Café;P: blank ;;"),
    ],
)
def test_the_wifi_as_a_camera_reads_it(name, password, text):
    assert wifi_text(name, password) == text


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_its_last_line_is_whole(paper):
    (part,) = table_cards(table_card(), wifi_name="Café", paper=paper).parts
    (page,) = laid_out(part).pages
    boxes = page._page_box.descendants(placeholders=True)
    (foot,) = (
        box
        for box in boxes
        if box.element is not None
        and box.element.get("class") == "foot"
        and isinstance(box, BlockBox)
    )
    grid = Grid(page_size(paper), 2, 2)
    bottom = MARGIN + grid.height
    assert (foot.position_y + foot.margin_height()) / PIXELS_PER_MM <= bottom
