"""Score sheets: what stands on them, and that each is one page."""

import re
from dataclasses import replace

import pytest
from django.template.loader import get_template

from scoring.draw.documents import score_sheets
from scoring.draw.documents.score_sheets import sheet_parts
from scoring.printing.document import Document, NothingToPrint
from scoring.printing.page_sizes import UnknownPaper
from scoring.printing.render import pdf_of
from tests.messages import message
from tests.scoring.printing.documents.pages import (
    assert_golden,
    edges_of,
    on_forms,
    sizes_of,
    texts_of,
)
from tests.scoring.printing.documents.papers import (
    LONG_NAMES,
    evening,
    four,
    sheet,
    sheets,
)

WIDTH, MARGIN, CODE_BOX = 215.9, 8.0, 42.0  # mm of a letter page


@pytest.mark.parametrize("name", ["lines", "column", "labels"])
def test_what_is_set_line_by_line_begins_where_its_box_begins(name):
    """In `pre`: a formatter of templates that breaks its line would move each row."""
    form = get_template("prints/sheet_form.html").template.source
    boxes = re.findall(rf'<pre class="{name}[^>]*>(.)', form, re.DOTALL)
    assert boxes == ["{"]


def test_sheet_reads_as_before():
    assert_golden("sheets", pdf_of(sheets(sheet(1), sheet(2))))


@pytest.mark.parametrize(
    ("paper", "size", "tables", "progress"),
    [
        ("letter", (215.9, 279.4), 3, [(0, 3), (2, 3), (3, 3)]),
        ("a4", (210.0, 297.0), 2, [(0, 2), (2, 2)]),
    ],
)
def test_one_page_a_table_of_the_size_asked_for(
    paper, size, tables, progress, monkeypatch
):
    monkeypatch.setattr(score_sheets, "PAGES_AT_ONCE", 2)
    seen, asked = [], [sheet(n + 1) for n in range(tables)]
    pdf = pdf_of(
        sheets(*asked, paper=paper), on_progress=lambda *told: seen.append(told)
    )
    texts = texts_of(pdf)
    assert all(each.code in text for each, text in zip(asked, texts, strict=True))
    assert sizes_of(pdf) == {size}
    assert seen == progress, "tables are counted"


@pytest.mark.parametrize(
    ("hands", "paper"),
    [(1, "letter"), (20, "a4"), (21, "letter"), (22, "letter"), (60, "a4")],
)
def test_any_number_of_hands_and_long_names_stay_on_one_page(hands, paper):
    crowded = sheet(seats=four(LONG_NAMES))
    [text] = texts_of(pdf_of(sheets(crowded, hands_per_round=hands, paper=paper)))
    together = re.sub(r"[-\s]", "", text)  # a word may be parted with a hyphen
    for name in LONG_NAMES:
        assert re.sub(r"[-\s]", "", name) in together
    assert f"{min(hands, 38)} 1 2 3 4" in text
    assert message("Verified by") in text


def test_the_longest_code_stands_whole_in_its_box():
    """Eight letters behind https, and none is wider than W."""
    wide = replace(sheet(), code="WWWWWWWW")
    [(left, right)] = edges_of(pdf_of(sheets(wide)), wide.code)
    assert left >= WIDTH - MARGIN - CODE_BOX
    assert right <= WIDTH - MARGIN


def test_hands_that_do_not_fit_are_owned_up_to():
    [text] = on_forms(sheets(hands_per_round=50))
    assert message("{n} more on the back", n=12) in text
    assert "38 1 2 3 4" in text
    assert "39 1 2 3 4" not in text


def test_a_tournament_with_other_chips_prints_its_own_total():
    [text] = on_forms(sheets(start_chips=200))
    assert message("total {n}", n=800) in text
    assert message("total {n}", n=400) not in text
    assert text.count("200") == 4


def test_no_tables_is_said_so():
    with pytest.raises(NothingToPrint, match="no tables to print"):
        sheet_parts(evening(), 2, [], paper="letter")


def test_unknown_paper_names_the_known_ones():
    with pytest.raises(UnknownPaper, match=r"legal.*letter or a4"):
        sheets(paper="legal")


def test_a_document_has_a_page():
    with pytest.raises(NothingToPrint, match=message("There’s nothing to print.")):
        Document(())
