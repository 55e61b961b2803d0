"""What holds for every print: its fonts, its papers, no network."""

import logging
import socket
from importlib import import_module
from io import BytesIO
from pkgutil import iter_modules

import pytest
from pypdf import PdfReader

from rules.spjst import house_rules
from scoring import prints
from scoring.games.spjst.payoffs import payoff_card
from scoring.prints.cards import card_parts
from scoring.prints.document import Part
from scoring.prints.ending import prize_parts, report_parts
from scoring.prints.guide import guide_parts
from scoring.prints.lists import name_parts, table_parts
from scoring.prints.pack import pack_parts
from scoring.prints.payoffs import payoff_parts
from scoring.prints.podium import podium_parts
from scoring.prints.press import FONTS, OwnFontsOnly, laid_out
from scoring.prints.sheets import sheet_parts
from scoring.prints.standings import standings_parts
from scoring.prints.table_cards import table_card_parts
from scoring.selectors.papers.shapes import WifiPaper
from tests.scoring.prints.pages import fonts_of, printed
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

MODULES = tuple(iter_modules(prints.__path__))
PRINTS = {
    sheet_parts: sheet(seats=four(LONG_NAMES)),
    name_parts: seat_list(person(1, rounds=(1, 2, 3)), rounds=(1, 2, 3)),
    table_parts: table_list(),
    card_parts: cards(),
    table_card_parts: table_card(wifi=WifiPaper("Café", "l1I")),
    guide_parts: guide(),
    standings_parts: standings(standing(1, -12, None, tied=True)),
    payoff_parts: payoff_card(house_rules("spjst-2013"), HEADING),
    pack_parts: pack(drawn(), undrawn()),
    prize_parts: prizes(),
    podium_parts: audit(stand(1), stand(2)),
    report_parts: report(),
}


def test_every_kind_is_tried_here():
    modules = [import_module(f"scoring.prints.{each.name}") for each in MODULES]
    found = {
        function
        for module in modules
        for name, function in vars(module).items()
        if name.endswith("_parts") and not name.startswith("_")
    }
    assert set(PRINTS) == found


@pytest.mark.parametrize("kind", PRINTS)
def test_only_our_fonts_and_all_of_them_in_the_file(kind):
    fonts = fonts_of(printed(kind, [PRINTS[kind]]))
    assert fonts
    assert all(fonts.values())
    assert {name[:13].rstrip("-,") for name in fonts} <= {
        "Source-Sans-3",
        "Source-Serif",
        "Source-Serif-",
    }


@pytest.mark.parametrize("kind", PRINTS)
def test_nothing_is_missing_and_nothing_is_asked_of_the_network(
    kind, monkeypatch, caplog
):
    def no_network(*args, **kwargs):
        raise AssertionError("a print opened a connection")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    # Styles that WeasyPrint leaves out and glyphs that no font has are warnings.
    with caplog.at_level(logging.WARNING, "weasyprint"):
        printed(kind, [PRINTS[kind]])
    assert [each for each in caplog.records if each.name.startswith("weasy")] == []


@pytest.mark.parametrize("kind", PRINTS)
def test_title_author_and_language(kind):
    reader = PdfReader(BytesIO(printed(kind, [PRINTS[kind]])))
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
    pdf = printed(sheet_parts, [sheet(seats=seats)])
    text = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert "<b>Eve</b>" in text
    assert "A & B" in text


def test_a_picture_from_outside_stays_away(caplog):
    with caplog.at_level(logging.ERROR, "weasyprint"):
        part = Part('<img src="http://127.0.0.1:9/x.png">', "print_lists.css")
        pdf = laid_out(part).write_pdf()
    assert pdf.startswith(b"%PDF")
    assert "nothing but its fonts" in caplog.text
