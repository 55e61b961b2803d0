"""`python -m tests.rewording rsvp`: replace messages by a table, wherever they are.

A table is a JSON object of old and new messages beside this module. Python, templates and
scripts are searched for whole messages; tests also for messages with their values filled
in, and for parts of a message that occur in no other. Then format, run the tests, and
change by hand what they still expect of the old wording. A table that has been applied is
deleted.
"""

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from tests.sentences import in_braces, in_code, in_tables

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
PLACE = re.compile(r"\{\w+\}|%\(\w+\)s")
MARKUP = re.compile(rf"{PLACE.pattern}|<[^>]+>")
# A short label is a message only in one of these calls.
CALLS = {
    "message",
    "_",
    "lazy_message",
    "message_template",
    "plural_message",
    "gettext_noop",
    "pgettext",
    "pgettext_lazy",
}
SHORT = 3  # words
LEAST = 12  # letters of a part that may be looked for
WIDTH = 84  # columns of a line, less its quotes and comma
BLOCK = re.compile(
    r"(\{%\s*blocktranslate\b[^%]*%\})(.*?)(\{%\s*endblocktranslate\s*%\})", re.S
)
PLURAL = re.compile(r"(\{%\s*plural\s*%\})")
TRANSLATE = re.compile(r"""(\{%\s*translate\s+|_\()(["'])(.*?)\2""")
QUOTED = re.compile(r"""(["'])((?:(?!\1)[^\\\n])*)\1""")

Table = dict[str, str]
Rewrite = Callable[[ast.Constant, ast.AST | None], str | None]


def read_tables(names: list[str]) -> Table:
    """Return the pairs of some tables. Raises ValueError where the places differ."""
    table: Table = {}
    for name in names:
        table |= json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    for old, new in table.items():
        if {*PLACE.findall(old)} != {*PLACE.findall(new)}:
            raise ValueError(f"other places: {old!r} and {new!r}")
    return table


def rewrite_python(source: str, rewrite: Rewrite) -> str:
    """Return a module with its string constants rewritten; docstrings stay."""
    tree = ast.parse(source)
    parents = {
        child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)
    }
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    edits = []
    for node in ast.walk(tree):
        parent = parents.get(node)
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if not is_text or isinstance(parent, ast.Expr | ast.JoinedStr):
            continue
        assert isinstance(node, ast.Constant)
        new = rewrite(node, parent)
        if new is not None and node.end_lineno and node.end_col_offset is not None:
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            text = literal(new, node.col_offset)
            is_argument = isinstance(parent, ast.Call) or node.lineno < node.end_lineno
            if "\n" in text and not is_argument:
                text = f"({text})"
            edits.append((begin, end, text))
    data = source.encode()
    for begin, end, text in sorted(edits, reverse=True):
        data = data[:begin] + text.encode() + data[end:]
    return data.decode()


def literal(text: str, indent: int) -> str:
    """Return a text as a Python literal, over several lines where it is long."""
    lines = [""]
    for word in re.findall(r"\S+\s*|\s+", text):
        if lines[-1] and indent + len(lines[-1]) + len(word) > WIDTH:
            lines.append("")
        lines[-1] += word
    quoted = [json.dumps(line, ensure_ascii=False) for line in lines]
    return ("\n" + " " * indent).join(quoted)


