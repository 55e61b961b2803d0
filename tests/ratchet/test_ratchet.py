"""The figures of how plain the code is may fall and never rise (`measures.py`)."""

import sys
from collections.abc import Callable, Iterator

import pytest

from benchmarks import walk_packages
from tests.ratchet import measures
from tests.ratchet.literal_messages import literal_messages

# Measured in a test only: each process of the tests reads this module.
NAMES = [
    name
    for name in measures.allowed()
    if name != measures.LITERALS and not name.startswith("walk: ")
]


@pytest.mark.parametrize("name", NAMES)
def test_no_figure_of_the_code_rises(name: str) -> None:
    highest, value = measures.allowed()[name], measures.code_figures()[name]
    assert value <= highest, (
        f"{name}: {value}, and at most {highest} before. The places:"
        f" python -m tests.ratchet.measures {name!r}"
    )


def test_messages_in_tests_only_get_fewer() -> None:
    found = [*literal_messages()]
    assert len(found) <= measures.allowed()[measures.LITERALS], (
        "look new ones up with `tests.messages.message`. The places:"
        f" python -m tests.ratchet.measures {measures.LITERALS!r}"
    )


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="other versions call other frames"
)
def test_no_walk_gets_longer() -> None:
    highest = measures.allowed()
    longer = {
        name: (value, highest[name])
        for name, value in measures.walk_figures().items()
        if value > highest[name]
    }
    assert not longer, (
        "today and before: python -m benchmarks.walks NAME lists the steps"
    )


def test_every_figure_is_measured() -> None:
    """A figure nobody measures any more would hold nothing."""
    assert {*NAMES} == {*measures.code_figures()}
    assert measures.LITERALS in measures.allowed()


@pytest.mark.parametrize("prefix", walk_packages.FRAME + walk_packages.PACKAGES)
def test_the_walks_know_only_packages_that_exist(prefix: str) -> None:
    found = [*measures.ROOT.glob(f"{prefix.rstrip('/')}*")]
    assert found, f"benchmarks/walk_packages.py names {prefix}, which isn't there"


@pytest.mark.parametrize(
    ("code", "find", "expected"),
    [
        ("def f(who): ...", measures.function_word_names, ["x.py:1 who"]),
        ("from a import b\ndef f():\n    b = 1", measures.hidden_imports, ["x.py:2 f: b"]),
        ("[1 for a in b for c in d]", measures.two_for_comprehensions, ["x.py:1"]),
        ("[[c for c in a] for a in b]", measures.nested_comprehensions, ["x.py:1"]),
        ('"""What comes."""', measures.leaning_docstrings, ["x.py:1 What comes."]),
        ("class A: ...\nclass A: ...", measures.shared_class_names, ["x.py:1 A", "x.py:2 A"]),
    ],
)  # fmt: skip
def test_a_figure_counts_what_it_says(
    code: str,
    find: Callable[[], Iterator[str]],
    expected: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = measures.Module("x.py", code, measures.ast.parse(code))
    monkeypatch.setattr(measures, "modules", lambda: (module,))
    assert [*find()] == expected


def test_strings_and_signals_upward_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    code = 'TASK = "scoring.signups.rsvps.update_waitlists"\nmoved = Signal()\n'
    path = "scoring/people/x.py"
    module = measures.Module(path, code, measures.ast.parse(code))
    monkeypatch.setattr(measures, "modules", lambda: (module,))
    monkeypatch.setattr(measures, "names_code", lambda _: True)
    assert [*measures.upward_strings()] == [
        f"{path}:1 scoring.signups.rsvps.update_waitlists"
    ]
    assert [*measures.signals()] == [f"{path}:2"]
