"""No text, however it is made, keeps a process busy: twice as long takes twice the time.

Each pattern in the sources meets long runs of one sign or word between others. A pattern
that grows with the square of the text would need minutes for them; it is broken off after
SECONDS of our own processor time, a hundred times what a straight one takes.
"""

import ast
import importlib
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.name_search import matches, nearly, plain_name
from scoring.core.forms import MoneyField
from scoring.people.name_parsing import read_pasted, typed_person
from scoring.standings.views.ending import prizes_typed
from scoring.standings.views.points_fields import PointsField, PointsListsField

ROOT = Path(__file__).parents[1]
METHODS = {
    "match",
    "fullmatch",
    "search",
    "split",
    "sub",
    "subn",
    "findall",
    "finditer",
}
# Patterns that meet nothing but files of our own.
OWN_FILES = {"scoring.phones.views.slim", "scoring.phones.views.files"}
SECONDS = 2.0
SIZE = 20_000  # signs
RUNS = (
    " ",
    "\t",
    "\n",
    "a",
    "A",
    "1",
    "0",
    ".",
    ",",
    ";",
    "-",
    "<",
    "{",
    "*",
    "`",
    *("'", "$", "(", "=", "|", "\\", "#", "e", "er", "st", " 1", ", ", "jr ", ", jr"),
    "**a",
    "no",
    "1.",
    "%(",
    "/t/",
    "1,111",
)
AROUND = (("", ""), ("x", "1"), ("1", "!"))


class TooLong(AssertionError):
    """It was still busy after SECONDS."""


@contextmanager
def broken_off() -> Iterator[None]:
    """Raises TooLong in what needs more than SECONDS of processor time."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def patterns() -> Iterator[tuple[str, re.Pattern[Any], str]]:
    """Where a pattern stands, the pattern, and the method that is called with text."""
    for folder in ("rules", "clubs", "scoring", "config"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if "migrations" not in path.parts and name not in OWN_FILES:
                yield from _patterns_of(name, ast.parse(path.read_text()))


def _patterns_of(
    name: str, tree: ast.Module
) -> Iterator[tuple[str, re.Pattern[Any], str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner, method = node.func.value, node.func.attr
        if not isinstance(owner, ast.Name) or method not in METHODS:
            continue
        if owner.id == "re":
            if isinstance(node.args[0], ast.Constant):
                flags = re.MULTILINE if len(node.keywords) else 0
                pattern = re.compile(node.args[0].value, flags)
                yield f"{name}:{node.lineno}", pattern, method
        else:
            value = getattr(importlib.import_module(name), owner.id, None)
            if isinstance(value, re.Pattern):
                yield f"{name}:{node.lineno}", value, method


def apply(pattern: re.Pattern[Any], method: str, text: str) -> None:
    meets = text.encode("latin-1") if isinstance(pattern.pattern, bytes) else text
    if method in ("sub", "subn"):
        getattr(pattern, method)(meets[:0], meets)
    elif method == "finditer":
        list(pattern.finditer(meets))
    else:
        getattr(pattern, method)(meets)


def long_texts(size: int = SIZE) -> Iterator[str]:
    for run in RUNS:
        for before, after in AROUND:
            yield before + run * (size // len(run)) + after


def test_no_pattern_grows_with_the_square_of_the_text() -> None:
    slow = set()
    known = list(patterns())
    for where, pattern, method in known:
        for text in long_texts():
            try:
                with broken_off():
                    apply(pattern, method, text)
            except TooLong:
                slow.add(f"{where} {pattern.pattern}: {text[:3]!r} … {text[-1]!r}")
                break
    assert not slow
    assert len(known) > 80  # the walk still finds them


def _cleaned(field: MoneyField | PointsField | PointsListsField, text: str) -> None:
    with suppress(ValidationError):
        field.clean(text)


def _prizes(text: str) -> None:
    with suppress(ValueError):
        prizes_typed(text)


READERS: dict[str, Callable[[str], object]] = {
    "one person": typed_person,
    "a pasted list": read_pasted,
    "a plain name": plain_name,
    "a search": lambda text: matches(text, "Marie Kubala"),
    "a near search": lambda text: nearly(text, "Marie Kubala"),
    "an amount": lambda text: _cleaned(MoneyField(), text),
    "points": lambda text: _cleaned(PointsField(), text),
    "a list of points": lambda text: _cleaned(PointsListsField(), text),
    "a split": _prizes,
}
# Alternating accents are put in order one by one, in the square of their number.
ACCENTS = ("\u0301\u0316", "\u0f73\u0f75", "\uff9e\u0316")


@pytest.mark.parametrize("what", READERS)
def test_what_is_typed_is_read_in_a_straight_time(what: str) -> None:
    for text in (
        *long_texts(4 * SIZE),
        *("Mari" + accents * 2 * SIZE for accents in ACCENTS),
    ):
        with broken_off():
            READERS[what](text)
