"""Results of an evening out of a file's lines."""

import pytest

from scoring.desk.results_import import ResultsFile, SeatResult, read_results
from scoring.people.spreadsheets import read_lines
from tests.in_turn import in_turn
from tests.messages import message

NUMBERS = "Table,Round," + ",".join(f"Player_Number{n},Points{n}" for n in range(1, 5))
NAMES = "round,TABLE," + ",".join(f"name {n},Chips {n}" for n in range(1, 5))
PLAYERS = "Round,Table," + ",".join(f"Player{n},Score{n}" for n in range(1, 5))


def read(*lines: str) -> ResultsFile:
    return read_results(read_lines("f.csv", "\n".join(lines).encode()))


def wrong(*lines: str) -> list[str]:
    results = read(*lines)
    return [str(each) for each in results.wrong]


def test_a_table_by_numbers() -> None:
    (table,) = read(NUMBERS, "3,2,14,16,13,8,5,−4,2,-18").tables
    assert (table.table, table.round, table.line) == (3, 2, 2)
    assert table.seats[0] == SeatResult(14, "", 16)
    assert [seat.score for seat in table.seats] == [16, 8, -4, -18]


def test_headings_in_any_case_and_order() -> None:
    (table,) = read(NAMES, "2,3,Marie,131,Josef,96,Anna,104,Karel,69").tables
    assert (table.round, table.table) == (2, 3)
    assert table.seats[1] == SeatResult(None, "Josef", 96)
    assert table.seats[1].player_key == "josef"


def test_a_column_of_players_holds_numbers_or_names() -> None:
    (table,) = read(PLAYERS, "1,1,7,131,Josef,96,9,104,Karel,69").tables
    assert [(seat.number, seat.name) for seat in table.seats] == [
        (7, ""),
        (None, "Josef"),
        (9, ""),
        (None, "Karel"),
    ]


@pytest.mark.parametrize("word", ["Player", "Name"])
def test_numbers_and_names_side_by_side(word: str) -> None:
    heads = ",".join(f"Player_Number{n},{word}{n},Points{n}" for n in range(1, 5))
    (table,) = read(
        f"Table,Round,{heads}", "1,1,7,Marie,131,8,Josef,96,9,Anna,104,10,Karel,69"
    ).tables
    assert table.seats[0] == SeatResult(7, "Marie", 131)
    assert [seat.player_key for seat in table.seats] == [7, 8, 9, 10]


def test_a_name_is_kept_as_it_is_seen() -> None:
    (table,) = read(NAMES, "1,1,\u202eMarie  K.\u200b,1,Josef,2,Anna,3,Karel,4").tables
    assert table.seats[0].name == "Marie K."


def test_other_columns_are_left_alone() -> None:
    heads = f"{NUMBERS},Remarks,Total"
    assert len(read(heads, "1,1,1,1,2,2,3,3,4,-6,fine,0").tables) == 1


@in_turn(
    "heading, said",
    [
        ("Table,Round", "Columns are missing: chips1, chips2"),
        (NUMBERS.replace("Round", "Leg"), "Columns are missing: round."),
        (NUMBERS.replace("Points3", "Sum3"), "Columns are missing: chips3."),
        (NUMBERS.replace("Player_Number2", "Who2"), "Columns are missing: player2."),
        (f"{NUMBERS},Table", "Line 1, Table: This column appears twice."),
    ],
)
def test_wrong_headings_are_told(heading: str, said: str) -> None:
    assert any(said in each for each in wrong(heading, "1,1,1,1,2,2,3,3,4,-6"))


@in_turn(
    "row, said",
    [
        ("1,1,1,x,2,2,3,3,4,4", "Line 2, Points1: “x” isn’t a whole number."),
        ("1,1,1,1.5,2,2,3,3,4,4", "Line 2, Points1: “1.5” isn’t a whole number."),
        ("1,1,1,,2,2,3,3,4,4", "Line 2, Points1: A number is missing."),
        ("1,1,1,1,2,2,3,3,4", "Line 2, Points4: A number is missing."),
        (",1,1,1,2,2,3,3,4,4", "Line 2, Table: A number is missing."),
        ("0,1,1,1,2,2,3,3,4,4", "Line 2, Table: 0 isn’t from 1 to 9999."),
        ("10000,1,1,1,2,2,3,3,4,4", "Line 2, Table: 10000 isn’t from 1 to 9999."),
        ("1,21,1,1,2,2,3,3,4,4", "Line 2, Round: 21 isn’t from 1 to 20."),
        ("1,1,1,100001,2,2,3,3,4,4", "100001 isn’t from -100000 to 100000."),
        ("1,1,,1,2,2,3,3,4,4", "Line 2, Player_Number1: Seat 1 has no player."),
        ("1,1,0,1,2,2,3,3,4,4", "Line 2, Player_Number1: “0” isn’t a player."),
        ("1,1,1,1000000,2,2,3,3,4,4", "1000000 isn’t from -100000 to 100000."),
        (f"1,1,1,{'9' * 5000},2,2,3,3,4,4", "isn’t from -100000 to 100000."),
        (f"1,1,{'x' * 81},1,2,2,3,3,4,4", "” isn’t a player."),
        ("1,1,-1,1,2,2,3,3,4,4", "Line 2, Player_Number1: “-1” isn’t a player."),
        ("1,1,12345,1,2,2,3,3,4,4", "Line 2, Player_Number1: “12345” isn’t a player."),
        (
            "1,1,Marie\a,1,2,2,3,3,4,4",
            "Line 2, Player_Number1: “Marie\a” isn’t a player.",
        ),
        ("1,1,1,1,1,2,3,3,4,4", "Line 2, seat 2: player 1 is already on line 2"),
    ],
)
def test_a_wrong_row_is_told_by_line_and_column(row: str, said: str) -> None:
    found = wrong(NUMBERS, row)
    assert any(said in each for each in found), found