class Rewording:
    """A table being applied; `found` counts how often each old message occurred.

    `others` are the messages that stay: a part that one of them has is left alone.
    """

    def __init__(self, table: Table, others: Collection[str] = ()) -> None:
        self.table = table
        self.others = others
        self.in_braces = {in_braces(old): in_braces(new) for old, new in table.items()}
        self.found: Counter[str] = Counter()
        self.filled_in = [
            (re.compile(_pattern(old)), re.sub(r"%\((\w+)\)s", r"{\1}", new))
            for old, new in sorted(table.items(), key=lambda pair: -len(pair[0]))
            if PLACE.search(old)
            and len(re.findall(r"\w+", PLACE.sub("", old))) >= SHORT
        ]

    def new_of(self, old: str) -> str | None:
        """Return the new wording of a whole message, or None."""
        if old not in self.table:
            return None
        self.found[old] += 1
        return self.table[old]

    def in_product(self, node: ast.Constant, parent: ast.AST | None) -> str | None:
        """Rewrite a whole message; a short one only as an argument of a known call."""
        text = str(node.value)
        if len(text.split()) < SHORT:
            function = parent.func if isinstance(parent, ast.Call) else None
            name = getattr(function, "id", getattr(function, "attr", ""))
            if name not in CALLS:
                return None
        return self.new_of(text)

    def in_tests(self, node: ast.Constant, parent: ast.AST | None) -> str | None:
        """Rewrite a message, one with its values, or a part that only it has.

        In a call of `message` it is a template, which is rewritten as a whole or stays.
        """
        text = str(node.value)
        if isinstance(parent, ast.Call) and getattr(parent.func, "id", "") == "message":
            return self.in_braces.get(text)
        if len(text.split()) < 2 or "\n" in text or '"' in text:
            return None
        if text in self.table:
            return self.table[text]
        for pattern, new in self.filled_in:
            if match := pattern.fullmatch(text):
                return new.format(**match.groupdict())
        if len(text) < LEAST or any(text in new for new in self.table.values()):
            return None
        if any(text in other for other in self.others):
            return None
        parts = {
            part_of(text, old, new) for old, new in self.table.items() if text in old
        }
        is_pattern = isinstance(parent, ast.keyword) and parent.arg == "match"
        part = parts.pop() if len(parts) == 1 else None
        return re.escape(part).replace("\\ ", " ") if part and is_pattern else part

    def in_template(self, source: str) -> str:
        """Rewrite the messages of a template's tags."""

        def block(match: re.Match[str]) -> str:
            parts = PLURAL.split(match[2])
            return match[1] + "".join(map(self._in_block, parts)) + match[3]

        def tag(match: re.Match[str]) -> str:
            new = self.new_of(match[3])
            return match[0] if new is None else f"{match[1]}{match[2]}{new}{match[2]}"

        return TRANSLATE.sub(tag, BLOCK.sub(block, source))

    def _in_block(self, part: str) -> str:
        lines = [line.strip() for line in part.strip().splitlines()]
        key = re.sub(r"\{\{\s*(\w+)\s*\}\}", r"%(\1)s", " ".join(filter(None, lines)))
        new = self.new_of(key)
        if new is None:
            return part
        before, after = re.match(r"\s*", part), re.search(r"\s*$", part)
        assert before
        assert after
        return before[0] + re.sub(r"%\((\w+)\)s", r"{{ \1 }}", new) + after[0]

    def in_script(self, source: str) -> str:
        """Rewrite the string literals of a script that are whole messages."""

        def one(match: re.Match[str]) -> str:
            new = self.new_of(match[2])
            return match[0] if new is None else f"{match[1]}{new}{match[1]}"

        return QUOTED.sub(one, source)


def _pattern(old: str) -> str:
    """Return a pattern of the messages that a template with places makes."""
    pattern, known = "", set[str]()
    for at, part in enumerate(re.split(r"(?:\{|%\()(\w+)(?:\}|\)s)", old)):
        if at % 2 == 0:
            pattern += re.escape(part)
        elif part in known:
            pattern += f"(?P={part})"
        else:
            pattern += f"(?P<{part}>.+?)"
            known.add(part)
    return pattern


def part_of(text: str, old: str, new: str) -> str | None:
    """Return the part of a new message that stands for a part of the old one."""
    parts = [part for part in map(str.strip, MARKUP.split(new)) if len(part) > SHORT]
    if not parts:
        return None
    if old.startswith(text):
        return parts[0] if new.startswith(parts[0]) else None
    if old.endswith(text):
        return parts[-1] if new.endswith(parts[-1]) else None
    return max(parts, key=len)


def files(*folders: str, ending: str) -> Iterator[Path]:
    """Every file of our own in some folders; migrations and vendored ones are left out."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob(f"*{ending}")):
            is_ours = not {"migrations", "vendor"} & {*path.parts}
            if path.is_file() and is_ours:
                yield path


def messages() -> set[str]:
    """Every message of the site before the table is applied."""
    entries = [*in_code(), *in_tables()]
    return {entry.msgid for entry in entries} | {
        entry.msgid_plural for entry in entries
    }


def change(path: Path, rewrite: Callable[[str], str]) -> None:
    """Write a file again where rewriting changes it."""
    before = path.read_text(encoding="utf-8")
    after = rewrite(before)
    if after != before:
        path.write_text(after, encoding="utf-8")


def main(names: list[str]) -> None:
    """Apply some tables, and print the messages that were nowhere in the product."""
    table = read_tables(names)
    rewording = Rewording(table, messages() - table.keys())
    for path in files("clubs", "config", "scoring", "rules/seating", ending=".py"):
        change(path, lambda source: rewrite_python(source, rewording.in_product))
    for path in [*files("templates", ending=""), *files("scoring", ending=".html")]:
        change(path, rewording.in_template)
    for path in files("static", "scoring", ending=".js"):
        change(path, rewording.in_script)
    missing = [old for old in rewording.table if not rewording.found[old]]
    for path in files("tests", ending=".py"):
        if path.is_relative_to(HERE):
            continue
        change(path, lambda source: rewrite_python(source, rewording.in_tests))
    print("Not found:", *missing or ["none"], sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1:])
