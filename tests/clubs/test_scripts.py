"""What scripts say, in the reader's language: static/js/say.js and its words."""

import gettext
from collections.abc import Iterator

import pytest
from django.utils.translation import override, trans_real

from clubs.i18n.js_catalog import spoken, words_of
from clubs.templatetags import valat

SCRIPT = """f(say("{n} of {all}", { n, all }), say("Save \\"it\\""), sayMany("{n} hand",
  "{n} hands", n), other.say(code));"""
SAID = {
    "{n} of {all}": "{n} z {all}",
    'Save "it"': 'Ulož "to"',
    ("{n} hand", 0): "{n} hra",
    ("{n} hand", 1): "{n} hry",
    ("{n} hand", 2): "{n} her",
}


class Czech(gettext.NullTranslations):
    """As Django opens a catalogue with three forms."""

    _catalog = SAID

    def gettext(self, message: str) -> str:
        return SAID.get(message, message)


@pytest.fixture
def _in_czech(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(trans_real._translations, "cs", Czech())
    with override("cs"):
        yield


def test_english_stays_and_what_has_no_values_is_nothing_but_text() -> None:
    assert spoken(SCRIPT) == SCRIPT.replace('say("Save \\"it\\"")', '"Save \\"it\\""')
    assert words_of(SCRIPT) == {}


@pytest.mark.usefixtures("_in_czech")
def test_a_script_of_its_own_has_the_words_in_their_places() -> None:
    assert spoken(SCRIPT) == (
        'f(say("{n} z {all}", { n, all }), "Ulož \\"to\\"", '
        'sayMany("{n} hra",["{n} hry","{n} her"], n), other.say(code));'
    )


@pytest.mark.usefixtures("_in_czech")
def test_a_sentence_may_have_a_line_of_its_own() -> None:
    alone = 'say(\n  "Save \\"it\\"",\n)'
    assert spoken(alone) == '"Ulož \\"to\\""'
    many = 'sayMany(\n  "{n} hand",\n  "{n} hands",\n  n,\n)'
    assert spoken(many) == 'sayMany("{n} hra",["{n} hry","{n} her"],\n  n,\n)'
    assert words_of(alone + many) == {
        'Save "it"': 'Ulož "to"',
        "{n} hand": ["{n} hra", "{n} hry", "{n} her"],
    }


@pytest.mark.usefixtures("_in_czech")
def test_a_script_of_all_languages_is_handed_its_words() -> None:
    assert words_of(SCRIPT) == {
        "{n} of {all}": "{n} z {all}",
        'Save "it"': 'Ulož "to"',
        "{n} hand": ["{n} hra", "{n} hry", "{n} her"],
    }


@pytest.mark.usefixtures("_in_czech")
def test_words_end_no_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(valat, "words_of", lambda script: {"x": "</script>&"})
    valat._speaking.cache_clear()
    said = valat.speaking("js/copy.js")
    valat._speaking.cache_clear()
    assert 'data-words>{"x": "\\u003c/script\\u003e\\u0026"}</script>' in said
    assert said.index("data-words") < said.index("js/say") < said.index("js/copy")