def test_everything_wrong_is_told_at_once_in_order() -> None:
    found = wrong(NUMBERS, "1,1,1,x,2,y,3,3,4,4", "1,1,5,5,6,6,7,7,8,8", "0,0,1,1")
    assert [each.split(",")[0] for each in found] == [
        message("Line {number}", number=2)
    ] * 2 + [message("Line {number}", number=4)] * 8


def test_a_table_twice_in_a_round_is_told() -> None:
    assert wrong(NUMBERS, "1,1,1,1,2,2,3,3,4,4", "1,1,5,1,6,2,7,3,8,4") == [
        "Line 3: Round 1, table 1 is already on line 2."
    ]


def test_a_player_twice_in_a_round_is_told() -> None:
    assert wrong(NUMBERS, "1,1,1,1,2,2,3,3,4,4", "2,1,5,1,6,2,7,3,1,4") == [
        "Line 3, seat 4: player 1 is already on line 2 in this round."
    ]


def test_one_number_has_one_name() -> None:
    heads = ",".join(f"Player{n},Name{n},Points{n}" for n in range(1, 5))
    rows = (
        "1,1,1,Marie,1,2,Josef,2,3,Anna,3,4,Karel,4",
        "1,2,1,Maria,1,2,Josef,2,3,,3,4,Karel,4",
    )
    assert wrong(f"Table,Round,{heads}", *rows) == [
        "Line 3, seat 1: Number 1 was “Marie” before and is “Maria” here."
    ]


def test_headings_alone_are_no_results() -> None:
    assert wrong(NUMBERS) == ["Line 1: There are no results below the headings."]


# --- Tables of three or four -------------------------------------------------------

MIXED = (3, 4)
THREES = "Table,Round," + ",".join(f"Name{n},Points{n}" for n in range(1, 4))
FOURS = "Table,Round," + ",".join(f"Name{n},Points{n}" for n in range(1, 5))


def mixed(*lines: str) -> ResultsFile:
    return read_results(read_lines("f.csv", "\n".join(lines).encode()), MIXED)


def test_a_smaller_table_leaves_the_last_seat_empty() -> None:
    results = mixed(
        FOURS,
        "1,1,Marie,5,Josef,-2,Anna,-3,,",
        "2,1,Karel,1,Emil,2,Vlasta,3,Frank,-6",
        "3,1,Rose,5,Adolf,-2,Agnes,-3",
    )
    assert not results.wrong
    assert [len(table.seats) for table in results.tables] == [3, 4, 3]
    assert results.tables[0].seats[2] == SeatResult(None, "Anna", -3)


def test_a_file_may_have_no_fourth_seat_at_all() -> None:
    [table] = mixed(THREES, "1,1,Marie,5,Josef,-2,Anna,-3").tables
    assert [seat.score for seat in table.seats] == [5, -2, -3]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1,1,Marie,5,Josef,-2,Anna,-3,Karel,", "Line 2, Points4: A number is missing"),
        ("1,1,Marie,5,Josef,-2,Anna,-3,,0", "Line 2, Name4: Seat 4 has no player."),
        ("1,1,Marie,5,Josef,-5,,,,", "Line 2, Name3: Seat 3 has no player."),
        ("1,1,Marie,5,Josef,-2,,,Karel,-3", "Line 2, Name3: Seat 3 has no player."),
    ],
)
def test_what_is_half_written_of_a_seat_is_wrong(line: str, said: str) -> None:
    assert said in next(str(each) for each in mixed(FOURS, line).wrong)


def test_half_a_fourth_seat_misses_a_column() -> None:
    [wrong] = mixed(f"{THREES},Name4", "1,1,Marie,5,Josef,-2,Anna,-3,Karel").wrong
    assert (
        "Columns are missing: chips4. Needed: Table, Round, then for each seat 1–4"
        in (str(wrong))
    )
    assert "a smaller table leaves the last empty" in str(wrong)


def test_where_all_have_four_seats_a_fifth_column_is_none_of_ours() -> None:
    [table] = read(f"{FOURS},Name5", "1,1,Marie,5,Josef,-2,Anna,-3,Karel,0,Emil").tables
    assert len(table.seats) == 4
    assert "chips4" in wrong(THREES, "1,1,Marie,5,Josef,-2,Anna,-3")[0]


def test_whoever_sits_beyond_the_last_seat_is_not_left_out_unsaid() -> None:
    line = "1,1,Marie,5,Josef,-2,Anna,-3,Karel,0"
    [said] = read_results(read_lines("f.csv", f"{FOURS}\n{line}".encode()), (3,)).wrong
    assert str(said) == "Line 2, Points4: A table can have at most three seats."
