"""People out of lists as other programs and other people save them."""

import pytest

from scoring.people.name_order import comma_is_family_first, given_first
from scoring.people.name_parsing import PeopleList, read_pasted, read_people
from scoring.people.spreadsheets import Unreadable, read_lines, read_table
from tests.in_turn import in_turn
from tests.list_files import csv_of, list_file, xlsx_of

SIX = [
    *("Beatriz Muñoz", "Raúl Peña", "Agnès Lefèvre"),
    *("Søren Kjær", "Åsa Öberg", "Jürgen Weiß"),
]


def people_in(content: bytes, name: str = "list.csv") -> PeopleList:
    return read_people(read_lines(name, content))


def names_in(content: bytes) -> list[str]:
    found = people_in(content)
    assert not found.wrong
    return [person.name for person in found.people]


@pytest.mark.parametrize("name", ["01-west-european.csv", "02-sep-line.csv"])
def test_the_letters_and_the_first_line_of_other_programs(name: str) -> None:
    found = people_in(list_file(name))
    assert not found.wrong
    assert [person.name for person in found.people] == SIX
    assert {(p.lodge, p.paid) for p in found.people} == {("Lodge 24", True)}


@in_turn(
    "first, separator",
    [
        *(("sep=;", ";"), ("sep=,", ","), ("sep=\t", "\t"), ("SEP=|", "|")),
        *(('"sep=;"', ";"), ("sep=\\t", "\t")),
    ],
)
def test_the_hint_of_a_separator_is_no_row(first: str, separator: str) -> None:
    rows = [("Name", "Paid"), ("Marie, Kubala; the first", "yes"), ("Jan Novák", "no")]
    content = f"{first}\r\n".encode() + csv_of(rows, separator)
    lines = read_lines("list.csv", content)
    assert [(line.number, len(line.cells)) for line in lines] == [
        (1, 2),
        (2, 2),
        (3, 2),
    ]


@in_turn(
    "head, name, lodge, paid",
    [
        *(("Spieler", "Name", "Verein", "Bezahlt"), ("Jméno", "", "Klub", "Zaplaceno")),
        *(
            ("Név", "", "Egyesület", "Fizetve"),
            ("Imię i nazwisko", "", "Klub", "Wpisowe"),
        ),
        *(("Igralec", "", "Klub", "Plačano"), ("Giocatore", "", "Circolo", "Pagato")),
        *(("Joueur", "", "Ville", "Payé"), ("Jugador", "", "Club", "Pagado")),
    ],
)
def test_heads_in_many_languages(head: str, name: str, lodge: str, paid: str) -> None:
    found = people_in(csv_of([(head, lodge, paid), ("Marie Kubala", "West", "x")]))
    assert [(p.name, p.lodge, p.paid) for p in found.people] == [
        ("Marie Kubala", "West", True)
    ]


@in_turn(
    "rows, names",
    [
        # The other names of the list say what the comma is.
        (
            [["Name"], ["Novák, Jan"], ["Qualquer, Xilo"]],
            ["Jan Novák", "Xilo Qualquer"],
        ),
        ([["Name", "Town"], ["Qual, Xilo", "Praha"]], ["Xilo Qual"]),
        ([["Příjmení, jméno"], ["Qual, Xilo"]], ["Xilo Qual"]),
        ([["Last, First"], ["Marek, Josef, Jr."]], ["Josef Marek Jr."]),
        ([["Name", "Lodge"], ["Josef Marek, Jr.", "7"]], ["Josef Marek, Jr."]),
        ([["Name", "Lodge"], ["van der Meer, Jan", "7"]], ["Jan van der Meer"]),
        ([["Name", "Lodge"], ["Svoboda, Dr. Anna", "7"]], ["Dr. Anna Svoboda"]),
        ([["Name", "Lodge"], ["Dr. Svoboda, Anna", "7"]], ["Dr. Anna Svoboda"]),
        # A column of both names needs no comma.
        ([["Last name", "First name"], ["Peña", "Raúl"]], ["Raúl Peña"]),
    ],
)
def test_the_whole_list_says_what_a_comma_is(
    rows: list[list[str]], names: list[str]
) -> None:
    assert names_in(csv_of(rows)) == names


