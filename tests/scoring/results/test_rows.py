"""Lines as they are read from kept rows, those of an earlier version too."""

from scoring.results.rows import Person, RoundCell, Sheets, lines_of

ROUND = {"round": 1, "chips": 131, "points": 4, "table": 2, "why": None}
ROW = {
    **{"entry": 7, "place": 1, "tied": False, "total": 131, "points": 4, "played": 1},
    **{"adjustment": 0, "decided_by": None, "rounds": [{**ROUND, "dropped": False}]},
}
PEOPLE = {7: Person("3", "Marie Kubala", "Lodge 24", "")}


def test_a_row_of_before_rounds_stood_apart_is_read() -> None:
    """A database, an edition or a backup of then has neither `apart` nor `by`."""
    sheets = Sheets({1: "/s/", 2: "/t/"}, {(7, 2): 5})
    [line] = lines_of([ROW, {**ROW, "entry": 8}], PEOPLE, sheets)
    assert line.cells == (
        RoundCell(1, 2, 131, 4, address="/s/2/", head="R1"),
        RoundCell(2, 5, address="/t/5/", head="R2"),
    )
    assert line.counted_cells == line.results == [line.cells[0]]
    assert line.substitutes == ()
