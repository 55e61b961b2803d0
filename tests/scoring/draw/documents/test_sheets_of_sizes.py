"""Score sheets of tables with three, four and five seats, in the words of their game."""

import re
from itertools import product

import pytest

from rules.marias.house import HOUSE
from rules.scarto.house import HOUSE as SCARTO_HOUSE
from scoring.draw.documents.score_sheets import (
    NAME_HEIGHT,
    NAME_SIZES,
    PADDING,
    counting_of,
    name_sizes,
)
from scoring.draw.documents.sheet_layout import (
    CELL_AT_LEAST,
    LABELS,
    LINE_SIZES,
    RING,
    Counting,
    Lines,
    layout_for,
    ruled,
)
from scoring.games.marias.paper import score_sheet
from scoring.games.scarto.paper import score_sheet as scarto_sheet
from scoring.games.score_sheet import SUM, Column
from scoring.printing.page_sizes import PAGE_SIZES
from scoring.printing.render import pdf_of
from scoring.printing.text_fit import DESCENT, POINT, SEMIBOLD, line_count, text_width
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.printing.documents.pages import (
    edges_of,
    on_forms,
    sizes_of,
    texts_of,
)
from tests.scoring.printing.documents.papers import NAMES, evening, four, sheet, sheets

LETTER = PAGE_SIZES["letter"]
MARIAS = {
    **{"game": "marias", "preset": "book", "start_chips": 0},
    **{"with_chips": False, "hands_per_round": 12},
}


def seats(number, first=1):
    return four(tuple(NAMES[(first + at) % len(NAMES)] for at in range(number)), first)


@in_turn("size", PAGE_SIZES.values())
@in_turn("hands, number", [*product([1, 12, 24, 25, 40], [3, 4, 5])])
def test_all_columns_have_room_on_one_page(size, hands, number):
    game = score_sheet(HOUSE.rules("book"), number)
    form = layout_for(size, hands, number, game, Counting((), with_chips=False))
    assert form.row >= 8 - 1e-9
    assert form.notes_top <= form.counting + 1e-6
    assert form.right == pytest.approx(form.labels + number * form.player)
    assert form.cell >= CELL_AT_LEAST
    for one, after in zip(form.columns, form.columns[1:], strict=False):
        assert one.half is not after.half or one.x + one.width <= after.x + 1e-6
    assert form.columns[-1].x + form.columns[-1].width <= form.width + 1e-6


def test_lines_in_two_halves_leave_out_columns_before_a_seat():
    game = score_sheet(HOUSE.rules("book"), 4)
    none = Counting((), with_chips=False)
    assert not layout_for(LETTER, 24, 4, game, none).is_split
    form = layout_for(LETTER, 32, 4, game, none)
    assert form.is_split
    assert [each.head for each in form.columns] == ["deal", "by", "solo", "trump"] * 2


@pytest.mark.parametrize("number", [3, 4, 5])
def test_each_seat_deals_in_turn(number):
    game = score_sheet(HOUSE.rules("book"), number)
    form = layout_for(LETTER, 2 * number, number, game)
    [dealers] = [each.text for each in form.columns if each.head == "by"]
    assert dealers.split() == [*map(str, range(1, number + 1))] * 2


def test_a_game_that_rings_has_the_seats_of_its_table_in_each_line():
    form = layout_for(LETTER, 2, 3)
    [(_, text)] = form.rings
    assert text == "1  1 2 3\n2  1 2 3"
    assert form.labels == LABELS


def boxes(form):
    """How many slanted lines there are, by the seat whose box they fill."""
    found = re.findall(r"M([\d.]+) [\d.]+L", str(ruled(form).hair))
    return [int((float(x) - form.labels) / form.player) + 1 for x in found]


def test_the_box_of_one_who_deals_and_sits_out_is_hatched():
    rules = HOUSE.rules("book")
    assert boxes(layout_for(LETTER, 3, 3, score_sheet(rules, 3))) == []
    assert set(boxes(layout_for(LETTER, 3, 4, score_sheet(rules, 4)))) == {1, 2, 3}
    paying = HOUSE.rules("book", {"dealer_pays": True})
    assert boxes(layout_for(LETTER, 4, 4, score_sheet(paying, 4))) == []


