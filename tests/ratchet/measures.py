"""Measure how plain the code is, from its syntax trees.

    python -m tests.ratchet.measures           # print today's figures
    python -m tests.ratchet.measures NAME      # list every place that counts for a figure
    python -m tests.ratchet.measures --lower   # write figures that fell to figures.json

`test_ratchet.py` fails when a figure rises above the one in `figures.json`.
"""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from tests.ratchet.literal_messages import literal_messages

ROOT = Path(__file__).resolve().parents[2]
FIGURES = Path(__file__).with_name("figures.json")
WORDS_FILE = Path(__file__).with_name("function_words.txt")
# The product's packages. A renamed package is renamed here: a name that is missing fails.
PACKAGES = ("config", "clubs", "scoring", "rules")
# Each game is two folders with the same parts, so their classes share names on purpose.
GAMES = ("rules/", "scoring/games/")
DECISIONS = ROOT / "docs" / "decisions.md"
FUNCTION_WORDS = frozenset(WORDS_FILE.read_text(encoding="utf-8").split())
# A first line that opens with one of these only makes sense beside something else.
LEANING = re.compile(
    r"(?:It|Its|They|Their|This|That|These|Those|Such|Same|So|As|Also|Else|Likewise|The same"
    r"|Who|Whoever|Whom|Whose|What|Whatever|Which|Where|Why|How|Of|And|But|Or)\b"
    r"|.*\b(?:the same as|likewise)\b"
)
# Styles of the screen that take their sizes from static/css/tokens.css.
STYLES = ("css/valat.css", "css/drawings.css", "coming/rsvps.css")
SIZE = re.compile(
    r"\s*(?:font-size|(?:padding|margin)(?:-[a-z]+)*|(?:row-|column-)?gap): ([^;]+);"
)
RAW_LENGTH = re.compile(r"[\d.]+(?:rem|px)")
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
DOTTED = re.compile(r"(?:config|clubs|scoring)(?:\.\w+){2,}")


@dataclass(frozen=True)
class Module:
    """A module of the product: its path below the root, its text and its tree."""

    path: str
    text: str
    tree: ast.Module

    @property
    def room(self) -> str:
        """The package that import-linter orders: "clubs", "scoring.people", …"""
        parts = self.path.removesuffix(".py").split("/")
        return ".".join(parts[: 2 if parts[0] == "scoring" else 1])

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every node of its tree: walked once, because most figures look at all of them."""
        return [*ast.walk(self.tree)]


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the product but migrations."""
    found = []
    for package in PACKAGES:
        paths = sorted((ROOT / package).rglob("*.py"))
        if not paths:
            raise FileNotFoundError(f"package {package} has no modules")
        for path in paths:
            if "migrations" not in path.parts:
                text = path.read_text(encoding="utf-8")
                name = path.relative_to(ROOT).as_posix()
                found.append(Module(name, text, ast.parse(text)))
    return tuple(found)


@cache
def layers() -> dict[str, int]:
    """The height of each package in the import contract; higher imports lower."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    rooms = next(c for c in contracts if c.get("containers") == ["scoring"])["layers"]
    heights = {"clubs": 0, "config": len(rooms) + 1}
    for height, layer in enumerate(reversed(rooms), start=1):
        for room in re.findall(r"\w+", layer):
            heights[f"scoring.{room}"] = height
    return heights


def function_word_names() -> Iterator[str]:
    """Each function, parameter, variable or field that is named by a function word."""
    for module in modules():
        for node in module.nodes:
            match node:
                case (
                    ast.Name(id=name, ctx=ast.Store())
                    | ast.arg(arg=name)
                    | ast.FunctionDef(name=name)
                ) if name.strip("_") in FUNCTION_WORDS:
                    yield f"{module.path}:{node.lineno} {name}"


def lines_of_code() -> int:
    """Lines of the product that aren't blank."""
    return sum(
        bool(line.strip()) for each in modules() for line in each.text.splitlines()
    )


def classes() -> list[tuple[str, str]]:
    """Name and place of each class outside the games."""
    return [
        (node.name, f"{module.path}:{node.lineno}")
        for module in modules()
        if not module.path.startswith(GAMES)
        for node in module.nodes
        if isinstance(node, ast.ClassDef) and node.name not in {"Meta", "Media"}
    ]


def shared_class_names() -> Iterator[str]:
    """Each class outside the games whose name another one has as well."""
    counts = Counter(name for name, _ in classes())
    for name, place in sorted(classes()):
        if counts[name] > 1:
            yield f"{place} {name}"


