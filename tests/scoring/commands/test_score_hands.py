"""score_hands: one answer a record, in order, whatever comes in."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from rules.game import game_named, game_names
from rules.spjst import GAME, HOUSE, HouseRules
from scoring.games.jsonl import answer
from scoring.management.commands.score_hands import (
    BULK,
    MISUSED,
    REFUSED,
    Command,
    chunks_of_lines,
)
from tests.in_turn import in_turn
from tests.rules.spjst.cases import cases

ROOT = Path(__file__).parents[3]
FIELDS = ["id", "net", "lines", "notes", "problems"]
PLAIN = {"id": "A", "bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
Answer = dict[str, Any]


def score(tmp_path: Path, content: bytes | str, *args: str) -> tuple[int, list[Answer]]:
    """Exit status and answers for a file with this content."""
    file = tmp_path / "hands.jsonl"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    out, status = io.StringIO(), 0
    try:
        call_command("score_hands", str(file), *args, stdout=out)
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def lines(*records: object) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def problem(line: bytes) -> tuple[str, str]:
    """Code and field of the one problem of a line."""
    scored, text = answer(line, GAME, HouseRules())
    (only,) = json.loads(text)["problems"]
    assert not scored
    assert only["message"].endswith(".")
    return only["code"], only["field"]


def test_the_worked_hands_come_out_in_order(tmp_path: Path) -> None:
    plain = [case for case in cases("hands") if not case["rules"]]
    records = lines(*[{"id": case["id"], **case["record"]} for case in plain])
    status, answers = score(tmp_path, records)
    assert status == 0
    assert [each["id"] for each in answers] == [case["id"] for case in plain]
    assert [each["net"] for each in answers] == [case["net"] for case in plain]
    for each in answers:
        assert list(each) == FIELDS
        net = [0, 0, 0, 0]
        for line in each["lines"]:
            assert list(line) == ["item", "from", "to", "chips", "section", "why"]
            net[line["from"] - 1] -= line["chips"]
            net[line["to"] - 1] += line["chips"]
        assert net == each["net"]


def test_a_long_run_keeps_its_order(tmp_path: Path) -> None:
    """Blocks go to other processes; one record in the last of them is refused."""
    records = [{**PLAIN, "id": str(n)} for n in range(20 * BULK)]
    records.append({**PLAIN, "id": "wrong", "points": 107})
    status, answers = score(tmp_path, lines(*records))
    assert status == REFUSED
    assert [each["id"] for each in answers] == [each["id"] for each in records]
    assert [each["net"] for each in answers[:-1]] == [[3, -3, 3, -3]] * (20 * BULK)
    assert answers[-1]["net"] is None


def test_an_answer_is_one_compact_line(tmp_path: Path) -> None:
    _, text = answer(lines(PLAIN).encode(), GAME, HouseRules())
    sentence = (
        "59 − 53 = 6, + 10 = 16, × 2 = 32 → 3 chips. The last digit is dropped "
        "(5 or more would round up)."
    )
    assert text == (
        '{"id":"A","net":[3,-3,3,-3],"lines":['
        f'{{"item":"game","from":2,"to":1,"chips":3,"section":"§29","why":"{sentence}"}},'
        f'{{"item":"game","from":4,"to":3,"chips":3,"section":"§29","why":"{sentence}"}}'
        '],"notes":[],"problems":[]}'
    )


def test_a_refused_record_names_every_problem(tmp_path: Path) -> None:
    wrong = {"id": "B", "bid": "povinost", "declarer": 5, "points": 107}
    status, answers = score(tmp_path, lines(PLAIN, wrong, PLAIN))
    assert status == REFUSED
    assert [each["net"] is None for each in answers] == [False, True, False]
    assert answers[1]["lines"] == answers[1]["notes"] == []
    assert [each["field"] for each in answers[1]["problems"]] == ["declarer", "points"]
    told = ["code", "field", "message", "section"]
    assert all(list(each) == told for each in answers[1]["problems"])
    assert [each["section"] for each in answers[1]["problems"]] == [None, "§25"]


@in_turn("case", cases("hands"))
def test_house_rules_are_set_by_name(case: dict[str, Any], tmp_path: Path) -> None:
    changes = [f"--set={name}={json.dumps(v)}" for name, v in case["rules"].items()]
    _, (only,) = score(tmp_path, lines(case["record"]), *changes)
    assert only["net"] == case["net"], case["source"]


def test_the_preset_is_chosen_by_name(tmp_path: Path) -> None:
    record = lines({**PLAIN, "values": {"1": ["spjst"]}, "challenge": "mort"})
    assert score(tmp_path, record)[0] == 0
    status, (only,) = score(tmp_path, record, "--rules", "westfest-2012")
    assert status == REFUSED
    assert {each["field"] for each in only["problems"]} == {"values.1", "challenge"}


def test_the_table_of_values_is_replaced_as_a_whole(tmp_path: Path) -> None:
    record = lines({**PLAIN, "values": {"1": ["uni"], "3": ["pane"]}})
    status, (only,) = score(tmp_path, record, "--set", 'values={"uni": 9}')
    assert status == REFUSED
    assert [each["code"] for each in only["problems"]] == ["value_not_played"]


@in_turn(
    "line, code, field",
    [
        (b"{", "not_json", ""),
        (b'{"bid": NaN}', "not_json", ""),
        (b"-Infinity", "not_json", ""),
        (b'{"points": ' + b"9" * 5000 + b"}", "not_json", ""),
        (b"[" * 200_000, "not_json", ""),
        (b'{"a":' * 200_000, "not_json", ""),
        (b"{} {}", "not_json", ""),
        (b"\xff\xfe{}", "not_utf8", ""),
        (b'{"id": "\xe9"}', "not_utf8", ""),
        (b"null", "not_an_object", ""),
        (b"[1, 2]", "not_an_object", ""),
        (b'"hand"', "not_an_object", ""),
        (
            b'{"bid": "povinost", "declarer": 1, "points": 59, "points": 60}',
            "duplicate_field",
            "points",
        ),
        (
            b'{"bid": null, "faults": [{"fault": "misdeal", "seat": 4, "seat": 4}]}',
            "duplicate_field",
            "faults[0].seat",
        ),
        (
            b'{"bid": "prever", "declarer": 1, "points": 1e999}',
            "not_a_whole_number",
            "points",
        ),
    ],
)
def test_a_line_that_is_no_record_is_a_problem_of_its_own(
    line: bytes, code: str, field: str
) -> None:
    assert problem(line) == (code, field)


def test_a_doubled_field_hides_no_other_problem() -> None:
    line = b'{"id": "x", "bid": "povinost", "declarer": 1, "points": 1, "points": 107}'
    answered = json.loads(answer(line, GAME, HouseRules())[1])
    assert answered["id"] == "x"
    codes = [each["code"] for each in answered["problems"]]
    assert codes == ["duplicate_field", "points_out_of_range"]


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_line_ends_the_run(line: bytes) -> None:
    _, text = answer(line, GAME, HouseRules())
    assert list(json.loads(text)) == FIELDS


@in_turn("id_", ["", "A04", "Šárka ♥ 七", 'quo"te\n', "\x00", "\ud800", "x" * 10_000])
def test_any_text_is_given_back_as_id(id_: str) -> None:
    for record in ({**PLAIN, "id": id_}, {"id": id_}):
        _, text = answer(json.dumps(record).encode(), GAME, HouseRules())
        assert json.loads(text.encode())["id"] == id_


@in_turn("id_", [7, None, True, [], {}, 1.5])
def test_an_id_that_is_no_text_is_null(id_: object) -> None:
    scored, text = answer(lines({**PLAIN, "id": id_}).encode(), GAME, HouseRules())
    assert json.loads(text)["id"] is None
    assert scored is (id_ is None)


def test_blank_lines_and_a_byte_order_mark_are_passed_over(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf" + lines(PLAIN).encode() + b"\n \r\n\t\n" + b"  "
    status, answers = score(tmp_path, content + lines(PLAIN).encode().rstrip())
    assert (status, len(answers)) == (0, 2)


def test_windows_line_ends_are_read(tmp_path: Path) -> None:
    status, answers = score(tmp_path, lines(PLAIN, PLAIN).replace("\n", "\r\n"))
    assert (status, len(answers)) == (0, 2)


def test_an_empty_file_has_no_answers(tmp_path: Path) -> None:
    assert score(tmp_path, "") == (0, [])


class Slow(io.BytesIO):
    """A stream that has few bytes at a time."""

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(7)


def test_lines_are_put_together_from_any_pieces() -> None:
    text = lines(PLAIN, PLAIN, {"id": "long" * 100}) + '{"last":1}'
    pieces = list(chunks_of_lines(Slow(text.encode())))
    together = [line for piece in pieces for line in piece]
    assert [line.decode() for line in together if line] == text.split("\n")


@in_turn(
    "args, said",
    [
        (["--rules", "spjst"], "spjst-2013 or westfest-2012"),
        (["--set", "renege_each"], "not NAME=JSON"),
        (["--set", "max_challenge=re"], "quotation marks"),
        (["--set", "renege_each=NaN"], "not NAME=JSON"),
        (["--set", "renege=2"], 'no house rule "renege"'),
        (["--set", "renege_each=true"], "renege_each must be"),
        (["--set", "renege_each=1", "--set", "renege_each=2"], "given twice"),
        (["--set", 'values={"uni": 1, "uni": 2}'], "stands twice"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(
    args: list[str], said: str, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=said) as wrong:
        score(tmp_path, lines(PLAIN), *args)
    assert wrong.value.returncode == MISUSED


def test_everything_wrong_with_a_call_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as wrong:
        score(tmp_path, "", "--rules", "x", "--set", "y=1", "--set", "renege_each=-1")
    for said in ('"x"', '"y"', "renege_each"):
        assert said in str(wrong.value)


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_a_wrong_call(name: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="can’t be read") as wrong:
        call_command("score_hands", str(tmp_path / name))
    assert wrong.value.returncode == MISUSED


# As a program


def test_help_names_rule_sets_and_exit_status() -> None:
    text = Command().create_parser("manage.py", "score_hands").format_help()
    for word in [*HOUSE.presets, "--set NAME=JSON", "FILE", "Exit status"]:
        assert word in text


def test_standard_input_is_answered_at_once_and_exit_status_told() -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "score_hands", "-"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines(PLAIN).encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["net"] == [3, -3, 3, -3]
        said, complaints = process.communicate(lines({}).encode(), timeout=60)
    assert json.loads(said)["net"] is None
    assert (process.returncode, complaints) == (REFUSED, b"")


def test_a_pipe_closed_while_a_file_is_read_is_quiet(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(lines(PLAIN) * 5000)
    with subprocess.Popen(
        [sys.executable, "manage.py", "score_hands", str(file)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


@in_turn("name", game_names())
def test_a_refusal_has_a_section_in_every_game(name: str) -> None:
    game = game_named(name)
    rules = game.house.presets[game.house.default]
    scored, text = answer(b'{"bid": 7, "kind": 7, "contract": 7}', game, rules)
    assert not scored
    problems = json.loads(text)["problems"]
    assert problems
    assert all("section" in problem for problem in problems)
