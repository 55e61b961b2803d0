"""A program that knows nothing but the schema: made anew out of it, it reads a club."""

import builtins
import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client

from scoring.models import Tournament
from scoring.results.standings_table import table_of
from tests.gate import HOUSE
from tests.scoring.api.test_api import addresses, schema_of, told

pytestmark = pytest.mark.django_db
NAME = "open_data_client"
SCHEMA = HOUSE / "docs/api/openapi.json"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The package that openapi-python-client makes of docs/api/openapi.json alone."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "config.json").write_text(json.dumps({"post_hooks": []}))
    command = [sys.executable, "-m", "openapi_python_client", "generate"]
    command += ["--path", str(SCHEMA), "--meta", "none", "--fail-on-warning"]
    command += ["--config", "config.json", "--output-path", NAME]
    run = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    sys.path.insert(0, str(folder))
    yield folder / NAME
    sys.path.remove(str(folder))
    for name in [each for each in sys.modules if each.partition(".")[0] == NAME]:
        del sys.modules[name]


@pytest.fixture
def read(made: Path) -> Any:
    """Asks an address by its name in the schema; gives the client's own model."""
    transport = httpx.MockTransport(answered)
    client = importlib.import_module(NAME).Client(
        base_url="http://testserver",
        httpx_args={"transport": transport},
        raise_on_unexpected_status=True,
    )

    def ask(name: str, *parts: Any, **more: Any) -> Any:
        name = f"{name}_" if hasattr(builtins, name) else name
        module = importlib.import_module(f"{NAME}.api.default.{name}")
        return module.sync(*parts, client=client, **more)

    return ask


def answered(asked: httpx.Request) -> httpx.Response:
    """The site, within the test's own transaction."""
    path, headers = asked.url.raw_path.decode(), dict(asked.headers)
    answer = Client().generic(asked.method, path, headers=headers)
    return httpx.Response(
        answer.status_code, headers=dict(answer.items()), content=answer.content
    )


def test_it_reads_a_club(played: Tournament, read: Any) -> None:
    club, key = read("clubs").clubs[0].slug, played.file_id
    assert str(key) in [line.id for line in read("tournaments", club).evenings]
    evening = read("tournament", club, key)
    people = {entry.number: entry.name for entry in evening.entries}
    rows = [(row.place, people[row.entry], row.total) for row in evening.standings]
    table = table_of(played)
    assert rows == [
        (line.place, str(line.person.name), line.total) for line in table.lines
    ]
    assert read("round", club, key, 1).tables == evening.rounds[0].tables
    season = read("season", club, read("seasons", club).seasons[0].slug)
    assert season.games[0].places[0].place == 1
    number = read("players", club).players[0].number
    assert read("player", club, number).evenings
    assert [line.name for line in read("coming", club).evenings] == ["To come"]
    assert read("records", club).games
    assert read("honours", club).years


def test_it_knows_whatever_is_told(played: Tournament, read: Any) -> None:
    paths = schema_of()["paths"]
    for path, address in addresses(played).items():
        steps = zip(path.split("/"), address.split("/"), strict=True)
        parts = [value for step, value in steps if step.startswith("{")]
        model = read(paths[path]["get"]["operationId"], *parts)
        assert model.to_dict() == told(address), path


def test_it_reads_on_and_why_there_is_nothing(
    played: Tournament, read: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.api.queries.AT_ONCE", 1)
    first = read("tournaments", "lodge-24")
    then = read("tournaments", "lodge-24", after=first.next_)
    assert {line.id for line in first.evenings}.isdisjoint(
        line.id for line in then.evenings
    )
    problem = read("club", "nobody")
    assert (type(problem).__name__, problem.code) == ("Problem", "not_found")
