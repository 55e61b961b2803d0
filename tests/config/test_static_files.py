"""All style of a page is one file, and its frame is light."""

import gzip
import os
from pathlib import Path

from django.contrib.staticfiles import finders
from pytest_django import Settings

from config.static_files import NAME, PARTS, JoinedStyle, joined

FONT = "fonts/source-sans-3-latin-wght-normal.woff2"
MOST_BYTES = 59 * 1024


def test_the_parts_stand_in_order_without_their_comments() -> None:
    text = joined()
    words = ("Bootstrap  v5", "--felt:", ".site-header")
    places = [text.index(each) for each in words]
    assert places == sorted(places)
    assert "/* ----" not in text
    assert "Licensed under MIT" in text


def test_it_is_found_and_written_anew_when_a_part_has_changed(
    tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_DIR = settings.BASE_DIR = tmp_path
    for part in PARTS:
        path = tmp_path / "static" / part
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"a {{\n  content: '{part},  b';\n}}\n")
    found = Path(JoinedStyle().find(NAME))
    assert found.read_text() == "".join(f"a{{content: '{part},  b'}}" for part in PARTS)
    os.utime(found, (1, 1))
    assert JoinedStyle().find(NAME, find_all=True) == [str(found)]
    assert found.stat().st_mtime == 1  # as it was
    path.write_text("b { color: red }")
    [(name, storage)] = JoinedStyle().list([])
    assert Path(storage.path(name)).read_text().endswith("b{color: red}")
    assert JoinedStyle().find("css/other.css") == []
    assert [*JoinedStyle().list(["*.css"])] == []


def test_the_frame_of_a_public_page_is_light() -> None:
    """Style, scripts and one font, as they are sent where nobody squeezes harder."""
    names = (NAME, "js/theme.js", "js/forms.js")
    files = [Path(str(finders.find(name))).read_bytes() for name in names]
    font = Path(str(finders.find(FONT))).stat().st_size
    assert sum(len(gzip.compress(file)) for file in files) + font <= MOST_BYTES
