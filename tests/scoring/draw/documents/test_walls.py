"""What hangs on the wall and what is cut up: seat lists and cards."""

import re
from dataclasses import replace
from itertools import chain

import pytest

from scoring.draw.documents.lists import name_parts, table_part
from scoring.draw.documents.seat_marks import seat_mark
from scoring.draw.documents.seats import Placed, RoundPlace
from scoring.models import Entry
from scoring.printing.document import Document, NothingToPrint
from scoring.printing.render import laid_out, pdf_of
from tests.messages import message
from tests.scoring.printing.documents.pages import (
    assert_golden,
    ink_of,
    page_counts,
    sizes_of,
    texts_of,
)
from tests.scoring.printing.documents.papers import (
    HEADING,
    LONG_NAMES,
    NAMES,
    cards,
    four,
    person,
    seat_list,
    sheet,
    table_list,
)

LETTER = (215.9, 279.4)


def some(people: int) -> list[Placed]:
    return [person(n + 1) for n in range(people)]


def test_names_stand_by_family_name_whatever_its_hook():
    people = [
        person(1, "Rose Zapalac"),
        person(2, "Frank Šebesta"),
        person(3, "Anna Svoboda"),
        person(4, "Josef Hruška"),
    ]
    [text] = texts_of(pdf_of(seat_list(*people)))
    order = ["Hruška Josef", "Šebesta Frank", "Svoboda Anna", "Zapalac Rose"]
    assert sorted(order, key=text.index) == order


def test_a_name_without_blanks_pushes_no_table_off_the_page():
    (part,) = seat_list(person(1, "W" * 80)).parts
    [page] = laid_out(part).pages
    boxes = page._page_box.descendants()
    assert max(box.position_x + box.width for box in boxes) <= page.width


def test_name_list_reads_as_before():
    emil, vlasta = (
        Entry(number=number, name=name)
        for number, name in ((9, "Emil Orsak"), (10, "Vlasta Zajíček"))
    )
    out = emil, {1: RoundPlace(1), 2: RoundPlace(2, 3, 4)}
    late = vlasta, {2: RoundPlace(2, 3, 1)}
    people = [*(person(n, rounds=(1, 2)) for n in range(1, 9)), out, late]
    assert_golden("names", pdf_of(seat_list(*people, rounds=(1, 2))))


@pytest.mark.parametrize(
    ("people", "paper", "pages"),
    [
        (1, "letter", 1),
        (12, "a4", 1),
        (45, "letter", 1),
        (45, "a4", 1),
        (300, "letter", 7),
        (300, "a4", 6),
    ],
)
def test_45_names_fill_one_page_and_300_seven(people, paper, pages):
    long = [person(n + 1, LONG_NAMES[n % 4]) for n in range(people)]
    for listed in (some(people), long):
        assert page_counts(seat_list(*listed, paper=paper)) == [pages]


def test_remarks_move_the_rows_together():
    remarks = ["37 of 45 players meet someone new this season."] * 2
    parts = name_parts(HEADING, (1,), some(45), remarks, paper="letter")
    assert page_counts(Document(parts)) == [1]


def test_each_page_has_its_heading_and_each_column_its_first_letter():
    texts = texts_of(pdf_of(seat_list(*some(60))))
    assert len(texts) == 2
    for number, text in enumerate(texts, 1):
        assert message("Round {n}", n=1) in text
        assert message("Find your name, then your table") in text
        assert message("Page {page} of {pages}", page=number, pages=2) in text
    (part,) = seat_list(*some(60)).parts
    letters = re.findall(r'<td class="letter">(.*?)</td>', part.html)
    firsts = [letters[at] for at in (0, 24, 48, 54)]
    assert all(firsts)
    assert len([letter for letter in letters if letter]) < 12


def test_people_of_one_name_have_their_numbers():
    people = [person(7, "Rose Krenek"), person(8, "Rose Krenek"), person(9, "Ed Janek")]
    [text] = texts_of(pdf_of(seat_list(*people)))
    assert "Krenek Rose 7" in text
    assert "Krenek Rose 8" in text
    assert "Janek Ed 9 9" not in text.replace("\n", " ")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_seats_side_of_its_table_is_black(seats):
    marks = {seat_mark(position, seats) for position in range(1, seats + 1)}
    assert len(marks) == seats


