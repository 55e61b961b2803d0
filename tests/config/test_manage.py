"""The command line: a reader that has read enough, output to a pipe, statuses."""

import os
import subprocess
import sys
from pathlib import Path

from tests.gate import HOUSE


def piped(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command whose reader closes the pipe at once."""
    command = " ".join([sys.executable, "manage.py", *words])
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} | true"],
        cwd=HOUSE,
        env=os.environ | {"DATA_DIR": str(data), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_reader_that_has_read_enough_is_no_error(tmp_path: Path) -> None:
    done = piped(tmp_path, "help", "--commands")
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
    assert done.returncode in (0, 141)  # 0 where all was written before it closed
