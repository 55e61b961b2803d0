"""Every kind of print in the made-up language: nothing left in English, nothing cut off."""

import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from clubs.services.languages import MADE_UP
from scoring.desk.documents.pack import pack_document
from scoring.draw.documents.guide import guide_document
from scoring.paper.document import Document
from scoring.paper.render import laid_out
from tests.in_turn import in_turn
from tests.made_up import EVERYWHERE, WORD, offered, visible
from tests.scoring.desk.documents.test_pack import drawn, pack, undrawn
from tests.scoring.paper.documents.papers import (
    HEADING,
    LONG_NAMES,
    NAMES,
    certificates,
    evening,
    person,
    poster,
    seat_list,
    sheet,
    sheets,
    table_card,
    table_cards,
)
from tests.scoring.paper.documents.test_page import PRINTS

# Names, and what tests hand to a print as it stands.
GIVEN = (
    *(HEADING.club, HEADING.tournament, HEADING.place, *NAMES, *LONG_NAMES),
    *(part for name in NAMES for part in name.split()),
    *("Lodge 47", "K7RX1", "K7RX2", "Café", "l1I", "9:45 pm", "8:45 pm", "Nov 20"),
    *("Final", "published", "Emil Orsak", "After round 1 of 3"),
)
# Their sentences are made by tests themselves; the pages of both are walked elsewhere.
OF_TESTS = {"podium_document", "report_document"}
ON_PAPERS = {
    "pack, first page": lambda paper: Document(
        pack_document(pack(drawn(), undrawn()), paper=paper).parts[:1]
    ),
    "guide": lambda paper: guide_document(evening(), paper=paper),
    "sheets": lambda paper: sheets(sheet(), paper=paper),
    "split": lambda paper: sheets(sheet(), paper=paper, hands_per_round=40),
    "names": lambda paper: seat_list(
        *(person(each, rounds=(1, 2)) for each in range(1, 9)),
        rounds=(1, 2),
        paper=paper,
    ),
    "certificates": lambda paper: certificates(*LONG_NAMES, paper=paper),
    "poster": lambda paper: poster(*NAMES * 5, first=30, evenings=30, paper=paper),
    "table cards": lambda paper: table_cards(
        table_card(), paper=paper, wifi_name="Café", wifi_password="l1I"
    ),
}


@pytest.fixture(scope="module", autouse=True)
def _offered() -> Iterator[None]:
    with offered():
        yield


def left_in(document: Document) -> list[str]:
    given = re.compile("|".join(map(re.escape, sorted(GIVEN, key=len, reverse=True))))
    pages = [each for part in document.parts for each in (part, part.form) if each]
    texts = (text for page in pages for text in visible(page.html))
    return [x for x in texts if WORD.search(EVERYWHERE.sub("", given.sub("", x)))]


@in_turn("kind", sorted(PRINTS.keys() - OF_TESTS))
def test_no_print_has_a_sentence_left(kind: str) -> None:
    with translation.override(MADE_UP):
        assert left_in(PRINTS[kind]()) == []


@pytest.mark.parametrize("what", ON_PAPERS)
def test_longer_words_take_no_page_more(what: str) -> None:
    """A sheet and its form are one page each, and a list no longer than in English."""
    english = page_counts(ON_PAPERS[what]("letter"))
    with translation.override(MADE_UP):
        assert page_counts(ON_PAPERS[what]("letter")) == english


def test_measures_have_a_point_in_every_language() -> None:
    """WeasyPrint would leave out a height of 195,9 mm."""
    with translation.override("de"):
        (part,) = sheets(sheet()).parts
    assert re.search(r"--row: \d+\.\d+mm", part.form.html)
    assert re.search(r"\d,\d+mm", part.form.html) is None


def page_counts(document: Document) -> list[int]:
    pages = [each for part in document.parts for each in (part, part.form) if each]
    return [len(laid_out(each).pages) for each in pages]
