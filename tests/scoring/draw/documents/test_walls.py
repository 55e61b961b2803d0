"""What hangs on the wall and what is cut up: seat lists and cards."""

import pytest

from scoring.draw.documents.seats import Placed, RoundPlace
from scoring.models import Entry
from scoring.printing.document import NothingToPrint
from scoring.printing.render import laid_out, pdf_of
from tests.messages import message
from tests.scoring.printing.documents.pages import assert_golden, sizes_of, texts_of
from tests.scoring.printing.documents.papers import (
    LONG_NAMES,
    cards,
    person,
    seat_list,
    table_list,
)

LETTER, LETTER_LYING = (215.9, 279.4), (279.4, 215.9)


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


def test_a_long_list_repeats_its_heads_and_counts_its_pages():
    texts = texts_of(pdf_of(seat_list(*some(40))))
    assert len(texts) > 2
    for number, text in enumerate(texts, 1):
        assert message("Table · seat") in text
        assert message("Page {page} of {pages}", page=number, pages=len(texts)) in text
    assert sum(text.count("\n") for text in texts) > 40


def test_many_rounds_lie_across_and_split_evenly():
    rounds = tuple(range(1, 7))
    pdf = pdf_of(seat_list(person(1, rounds=rounds), rounds=rounds))
    first, second = texts_of(pdf)
    assert message("Round {n}", n=3) in first
    assert message("Round {n}", n=4) not in first
    assert message("Round {n}", n=4) in second
    assert sizes_of(pdf) == {LETTER_LYING}


def test_table_list_reads_as_before():
    out = [(Entry(number=9, name="Emil Orsak"), "")]
    assert_golden("tables", pdf_of(table_list(2, sit_outs=out)))


def test_a_table_is_never_torn_apart():
    pdf = pdf_of(table_list(10))
    for text in texts_of(pdf):
        seats = [line for line in text.splitlines() if "Marie Kubala" in line]
        assert len(seats) == text.count("Šebesta")
    assert sizes_of(pdf) == {LETTER}


def test_cards_read_as_before():
    assert_golden("cards", pdf_of(cards(*some(3))))


def test_eight_cards_a_page():
    texts = texts_of(pdf_of(cards(*some(9), paper="a4")))
    assert [text.count("Lodge 47, ") for text in texts] == [8, 1]


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
