"""What holds for every print: its fonts, its papers, no network."""

import logging
import socket
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from pkgutil import walk_packages

import pytest
from pypdf import PdfReader

import scoring
from clubs import i18n
from rules.spjst import HOUSE
from scoring.desk.documents.pack import pack_document
from scoring.draw.documents.guide import checklist_document, guide_document
from scoring.draw.documents.score_sheets import blank_sheet_document
from scoring.games.spjst.payoffs import payoff_card
from scoring.printing.document import Document, Part, document_of
from scoring.printing.render import FONTS, OwnFontsOnly, laid_out, pdf_of
from scoring.standings.documents import ending
from scoring.standings.documents.standings import standings_parts
from scoring.standings.report import Report
from scoring.tournaments.documents.payoffs import payoffs_document
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.audit.documents.test_podium import audit, stand
from tests.scoring.desk.documents.test_pack import drawn, pack, undrawn
from tests.scoring.printing.documents.pages import fonts_of, ink_of, texts_of
from tests.scoring.printing.documents.papers import (
    HEADING,
    LONG_NAMES,
    NAMES,
    cards,
    certificates,
    evening,
    four,
    person,
    poster,
    prizes,
    seat_list,
    sheet,
    sheets,
    standing,
    standings,
    table_card,
    table_cards,
    table_list,
    yearbook,
)

DOCUMENTS = [
    module.name
    for module in walk_packages(scoring.__path__, "scoring.")
    if ".documents" in module.name and not module.ispkg
]
MOST_INK = 9  # percent of a page
PRINTS = {
    "sheet_document": lambda: sheets(sheet(seats=four(LONG_NAMES))),
    "blank_sheet_document": lambda: blank_sheet_document(evening(), paper="letter"),
    "names_document": lambda: seat_list(person(1, rounds=(1, 2, 3)), rounds=(1, 2, 3)),
    "tables_document": table_list,
    "cards_document": lambda: cards(person(1), person(2)),
    "table_card_document": lambda: table_cards(
        table_card(), wifi_name="Café", wifi_password="l1I"
    ),
    "guide_document": lambda: guide_document(evening(), paper="letter"),
    "checklist_document": lambda: checklist_document(evening(), paper="letter"),
    "standings_document": lambda: Document(
        standings_parts([standings(standing(1, -12, None, tied=True))], paper="letter")
    ),
    "payoffs_document": lambda: payoffs_document(
        payoff_card(HOUSE.rules("spjst-2013"), HEADING), paper="letter"
    ),
    # Without its score sheets.
    "pack_document": lambda: Document(
        pack_document(pack(drawn(), undrawn()), paper="letter").parts[:5]
    ),
    "prizes_document": lambda: prizes(1),
    "treasurer_document": lambda: document_of(
        "treasurer.html",
        {
            **{"heading": HEADING, "state": "Final", "as_of": "9:45 pm, Nov 20"},
            **{"has_fee": True, "people": 40},
            "fees": [("7", NAMES[0], "$7.50", "–", "$7.50")],
            "sums": ["$7.50", "–", "$7.50"],
            "money": [(i18n.message("Prizes"), "$7.50"), (NAMES[0], "−$130.00")],
            "left": "−$122.50",
        },
        style=ending.STYLE,
        paper="letter",
    ),
    "certificates_document": lambda: certificates(NAMES[0], LONG_NAMES[3]),
    "poster_document": lambda: poster(NAMES[0], LONG_NAMES[3]),
    "yearbook_document": lambda: yearbook(NAMES[0], LONG_NAMES[3]),
    "podium_document": lambda: audit(stand(1), stand(2)),
    "report_document": lambda: document_of(
        "report.html",
        {
            "heading": HEADING,
            "report": Report(
                f"{HEADING.tournament}: Marie Kubala wins",
                ("43 played.",),
                (("Places", (f"1. {NAMES[0]}, 412 chips",)),),
                is_final=True,
            ),
        },
        style=ending.STYLE,
        paper="letter",
    ),
}


def test_every_kind_is_tried_here():
    modules = map(import_module, DOCUMENTS)
    found = {
        name
        for module in modules
        for name in vars(module)
        if name.endswith("_document")
    }
    assert found == set(PRINTS)


@pytest.mark.parametrize("kind", PRINTS)
def test_what_holds_for_every_print(kind, monkeypatch, caplog):
    """Made once, for it takes its time."""

    def no_network(*args, **kwargs):
        raise AssertionError("a print opened a connection")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    # Styles that WeasyPrint leaves out and glyphs that no font has are warnings.
    with caplog.at_level(logging.WARNING, "weasyprint"):
        pdf = pdf_of(PRINTS[kind]())
    assert [each for each in caplog.records if each.name.startswith("weasy")] == []
    assert_only_our_fonts(pdf)
    assert max(ink_of(pdf)) <= MOST_INK
    reader = PdfReader(BytesIO(pdf))
    assert reader.metadata.title.startswith("Thanksgiving Taroky Tournament: ")
    assert reader.metadata.author == "SPJST Lodge 47, Seaton"
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/Simplex"


def test_a_card_is_on_the_back_of_each_sheet_and_of_no_other_page():
    (card,) = PRINTS["payoffs_document"]().parts
    (many,) = sheets(*map(sheet, range(1, 4))).parts
    plain = (*seat_list(person(1)).parts, many)
    pdf = pdf_of(Document((plain[0], replace(many, back=card))))
    reader = PdfReader(BytesIO(pdf))
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == (
        "/DuplexFlipLongEdge"
    )
    list_page, blank, *leaves = texts_of(pdf)
    assert message("Find your name, then your table") in list_page
    assert blank == ""
    assert len(leaves) == 6
    assert all("K7RX" in front for front in leaves[::2])
    assert all(back == leaves[1] for back in leaves[1::2])
    assert "Renege" in leaves[1]
    contents = {reader.pages[at].raw_get("/Contents").idnum for at in (3, 5, 7)}
    assert len(contents) == 1  # the card is in the file once


def assert_only_our_fonts(pdf):
    """And all of them in the file."""
    fonts = fonts_of(pdf)
    assert fonts
    assert all(fonts.values())
    assert {name[:13].rstrip("-,") for name in fonts} <= {
        "Source-Sans-3",
        "Source-Serif",
        "Source-Serif-",
    }


@in_turn(
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
    pdf = pdf_of(sheets(sheet(seats=seats)))
    text = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert "<b>Eve</b>" in text
    assert "A & B" in text


def test_a_picture_from_outside_stays_away(caplog):
    with caplog.at_level(logging.ERROR, "weasyprint"):
        part = Part('<img src="http://127.0.0.1:9/x.png">', "print_lists.css")
        pdf = laid_out(part).write_pdf()
    assert pdf.startswith(b"%PDF")
    assert "nothing but its fonts" in caplog.text
