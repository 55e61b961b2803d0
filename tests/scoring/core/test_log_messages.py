"""The table of the log's messages: each code is used, and gets the values of its places."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubs.i18n import and_list, in_english, joined, lazy_message, message, messages
from rules.messages import in_chips
from scoring.models.log_messages import (
    MESSAGES,
    from_json,
    log_message,
    message_from_json,
    to_json,
    values_to_json,
)
from tests.sentences import HOUSE

PLACE = re.compile(r"\{(\w+)\}")
RESERVED = {"old_text", "new_text"}  # the messages of `old` and `new`


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted((HOUSE / "scoring").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "log_message" in text:
            yield path, ast.parse(text)


def calls() -> Iterator[ast.Call]:
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "log_message":
                yield node


def places(code: str) -> set[str]:
    written = MESSAGES[code]
    if isinstance(written, str):
        return {*PLACE.findall(written)}
    return {"n", *PLACE.findall(" ".join(written))}


def literal_codes() -> set[str]:
    """Return the texts in the code that look like a code."""
    return {
        node.value
        for path, tree in trees()
        if path.name != "log_messages.py"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if re.fullmatch(r"[a-z_]+\.[a-z_]+", node.value)
    }


def test_each_code_that_is_used_is_in_the_table() -> None:
    used = {
        call.args[0].value
        for call in calls()
        if call.args and isinstance(call.args[0], ast.Constant)
    }
    assert used - {*MESSAGES} == set()


def test_each_code_in_the_table_is_used() -> None:
    assert {*MESSAGES} - literal_codes() == set()


def test_a_call_gives_the_values_of_its_message() -> None:
    for call in calls():
        if not call.args or not isinstance(call.args[0], ast.Constant):
            continue
        code = call.args[0].value
        given = {each.arg for each in call.keywords if each.arg}
        has_more = any(each.arg is None for each in call.keywords)
        missing, unknown = places(code) - given, given - places(code)
        assert not unknown, (code, unknown)
        assert has_more or not missing, (code, missing)


def test_no_place_has_a_name_that_the_row_needs() -> None:
    assert not any(places(code) & RESERVED for code in MESSAGES)


@pytest.mark.parametrize(
    "value",
    [
        3,
        "Marie",
        log_message("entry.here"),
        log_message("rsvp.places", n=1),
        joined([log_message("entry.here"), log_message("entry.fee_paid")]),
        joined(["§24"], "; "),
        and_list(["Women", "Guests"]),
        in_chips(3),
        message("Seats: {why}", why=lazy_message("by lot")),
        log_message("hand.others_settled", n=2, hands="2, 3", text="changed hand 1"),
    ],
)
def test_a_value_is_the_same_after_it_was_kept(value: object) -> None:
    assert from_json(to_json(value)) == in_english(value)


def test_a_message_is_kept_as_its_code_and_values() -> None:
    text = log_message("tray.dropped", hand=3, round=1, table=2)
    message = log_message("tray.with_reason", text=text, reason="twice")
    assert values_to_json(message) == {
        "text": {
            "code": "tray.dropped",
            "values": {"hand": 3, "round": 1, "table": 2},
        },
        "reason": "twice",
    }
    assert to_json(joined([1, "two"])) == {"list": [1, "two"], "between": ", "}


def test_a_message_is_made_in_the_language_of_who_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = values_to_json(
        log_message(
            "entry.marked", number=3, name="Marie", done=log_message("entry.here")
        )
    )
    assert message_from_json("entry.marked", values) == "3 Marie: here"
    words = {"here": "tady", "{number} {name}: {done}": "{name} ({number}): {done}"}
    monkeypatch.setattr(messages, "gettext", lambda text: words.get(text, text))
    assert message_from_json("entry.marked", values) == "Marie (3): tady"
