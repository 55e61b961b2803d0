"""The scorekeeper's page and the checklist: one page each, with the words of docs."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from clubs.guides import task_at
from clubs.models import Club
from scoring.draw.documents.guide import (
    CHECKLIST,
    checklist_document,
    guide_document,
)
from scoring.models import Tournament
from scoring.printing.render import pdf_of
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.printing.documents.pages import assert_golden, sizes_of, texts_of
from tests.scoring.printing.documents.papers import evening

DOCS = Path(__file__).resolve().parents[4] / "docs" / "scorekeeper.md"
DECIDED = ("with_chips", "accepts_phone", "accepts_own")


def text_of(pdf: bytes) -> str:
    """The one page on one line."""
    [text] = texts_of(pdf)
    return text.replace("\n", " ")


def sentences(tournament: Tournament) -> list[str]:
    """Headings, items and paragraphs of the print, without marks."""
    html = render_to_string("prints/scorekeeper.html", {"tournament": tournament})
    body = html.partition("</header>")[2]
    parts = re.findall(r"<(h2|li|p)>(.*?)</\1>", body, re.S)
    return [" ".join(re.sub(r"<[^>]+>", "", part).split()) for _, part in parts]


@pytest.mark.parametrize(
    ("decided", "paper", "size"),
    [
        ((True, True, True), "letter", (215.9, 279.4)),
        ((True, False, False), "letter", (215.9, 279.4)),
        ((False, True, False), "letter", (215.9, 279.4)),
        ((False, False, True), "a4", (210.0, 297.0)),
    ],
)
def test_it_is_one_page_and_nothing_is_lost(decided, paper, size):
    names = {"club": Club(name="SPJST Lodge " * 7), "name": "Thanksgiving Tarok " * 4}
    made = evening(**names, **dict(zip(DECIDED, decided, strict=True)))
    pdf = pdf_of(guide_document(made, paper=paper))
    assert sizes_of(pdf) == {size}
    text = text_of(pdf)
    for sentence in sentences(made):
        assert sentence in text


def test_the_guide_reads_as_before():
    assert_golden("guide", pdf_of(guide_document(evening(), paper="letter")))


def test_the_docs_say_the_same():
    docs = " ".join(DOCS.read_text(encoding="utf-8").replace("**", "").split())
    said = sentences(evening())
    assert len(said) > 30
    assert [each for each in said if each not in docs] == []


@in_turn(
    "facts, there, missing",
    [
        ({}, "own phone", "to the desk. A second"),
        ({"start_chips": 200}, "add up to 800", "400"),
        ({"with_chips": False}, message("Submit hands"), "bank"),
        ({"accepts_phone": False}, "A second person confirms. They take", "own phone"),
        ({"accepts_own": False}, "own phone", "take this phone"),
        (
            {"accepts_phone": False, "accepts_own": False},
            "to the desk. A second",
            "confirms. They",
        ),
    ],
)
def test_it_says_what_the_tournament_decided(facts, there, missing):
    said = " ".join(sentences(evening(**facts)))
    assert there in said
    assert missing not in said


@pytest.mark.parametrize(
    ("paper", "size"), [("letter", (215.9, 279.4)), ("a4", (210.0, 297.0))]
)
def test_the_checklist_is_one_page_with_every_item(paper, size):
    pdf = pdf_of(checklist_document(evening(), paper=paper))
    assert sizes_of(pdf) == {size}
    text = text_of(pdf)
    items = re.findall(r"<li>(.*?)</li>", task_at(CHECKLIST).html)
    assert len(items) > 20
    for item in items:
        assert unescape(re.sub(r"<[^>]+>", "", item)) in text
    assert "To print" not in text
