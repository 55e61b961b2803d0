"""The break-glass pack on paper."""

from typing import Any

from scoring.desk.documents.pack import (
    ComingRound,
    Finish,
    Pack,
    RunningCell,
    RunningLine,
    pack_document,
)
from scoring.draw.documents.seats import TableSheet, free_seats
from scoring.models import Entry
from scoring.printing.document import Document
from scoring.printing.render import pdf_of
from scoring.results.rows import Person
from scoring.standings.documents.standings import PrintedStandings
from tests.messages import message
from tests.scoring.printing.documents.pages import sizes_of, texts_of
from tests.scoring.printing.documents.papers import (
    HEADING,
    LONG_NAMES,
    NAMES,
    evening,
    four,
    sheet,
    standing,
)


def drawn(number: int = 2, tables: int = 2, names: tuple[str, ...] = NAMES[:4]) -> Any:
    seated = tuple(sheet(n, seats=four(names, 4 * n - 3)) for n in range(1, tables + 1))
    return ComingRound(
        number,
        "published",
        seated,
        (Entry(number=99, name="Emil Orsak"),),
        seated,
    )


def undrawn(number: int = 3, tables: int = 2) -> ComingRound:
    blank = [TableSheet(n, free_seats(4)) for n in range(1, tables + 1)]
    return ComingRound(number, "not drawn", (), (), tuple(blank))


def pack(*coming: ComingRound, names: tuple[str, ...] = NAMES, **facts: Any) -> Any:
    cells = (RunningCell("7 · 4"),) * len(coming)
    lines = [
        RunningLine(str(n), name, str(100 + n), "", "12 7", cells)
        for n, name in enumerate(names, start=1)
    ]
    rows = tuple(
        standing(n, 100 + n, person=Person(str(n), name, "", ""))
        for n, name in enumerate(names, start=1)
    )
    standings = PrintedStandings(
        HEADING, "After round 1 of 3", False, "8:45 pm", ("R1",), rows
    )
    kept = {
        **{"tournament": evening(), "after": 1, "as_of": "8:45 pm, Nov 20"},
        **{"standings": standings, "coming": coming, "lines": tuple(lines)},
        **{"tables": 2, "left_over": 1},
        "finish": Finish("100", "0", False, 0, False, ()),
    }
    return Pack(**{**kept, **facts})


def test_it_has_all_that_carries_on() -> None:
    pdf = pdf_of(pack_document(pack(drawn(), undrawn()), paper="a4"))
    first, running, seats, plan, standings, *sheets = texts_of(pdf)
    assert sizes_of(pdf) == {(210.0, 297.0), (297.0, 210.0)}
    assert "If the laptop fails, carry" in first
    assert "Round 3 hasn’t been drawn" in first
    assert "2 tables are full. 1 player sits out. Draw that person first" in first
    assert "1 Marie Kubala 12 7 101 7 · 4" in running
    assert message("Sitting out: {names}", names="99 Emil Orsak") in seats
    assert "Round 3, drawn by hand" in plan
    assert message("After round {last} of {planned}", last=1, planned=3) in standings
    assert len(sheets) == 4
    assert "K7RX1" in sheets[0]
    assert "Marie Kubala" in sheets[0]
    assert "Marie Kubala" not in sheets[2]
    assert message("Round {n}", n=3) in sheets[2]


def test_after_the_last_round_nothing_is_drawn() -> None:
    first, _running, _standings = pack_document(pack(), paper="letter").parts
    assert (
        message("No rounds are left to play. The standings are in this packet.")
        in first.html
    )
    assert message("Drawing by hand") not in first.html


def test_before_anybody_has_a_place_there_are_no_standings() -> None:
    nobody = PrintedStandings(HEADING, message("Not started"), False, "", (), ())
    early = pack(drawn(1), standings=nobody, after=0)
    first, _running, _seats, sheets = pack_document(early, paper="letter").parts
    assert "before the first round is over" in first.html
    assert sheets.counts == 2


def test_long_names_stay_on_their_page() -> None:
    names = LONG_NAMES * 4
    long = pack_document(pack(drawn(2, 4, LONG_NAMES), names=names), paper="letter")
    _first, running, seats = texts_of(pdf_of(Document(long.parts[:3])))
    assert "Running list" in running
    assert "Seats of round 2" in seats
    assert "Donaudampfschifffahrtsgesellschaft" in seats.replace("\n", "")