@in_turn(
    "text, name",
    [
        ("Name\nNovák, Jan\n", "Jan Novák"),
        ("Příjmení;Jméno\nQual;Xilo\n", "Xilo Qual"),
        ("Name;Vorname;Ort\nQual;Xilo;Wien\n", "Xilo Qual"),
        ("player,name,lodge\n12,Xilo Qual,West\n", "Xilo Qual"),
        ("name,given_name,family_name\nXilo Qual,Xilo,Qual\n", "Xilo Qual"),
    ],
)
def test_the_parts_of_a_name_stand_in_columns(text: str, name: str) -> None:
    assert names_in(text.encode()) == [name]


def test_the_head_says_which_part_is_the_family_name() -> None:
    (person,) = people_in(csv_of([["Příjmení a jméno"], ["Dr. Qual Xilo"]])).people
    assert person.parts
    assert (person.parts.family, person.parts.given) == ("Qual", "Xilo")


@in_turn(
    "text, found",
    [
        ("Novák, Jan\nQual, Xilo", [("Novák, Jan", ""), ("Xilo Qual", "")]),
        ("Marie Kubala, Praha\nJan Novák, Brno", [("Marie Kubala", "Praha")]),
        ("Qual, Xilo\nWern, Yrsa", [("Qual", "Xilo"), ("Wern", "Yrsa")]),
    ],
)
def test_a_pasted_list_is_decided_as_a_whole(
    text: str, found: list[tuple[str, str]]
) -> None:
    read = [(person.name, person.lodge) for person in read_pasted(text).people]
    wanted = [("Jan Novák", "") if one[0] == "Novák, Jan" else one for one in found]
    assert read[-len(wanted) :] == wanted or read[: len(wanted)] == wanted


def test_names_beside_towns_are_not_turned_round() -> None:
    towns = ["Qual, Praha", "Wern, Praha", "Zorn, Praha", "Yrs, Praha"]
    assert not comma_is_family_first(towns)
    assert comma_is_family_first(["Qual, Xilo", "Wern, Yrsa", "Zorn, Ubbo"])


@in_turn(
    "written, spoken",
    [
        ("Dr. Svoboda Jiří", "Dr. Jiří Svoboda"),
        ("Svoboda Jiří 2", "Jiří Svoboda 2"),
        ("Ing. Kovář Jan st.", "Ing. Jan Kovář st."),
        ("van der Meer Jan", "Jan van der Meer"),
        ("ifj. Kovács Pál", "ifj. Pál Kovács"),
        ("Svoboda", "Svoboda"),
    ],
)
def test_what_stands_around_a_name_stays_there(written: str, spoken: str) -> None:
    assert given_first(written) == spoken


def test_hidden_rows_and_formulas_are_told() -> None:
    rows = [("Name", "Paid"), ("Marie Kubala", "yes"), ("Jan Novák", "no")]
    content = xlsx_of(("List", rows), hidden_rows=[3])
    table = read_table("list.xlsx", content)
    assert len(table.lines) == 2
    assert len(table.remarks) == 1

    content = xlsx_of(("Old", [("Nobody",)]), ("List", rows), hidden=["Old"])
    assert [line.cells[0] for line in read_table("list.xlsx", content).lines] == [
        *("Name", "Marie Kubala", "Jan Novák")
    ]

    content = xlsx_of(("List", [*rows, ("=A2", "yes")]))
    table = read_table("list.xlsx", content)
    assert len(table.remarks) == 1
    assert [wrong.line for wrong in read_people(table.lines).wrong] == [4]


def test_start_numbers_as_spreadsheets_write_them() -> None:
    rows = [("Nr.", "Name"), ("7.0", "Marie Kubala"), ("8.", "Jan Novák")]
    assert [p.number for p in people_in(csv_of(rows)).people] == [7, 8]


def test_a_file_of_neither_kind_is_refused() -> None:
    with pytest.raises(Unreadable):
        read_table("list.csv", b"\x00\x01\x02\x03")
