"""A season's poster: who stands on it, and that it is one page whatever the season."""

import re

import pytest

from scoring.core.charts import column_rows
from scoring.history.documents.poster import podium_size
from scoring.printing.document import NothingToPrint
from scoring.printing.render import pdf_of
from tests.messages import message
from tests.scoring.printing.documents.pages import ink_of, sizes_of, texts_of
from tests.scoring.printing.documents.papers import LONG_NAMES, NAMES, poster
from tests.words import NET_CHIPS


def test_it_says_who_stands_where_who_won_and_how_final_it_is() -> None:
    [text] = texts_of(pdf_of(poster(*NAMES, evenings=4, is_final=True)))
    said = " ".join(text.split())
    for word in (
        "SPJST Lodge 47, Seaton",
        "Season Thanksgiving",
        "Final",
        message("Net chips"),
        "Marie Kubala",
        message("First three places"),
        "Jan 9 1. Marie Kubala",
        NET_CHIPS,
    ):
        assert word in said, word
    [text] = texts_of(pdf_of(poster(*NAMES * 2, evenings=4)))
    assert message("Not final yet") in text
    assert message("The top {shown} of {ranked}.", shown=10, ranked=16) in text


@pytest.mark.parametrize(
    ("paper", "size", "names", "first", "evenings"),
    [
        ("letter", (215.9, 279.4), LONG_NAMES * 12, 30, 53),
        ("a4", (210.0, 297.0), NAMES * 40, 10, 13),
    ],
)
def test_one_page_whatever_the_season(
    paper: str,
    size: tuple[float, float],
    names: tuple[str, ...],
    first: int,
    evenings: int,
) -> None:
    pdf = pdf_of(poster(*names, first=first, evenings=evenings, paper=paper))
    [text] = texts_of(pdf)
    assert (
        message("the last {shown} of {evenings} events", shown=42, evenings=53) in text
    ) == (evenings > 42)
    assert sizes_of(pdf) == {size}


def test_it_takes_little_ink_and_its_stacks_say_what_a_chip_is() -> None:
    pdf = pdf_of(poster(*NAMES * 6, first=30, evenings=12))
    assert max(ink_of(pdf)) <= 9
    (text,) = texts_of(pdf)
    assert message("Event by event") in text
    assert "A blue chip is 100, a red one 50" in " ".join(text.split())


def test_a_single_event_has_its_date_once_and_many_have_winners_only() -> None:
    [text] = texts_of(pdf_of(poster(*NAMES, evenings=1)))
    assert len(re.findall(r"Jan 2\b", " ".join(text.split()))) == 1
    [text] = texts_of(pdf_of(poster(*NAMES, evenings=7)))
    assert message("Winners") in text
    assert message("First three places") not in text


def test_nobody_with_a_place_is_nothing_to_print() -> None:
    with pytest.raises(NothingToPrint, match="No one has a place"):
        poster()


def test_columns_of_all_rows_have_one_scale_around_0() -> None:
    one, other = column_rows([[(30, True), None], [(-10, False)]], width=12, height=8)
    assert one.zero == other.zero == 6
    (up,), (down,) = one.columns, other.columns
    assert (up.y, up.height, up.is_hollow) == (0, 6, False)
    assert (down.y, down.height, down.is_hollow) == (6, 2, True)
    (empty,) = column_rows([[]], width=12, height=8)
    assert empty.columns == ()


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_long_names_are_whole(paper: str) -> None:
    [page] = texts_of(pdf_of(poster(*LONG_NAMES * 3, evenings=1, paper=paper)))
    text = page.replace("\n", " ").replace("- ", "-")
    assert "z Nového Města nad Metují" in text
    assert "Hlaváčková-Novotná-Schwertfegerová" in text


def test_a_podium_of_long_names_takes_two_lines() -> None:
    room = 475  # points
    assert podium_size([f"1. {name}" for name in NAMES[:3]], room) == ""
    assert podium_size([f"1. {name}" for name in LONG_NAMES[:2]], room) == "two"
    assert podium_size([f"1. {name}" for name in LONG_NAMES], room) == "two small"