def test_many_rounds_are_split_evenly():
    rounds = tuple(range(1, 7))
    pdf = pdf_of(seat_list(person(1, rounds=rounds), rounds=rounds))
    first, second = texts_of(pdf)
    assert message("Round {n}", n=3) in first
    assert message("Round {n}", n=4) not in first
    assert message("Round {n}", n=4) in second
    assert sizes_of(pdf) == {LETTER}


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_lists_of_300_people_spare_ink(paper):
    seated = [sheet(n, seats=four(NAMES[4:])) for n in range(1, 76)]
    by_table = Document((table_part(HEADING, 2, seated, paper=paper),))
    for listed in (by_table, seat_list(*some(300), paper=paper)):
        assert max(ink_of(pdf_of(listed))) <= 9


def test_long_names_in_the_heading_cover_no_row():
    heading = replace(
        HEADING,
        club="SPJST Lodge 24 Hostyn–Roznov–Ammannsville",
        tournament="Thanksgiving Tarok in Memory of František and Ludmila Petříček",
    )
    part = table_part(heading, 2, [sheet(1)], paper="letter")
    [page] = laid_out(part).pages
    boxes = [box for box in page._page_box.descendants() if box.element_tag == "table"]
    heads = [box for box in boxes if box.element.get("class") != "tables"]
    rows = [box for box in boxes if box.element.get("class") == "tables"]
    bottom = max(box.position_y + box.height for box in heads)
    assert bottom <= min(box.position_y for box in rows)
    assert "Nov 20, 2026" in texts_of(pdf_of(Document((part,))))[0]


def test_table_list_reads_as_before():
    out = [(Entry(number=9, name="Emil Orsak"), "")]
    assert_golden("tables", pdf_of(table_list(2, sit_outs=out)))


@pytest.mark.parametrize(
    ("tables", "paper", "pages"),
    [
        (1, "letter", 1),
        (3, "a4", 1),
        (11, "letter", 1),
        (75, "letter", 6),
        (75, "a4", 6),
    ],
)
def test_eleven_tables_fill_one_page_and_none_is_torn_apart(tables, paper, pages):
    outs = [(Entry(number=n, name=LONG_NAMES[n]), "drawn at random") for n in (1, 2)]
    for names, more in ((NAMES[4:], 0), (LONG_NAMES, 2)):
        seated = [sheet(n, seats=four(names)) for n in range(1, tables + 1)]
        part = table_part(HEADING, 2, seated, outs, paper=paper)
        assert page_counts(Document((part,)))[0] <= pages + more
    texts = texts_of(pdf_of(table_list(tables)))
    for text in texts:
        seats = [line for line in text.splitlines() if "Marie Kubala" in line]
        assert len(seats) == text.count("Šebesta")


def test_cards_read_as_before():
    assert_golden("cards", pdf_of(cards(*some(3))))


def test_piles_of_cut_cards_are_in_order():
    (part,) = cards(*some(20)).parts
    numbers = [
        [*map(int, re.findall(r'<p class="number[^"]*">\s*(\d+)', page))]
        for page in part.html.split('<section class="page">')[1:]
    ]
    assert [len(page) for page in numbers] == [7, 7, 6]
    piles = [[page[pile] for page in numbers if pile < len(page)] for pile in range(8)]
    assert piles[0] == [1, 2, 3]
    assert [*chain(*piles)] == [*range(1, 21)]


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize(("card_size", "pages"), [("four", 3), ("two", 5)])
def test_larger_cards_have_all_that_small_ones_have(paper, card_size, pages):
    people = [*some(7), *(person(8 + n, name) for n, name in enumerate(LONG_NAMES[:2]))]
    small = texts_of(pdf_of(cards(*people, paper=paper)))
    large = texts_of(pdf_of(cards(*people, paper=paper, card_size=card_size)))
    assert len(large) == pages
    words = [sorted(" ".join(texts).split()) for texts in (small, large)]
    assert words[0] == words[1]


def test_eight_cards_a_page():
    texts = texts_of(pdf_of(cards(*some(9), paper="a4")))
    assert [text.count("Lodge 47, ") for text in texts] == [5, 4]


def test_a_card_takes_a_long_name_and_many_rounds():
    long = [person(n, name) for n, name in enumerate(LONG_NAMES, 1)]
    [text] = texts_of(pdf_of(cards(*long, rounds=tuple(range(1, 13)))))
    assert "12" in text
    for name in LONG_NAMES:
        assert name.split()[0][:12] in text


@pytest.mark.parametrize(
    "empty",
    [
        lambda: seat_list(),
        lambda: seat_list(person(1), rounds=()),
        lambda: table_list(0),
        lambda: cards(),
    ],
)
def test_an_empty_list_is_said_so(empty):
    with pytest.raises(NothingToPrint):
        empty()
