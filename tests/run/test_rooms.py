"""What import-linter cannot say of a room with `views`: which of Django its nouns know."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.gate import HOUSE

CORE = HOUSE / "scoring/core"  # has no views, but what the views of all rooms share
WITH_VIEWS = [path.parent for path in (HOUSE / "scoring").glob("*/views")]
CLUBS = HOUSE / "clubs"  # an app by itself, in the same two layers
ROOMS = [CLUBS, CORE, *sorted(WITH_VIEWS)]
OF_AN_APP = {"models", "migrations", "management", "templatetags", "i18n"}
OF_VIEWS = (
    "django.forms",
    "django.http",
    "django.shortcuts",
    "django.template",
    "django.urls.path",
    "django.views",
    "django.contrib.messages",
    "django_tables2",
    "django_htmx",
)


def nouns(room: Path) -> list[Path]:
    """The modules directly in a room, but those that its views share with other rooms'.

    `access.py` says who may see a page, `tables.py` has what several rooms' pages show,
    `subscribers.py` registers what follows the log, papers too; in `core` are the frames
    of pages, too, and in it and in `clubs` the fields of forms.
    """
    shared = {"access.py", "tables.py", "subscribers.py"}
    if room == CORE:
        shared |= {"forms.py", "page_context.py"}
    if room == CLUBS:  # and what looks at who asks, from where, and what he is sent
        shared |= {
            "forms.py",
            "admin.py",
            "site_urls.py",
            "languages.py",
            "file_responses.py",
        }
    return [path for path in room.glob("*.py") if path.name not in shared]


def imported(code: str) -> Iterator[str]:
    """All that a module imports, each by its whole name."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def among(names: Iterable[str], code: str) -> list[str]:
    """What a module imports of these, or of what is below them."""
    dotted = tuple(f"{name}." for name in names)
    return [name for name in imported(code) if f"{name}.".startswith(dotted)]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_no_noun_knows_forms_http_or_templates(room: Path) -> None:
    above = ["views", "documents"]
    if room in {CORE, CLUBS}:
        above += ["access", "forms", "tables", "page_context"]
    name = ".".join(room.relative_to(HOUSE).parts)
    its_own = [f"{name}.{module}" for module in above]
    wrong = {
        path.name: among([*OF_VIEWS, *its_own], path.read_text())
        for path in nouns(room)
    }
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_has_two_layers(room: Path) -> None:
    folders = {path.parent.name for path in room.glob("*/*.py")}
    if room == CLUBS:
        folders -= OF_AN_APP
    assert folders <= {"views", "documents"}


def test_what_a_page_alone_may_know_is_told() -> None:
    code = "from django import forms\nfrom django.http import Http404\nimport django"
    assert among(OF_VIEWS, code) == ["django.forms", "django.http.Http404"]
