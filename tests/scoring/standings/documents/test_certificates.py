"""Certificates: who gets one, what stands on it, and that it fits."""

import re
from typing import Any

import pytest
from weasyprint.formatting_structure.boxes import BlockBox

from scoring.audit import podium as audit
from scoring.games.payoff_card import Heading
from scoring.models import Tournament
from scoring.printing.document import NothingToPrint
from scoring.printing.render import laid_out, pdf_of
from scoring.standings.documents.certificates import certificates_document
from tests import builders as build
from tests.messages import message
from tests.scoring.printing.documents.pages import sizes_of, texts_of
from tests.scoring.printing.documents.papers import (
    HEADING,
    LONG_NAMES,
    certificates,
    crested,
)

TIED = (160, 90, 90, 60)


@pytest.fixture
def evening(club: Any) -> Tournament:
    """Marie wins, two share the second place, and the fourth is the best of a class."""
    made = build.tournament(club, rounds_planned=1, classes="Women\nBeginners")
    people = build.entries(made, 4)
    people[3].classes = ["Women"]
    people[3].save()
    rnd = build.published_round(made, [people])
    by, second = (build.member(club, "director", each) for each in ("anna", "emil"))
    build.verified_sheet(rnd.sheets.get(), TIED, by=by, second=second)
    return made


def pages(tournament: Tournament, *awarded: str) -> list[str]:
    document = certificates_document(tournament, *awarded, paper="letter")
    return [" ".join(text.split()) for text in texts_of(pdf_of(document))]


def boxes_of(page: Any, name: str) -> list[Any]:
    """The blocks of a class, where they are laid out."""
    boxes = page._page_box.descendants(placeholders=True)
    return [
        box
        for box in boxes
        if isinstance(box, BlockBox)
        and box.element is not None
        and box.element.get("class") == name
    ]


def html_of(tournament: Tournament) -> str:
    [part] = certificates_document(tournament, paper="letter").parts
    return part.html


@pytest.mark.django_db
def test_who_gets_one(evening: Tournament) -> None:
    first, *others = pages(evening)
    for word in (
        "Lodge 24",
        "Fall Tarok",
        "Friday, November 20, 2026",
        "Marie Kubala",
        "1st place",
        "160 chips · 1 round · 4 players",
        message("Tournament director"),
    ):
        assert word in first, word
    assert [message("{nth} place, shared", nth="2nd") in each for each in others] == [
        True,
        True,
    ]
    (best,) = pages(evening, "classes")
    assert "1st place" in best
    assert "Women 60 chips" in best
    assert len(pages(evening, "everybody")) == 4
    evening.club.shown = "short"
    assert "Marie K. 1st place" in pages(evening)[0]


@pytest.mark.django_db
def test_the_mark_is_that_of_an_audit_that_holds(evening: Tournament) -> None:
    assert "Verified" not in html_of(evening)
    said, _ = audit.declare(
        tournament=evening, actor=build.command(), places=1, key="audit"
    )
    first, second, _ = html_of(evening).split("</section>", 2)
    assert said.new[-8:] in first
    assert "Verified" in first
    assert "Verified" not in second
    sheet = evening.rounds.get().sheets.get()
    build.corrected(sheet, (150, 100, 90, 60))
    build.confirmed(sheet)
    assert "Verified" not in html_of(evening)


@pytest.mark.django_db
def test_none_before_the_places_are_sure(evening: Tournament) -> None:
    evening.rounds_planned = 2
    with pytest.raises(
        NothingToPrint,
        match=message(
            "Certificates can be printed once every sheet of the last "
            "round is verified."
        ),
    ):
        certificates_document(evening, paper="letter")
    evening.classes, evening.rounds_planned = "", 1
    with pytest.raises(NothingToPrint, match="No class"):
        certificates_document(evening, "classes", paper="letter")


@pytest.mark.parametrize("heading", [HEADING, crested()], ids=["plain", "crested"])
def test_one_a_page_whatever_the_name(heading: Heading) -> None:
    names = (*LONG_NAMES, "W" * 80)
    document = certificates(*names, paper="a4", heading=heading, of_class="Beginners")
    pdf = pdf_of(document)
    assert sizes_of(pdf) == {(297.0, 210.0)}
    texts = texts_of(pdf)
    assert len(texts) == len(names)
    assert all(message("For the club") in text for text in texts)
    [part] = document.parts
    for page in laid_out(part).pages:
        [facts] = boxes_of(page, "facts")
        for below in (*boxes_of(page, "seal"), *boxes_of(page, "sign-here")):
            assert facts.position_y + facts.margin_height() <= below.position_y


def test_the_first_three_places_differ_and_the_others_have_no_seal() -> None:
    [part] = certificates(*LONG_NAMES).parts
    grounds = re.findall(
        r"\.rank\d[^{]*\{ background-image:\s*url\(\"([^\"]+)", part.html
    )
    assert len(grounds) == len(set(grounds)) == 7  # four frames, three seals
    assert part.html.count('class="seal"') == 3


@pytest.mark.django_db
def test_it_has_the_clubs_emblem_and_colour(evening: Tournament) -> None:
    assert "crest" not in html_of(evening)
    build.look(evening.club)
    html = html_of(evening)
    assert '<div class="crest">' in html
    assert "--ink: #7b1e2e" in html
