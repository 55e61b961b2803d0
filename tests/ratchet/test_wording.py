"""Messages are plain American English: no house words, no British spellings.

`house_words.txt` has a pattern a line of words that the site doesn't use in its messages,
and of British spellings that codespell doesn't know.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from polib import POEntry

from tests.sentences import catalogue

HERE = Path(__file__).parent
PATTERNS = [
    re.compile(line)
    for line in (HERE / "house_words.txt").read_text(encoding="utf-8").splitlines()
    if line
]
PLACE = re.compile(r"\{\w+\}|%\(\w+\)s")


def house_words(entry: POEntry) -> list[str]:
    """The patterns that a message has."""
    texts = [PLACE.sub("", text) for text in (entry.msgid, entry.msgid_plural)]
    return [p.pattern for p in PATTERNS if any(p.search(text) for text in texts)]


def found() -> Iterator[tuple[str, str, list[str]]]:
    """Place, message and patterns of each message that has one."""
    for entry in catalogue():
        if words := house_words(entry):
            yield entry.occurrences[0][0], entry.msgid, words


def test_no_message_has_a_house_word() -> None:
    assert [*found()] == []


def test_messages_are_spelled_as_in_the_united_states() -> None:
    pytest.importorskip("codespell_lib")
    texts = [t for e in catalogue() for t in (e.msgid, e.msgid_plural) if t]
    run = subprocess.run(
        [sys.executable, "-m", "codespell_lib", "-"],
        input="\n".join(re.sub(r"<[^>]+>", "", PLACE.sub("", text)) for text in texts),
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout + run.stderr, run.returncode) == ("", 0)


def test_a_pattern_finds_what_it_is_for() -> None:
    for message in (
        *("Load the page anew.", "Whoever wins", "cancelled", "own page", "colours"),
        *("organised", "Travelling", "labelled", "a programme", "licences"),
    ):
        assert house_words(POEntry(msgid=message)), message
    for message in (
        *("Refresh the page.", "canceled", "my page", "Everyone is here.", "program"),
        *("spelling", "called", "rolled", "excellent", "selling", "emphasis"),
    ):
        assert not house_words(POEntry(msgid=message)), message
