"""Messages are plain American English: where an area is done, and on the way elsewhere.

`house_words.txt` has a pattern a line of words that the site doesn't use in its messages,
and of British spellings. A figure may fall and never rises (`figures.json`).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from polib import POEntry

from tests.sentences import catalogue

HERE = Path(__file__).parent
PATTERNS = [
    re.compile(line)
    for line in (HERE / "house_words.txt").read_text(encoding="utf-8").splitlines()
    if line
]
FIGURES = HERE / "wording.json"
PLACE = re.compile(r"\{\w+\}|%\(\w+\)s")
# The areas whose messages are done: what members, directors and scorekeepers read. The
# games, programs and past results are left.
DONE = (
    *("clubs/", "scoring/coming/", "scoring/letters/", "scoring/people/"),
    *("scoring/draw/", "scoring/table/", "static/table/", "static/people/"),
    *("static/coming/", "templates/account/", "templates/mfa/", "templates/clubs/"),
    *("templates/scoring/coming/", "templates/scoring/people/"),
    *("templates/scoring/draw/", "rules/seating/", "scoring/desk/", "scoring/sheets/"),
    *(
        "scoring/core/",
        "scoring/tournaments/",
        "scoring/standings/",
        "scoring/backups/",
    ),
    *(
        "static/",
        "templates/components/",
        "templates/prints/",
        "templates/scoring/desk/",
    ),
    *("templates/scoring/sheets/", "templates/scoring/standings/"),
    *("templates/scoring/tournaments/", "scoring/models/log_messages.py"),
)


def house_words(entry: POEntry) -> list[str]:
    """The patterns that a message has."""
    texts = [PLACE.sub("", text) for text in (entry.msgid, entry.msgid_plural)]
    return [p.pattern for p in PATTERNS if any(p.search(text) for text in texts)]


def found() -> Iterator[tuple[str, str, list[str]]]:
    """Place, message and patterns of each message that has one."""
    for entry in catalogue():
        if words := house_words(entry):
            yield entry.occurrences[0][0], entry.msgid, words


FOUND = [*found()]


def test_no_house_word_is_left_where_the_wording_is_done() -> None:
    assert [each for each in FOUND if each[0].startswith(DONE)] == []


def test_house_words_elsewhere_only_get_fewer() -> None:
    highest: dict[str, int] = json.loads(FIGURES.read_text(encoding="utf-8"))
    today = Counter(place.split("/")[0] for place, _, _ in FOUND)
    more = {name: n for name, n in today.items() if n > highest.get(name, 0)}
    assert not more, [
        message for place, message, _ in FOUND if place.split("/")[0] in more
    ]


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
