"""The catalogues of languages, made again at a start without losing those that are there."""

from pathlib import Path

import polib
import pytest
from pytest_django import Settings

from clubs import compile_messages, files
from clubs.compile_messages import make_catalogues

PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Round"
msgstr "{word}"
"""


@pytest.fixture
def source(settings: Settings, tmp_path: Path) -> Path:
    """The sentences of a language that the site offers."""
    settings.BASE_DIR, settings.LOCALE_PATHS = tmp_path, [tmp_path / "made"]
    settings.LANGUAGES = [("cs", "čeština")]
    path = tmp_path / "locale/cs/LC_MESSAGES/django.po"
    path.parent.mkdir(parents=True)
    path.write_text(PO.format(word="Kolo"), encoding="utf-8")
    return path


def made(source: Path) -> bytes:
    return (source.parents[3] / "made/cs/LC_MESSAGES/django.mo").read_bytes()


def test_a_sentence_is_translated_in_each_of_its_spellings() -> None:
    """Templates have other places than Python, and a label a capital."""
    catalogue = polib.POFile()
    entry = polib.POEntry(
        msgid="team {n}’s", msgid_plural="teams {n}’s", msgctxt="noun"
    )
    entry.msgstr_plural = {0: "tým {n}, 5 %", 1: "týmy {n}"}
    catalogue.append(entry)
    compile_messages.add_spellings(catalogue)
    made = {each.msgid: (each.msgctxt, each.msgstr_plural[0]) for each in catalogue}
    assert made["Team {n}’s"] == ("noun", "Tým {n}, 5 %")
    assert made["team %(n)s's"] == ("noun", "tým %(n)s, 5 %%")
    assert made["Team %(n)s's"] == ("noun", "Tým %(n)s, 5 %%")
    assert len(made) == len(catalogue) == 8


def test_a_stop_in_the_middle_leaves_the_old_sentences(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_catalogues()
    old = made(source)
    assert b"Kolo" in old
    source.write_text(PO.format(word="Kolečko"), encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        make_catalogues()
    assert made(source) == old
    assert [each.name for each in source.parents[3].glob("made/cs/*/*")] == [
        "django.mo"
    ]
    monkeypatch.undo()
    make_catalogues()
    assert "Kolečko".encode() in made(source)


def test_after_a_stop_in_the_middle_all_are_made_again(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by the version of before, whose files are as they were."""
    make_catalogues()
    (source.parents[3] / "made/stamp").write_text("of another version")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(compile_messages, "_write", stop)
    with pytest.raises(KeyboardInterrupt):
        make_catalogues()
    assert not (source.parents[3] / "made/stamp").exists()
