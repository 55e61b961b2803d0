"""Texts that tests expect are messages of the site, with the places that these have."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

from tests.messages import check_message, message
from tests.ratchet.literal_messages import Templates, literals_in
from tests.sentences import HOUSE

PAGE = "templates/scoring/sheets/table.html"
TEMPLATES = Templates(
    {
        "Table {n} is full.": ["scoring/draw/rounds.py"],
        "{name} is full.": ["scoring/people/clubs.py"],
        "{table} is full.": [PAGE],
        "Full": [PAGE],
        "Every table is full today.": [PAGE],
    }
)


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Place and tree of each call of `message` in tests."""
    for path in sorted((HOUSE / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "from tests.messages import" in text and path != Path(__file__):
            for node in ast.walk(ast.parse(text)):
                if is_lookup(node):
                    yield f"{path.relative_to(HOUSE)}:{node.lineno}", node


def is_lookup(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether it is a call of `message` that has its template in it."""
    match node:
        case ast.Call(func=ast.Name(id="message"), args=[ast.Constant(), *_]):
            return True
    return False


def test_every_message_that_a_test_looks_up_is_one_of_the_site() -> None:
    """A new wording is found here at once, also in tests that need a browser."""
    wrong = []
    for place, call in calls():
        names = {each.arg for each in call.keywords if each.arg}
        texts = [each.value for each in call.args if isinstance(each, ast.Constant)]
        try:
            check_message(texts, names)
        except (LookupError, TypeError) as error:
            wrong.append(f"{place}: {error}")
    assert wrong == []


def test_a_message_has_its_values() -> None:
    assert message("Save table {table}", table=3) == "Save table 3"
    assert message("Save name") == "Save name"


@pytest.mark.parametrize(("n", "text"), [(1, "1 hand"), (3, "3 hands")])
def test_a_message_is_that_of_one_or_of_several(n: int, text: str) -> None:
    assert message("{n} hand", "{n} hands", n=n) == text


def test_one_that_the_site_does_not_have_fails() -> None:
    with pytest.raises(LookupError, match="no message of the site is 'Round tabel'"):
        message("Round tabel")
    with pytest.raises(LookupError, match="handfuls"):
        message("{n} hand", "{n} handfuls", n=3)


def test_other_values_than_its_places_fail() -> None:
    with pytest.raises(TypeError, match=re.escape("['number', 'table']")):
        message("Save table {table}", number=3)
    with pytest.raises(TypeError, match=re.escape("['n']")):
        message("{n} hand", "{n} hands")


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('assert "Table 3 is full." in page', ["Table {n} is full."]),
        ('assert f"Table {n} is full." in page', ["Table {n} is full."]),
        ('page.get_by_role("button", name="Full")', ["Full"]),
        ('says("Marie Kubala is full.")', ["{table} is full."]),
        ('x = ["Every table is full today."]', ["Every table is full today."]),
        ('assert "Full" in page', []),
        ('assert x in page, "Every table is full today."', []),
        ('if case == "Table 3 is full.": ...', []),
        ('box.fill("Every table is full today.")', []),
        ('assert "what is left is full." in page', []),
        ('message("Full")', []),
    ],
)
def test_literal_messages_are_found_where_they_are_expected(
    code: str, found: list[str]
) -> None:
    path = "tests/scoring/sheets/test_x.py"
    literals = literals_in(ast.parse(code), path, TEMPLATES)
    assert [each.template for each in literals] == found
