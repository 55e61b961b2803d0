"""The rules of a game as one house plays them: its page in docs/, its own values."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from clubs.wording import in_language
from rules.options import Option
from scoring.games.game_adapter import game_and_rules_of
from scoring.games.names import USUAL_GAME, name_of
from scoring.games.spoken import spoken
from scoring.models import Tournament

SPANS = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")
FORMS = ("<strong>{}</strong>", "<em>{}</em>", "<code>{}</code>")
WORD = re.compile(r"[^\W\d_]{2,}")
CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a page: a heading, a paragraph, a list's items or a table's rows.

    The first of `rows` is the head of a table; all else has its text in `rows[0]`.
    """

    kind: Literal["heading", "text", "list", "table"]
    rows: tuple[tuple[SafeString, ...], ...]

    @property
    def text(self) -> SafeString:
        """What a heading or a paragraph says."""
        return self.rows[0][0]


def blocks_of(text: str, names: Mapping[str, str] | None = None) -> Iterator[Block]:
    """The parts of a page, without its title; `names` say codes in words."""
    for part in re.split(r"\n\s*\n", text.strip()):
        lines = part.splitlines()
        if part.startswith("# "):
            continue
        if part.startswith("#"):
            yield Block("heading", ((marked(lines.pop(0).lstrip("# ")),),))
        if lines:
            yield _block(lines, names or {})


def _block(lines: list[str], names: Mapping[str, str]) -> Block:
    if lines[0].startswith("|"):
        rows = (tuple(marked(cell, names) for cell in row) for row in _rows(lines))
        return Block("table", tuple(rows))
    if lines[0].startswith("- "):
        return Block("list", tuple((marked(item, names),) for item in _items(lines)))
    return Block("text", ((marked("\n".join(lines), names),),))


def texts_of(page: str) -> Iterator[str]:
    """Every heading, paragraph, item and cell of a page, as `marked` looks it up."""
    for part in re.split(r"\n\s*\n", page.strip()):
        lines = part.splitlines()
        if part.startswith("#"):
            yield _plain(lines.pop(0).lstrip("# "))
        if not lines:
            continue
        if lines[0].startswith("|"):
            for row in _rows(lines):
                yield from map(_plain, row)
        else:
            items = _items(lines) if lines[0].startswith("- ") else ["\n".join(lines)]
            yield from map(_plain, items)


def _plain(text: str) -> str:
    """On one line."""
    return " ".join(text.split())


def _translated(plain: str) -> str:
    """In the reader's language, where there is a word in it."""
    return gettext(plain) if WORD.search(plain) else plain


def _rows(lines: list[str]) -> list[list[str]]:
    """The cells of a table, its head first."""
    rows = [CELL.split(line.strip())[1:-1] for line in lines]
    return [rows[0], *rows[2:]]


def _items(lines: list[str]) -> list[str]:
    return re.split(r"^- ", "\n".join(lines), flags=re.M)[1:]


def marked(text: str, names: Mapping[str, str] | None = None) -> SafeString:
    """One line, with what is marked in it; a code that has a name is told by it."""
    plain, spans, end = _translated(_plain(text)), [], 0
    for match in SPANS.finditer(plain):
        spans.append(format_html("{}", plain[end : match.start()]))
        form, inner = FORMS[(match.lastindex or 1) - 1], match[match.lastindex or 0]
        if match[3] and names and match[3] in names:
            form, inner = "“{}”", names[match[3]]
        spans.append(format_html(form, inner))
        end = match.end()
    spans.append(format_html("{}", plain[end:]))
    return format_html_join("", "{}", ((span,) for span in spans))


OWN_TABLE = "House rules"  # the section in whose place the house's own values stand


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One rule with the value that it has here, and in the rule set if that differs."""

    option: Option
    said: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class RulesHere:
    """What the page says: of the game, then of the house; `preset` names its rule set."""

    game: str
    preset: str
    blocks: tuple[Block, ...]
    rules: tuple[HouseRule, ...]


def shown_pages() -> dict[str, Path]:
    """The page in docs/ by game.

    That of the usual game is left out: who plays it has the rule sheet, and its page
    tells judges and programs how each section is read.
    """
    pages = sorted((settings.BASE_DIR / "docs" / "rules").glob("*.md"))
    return {page.stem: page for page in pages if page.stem != USUAL_GAME}


def rules_here(tournament: Tournament) -> RulesHere:
    """Without the game's own part where nobody has written one."""
    page = shown_pages().get(tournament.game)
    text = page.read_text(encoding="utf-8") if page else ""
    game, _ = game_and_rules_of(tournament)
    return RulesHere(
        name_of(tournament.game),
        in_language(game.house.names[tournament.preset]),
        tuple(_of_the_game(text, spoken(dict(game.house.names)))),
        tuple(_of_the_house(tournament)),
    )


def _of_the_game(text: str, names: Mapping[str, str]) -> Iterator[Block]:
    """All but the table of what any house may choose."""
    is_left_out = False
    for block in blocks_of(text, names):
        if block.kind == "heading":
            is_left_out = block.text == marked(OWN_TABLE)
        if not is_left_out:
            yield block


def _of_the_house(tournament: Tournament) -> Iterator[HouseRule]:
    game, own = game_and_rules_of(tournament)
    preset = game.house.presets[tournament.preset]
    for option in game.house.options:
        here, usual = (getattr(house, option.name) for house in (own, preset))
        differs = in_language(option.kind.in_words(usual)) if here != usual else ""
        yield HouseRule(option, in_language(option.kind.in_words(here)), differs)