def test_a_hatch_stays_in_its_box():
    lines = Lines()
    lines.hatch(10, 20, 15, 8)
    ends = re.findall(r"[ML]([\d.]+) ([\d.]+)", str(lines))
    assert len(ends) > 10
    assert all(10 <= float(x) <= 25 and 20 <= float(y) <= 28 for x, y in ends)


def test_a_game_of_three_deals_has_a_line_for_their_sum() -> None:
    own = scarto_sheet(SCARTO_HOUSE.rules(), 3)
    assert own.lines(7) == [1, 2, 3, SUM, 4, 5, 6, SUM, 7]
    assert Column("loser", 20, "seat …", of_sums=True).text([1, 2, 3, SUM]) == (
        "\n\n\nseat …"
    )
    form = layout_for(LETTER, 6, 3, own, Counting((), with_chips=False))
    texts = {each.head: each.text.split("\n") for each in form.columns}
    assert texts["deal"] == ["1", "2", "3", "Σ", "4", "5", "6", "Σ"]
    assert texts["by"] == ["1", "2", "3", "", "1", "2", "3", ""]


@in_turn("size", PAGE_SIZES.values())
@in_turn("hands", [21, 27, 30, 36, 60])
def test_no_game_is_parted_from_its_sum(size, hands):
    form = layout_for(size, hands, 3, scarto_sheet(SCARTO_HOUSE.rules(), 3))
    assert form.is_split
    left, right = form.halves
    assert left.numbers[-1] == SUM
    deals = [n for half in (left, right) for n in half.numbers if n != SUM]
    assert deals == [*range(1, hands - form.hands_left_out + 1)]


def test_pools_have_a_row_above_the_scores():
    facts = {"game": "reversis", "preset": "book", "start_chips": 0}
    [text] = on_forms(sheets(sheet(1, seats=seats(4)), **facts, with_chips=False))
    assert re.search(r"in the pools\s+score", text)
    [text] = on_forms(sheets(sheet(1, seats=seats(4)), **facts | {"start_chips": 20}))
    assert re.search(r"− borrowed\s+in the pools\s+= score", text)


def test_tables_of_three_and_four_are_printed_in_one_go():
    mixed = [sheet(n, seats=seats(3 + n % 2, 4 * n)) for n in range(1, 4)]
    pdf = pdf_of(sheets(*mixed, **MARIAS))
    texts = texts_of(pdf)
    assert len(sizes_of(pdf)) == 1
    for table, text in zip(mixed, texts, strict=True):
        assert table.code in text
        assert (message("Hatched: sits out.") in text) == (table.size == 4)
        assert text.count("±") == table.size
        for word in ("deal", "solo", "trump", "total 0", "♥ ● ♣ ♠", "clockwise"):
            assert word in text
        assert "counter-clockwise" not in text
        assert "Circle who led" not in text
        assert message("loan to") not in text
        assert "Blue" not in text


def test_all_tables_of_a_size_share_one_form():
    mixed = [sheet(n, seats=seats(3 + n % 2, 4 * n)) for n in range(1, 6)]
    parts = sheets(*mixed, **MARIAS).parts
    assert len(parts) == 5
    assert len({part.form for part in parts}) == 2


def test_columns_are_as_wide_as_the_table_leaves_them():
    both = pdf_of(sheets(sheet(1, seats=seats(3)), sheet(2, seats=seats(4)), **MARIAS))
    lefts = [left for left, _ in edges_of(both, "±")]
    assert lefts[1] - lefts[0] > lefts[4] - lefts[3] + 5


def test_a_table_of_three_that_plays_spjst_totals_three_times_the_start():
    """No game has it; but the sheet asks its table, not a four."""
    [text] = on_forms(sheets(sheet(1, seats=seats(3))))
    assert message("total {n}", n=300) in text
    assert "20 1 2 3" in text


