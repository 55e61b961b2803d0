"""Every kind of print in the made-up language: nothing left in English, nothing cut off."""

import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from clubs.compile_messages import MADE_UP
from scoring.printing.document import Document
from tests.in_turn import in_turn
from tests.made_up import EVERYWHERE, WORD, calendar_names, offered, visible
from tests.scoring.printing.documents.pages import page_counts
from tests.scoring.printing.documents.papers import (
    HEADING,
    LONG_NAMES,
    NAMES,
    certificates,
    person,
    poster,
    seat_list,
    sheet,
    sheets,
)
from tests.scoring.printing.documents.test_page import PRINTS

# Names, and what tests hand to a print as it stands.
GIVEN = (
    HEADING.club,
    HEADING.tournament,
    HEADING.place,
    *NAMES,
    *LONG_NAMES,
    *(part for name in NAMES for part in name.split()),
    "Lodge 47",
    "K7RX1",
    "K7RX2",
    "Café",
    "l1I",
    "9:45 pm",
    "8:45 pm",
    "Nov 20",
    "Final",
    "published",
    "Emil Orsak",
    "After round 1 of 3",
    *calendar_names(),
)
# Their sentences are made by tests themselves; the pages of both are walked elsewhere.
OF_TESTS = {"podium_document", "report_document"}
ENGLISH = {"checklist_document"}  # as all guides
ONE_PAGE = {
    "pack, first page": lambda: Document(PRINTS["pack_document"]().parts[:1]),
    "guide": PRINTS["guide_document"],
    "sheets": sheets,
    "split": lambda: sheets(hands_per_round=40),
    "names": lambda: seat_list(
        *(person(each, rounds=(1, 2)) for each in range(1, 9)), rounds=(1, 2)
    ),
    "certificate": lambda: certificates(LONG_NAMES[3]),
    "poster": lambda: poster(*NAMES * 5, first=30, evenings=30),
    "table card": PRINTS["table_card_document"],
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


@in_turn("kind", sorted(PRINTS.keys() - OF_TESTS - ENGLISH))
def test_no_print_has_a_sentence_left(kind: str) -> None:
    with translation.override(MADE_UP):
        assert left_in(PRINTS[kind]()) == []


@pytest.mark.parametrize("what", ONE_PAGE)
def test_longer_words_take_no_page_more(what: str) -> None:
    """What is one page in English, a sheet's form too."""
    with translation.override(MADE_UP):
        assert set(page_counts(ONE_PAGE[what]())) == {1}


def test_measures_have_a_point_in_every_language() -> None:
    """WeasyPrint would leave out a height of 195,9 mm."""
    with translation.override("de"):
        (part,) = sheets(sheet()).parts
    assert re.search(r"--row: \d+\.\d+mm", part.form.html)
    assert re.search(r"\d,\d+mm", part.form.html) is None
