"""The measurements that a change of the site could break: they run, small."""

import os
import subprocess
import sys

from tests.gate import HOUSE

# Each with what it says in the end; standings last: they take the site's addresses for
# their own.
SMALL = [
    ("prints", ("2", "2", "2"), "a job of 2 tables"),
    ("history", ("2x60",), "duplicates"),
    ("walks", ("standings page",), "standings/views/standings.py"),
    ("standings", ("16",), "printable page"),
]
# In one process, which starts and migrates once.
ALL_IN_ONE = f"""
import runpy, sys
for kind, sizes, _ in {SMALL}:
    sys.argv[1:] = sizes
    runpy.run_module(f"benchmarks.{{kind}}", run_name="__main__", alter_sys=True)
"""


def test_they_run() -> None:
    run = subprocess.run(
        [sys.executable, "-c", ALL_IN_ONE],
        cwd=HOUSE,
        env={
            "PATH": os.environ["PATH"],
            **{"PYTHONUTF8": "1", "TIMES": "1"},
        },  # the tests' settings stay out
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert [said for *_, said in SMALL if said not in run.stdout] == []
