"""What holds for every print: its fonts, its papers, no network."""

import logging
import socket
from io import BytesIO

import pytest
from pypdf import PdfReader

from rules.spjst import house_rules
from scoring.games.spjst.payoffs import payoff_card
from scoring.prints import Kind
from scoring.prints.page import FONTS, OwnFontsOnly, Part
from scoring.prints.press import pdf_of
from scoring.selectors.papers.shapes import WifiPaper
from tests.scoring.prints.pages import fonts_of
from tests.scoring.prints.papers import (
    HEADING,
    LONG_NAMES,
    cards,
    four,
    guide,
    person,
    prizes,
    report,
    seat_list,
    sheet,
    standing,
    standings,
    table_card,
    table_list,
)
from tests.scoring.prints.test_pack import drawn, pack, undrawn
from tests.scoring.prints.test_podium import audit, stand

PRINTS = {
    Kind.SHEETS: sheet(seats=four(LONG_NAMES)),
    Kind.NAMES: seat_list(person(1, rounds=(1, 2, 3)), rounds=(1, 2, 3)),
    Kind.TABLES: table_list(),
    Kind.CARDS: cards(),
    Kind.TABLE_CARDS: table_card(wifi=WifiPaper("Café", "l1I")),
    Kind.GUIDE: guide(),
    Kind.STANDINGS: standings(standing(1, -12, None, tied=True)),
    Kind.PAYOFFS: payoff_card(house_rules("spjst-2013"), HEADING),
    Kind.PACK: pack(drawn(), undrawn()),
    Kind.PRIZES: prizes(),
    Kind.PODIUM: audit(stand(1), stand(2)),
    Kind.REPORT: report(),
}


def test_every_kind_is_tried_here():
    assert set(PRINTS) == set(Kind)


@pytest.mark.parametrize("kind", Kind)
def test_only_our_fonts_and_all_of_them_in_the_file(kind):
    fonts = fonts_of(pdf_of(kind, [PRINTS[kind]]))
    assert fonts
    assert all(fonts.values())
    assert {name[:13].rstrip("-,") for name in fonts} <= {
        "Source-Sans-3",
        "Source-Serif",
        "Source-Serif-",
    }


@pytest.mark.parametrize("kind", Kind)
def test_nothing_is_missing_and_nothing_is_asked_of_the_network(
    kind, monkeypatch, caplog
):
    def no_network(*args, **kwargs):
        raise AssertionError("a print opened a connection")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    # Styles that WeasyPrint leaves out and glyphs that no font has are warnings.
    with caplog.at_level(logging.WARNING, "weasyprint"):
        pdf_of(kind, [PRINTS[kind]])
    assert [each for each in caplog.records if each.name.startswith("weasy")] == []


@pytest.mark.parametrize("kind", Kind)
def test_title_author_and_language(kind):
    reader = PdfReader(BytesIO(pdf_of(kind, [PRINTS[kind]])))
    assert reader.metadata.title.startswith("Thanksgiving Taroky Tournament: ")
    assert reader.metadata.author == "SPJST Lodge 47, Seaton"
    assert reader.trailer["/Root"]["/Lang"] == "en"


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/a.css",
        "https://example.org/a.png",
        "ftp://example.org/a",
        "file:///etc/passwd",
        f"file://{FONTS}/../css/print.css",
    ],
)
def test_the_fetcher_refuses_all_but_the_fonts(address):
    with pytest.raises(ValueError, match="nothing but its fonts"):
        OwnFontsOnly().fetch(address)


def test_a_name_is_text_and_never_markup():
    seats = four(("<b>Eve</b>", "<img src=http://x/>", "A & B", '"Q"'))
    pdf = pdf_of(Kind.SHEETS, [sheet(seats=seats)])
    text = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert "<b>Eve</b>" in text
    assert "A & B" in text


def test_a_picture_from_outside_stays_away(caplog):
    with caplog.at_level(logging.ERROR, "weasyprint"):
        pdf = Part('<img src="http://127.0.0.1:9/x.png">', "print_lists.css").pdf()
    assert pdf.startswith(b"%PDF")
    assert "nothing but its fonts" in caplog.text
