"""Every package is pinned, with those that others bring along."""

import ast
import importlib.metadata
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
COMES_WITH_VENV = {"pip", "setuptools"}


def pins(file: str) -> dict[str, str]:
    found = {}
    for line in (HOUSE / file).read_text().replace("\\\n", " ").splitlines():
        if line and not line.startswith(("#", "-r ")):
            name, equals, version = line.partition("==")
            assert equals, f"{file}: {line} is not pinned"
            found[plain(name.partition("[")[0])] = version.split()[0]
    return found


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_every_file_has_its_hash_and_no_address(name: str) -> None:
    """As `./run pins` makes them: pip asks for all hashes, or installs nothing."""
    text = (HOUSE / f"{name}.txt").read_text()
    parts = [line.split() for line in text.replace("\\\n", " ").splitlines()]
    for part in parts:
        if part[0] != "#":
            assert len(part) > 1, part
            assert all(each.startswith("--hash=sha256:") for each in part[1:]), part
    assert "://" not in text
    assert pins(f"{name}.in").items() <= pins(f"{name}.txt").items(), "./run pins"


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_what_is_installed_is_what_is_pinned() -> None:
    installed = {
        plain(part.name): part.version
        for part in importlib.metadata.distributions()
        if plain(part.name) not in COMES_WITH_VENV
    }
    site, tests = pins("requirements.txt"), pins("requirements-dev.txt")
    assert installed == site | tests
    assert not site.keys() & tests.keys()  # each is installed by one of two at once


def test_what_the_site_imports_is_installed_without_the_tests() -> None:
    """`./run` installs requirements.txt alone; a print must not need more."""
    ours = {"rules", "clubs", "scoring", "config"}
    imported = {
        name.partition(".")[0]
        for folder in ours
        for file in (HOUSE / folder).rglob("*.py")
        for node in _run(ast.parse(file.read_text()))
        for name in _imported_by(node)
    }
    parts = importlib.metadata.packages_distributions()
    foreign = imported - ours - sys.stdlib_module_names
    assert {"django", "weasyprint", "pypdf"} <= foreign
    pinned = pins("requirements.txt")
    missing = [
        name
        for name in sorted(foreign)
        if not any(plain(part) in pinned for part in parts.get(name, ()))
    ]
    assert missing == []


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """The statements of a file but what only the checker of types reads."""
    for child in ast.iter_child_nodes(node):
        is_typing = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(
            child.test
        )
        if not is_typing and not isinstance(child, ast.expr):
            yield child
            yield from _run(child)


def _imported_by(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module]
    return []


def test_no_package_takes_the_name_of_our_folders() -> None:
    ours = {"rules", "clubs", "scoring", "config", "benchmarks"}
    assert not ours & (pins("requirements.txt") | pins("requirements-dev.txt")).keys()


def test_every_direct_package_has_its_reason() -> None:
    reasons = (HOUSE / "docs" / "decisions.md").read_text()
    for file in ("requirements.in", "requirements-dev.in"):
        direct = (HOUSE / file).read_text()
        names = re.findall(r"^([A-Za-z][\w.-]*)", direct, flags=re.MULTILINE)
        assert names
        missing = [name for name in names if f"**{name}" not in reasons]
        assert missing == [], file
