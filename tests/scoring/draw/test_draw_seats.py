"""draw_seats: seats as JSON, and a clear word where it cannot."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.management.commands.draw_seats import MISUSED
from tests.in_turn import in_turn
from tests.messages import message


def draw_seats(*args: object) -> dict[str, Any]:
    out = io.StringIO()
    call_command("draw_seats", *map(str, args), stdout=out)
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


def refusal(*args: object) -> str:
    with pytest.raises(CommandError) as refused:
        draw_seats(*args)
    return str(refused.value)


def people(seats: dict[str, Any]) -> list[Any]:
    return [who for table in seats["tables"] for who in table] + seats["sit_out"]


def test_it_prints_seats_and_a_report():
    answer = draw_seats("--players", 18, "--rounds", 5, "--seed", 7)

    assert list(answer) == ["seed", "rounds", "report"]
    assert answer["seed"] == 7
    assert len(answer["rounds"]) == 5
    for seats in answer["rounds"]:
        assert sorted(people(seats)) == list(range(1, 19))
        assert [len(table) for table in seats["tables"]] == [4] * 4
    report = answer["report"]
    assert 0 <= report.pop("seconds") < 60
    assert report == {
        "repeats": 0,
        "most_meetings": 1,
        "pairs_with_most": 120,
        "everybody_met_once": False,
        "least_possible": 0,
        "none_avoidable": True,
        "seat_imbalance": 1,
        "repeated": [],
        "apart_broken": [],
    }


def test_the_same_seed_gives_the_same_seats():
    args = ("--players", 21, "--rounds", 3, "--seed", 1)

    assert draw_seats(*args)["rounds"] == draw_seats(*args)["rounds"]


def test_a_seed_of_its_own_is_printed_and_draws_the_same_again():
    first = draw_seats("--players", 16, "--rounds", 2)

    again = draw_seats("--players", 16, "--rounds", 2, "--seed", first["seed"])

    assert again["rounds"] == first["rounds"]


def test_house_players_leave_nobody_out():
    answer = draw_seats("--players", 17, "--rounds", 3, "--seed", 1, "--house-players")

    for seats in answer["rounds"]:
        assert seats["sit_out"] == []
        assert {"H1", "H2", "H3"} <= set(people(seats))
        assert len(people(seats)) == 20


def test_repeats_are_named():
    report = draw_seats("--players", 4, "--rounds", 2, "--seed", 1)["report"]

    assert report["repeats"] == report["least_possible"] == 6
    assert report["repeated"][0] == {"pair": [1, 2], "rounds": [1, 2]}


def test_groups_of_a_file_are_kept_apart(tmp_path):
    file = tmp_path / "couples.txt"
    file.write_text("\ufeff# couples\n1 2\n3, 4 # and a child:\n5,6;7\n\n")

    answer = draw_seats("--players", 24, "--rounds", 5, "--seed", 1, "--apart", file)

    assert answer["report"]["apart_broken"] == []
    for seats in answer["rounds"]:
        for table in map(set, seats["tables"]):
            assert all(len(table & g) < 2 for g in ({1, 2}, {3, 4}, {5, 6, 7}))


def test_who_could_not_be_kept_apart_is_named(tmp_path):
    file = tmp_path / "family.txt"
    file.write_text("1 2 3 4 5\n")

    report = draw_seats("--players", 5, "--rounds", 1, "--seed", 1, "--apart", file)[
        "report"
    ]

    assert len(report["apart_broken"]) == 6
    assert report["apart_broken"][0]["rounds"] == [1]


def test_every_bad_number_of_the_file_is_named_with_its_line(tmp_path):
    file = tmp_path / "bad.txt"
    file.write_text("1 2\n3 x\n\n4, 25, 0\n")

    message = refusal("--players", 24, "--rounds", 5, "--apart", file)

    assert message == (
        f"{file}: line 2: 'x' isn’t a player; line 4: '25' isn’t a player; "
        "line 4: '0' isn’t a player (players are 1 to 24)."
    )


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    missing, binary = tmp_path / "none", tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe1")

    assert "No such file" in refusal("--players", 8, "--rounds", 1, "--apart", missing)
    assert "isn’t UTF-8" in refusal("--players", 8, "--rounds", 1, "--apart", binary)


@in_turn(
    "args, words",
    [
        (
            ("--players", 3, "--rounds", 1),
            message(
                "A table needs {seats} players, but there are only {size}.",
                seats=4,
                size=3,
            ),
        ),
        (("--players", 8, "--rounds", 61), "61 rounds is too many"),
        (("--players", 5001, "--rounds", 1), "5001 people is too many"),
        (("--players", 0, "--rounds", 1), "'0' isn’t a whole number from 1"),
        (("--players", "x", "--rounds", 1), "'x' isn’t a whole number from 1"),
        (("--players", 8, "--rounds", "-1"), "'-1' isn’t a whole number from 1"),
        (("--players", 8), "--rounds"),
    ],
)
def test_wrong_use_is_explained(args, words):
    assert words in refusal(*args)


def test_wrong_use_has_its_own_exit_status():
    with pytest.raises(CommandError) as refused:
        draw_seats("--players", 3, "--rounds", 1)

    assert refused.value.returncode == MISUSED


def test_another_game_has_its_own_tables():
    answer = draw_seats("--players", 13, "--rounds", 2, "--seed", 7, "--game", "marias")

    for seats in answer["rounds"]:
        assert sorted(map(len, seats["tables"])) == [3, 3, 3, 4]
        assert not seats["sit_out"]


def test_house_players_fill_tables_of_its_sizes():
    args = ("--players", 5, "--rounds", 1, "--seed", 7, "--game", "marias")
    [seats] = draw_seats(*args, "--house-players")["rounds"]

    assert [len(table) for table in seats["tables"]] == [3, 3]
    assert "H1" in people(seats)


def test_two_are_too_few_for_it():
    args = ("--players", 2, "--rounds", 1, "--game", "marias")
    assert message(
        "A table needs {seats} players, but there are only {size}.", seats=3, size=2
    ) in refusal(*args)
