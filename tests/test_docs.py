"""The guides say what is there: their links and pictures, and the words on the buttons."""

import re
from functools import cache
from pathlib import Path

import polib

from clubs.compile_messages import add_spellings
from tests.in_turn import in_turn
from tests.sentences import CATALOGUE

HOUSE = Path(__file__).resolve().parents[1]
DOCS = HOUSE / "docs"
CONTRIBUTING = HOUSE / "CONTRIBUTING.md"
DECISIONS = DOCS / "decisions.md"
GUIDES = [HOUSE / "README.md", CONTRIBUTING, *sorted(DOCS.rglob("*.md"))]
PICTURES = sorted(DOCS.rglob("*.png"))
MOST_BYTES, MOST_IN_ALL = 150 * 1024, 2_500 * 1024

PATH = re.compile(r"`([\w.]+/[\w./]*)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
BOLD = re.compile(r"\*\*(.+?)\*\*", re.S)
# What a page fills in: %(number)s, {number}; in a guide 7 or ….
FILLED_IN = re.compile(r"%\(\w+\)s|\{[^{}]*\}|\d[\d,.]*|…")
TAG = re.compile(r"<[^>]*>", re.S)
GAP = "•"
WORDS_OF_BROWSERS = {"Add to home screen"}
DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")
WHY = "one thing"  # of a long module's first lines
OTHERS = {"vendor", "migrations"}  # written by others, or by Django


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def plain(text: str) -> str:
    """One line, with a mark for whatever a page fills in."""
    return " ".join(FILLED_IN.sub(GAP, text).split()).strip(" :")


# --- Links and pictures


def anchors_of(path: Path) -> set[str]:
    """The headings as GitHub's addresses name them."""
    titles = re.findall(r"^#+ (.+)$", read(path), re.M)
    words = (re.sub(r"[^\w\- ]", "", title.lower()) for title in titles)
    return {title.replace(" ", "-") for title in words}


def leads_nowhere(guide: Path, link: str) -> bool:
    if "://" in link:
        return False  # elsewhere, and no test asks the network
    name, _, anchor = link.partition("#")
    path = (guide.parent / name).resolve() if name else guide
    return not path.exists() or bool(anchor and anchor not in anchors_of(path))


@in_turn("guide", GUIDES)
def test_every_link_and_picture_is_there(guide: Path) -> None:
    links = LINK.findall(read(guide))
    assert [link for link in links if leads_nowhere(guide, link)] == []


def test_whoever_works_on_the_house_finds_every_file_it_names() -> None:
    named = [path for path in PATH.findall(read(CONTRIBUTING)) if "NAME" not in path]
    assert len(named) > 20
    assert [path for path in named if not (HOUSE / path).exists()] == []


def test_the_page_of_the_house_names_every_room_of_scoring() -> None:
    rooms = {path.parent.name for path in HOUSE.glob("scoring/*/__init__.py")}
    besides = {"models", "migrations", "management", "templatetags", "urls"}
    told = set(re.findall(r"^\| `(\w+)` \|", read(CONTRIBUTING), re.M))
    assert rooms - besides == told


def test_a_module_longer_than_the_house_says_tells_why() -> None:
    limit = re.search(r"of over (\d+) lines", " ".join(read(DECISIONS).split()))
    rooms = ("benchmarks", "clubs", "config", "rules", "scoring", "static")
    kinds = [
        HOUSE.glob(f"{room}/**/*.{kind}") for room in rooms for kind in ("py", "js")
    ]
    ours = [path for kind in kinds for path in kind if not OTHERS & {*path.parts}]
    assert limit
    assert len(ours) > 400
    texts = [(path, read(path).splitlines()) for path in ours]
    long = [(path, lines) for path, lines in texts if len(lines) > int(limit[1])]
    assert [path for path, lines in long if WHY not in " ".join(lines[:12])] == []


def test_decisions_stay_short() -> None:
    """An entry has a bold start and at most three lines; dates are in Git."""
    text = read(DECISIONS)
    entries = re.findall(r"^- (?:.+\n)(?:  .+\n)*", text, re.M)
    assert len(entries) > 80
    assert [entry for entry in entries if entry.count("\n") > 3] == []
    assert [entry for entry in entries if not entry.startswith("- **")] == []
    assert DATE.findall(text) == []


def test_a_link_that_leads_nowhere_is_found() -> None:
    director = DOCS / "director.md"
    assert leads_nowhere(director, "director/no-such.png")
    assert leads_nowhere(director, "operations.md#no-such-part")
    assert leads_nowhere(director, "#no-such-part")


def test_every_picture_is_shown_and_light() -> None:
    shown = {
        (guide.parent / link).resolve()
        for guide in GUIDES
        for link in LINK.findall(read(guide))
        if link.endswith(".png")
    }
    assert [path.name for path in PICTURES if path not in shown] == []
    sizes = {path.name: path.stat().st_size for path in PICTURES}
    assert {name for name, size in sizes.items() if size > MOST_BYTES} == set()
    assert sum(sizes.values()) < MOST_IN_ALL


# --- Words


@cache
def words_shown() -> frozenset[str]:
    """Whatever a page can say, each text as a whole, and between its tags."""
    catalogue = polib.pofile(str(CATALOGUE))
    add_spellings(catalogue)
    said = (text for entry in catalogue for text in (entry.msgid, entry.msgid_plural))
    return frozenset(plain(each) for text in said for each in (text, *TAG.split(text)))


@in_turn("guide, least", [("director.md", 80), ("member.md", 15)])
def test_every_bold_word_of_a_guide_is_on_a_page(guide: str, least: int) -> None:
    words = [plain(bold) for bold in BOLD.findall(read(DOCS / guide))]
    assert len(words) > least
    assert {*words} - words_shown() - WORDS_OF_BROWSERS == set()


def test_a_word_that_no_page_says_is_found() -> None:
    """Also one that is only a part of what a page says."""
    for word in ("Publish the round now", "Publish", "Print verified"):
        assert plain(word) not in words_shown()
    for word in ("Publish round 2", "Print verified audit", "+5 min"):
        assert plain(word) in words_shown()