def hidden_imports() -> Iterator[str]:
    """Each local of a function that hides a name its module imported."""
    for module in modules():
        imported = {
            alias.asname or alias.name.split(".")[0]
            for node in module.tree.body
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        for function in functions(module):
            for name in sorted(locals_of(function) & imported):
                yield f"{module.path}:{function.lineno} {function.name}: {name}"


def locals_of(function: ast.FunctionDef) -> set[str]:
    """Parameters and assigned names of a function."""
    names = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def functions(module: Module) -> Iterator[ast.FunctionDef]:
    """Every function and method of a module."""
    for node in module.nodes:
        if isinstance(node, ast.FunctionDef):
            yield node


def comprehensions() -> Iterator[tuple[str, Comprehension]]:
    """Place and tree of each comprehension."""
    for module in modules():
        for node in module.nodes:
            if isinstance(node, Comprehension):
                yield f"{module.path}:{node.lineno}", node


def two_for_comprehensions() -> Iterator[str]:
    """Each comprehension with more than one `for`."""
    for place, node in comprehensions():
        if len(node.generators) > 1:
            yield place


def nested_comprehensions() -> Iterator[str]:
    """Each comprehension with another one inside."""
    for place, node in comprehensions():
        inside = [each for each in ast.walk(node) if each is not node]
        if any(isinstance(each, Comprehension) for each in inside):
            yield place


def leaning_docstrings() -> Iterator[str]:
    """Each docstring whose first line can't be understood alone."""
    for module in modules():
        for node in module.nodes:
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                text = ast.get_docstring(node)
                if text and LEANING.match(first := text.splitlines()[0]):
                    yield f"{module.path}:{getattr(node, 'lineno', 1)} {first}"


def upward_strings() -> Iterator[str]:
    """Each dotted string in `clubs` and `scoring` that names code of a higher package."""
    for module in modules():
        height = layers().get(module.room)
        if height is None or module.room == "config":
            continue
        for node in module.nodes:
            if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                continue
            target = node.value
            is_code = DOTTED.fullmatch(target) and names_code(target)
            if is_code and height_of(target) > height:
                yield f"{module.path}:{node.lineno} {target}"


def height_of(target: str) -> int:
    """The height of the package that a dotted name belongs to."""
    parts = target.split(".")
    return layers().get(".".join(parts[: 2 if parts[0] == "scoring" else 1]), 0)


def names_code(target: str) -> bool:
    """Whether a dotted string is a module of the product and a name in it."""
    module, _, name = target.rpartition(".")
    path = ROOT / (module.replace(".", "/") + ".py")
    return (
        path.exists()
        and re.search(rf"^(?:def |class )?{name}\b", path.read_text("utf-8"), re.M)
        is not None
    )


def signals() -> Iterator[str]:
    """Each Django signal that `clubs` or `scoring` makes or receives."""
    for module in modules():
        if not module.path.startswith(("clubs/", "scoring/")):
            continue
        for node in module.nodes:
            match node:
                case ast.Call(func=ast.Name(id="Signal" | "receiver")):
                    yield f"{module.path}:{node.lineno}"


def raw_sizes() -> Iterator[str]:
    """Each font size, padding, margin and gap of a screen that isn't a token."""
    for name in STYLES:
        text = (ROOT / "static" / name).read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), start=1):
            if (found := SIZE.match(line)) and RAW_LENGTH.search(found[1]):
                yield f"static/{name}:{number} {line.strip()}"


def decisions_lines() -> int:
    """Lines of docs/decisions.md."""
    return len(DECISIONS.read_text(encoding="utf-8").splitlines())


# Of the tests, not of the product; measured apart, because it takes seconds.
LITERALS = "literal messages in tests"
PLACES: dict[str, Callable[[], Iterator[str]]] = {
    "shared class names": shared_class_names,
    "imports hidden by locals": hidden_imports,
    "comprehensions with two for": two_for_comprehensions,
    "nested comprehensions": nested_comprehensions,
    "docstrings that lean": leaning_docstrings,
    "dotted strings upward": upward_strings,
    "signals": signals,
    "raw sizes in styles": raw_sizes,
    "function words as names": function_word_names,
    LITERALS: literal_messages,
}


@cache
def code_figures() -> dict[str, float]:
    """Every figure of the product but the walks; less is better."""
    counts: dict[str, float] = {
        name: len([*find()]) for name, find in PLACES.items() if name != LITERALS
    }
    words = counts.pop("function words as names")
    counts["function words as names per 1,000 lines"] = round(
        1000 * words / lines_of_code(), 1
    )
    counts["lines of decisions.md"] = decisions_lines()
    return counts


def figures_of_tests() -> dict[str, int]:
    """The figures of the tests."""
    return {LITERALS: len([*literal_messages()])}


def walk_figures() -> dict[str, int]:
    """Modules entered and ways back of each walk that `benchmarks.walks` prints."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.walks"],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    figures, page = {}, ""
    for line in done.stdout.splitlines()[1:]:
        name, *numbers = re.split(r"\s{2,}", line.strip())
        page = page if name.startswith("then") else name
        title = f"{page}, {name}" if name.startswith("then") else name
        figures[f"walk: {title}: modules"] = int(numbers[0])
        figures[f"walk: {title}: ways back"] = int(numbers[1])
    return figures


def allowed() -> dict[str, float]:
    """The highest value that each figure may have."""
    figures: dict[str, float] = json.loads(FIGURES.read_text(encoding="utf-8"))
    return figures


def lower() -> None:
    """Write the figures that fell, and those that are new."""
    before = allowed() if FIGURES.exists() else {}
    today = code_figures() | figures_of_tests() | walk_figures()
    figures = {
        name: min(value, before.get(name, value)) for name, value in today.items()
    }
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> None:
    if arguments == ["--lower"]:
        lower()
    elif arguments:
        print(*PLACES[" ".join(arguments)](), sep="\n")
    else:
        figures = code_figures() | figures_of_tests() | walk_figures()
        for name, value in figures.items():
            print(f"{name:<50}{value:>8}")


if __name__ == "__main__":
    main(sys.argv[1:])
