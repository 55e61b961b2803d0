"""Text as the pages of rules in docs/ are written, for a page of the site.

Headings, paragraphs, lists, tables, **bold** and `code`: what those pages use, no more.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

SPANS = re.compile(r"\*\*(.+?)\*\*|`(.+?)`")
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


def blocks_of(text: str) -> Iterator[Block]:
    """The parts of a page, without its title; a section is what follows a heading."""
    for part in re.split(r"\n\s*\n", text.strip()):
        lines = part.splitlines()
        if part.startswith("# "):
            continue
        if part.startswith("#"):
            yield Block("heading", ((marked(lines.pop(0).lstrip("# ")),),))
        if not lines:
            continue
        if lines[0].startswith("|"):
            rows = (_cells(line) for n, line in enumerate(lines) if n != 1)
            yield Block("table", tuple(rows))
        elif lines[0].startswith("- "):
            items = re.split(r"^- ", "\n".join(lines), flags=re.M)[1:]
            yield Block("list", tuple((marked(each),) for each in items))
        else:
            yield Block("text", ((marked("\n".join(lines)),),))


def marked(text: str) -> SafeString:
    """One line, with what is bold or code."""
    spans = []
    end = 0
    plain = " ".join(text.split())
    for found in SPANS.finditer(plain):
        spans.append(format_html("{}", plain[end : found.start()]))
        bold, code = found.groups()
        spans.append(
            format_html("<strong>{}</strong>", bold)
            if bold
            else format_html("<code>{}</code>", code)
        )
        end = found.end()
    spans.append(format_html("{}", plain[end:]))
    return format_html_join("", "{}", ((span,) for span in spans))


def _cells(line: str) -> tuple[SafeString, ...]:
    return tuple(marked(each) for each in CELL.split(line.strip())[1:-1])
