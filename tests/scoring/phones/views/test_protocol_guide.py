"""docs/table.md: its requests work as printed, and its tables name every field."""

import re
from pathlib import Path

import pytest

from tests.scoring.at_table import NET, TOTALS, Caller, new_key, open_sheet

pytestmark = pytest.mark.django_db

GUIDE = (Path(__file__).resolve().parents[4] / "docs" / "table.md").read_text("utf-8")
REQUEST = re.compile(r"^ {7}post (\S+) '(.*)'$", re.MULTILINE)
QUOTED = re.compile(r"'\"?\$(?:\(.*?\)|\w+)\"?'")  # what the shell fills in
CODE = re.compile(r"`(\w+)`")


def fields_of(part: str) -> set[str]:
    """The names in code in the tables of a part."""
    text = GUIDE.partition(f"\n{part}\n")[2].partition("\n## ")[0]
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return {name for row in rows for name in CODE.findall(row)}


def test_its_requests_work_as_printed() -> None:
    caller = Caller(open_sheet())
    saved = {}
    for path, body in REQUEST.findall(GUIDE):
        key = caller.key if path == "phones" else new_key()
        answer = caller.send(f"{path}/", QUOTED.sub(key, body))
        assert answer.status_code == 200, answer.content
        saved[path] = answer.json()
    assert [*saved] == ["phones", "hands/preview", "hands", "counts"]
    assert saved["hands/preview"]["net"] == saved["hands"]["saved"]["net"] == NET
    assert saved["hands"]["saved"]["totals"] == TOTALS
    assert saved["counts"]["state"]["sheet"]["state"] == "counted"


def test_its_tables_name_every_field_of_the_state(keeper: Caller) -> None:
    state = keeper.state()
    named = fields_of("## The state")
    assert set(state) | set(state["sheet"]) <= named | {"next"}
