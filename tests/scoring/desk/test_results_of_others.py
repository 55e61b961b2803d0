"""Results by table out of files as other programs and other people save them."""

import pytest

from clubs.models import Club
from scoring.core.writes import Actor
from scoring.desk.results_import import (
    ResultsFile,
    import_results,
    read_results,
    says_round,
)
from scoring.exports.files import file_of
from scoring.exports.tables import tables_of
from scoring.models import Count, Seat, Tournament
from scoring.people.name_parsing import read_people
from scoring.people.spreadsheets import read_lines, read_table
from tests import builders as build
from tests.fields import field
from tests.in_turn import in_turn
from tests.list_files import csv_of, list_file, xlsx_of

EIGHT = {
    *("Anna Berger", "Karl Huber", "Rosa Maier", "Josef Wolf"),
    *("Emil Gruber", "Franz Aigner", "Maria Mayr", "Hans Zierer"),
}
ROWS = [
    *(("Anna Berger", 131), ("Karl Huber", 96), ("Rosa Maier", 104)),
    ("Josef Wolf", 69),
]


def read(content: bytes, only_round: int | None = None) -> ResultsFile:
    return read_results(read_lines("f.csv", content), (4,), only_round)


def people_in(found: ResultsFile) -> set[str]:
    return {seat.name for table in found.tables for seat in table.seats}


@pytest.mark.parametrize(
    "name", ["12-results-german-heads.csv", "13-results-row-a-seat.csv"]
)
def test_german_heads_and_a_row_a_seat(name: str) -> None:
    found = read(list_file(name))
    assert not found.wrong
    assert [len(table.seats) for table in found.tables] == [4, 4]
    assert people_in(found) == EIGHT
    assert [seat.score for seat in found.tables[0].seats] == [131, 96, 104, 69]


@in_turn(
    "round_, table, player, score",
    [
        ("Runde", "Tisch", "Spieler {n}", "Punkte {n}"),
        ("Kolo", "Stůl", "Hráč {n}", "Body {n}"),
        ("Kolo", "Stôl", "Meno{n}", "Body{n}"),
        ("Forduló", "Asztal", "Játékos {n}", "Pont {n}"),
        ("Runda", "Stolik", "Gracz {n}", "Punkty {n}"),
        ("Krog", "Miza", "Igralec {n}", "Točke {n}"),
        ("Turno", "Tavolo", "Giocatore {n}", "Punti {n}"),
        ("Manche", "Table", "Joueur {n}", "Points {n}"),
        ("Round", "Table", "{n}. player", "{n}. score"),
        ("ROUND", "table no.", "Seat {n}", "Chips_{n}"),
        ("Round", "Table", "Player", "Score"),
    ],
)
def test_heads_in_many_languages(
    round_: str, table: str, player: str, score: str
) -> None:
    heads = [round_, table]
    for n in range(1, 5):
        heads += [player.format(n=n), score.format(n=n)]
    found = read(csv_of([heads, [1, 3, *(cell for row in ROWS for cell in row)]]))
    assert not found.wrong
    (one,) = found.tables
    assert [(seat.name, seat.score) for seat in one.seats] == ROWS
    assert (one.round, one.table) == (1, 3)


@in_turn(
    "heads",
    [
        ("Runde", "Tisch", "Platz", "Name", "Punkte"),
        ("Kolo", "Stůl", "Místo", "Jméno", "Body"),
        ("Round", "Table", "Seat", "Player", "Total"),
        ("Forduló", "Asztal", "Szék", "Név", "Összesen"),
        ("Runda", "Stolik", "Nr miejsca", "Gracz", "Wynik"),
    ],
)
def test_a_row_a_seat_in_many_languages(heads: tuple[str, ...]) -> None:
    rows = [(1, 2, n, *row) for n, row in enumerate(ROWS, start=1)]
    found = read(csv_of([heads, *rows]))
    assert not found.wrong
    (one,) = found.tables
    assert [(seat.name, seat.score) for seat in one.seats] == ROWS


@in_turn(
    "written, score",
    [
        *(("100.0", 100), ("(10)", -10), ("−4", -4), ("1 204", 1204), ("+7", 7)),
        *(("100,00", 100), ("1,204", 1204), (" 12 ", 12)),
    ],
)
def test_numbers_as_spreadsheets_write_them(written: str, score: int) -> None:
    rows = [(1, 1, "Anna", written), *((1, 1, name, 100) for name in "BCD" if name)]
    rows = [(1, 1, f"{row[2]}a", row[3]) for row in rows]
    found = read(csv_of([("Round", "Table", "Name", "Score"), *rows], "\t"))
    assert not found.wrong
    assert found.tables[0].seats[0].score == score