@pytest.mark.parametrize(
    ("facts", "labels"),
    [
        (
            {},
            (
                "Blue × 10",
                "Red × 5",
                "White × 1",
                "held",
                message("− borrowed"),
                message("= score"),
            ),
        ),
        (MARIAS, ("score",)),
        (
            {**MARIAS, "start_chips": 100, "with_chips": True},
            ("held", message("− borrowed"), message("= score")),
        ),
        ({**MARIAS, "with_chips": True}, ("score",)),
    ],
)
def test_what_is_counted_is_what_the_game_has(facts, labels):
    assert counting_of(evening(**facts)).labels == labels


def deals_on(*tables, **facts):
    """How many deals each form has lines for."""
    found = on_forms(sheets(*tables, **MARIAS | facts))
    return [len(re.search(r"deal ([\d ]+)", text)[1].split()) for text in found]


def test_a_larger_table_has_lines_for_more_deals_so_that_all_play_as_often():
    mixed = (sheet(1, seats=seats(3)), sheet(2, seats=seats(4)))
    assert deals_on(*mixed) == [12, 16]
    assert deals_on(mixed[1]) == [12]
    assert deals_on(*mixed, hands_per_round=None) == [20, 20]


@pytest.mark.parametrize("number", [4, 5])
def test_no_word_of_a_usual_name_is_broken(number):
    names = ("Bartholomew Novak", "Alexander Schwertfeger", "Wilhelmina Kostecka")
    names += ("Albina Wasserberger", "Ludmila Hlaváčková-Novotná")
    game = {"game": "paskievics", "preset": "book", "hands_per_round": 4 * number}
    narrow = sheets(sheet(seats=four(names[:number])), paper="a4", **MARIAS | game)
    [text] = texts_of(pdf_of(narrow))
    for word in " ".join(names[:number]).replace("-", " ").split():
        assert word in text


def test_hearts_are_red_on_the_sheet_of_marias_and_nothing_of_spjst_is():
    marias = sheets(sheet(1, seats=seats(3)), **MARIAS)
    assert '<span class="red-suit">♥</span>' in marias.parts[0].form.html
    assert 'class="red-suit"' not in sheets(sheet(1)).parts[0].form.html


@in_turn("size", PAGE_SIZES.values())
@in_turn("number", [3, 4, 5])
def test_what_is_ringed_on_the_sheet_of_marias_has_room_for_the_ring(size, number):
    game = score_sheet(HOUSE.rules("book"), number)
    form = layout_for(size, 12, number, game, Counting((), with_chips=False))
    for column in form.columns:
        points = dict(LINE_SIZES)[column.size]
        for line in column.text.split("\n"):
            if len(line.split()) > 1:
                assert points >= 12
                assert text_width(line) * POINT * points + RING <= column.width


@in_turn("paper", ["letter", "a4"])
@in_turn("number", [3, 4])
def test_no_word_is_torn_and_no_fourth_line_cut_on_the_sheet_of_marias(paper, number):
    names = (
        "Bartholomäus Hintermüller",
        "Wenceslaus Ferdinand Petříček z Nového Města",
        "Maria Magdalena Josefina Hlaváčková",
        "Ludmila Hlaváčková-Novotná",
    )[:number]
    made = sheets(sheet(seats=four(names)), paper=paper, **MARIAS)
    text = " ".join(texts_of(pdf_of(made))[0].split())
    for name in names:
        for word in name.replace("-", "- ").split():
            assert word in text
    (part,) = made.parts
    assert "tiniest" not in part.html
    player = layout_for(
        PAGE_SIZES[paper], 12, number, score_sheet(HOUSE.rules("book"), number)
    ).player
    for name in names:
        size = dict(NAME_SIZES)[name_sizes([name], player)[0]] * POINT
        lines = line_count(name, (player - PADDING) / size, SEMIBOLD)
        assert lines * size + DESCENT * size <= NAME_HEIGHT
