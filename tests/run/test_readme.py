"""README.md names every command, and the guides name only commands that exist."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.gate import HOUSE

README = (HOUSE / "README.md").read_text(encoding="utf-8")
FOLDERS = ("clubs", "scoring")
COMMANDS = sorted(
    path.stem
    for folder in FOLDERS
    for path in Path(HOUSE, folder, "management", "commands").glob("[!_]*.py")
    # `./run` starts this one; others are only former names of a command.
    if path.stem != "serve" and "The former name of" not in path.read_text("utf-8")
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command: str) -> None:
    assert re.search(rf"\./run manage {command}\b", README)


def test_guides_name_only_commands_that_exist() -> None:
    guides = [*HOUSE.glob("*.md"), *HOUSE.glob("docs/**/*.md")]
    texts = "\n".join(guide.read_text("utf-8") for guide in guides)
    named = set(re.findall(r"run manage (\w+)", texts))
    assert len(named) > 20
    assert named - {*get_commands(), "help", "NAME"} == set()
