"""Short texts that the site wrote, kept in English, in the language of the reader."""

import pytest
from django.utils.translation import gettext as django_gettext

from clubs.wording import retold as module
from clubs.wording import sentences
from clubs.wording.retold import retold
from tests.in_turn import in_turn

BACK, RULING = "Taken back on {day}: {why}", "Ruling: {why}"


@pytest.fixture
def czech(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a catalogue held these."""
    known = {BACK: "Vzato zpět, {why} ({day})", RULING: "Rozhodnutí: {why}"}

    def gettext(text: str) -> str:
        return known.get(text) or django_gettext(text)

    monkeypatch.setattr(sentences, "gettext", gettext)


@pytest.mark.usefixtures("czech")
@in_turn(
    "text, again",
    [
        ("Ruling: left open", "Rozhodnutí: left open"),
        ("Taken back on Monday: a: b", "Vzato zpět, a: b (Monday)"),
        ("Taken back on Monday: Ruling: x", "Vzato zpět, Rozhodnutí: x (Monday)"),
        ("Somebody typed: this", "Somebody typed: this"),
        ("", ""),
    ],
)
def test_a_kept_text_is_said_again(text: str, again: str) -> None:
    assert retold(text, (RULING, BACK)) == again


def test_signs_of_a_sentence_are_only_themselves() -> None:
    assert module._pattern("Table {n} (2.)?").fullmatch("Table 3 (2.)?")
    assert not module._pattern("Table {n} (2.)?").fullmatch("Table 3 (20")
