"""Nothing comes from outside, and every vendored file is on the list."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
TEMPLATES = ROOT / "templates"
LIST = STATIC / "vendor" / "README.md"

OUTSIDE = re.compile(r"(?:https?:)?//(?!www\.w3\.org/2000/svg)[a-z0-9-]+\.[a-z]", re.I)
OWN_SOURCES = sorted(
    path
    for folder, suffixes in (
        (TEMPLATES, {".html", ".txt"}),
        (STATIC, {".css", ".js", ".svg"}),
    )
    for path in folder.rglob("*")
    if path.suffix in suffixes and STATIC / "vendor" not in path.parents
)


def listed() -> set[str]:
    return set(re.findall(r"^\| `([^`]+)` \|", LIST.read_text(encoding="utf-8"), re.M))


def vendored() -> set[str]:
    files = [*(STATIC / "vendor").rglob("*"), *(STATIC / "fonts").rglob("*")]
    return {
        path.relative_to(STATIC).as_posix()
        for path in files
        if path.is_file() and path != LIST and "LICENSE" not in path.name
    }


def test_the_list_and_the_files_agree() -> None:
    assert listed() == vendored()


def test_every_licence_named_in_the_list_is_there() -> None:
    licences = re.findall(r"`([^`]*LICENSE[^`]*)`", LIST.read_text(encoding="utf-8"))
    assert licences
    assert [name for name in licences if not (STATIC / name).is_file()] == []


def test_nothing_is_loaded_from_outside() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in OWN_SOURCES}
    assert len(texts) > 300
    assert [
        (path, OUTSIDE.findall(text))
        for path, text in texts.items()
        if OUTSIDE.search(text)
    ] == []


def test_vendored_style_loads_nothing_from_outside() -> None:
    for path in (STATIC / "vendor").rglob("*.css"):
        css = path.read_text(encoding="utf-8")
        assert not re.search(r"url\((?!\"?data:)|@import|sourceMappingURL", css), path


def test_every_font_of_the_theme_is_shipped() -> None:
    css = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
    files = re.findall(r'url\("\.\./(fonts/[^"]+)"\)', css)
    assert files
    assert set(files) <= vendored()