def test_seats_in_any_order_stand_in_theirs() -> None:
    rows = [(1, 1, 5 - n, *row) for n, row in enumerate(ROWS, start=1)]
    found = read(csv_of([("Round", "Table", "Seat", "Name", "Score"), *rows]))
    assert [(s.name, s.score) for s in found.tables[0].seats] == ROWS[::-1]


def test_a_table_with_too_few_seats_is_told() -> None:
    rows = [(1, 1, *row) for row in ROWS[:3]]
    found = read(csv_of([("Round", "Table", "Name", "Score"), *rows]))
    assert [wrong.line for wrong in found.wrong] == [2]


def test_a_title_may_stand_above_and_family_names_first() -> None:
    rows = [
        ("Winter Tarok", "", "", ""),
        ("Round", "Table", "Name", "Score"),
        *((1, 1, name, 100) for name in ("Berger, Anna", "Wolf, Josef", "Qu, Xi")),
        (1, 1, "Huber, Karl", 100),
    ]
    found = read(csv_of(rows))
    assert people_in(found) == {"Anna Berger", "Josef Wolf", "Xi Qu", "Karl Huber"}


def test_the_round_is_asked_where_no_column_says_it() -> None:
    content = csv_of([("Table", "Name", "Score"), *((1, *row) for row in ROWS)])
    assert not says_round(read_lines("f.csv", content))
    assert read(content).wrong
    assert read(content, 3).tables[0].round == 3


def test_a_formula_without_a_value_is_told() -> None:
    rows = [(1, 1, "Anna Berger", "=A1"), *((1, 1, *row) for row in ROWS[1:])]
    table = read_table(
        "f.xlsx", xlsx_of(("R", [("Round", "Table", "Name", "Score"), *rows]))
    )
    assert table.remarks
    assert [wrong.line for wrong in read_results(table.lines).wrong] == [2]


# --- Our own files come back --------------------------------------------------------


def own(tournament: Tournament, name: str) -> bytes:
    (table,) = [table for table in tables_of(tournament) if table.name == name]
    with file_of([table], "csv") as file:
        return file.read()


@pytest.mark.django_db
def test_our_own_seats_come_back(club: Club) -> None:
    old = field(club, 8, 3)
    lines = read_lines("seats.csv", own(old, "seats"))
    found = read_results(lines)
    assert not found.wrong
    new = build.tournament(build.club("lodge-7"), name="Again")
    by = Actor(None, "import", Count.Source.IMPORT)
    list(import_results(tournament=new, actor=by, tables=found.tables))

    def seats(tournament: Tournament) -> list[tuple[object, ...]]:
        rows = Seat.objects.filter(round__tournament=tournament).order_by(
            "round__number", "sheet__table", "position"
        )
        return [
            *rows.values_list(
                *("round__number", "sheet__table", "position", "entry__number"),
                *("entry__name", "credit__number", "score"),
            )
        ]

    assert seats(new) == seats(old)


@pytest.mark.django_db
def test_a_house_player_and_a_substitute_come_back(club: Club) -> None:
    heads = ("round", "table", "seat", "start_number", "name", "counts_for", "score")
    rows = [
        heads,
        *((1, 1, n, n, f"Player {'abc'[n - 1]}", n, 100) for n in (1, 2, 3)),
        (1, 1, 4, "H1", "House player 1", "", 100),
        *((2, 1, n, n, f"Player {'abc'[n - 1]}", n, 100) for n in (1, 2)),
        (2, 1, 3, 4, "Player d", 3, 100),
        (2, 1, 4, "H1", "House player 1", "", 100),
    ]
    found = read_results(read_lines("seats.csv", csv_of(rows, ",")))
    assert not found.wrong
    new = build.tournament(club)
    by = Actor(None, "import", Count.Source.IMPORT)
    list(import_results(tournament=new, actor=by, tables=found.tables))
    assert new.entries.exclude(house=None).count() == 1
    assert club.players.count() == 4
    seat = Seat.objects.get(round__tournament=new, entry__number=4)
    assert seat.credit
    assert seat.credit.number == 3


@pytest.mark.django_db
def test_our_own_entries_come_back(club: Club) -> None:
    old = field(club, 8, 1)
    for name in ("entries", "standings"):
        found = read_people(read_lines(f"{name}.csv", own(old, name)))
        assert not found.wrong
        entries = old.entries.filter(house=None)
        assert {(p.number, p.name, p.lodge) for p in found.people} == {
            *entries.values_list("number", "name", "lodge")
        }
    of_entries = read_people(read_lines("entries.csv", own(old, "entries"))).people
    assert all((p.paid and p.parts is not None) or p.paid for p in of_entries)
    assert {p.classes for p in of_entries} == {("Women",), ()}
