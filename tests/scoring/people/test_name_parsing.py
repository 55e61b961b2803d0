"""People out of a pasted list or a file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.people.name_parsing import (
    MOST_PEOPLE,
    Listed,
    as_text,
    read_pasted,
    read_people,
    renumbered,
)
from scoring.people.spreadsheets import SpreadsheetRow
from tests.in_turn import in_turn


def read(text: str) -> list[tuple[int | None, str, str]]:
    found = read_pasted(text)
    assert not found.wrong
    return [(each.number, each.name, each.lodge) for each in found.people]


def wrong(text: str) -> list[str]:
    return [str(each) for each in read_pasted(text).wrong]


@in_turn(
    "line, person",
    [
        ("Marie Kubala", (None, "Marie Kubala", "")),
        ("\u200eMarie\u200b Kubala\u202c", (None, "Marie Kubala", "")),
        ("  Marie   Kubala  ", (None, "Marie Kubala", "")),
        ("Marie Kubala, Lodge 24", (None, "Marie Kubala", "Lodge 24")),
        ("Marie Kubala; Lodge 24, West", (None, "Marie Kubala", "Lodge 24, West")),
        ("12 Marie Kubala; Lodge 24", (12, "Marie Kubala", "Lodge 24")),
        ("12. Marie Kubala", (12, "Marie Kubala", "")),
        ("12) Marie Kubala", (12, "Marie Kubala", "")),
        ("No. 12 Marie Kubala", (12, "Marie Kubala", "")),
        ("12\tMarie Kubala\tLodge 24", (12, "Marie Kubala", "Lodge 24")),
        ("Marie Kubala\tLodge 24", (None, "Marie Kubala", "Lodge 24")),
        ("\tMarie Kubala\t", (None, "Marie Kubala", "")),
        ("Nora Novak", (None, "Nora Novak", "")),
        ("Josef Marek, Jr.", (None, "Josef Marek, Jr.", "")),
        ("Josef Marek, sr, Lodge 7", (None, "Josef Marek, sr", "Lodge 7")),
        ("Josef Marek, St. Mary’s", (None, "Josef Marek", "St. Mary’s")),
        ("Ľubomír Šťastný", (None, "Ľubomír Šťastný", "")),
    ],
)
def test_a_line(line: str, person: tuple[int | None, str, str]) -> None:
    assert read(line) == [person]


def test_headings_name_the_columns_in_any_case_and_order() -> None:
    text = "LODGE\tstart_number\tName\nLodge 24\t7\tMarie Kubala\n\t\tJosef Marek"
    assert read(text) == [(7, "Marie Kubala", "Lodge 24"), (None, "Josef Marek", "")]


def test_first_and_last_names_may_stand_apart() -> None:
    text = "Příjmení\tFirst Name\nKubala\tMarie"
    assert read(text) == [(None, "Marie Kubala", "")]


def test_blank_lines_are_passed_over_and_lines_keep_their_number() -> None:
    found = read_pasted("Marie Kubala\n\n , \nJosef Marek")
    assert [each.line for each in found.people] == [1, 4]


@in_turn(
    "text, said",
    [
        ("", "Line 1: There are no people in the list."),
        ("Name\tLodge", "Line 1: There are no people below the headings."),
        ("Number\tLodge\n1\tWest", "Line 1: There’s no column called Name."),
        ("Marie\n???", "Line 2, name: “???” isn’t a valid name."),
        ("Marie\n12345", "Line 2, name: “12345” isn’t a valid name."),
        ("x" * 81, "Line 1, name: The name is longer than 80 characters."),
        (
            f"Marie, {'x' * 81}",
            "Line 1, lodge: The lodge is longer than 80 characters.",
        ),
        ("Number\tName\nseven\tMarie", "Line 2, number: “seven” isn’t a start number"),
        ("Number\tName\n0\tMarie", "Line 2, number: “0” isn’t a start number"),
        ("Number\tName\n-3\tMarie", "Line 2, number: “-3” isn’t a start number"),
        ("Number\tName\n7.5\tMarie", "Line 2, number: “7.5” isn’t a start number"),
        ("7 Ann\n7 Bob", "Line 2, number: Start number 7 is already used in line 1."),
        ("Mar\x00ie", "Line 1, name: This contains characters we can’t show."),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, said: str) -> None:
    assert wrong(text)[0].startswith(said)


def test_every_wrong_line_is_named_at_once() -> None:
    assert len(wrong("???\nMarie\n!!!\n" + "x" * 81)) == 3


def test_there_is_a_limit() -> None:
    lines = [SpreadsheetRow(n, (f"Player {n}x",)) for n in range(1, MOST_PEOPLE + 2)]
    assert not read_people(lines[:MOST_PEOPLE]).wrong
    too_many = read_people([*lines, SpreadsheetRow(3000, ("One More",))])
    assert "The list has more than" in str(too_many.wrong[0])


NAMES = st.text(min_size=1, max_size=40)


@given(st.lists(st.tuples(st.none() | st.integers(1, 9999), NAMES, NAMES), max_size=8))
def test_what_was_read_once_reads_the_same_again(
    rows: list[tuple[int | None, str, str]],
) -> None:
    lines = [
        SpreadsheetRow(n, (str(number or ""), name, lodge))
        for n, (number, name, lodge) in enumerate(rows, start=2)
    ]
    people = read_people(
        [SpreadsheetRow(1, ("Number", "Name", "Lodge")), *lines]
    ).people
    again = read_pasted(as_text(people))
    assert not [each for each in again.wrong if each.column != "number" and people]
    assert [*again.people] == renumbered(people)


def test_a_list_of_one_called_name_is_a_person_after_all() -> None:
    people = [Listed(1, "Name", "Lodge", 3)]
    assert [each.name for each in read_pasted(as_text(people)).people] == ["Name"]


@pytest.mark.parametrize(
    "text",
    [
        "Name\tPaid\tTeam\tClass\nMarie Kubala\tyes\tReds\tWomen, Juniors",
        "Class;Name;Fee paid;Team\nWomen / Juniors;Marie Kubala;$7.50;Reds",
        "name,team,category,fee\nMarie Kubala,Reds,Women+Juniors,x",
    ],
)
def test_headings_tell_fee_team_and_class(text: str) -> None:
    (marie,) = read_pasted(text).people
    assert (marie.name, marie.paid, marie.team) == ("Marie Kubala", True, "Reds")
    assert marie.classes == ("Women", "Juniors")
    assert read_pasted(as_text([marie])).people == (marie,)


@in_turn("cell", ["no", "0", "", "-", "0.00", "Nein"])
def test_who_has_not_paid_has_not(cell: str) -> None:
    (marie,) = read_pasted(f"Name\tPaid\nMarie Kubala\t{cell}").people
    assert not marie.paid


def test_what_is_neither_yes_nor_no_is_told() -> None:
    assert wrong("Name\tPaid\nMarie Kubala\tperhaps") == [
        "Line 2, paid: “perhaps” isn’t a valid answer. Enter yes or no."
    ]
