"""Every package is pinned, with those that others bring along."""

import importlib.metadata
import re
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
COMES_WITH_VENV = {"pip", "setuptools"}


def pins(file: str) -> dict[str, str]:
    found = {}
    for line in (HOUSE / file).read_text().splitlines():
        if line and not line.startswith(("#", "-r ")):
            name, equals, version = line.partition("==")
            assert equals, f"{file}: {line} is not pinned"
            found[plain(name.partition("[")[0])] = version
    return found


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_what_is_installed_is_what_is_pinned() -> None:
    installed = {
        plain(part.name): part.version
        for part in importlib.metadata.distributions()
        if plain(part.name) not in COMES_WITH_VENV
    }
    assert installed == pins("requirements.txt") | pins("requirements-dev.txt")


def test_no_package_takes_the_name_of_our_folders() -> None:
    ours = {"rules", "clubs", "scoring", "config", "benchmarks"}
    assert not ours & (pins("requirements.txt") | pins("requirements-dev.txt")).keys()


def test_every_direct_package_has_its_reason() -> None:
    reasons = (HOUSE / "docs" / "decisions.md").read_text()
    for file in ("requirements.txt", "requirements-dev.txt"):
        direct = (HOUSE / file).read_text().partition("# brought along")[0]
        names = re.findall(r"^([A-Za-z][\w.-]*)", direct, flags=re.MULTILINE)
        assert names
        missing = [name for name in names if f"**{name}" not in reasons]
        assert missing == [], file
