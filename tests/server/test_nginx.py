"""docs/nginx.conf as it stands, started by Debian's nginx on a machine of its own."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.server.own_machine import AT_ONCE, LONG
from tests.server.proxy import EXAMPLE, NCHAN
from tests.test_permissions import DOORS, NO
from tests.world import Evening, undone

APART = ("unshare", "--mount", "--net", "--fork", "--kill-child")
PASSED_ON = ("Cache-Control", "Vary", "Location", "Set-Cookie")
# Where there is no page, or another address of one.
NOWHERE = (
    "/no-such-club/",
    "/lodge-24/no-such-evening/",
    "/lodge-24/secret-tarok/",
    "/lodge-24",
    "/a/b/c/d/e/f/",
    "/api/v1/clubs/no-such-club/",
    "/robots.txt",
)
LONGEST_LINE = 400


def why_not() -> str:
    """Why no machine of its own can be made here; "" where one can."""
    if os.geteuid() != 0:
        return "only root makes namespaces of the network and of disks"
    if subprocess.run([*APART, "mount", "-t", "tmpfs", "try", "/mnt"]).returncode:
        return "this machine allows no namespaces of the network and of disks"
    return "" if shutil.which("nginx") and NCHAN.exists() else "there is no nginx"


@pytest.fixture
def answers(here: Evening) -> dict[str, dict[str, Any]]:
    """What the site answers a stranger at each address."""
    paths = [here.address(name) for name, door in DOORS.items() if door.get != NO]
    found = {}
    client = Client()
    for path in sorted({*paths, *NOWHERE}):
        with undone(client):
            answer = client.get(path)
            if answer.streaming:
                answer.getvalue()
        headers = {n: v for n, v in answer.headers.items() if n in PASSED_ON}
        if answer.cookies:
            headers["Set-Cookie"] = "csrftoken=x"
        is_kept = "public" in headers.get("Cache-Control", "")
        facts = {"status": answer.status_code, "headers": headers, "is_kept": is_kept}
        found[path] = facts
        client = Client()
    return found


@pytest.fixture
def said(answers: dict[str, Any], tmp_path: Path) -> Iterator[dict[str, Any]]:
    if why := why_not():
        pytest.skip(why)
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(answers))
    command = [sys.executable, "-m", "tests.server.own_machine"]
    done = subprocess.run(
        [*APART, *command, settings.BASE_DIR / EXAMPLE, file],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.django_db
def test_it_starts_and_nobody_waits_for_another(
    said: dict[str, Any], answers: dict[str, Any]
) -> None:
    waited = {
        path: found
        for path, found in said["asked"].items()
        if found != ([1, False] if answers[path]["is_kept"] else [AT_ONCE, True])
    }
    assert waited == {}
    kept = sum(facts["is_kept"] for facts in answers.values())
    assert kept > 60
    assert len(answers) - kept > 100
    here = "https://tarok.example.org/lodge-24/?page=2"
    assert said["redirects"] == [[301, here], [301, here]]
    assert said["protocols"] == ["h2", "h2"]

    assert set(said["vain"]) == {502}
    logged = said["logs"]["valat.log"].splitlines()
    assert len(logged) == len(said["vain"])
    assert all(" 502 " in line for line in logged)
    everything = "".join(said["logs"].values())
    assert "T0ken" not in everything
    assert LONG[:200] not in everything
    assert max(map(len, everything.splitlines())) < LONGEST_LINE
