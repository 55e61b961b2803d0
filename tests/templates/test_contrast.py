"""Every pair of text and ground of the theme can be read in poor light."""

import re
from pathlib import Path

import pytest

from tests.in_turn import in_turn
from tests.templates.theme import (
    DARK_BY_HAND,
    DARK_BY_SYSTEM,
    LIGHT,
    TABLE_PAGE,
    THEME,
    contrast,
    roles,
)

GROUNDS = ("paper", "card", "sunken", "felt-soft", "red-soft", "gold-soft")
TEXTS = ("ink", "ink-soft", "felt", "felt-strong", "red", "gold")
PAIRS = [
    *((text, ground) for text in TEXTS for ground in GROUNDS),
    ("on-felt", "felt"),
    ("on-felt", "felt-strong"),
    ("on-band", "band"),
    ("on-band-soft", "band"),
    ("on-table", "table"),
    ("on-table-soft", "table"),
    *(("on-medal", f"medal-{metal}") for metal in ("gold", "silver", "bronze")),
    ("on-chip", "chip-blue"),
    ("on-chip", "chip-red"),
    ("on-chip-white", "chip-white"),
    ("card", "red"),  # the sign beside an error
]
TEXT_LEAST = 7  # the table page asks for it, so every page gets it
EDGE_LEAST = 3  # borders of inputs (WCAG 1.4.11)


@in_turn("theme", [LIGHT, DARK_BY_HAND])
@in_turn("text, ground", PAIRS)
def test_text_is_readable_on_its_ground(theme: str, text: str, ground: str) -> None:
    colours = roles(theme)
    assert contrast(colours[text], colours[ground]) >= TEXT_LEAST


@pytest.mark.parametrize("theme", [LIGHT, DARK_BY_HAND], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card"])
def test_borders_of_inputs_are_seen(theme: str, ground: str) -> None:
    colours = roles(theme)
    assert contrast(colours["edge"], colours[ground]) >= EDGE_LEAST


@pytest.mark.parametrize("theme", [LIGHT, DARK_BY_HAND], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("chip", "ground"),
    [
        *(("disc-blue", ground) for ground in ("paper", "card", "felt-soft")),
        *(("disc-red", ground) for ground in ("paper", "card", "felt-soft")),
        ("felt-blue", "table"),
        ("felt-red", "table"),
        ("table-deep", "felt-blue"),
    ],
)
def test_chips_are_seen_on_their_ground(theme: str, chip: str, ground: str) -> None:
    colours = roles(theme)
    assert contrast(colours[chip], colours[ground]) >= 2.6


def test_dark_is_the_same_however_it_was_asked_for() -> None:
    assert roles(DARK_BY_SYSTEM) == roles(DARK_BY_HAND)


def test_light_and_dark_know_the_same_roles() -> None:
    assert roles(LIGHT).keys() == roles(DARK_BY_HAND).keys()


HEX = r"#[0-9a-fA-F]{3,8}\b"


def test_colours_are_named_once_and_used_by_role() -> None:
    css = THEME.read_text(encoding="utf-8")
    pieces = css[: css.index("/* ---- Any page on paper")]
    # The ground of a QR code is white in every theme, or phones cannot read it.
    assert re.findall(HEX, pieces) == ["#fff"]


@pytest.mark.parametrize("path", TABLE_PAGE, ids=lambda path: path.name)
def test_the_table_page_takes_its_colours_from_the_roles(path: Path) -> None:
    assert set(re.findall(HEX, path.read_text(encoding="utf-8"))) <= {"#fff"}


ROOT_OF_THE_TABLE_PAGE = 1.125  # its html has 112.5 %: 1rem is 18 px


@pytest.mark.parametrize("path", [THEME, *TABLE_PAGE], ids=lambda path: path.name)
def test_no_text_is_smaller_than_16_pixels(path: Path) -> None:
    css = path.read_text(encoding="utf-8")
    root = ROOT_OF_THE_TABLE_PAGE if path in TABLE_PAGE else 1
    sizes = re.findall(r"font-size:\s*([\d.]+)rem", css)
    assert sizes
    assert min(map(float, sizes)) * root >= 1
