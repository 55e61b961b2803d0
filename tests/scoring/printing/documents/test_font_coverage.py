"""Names in any letters: a font for them is there, or the page says so."""

import subprocess

import pytest

from scoring.printing import font_coverage
from scoring.printing.render import pdf_of
from tests.in_turn import in_turn
from tests.scoring.printing.documents.pages import fonts_of
from tests.scoring.printing.documents.papers import person, seat_list


@in_turn(
    "name", ["王小明", "さくら 山田", "김민수", "Мария Иванова", "שרה כהן", "Նարե Ա"]
)
def test_a_name_is_printed_in_its_own_letters(name: str) -> None:
    assert font_coverage.unprinted([name]) == []


def test_a_chinese_name_takes_its_font_along() -> None:
    fonts = fonts_of(pdf_of(seat_list(person(1, "王小明"))))
    assert any("Micro-Hei" in name or "CJK" in name for name in fonts), fonts
    assert all(fonts.values())


def test_letters_without_a_font_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    said = subprocess.CompletedProcess(
        [], 0, "20-7e a0-17f\n531-556 561-587 4e00\n", ""
    )
    monkeypatch.setattr(font_coverage.subprocess, "run", lambda *_, **__: said)
    font_coverage._covered.cache_clear()
    names = ["Marie Kubala", "Մարի", "一", "丁", "Жанна"]
    assert font_coverage.unprinted(names) == ["丁"]
    font_coverage._covered.cache_clear()


@pytest.mark.parametrize(
    "error", [FileNotFoundError, subprocess.TimeoutExpired("x", 1)]
)
def test_without_fontconfig_nobody_is_alarmed(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(font_coverage.subprocess, "run", fails)
    font_coverage._covered.cache_clear()
    assert font_coverage.unprinted(["王小明"]) == []
    font_coverage._covered.cache_clear()
