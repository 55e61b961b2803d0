"""The measurements that a change of the site could break: they run, small."""

import os
import subprocess
import sys

import pytest

from tests.gate import HOUSE


@pytest.mark.parametrize(
    ("kind", "size", "said"),
    [
        ("prints", "3", "a job of 3 tables"),
        ("standings", "16", "printable page"),
        ("history", "2x60", "duplicates"),
        ("walks", "standings page", "scoring/views/standings.py"),
    ],
)
def test_it_runs(kind: str, size: str, said: str) -> None:
    command = [sys.executable, "-m", f"benchmarks.{kind}", size]
    run = subprocess.run(
        command,
        cwd=HOUSE,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONUTF8": "1",
        },  # the tests' settings stay out
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert said in run.stdout
