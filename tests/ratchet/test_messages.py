"""Messages can be translated: no word with two meanings alone, no clause in a place.

A word alone that English has with two meanings needs a context, or a comment that begins
with “Translators:”. The same meaning is one message, whatever its places are called.
"""

import re
from collections import defaultdict

import pytest
from polib import POEntry

from tests.sentences import catalogue

HOMOGRAPHS = {
    *("count", "draw", "form", "held", "here", "in", "left", "open", "out", "place"),
    *("places", "right", "score", "took", "why", "back", "change", "close", "last"),
    *("late", "lead", "letter", "light", "match", "second", "set"),
}
PLACE = re.compile(r"\{\w+\}")
# What only a clause or an inflected word can fill.
CLAUSES = {
    *("absent_why", "clause", "cause", "explanation", "headline", "message", "moves"),
    *("outcome", "pairs", "problem", "reason", "refusal", "said", "sentence", "told"),
    *("what", "where", "why", "word", "wrong"),
}
RULES = ("rules/", "docs/rules/", "scoring/games/")
AT_THE_END = re.compile(r": [“(]?\{\w+\}[”).]*$")
QUOTED = re.compile(r"“\{\w+\}”")
TAG = re.compile(r"<[^>]+>")
# The same words with values of another kind, or in rows of the log that are kept.
OTHER_VALUES = {
    *("{number} chip", "{chips} chip", "{number} table point", "{number} point"),
    *("Standings: {evening}", "{day}, round {round}, table {table}"),
    *("Round {numbers} is canceled.", "{tables} table"),
}
ENTRIES = [*catalogue()]


def is_of_rules(entry: POEntry) -> bool:
    """Whether a game's rules say it: the terminal prints those too."""
    places = [place for place, _ in entry.occurrences]
    return bool(places) and all(place.startswith(RULES) for place in places)


def is_bare_homograph(entry: POEntry) -> bool:
    """Whether it is a word with two meanings, alone and unexplained."""
    word = entry.msgid.strip(" .:?…").lower()
    is_bare = word in HOMOGRAPHS and not is_of_rules(entry)
    return is_bare and not entry.msgctxt and not entry.comment


def clauses_in(entry: POEntry) -> set[str]:
    """The places of a message that hold a clause.

    A clause may stand after a colon at the end, or be quoted.
    """
    texts = filter(None, (entry.msgid, entry.msgid_plural))
    inside = [QUOTED.sub("", AT_THE_END.sub("", TAG.sub("", text))) for text in texts]
    return {name[1:-1] for text in inside for name in PLACE.findall(text)} & CLAUSES


def spellings(entries: list[POEntry]) -> list[set[str]]:
    """Messages that differ in nothing but capitals, apostrophes and names of places."""
    alike = defaultdict(set)
    for entry in entries:
        plain = PLACE.sub("{}", entry.msgid.replace("’", "'")).casefold()
        has_words = re.search(r"[^\W\d_]{2}", plain)
        if has_words and not is_of_rules(entry) and entry.msgid not in OTHER_VALUES:
            alike[entry.msgctxt, bool(entry.msgid_plural), plain].add(entry.msgid)
    return [found for found in alike.values() if len(found) > 1]


def test_no_word_with_two_meanings_is_a_message_alone() -> None:
    assert [each.msgid for each in ENTRIES if is_bare_homograph(each)] == []


def test_no_place_of_a_message_holds_a_clause() -> None:
    found = {
        each.msgid: clauses_in(each)
        for each in ENTRIES
        if clauses_in(each) and not is_of_rules(each)
    }
    assert found == {}


def test_a_meaning_has_one_message() -> None:
    assert spellings(ENTRIES) == []


@pytest.mark.parametrize(
    ("message", "is_bare"),
    [("Left", True), ("Why?", True), ("What’s left", False), ("Draw seats", False)],
)
def test_a_homograph_is_found(message: str, is_bare: bool) -> None:
    assert is_bare_homograph(POEntry(msgid=message)) is is_bare
    assert not is_bare_homograph(POEntry(msgid=message, msgctxt="noun"))


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("{what} refused", {"what"}),
        ("Not sent: {why}", set()),
        ("Not sent: {why}. Try again.", {"why"}),
        ("{name} is here", set()),
        ("The ruling “{reason}” has changed.", set()),
    ],
)
def test_a_clause_is_found(message: str, found: set[str]) -> None:
    assert clauses_in(POEntry(msgid=message)) == found
