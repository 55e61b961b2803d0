"""The image and its compose files, as far as they can be read without building them."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.env import NAMES

HOUSE = Path(__file__).resolve().parents[2]
OTHERS = {"PYTHONUTF8"}  # not ours, but Python's
KNOWN = {"FROM", "RUN", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK"}
KNOWN |= {"ENTRYPOINT", "CMD"}


def instructions(name: str) -> list[tuple[str, str]]:
    text = (HOUSE / name).read_text(encoding="utf-8")
    plain = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def words_of(name: str, instruction: str) -> list[str]:
    return [said for what, said in instructions(name) if what == instruction]


@pytest.mark.parametrize("name", ["Containerfile", "containers/nginx.Containerfile"])
def test_an_image_is_made_of_what_is_here(name: str) -> None:
    assert {what for what, _ in instructions(name)} <= KNOWN
    for copied in words_of(name, "COPY"):
        *sources, _ = [word for word in copied.split() if not word.startswith("--")]
        assert all(
            (HOUSE / each).exists() for each in sources if "--from" not in copied
        )
    for run in words_of(name, "RUN"):
        subprocess.run(["sh", "-n", "-c", run], check=True)


def test_the_image_runs_as_nobody_and_is_looked_at() -> None:
    name = "Containerfile"
    assert words_of(name, "USER") == ["10001:10001"]
    assert words_of(name, "VOLUME") == ["/data"]
    [look] = words_of(name, "HEALTHCHECK")
    assert "/healthz" in look
    [build, runs] = words_of(name, "FROM")
    assert build == f"{runs} AS build"


def test_the_image_has_the_libraries_that_the_start_installs() -> None:
    run = (HOUSE / "run").read_text(encoding="utf-8")
    libraries = re.search(r'^libraries="(.*)"$', run, re.MULTILINE)
    assert libraries
    installed = shlex.split(" ".join(words_of("Containerfile", "RUN")))
    assert set(libraries[1].split()) <= set(installed)


def test_what_no_image_needs_stays_out() -> None:
    ignored = (HOUSE / ".containerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "data", "tests"} <= set(ignored)


def compose(name: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((HOUSE / name).read_text(encoding="utf-8"))
    return read


@pytest.mark.parametrize("name", ["compose.yaml", "compose.parts.yaml"])
def test_compose_names_what_there_is(name: str) -> None:
    told = compose(name)
    services, volumes = told["services"], told["volumes"]
    for service in services.values():
        for other in service.get("depends_on", []):
            assert other in services
        for volume in service.get("volumes", []):
            place = volume.partition(":")[0]
            assert place in volumes or place.startswith("$")
        if build := service.get("build"):
            assert (HOUSE / build["dockerfile"]).exists()
        if service.get("image") != "valat":
            continue
        named = set(service.get("environment", {}))
        assert {each for each in named if not each.startswith("AWS_")} <= (
            {*NAMES} | OTHERS
        )
        assert service["cap_drop"] == ["ALL"]
        assert service["read_only"] is True


def test_several_machines_share_their_parts() -> None:
    services = compose("compose.parts.yaml")["services"]
    ours = {
        name: each for name, each in services.items() if each.get("image") == "valat"
    }
    assert set(ours) == {"prepare", "site1", "site2", "worker1", "worker2"}
    [settings] = {str(each["environment"]) for each in ours.values()}
    assert "redis://redis:6379/0" in settings
    assert "noeviction" in services["redis"]["command"]
    assert services["site1"]["command"] == ["serve", "--prepared"]
