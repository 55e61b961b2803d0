"""The printed standings."""

import pytest

from clubs.i18n import chips_text
from scoring.games.payoff_card import Heading
from scoring.printing.document import NothingToPrint
from scoring.results.rows import Person, Stack
from scoring.standings.documents.standings import standings_parts
from tests.messages import message
from tests.scoring.printing.documents.pages import (
    assert_golden,
    ink_of,
    printed,
    sizes_of,
    texts_of,
)
from tests.scoring.printing.documents.papers import NAMES, cell, standing, standings


def test_standings_read_as_before():
    fifth = Person("5", NAMES[2], "Lodge 47", "")
    rows = (
        standing(1, 131, 104),
        standing(2, 96, 110, tied=True),
        standing(2, 110, 96, tied=True, person=fifth),
        standing(4, 63, None),
        standing(5, -30, cell(1, 90, why="sit_out")),
    )
    assert_golden("standings", printed(standings_parts, [standings(*rows)]))


def test_ties_minus_dash_and_sum_are_shown():
    rows = (standing(1, 230), standing(2, -12, tied=True), standing(4, None))
    [text] = texts_of(printed(standings_parts, [standings(*rows)]))
    assert "2=" in text
    assert "−12" in text
    assert "–" in text
    assert "Total 218 218" in text


def test_provisional_is_marked_so():
    paper = standings(
        standing(1, 100), state="Provisional: 3 sheets missing", is_final=False
    )
    [text] = texts_of(printed(standings_parts, [paper]))
    assert "Provisional: 3 sheets missing" in text
    assert "Provisional standings · as of 9:45 pm, Nov 20" in text
    assert "Final" not in text


def test_a_long_list_repeats_its_heads_and_counts_its_pages():
    rows = [standing(n, 100, 1_000) for n in range(1, 41)]
    texts = texts_of(printed(standings_parts, [standings(*rows)]))
    assert len(texts) == 2
    for number, text in enumerate(texts, 1):
        assert "R1 R2 Total" in text
        assert message("Page {page} of {pages}", page=number, pages=len(texts)) in text
    assert "Total 4,000 40,000 44,000" in texts[-1]


def test_many_columns_lie_across():
    pdf = printed(standings_parts, [standings(standing(1, *range(8)))], paper="a4")
    assert sizes_of(pdf) == {(297.0, 210.0)}


def test_table_points_have_a_column():
    [text] = texts_of(
        printed(
            standings_parts,
            [standings(standing(1, 100, points=7.5), by_points=True)],
        )
    )
    assert "Points" in text
    assert "7½" in text, "as the teams and classes beside it have it"


def test_nobody_placed_is_said_so():
    empty = standings(standing(1, 100))
    empty = type(empty)(
        empty.heading, empty.state, empty.is_final, empty.as_of, ("R1",), ()
    )
    with pytest.raises(NothingToPrint, match="no round is over"):
        printed(standings_parts, [empty])


@pytest.mark.parametrize(
    ("chips", "text"), [(0, "0"), (-30, "−30"), (1234, "1,234"), (None, "–")]
)
def test_chips_in_words(chips, text):
    assert chips_text(chips) == text


def test_a_season_stands_under_its_name_without_a_day():
    season = Heading("SPJST Lodge 47, Seaton", "Season 2026", None)
    paper = standings(
        standing(1, 235, None), heading=season, columns=("Fall", "Spring")
    )
    [text] = texts_of(printed(standings_parts, [paper]))
    assert message("Season {name}", name=2026) in text
    assert "Fall Spring Total" in text
    assert "None" not in text


def test_a_stack_of_chips_costs_no_line_and_little_ink():
    name = Person("7", NAMES[0], "Lodge 47", "")
    rows = [standing(n, 160, 90, -12, person=name) for n in range(1, 46)]
    with_stacks = printed(standings_parts, [standings(*rows)])
    assert "In the stacks, a blue chip is 10" in texts_of(with_stacks)[-1]
    assert max(ink_of(with_stacks)) <= 9
    bare = [row._replace(stack=Stack()) for row in rows]
    without = texts_of(printed(standings_parts, [standings(*bare)]))
    assert "In the stacks" not in without[-1]
    assert len(texts_of(with_stacks)) == len(without)


def test_a_game_without_chips_has_plain_bars_in_the_clubs_color():
    heading = Heading("Lodge 24", "Spring Canasta", None, ink="#7b1e2e")
    rows = (standing(1, 30), standing(2, -5))
    (part,) = standings_parts(
        [standings(*rows, heading=heading, in_chips=False)], paper="a4"
    )
    assert part.html.count('fill="#7b1e2e"') == 1
    assert part.html.count('fill="none" stroke="#7b1e2e"') == 1
    assert "In the stacks" not in part.html
