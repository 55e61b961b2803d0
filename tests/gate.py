"""`./run test`: every check, then every test; the first that fails ends it.

With arguments only pytest runs, on SQLite, with those arguments.
"""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.postgres import throwaway_postgres

PYTHON = sys.executable
HOUSE = Path(__file__).resolve().parent.parent
MANAGE = [PYTHON, "-W", "error", "manage.py"]
PYTEST = [PYTHON, "-m", "pytest", "-q"]
# One more than there are cores: a test in a browser often only waits. Those and tests of
# whole processes are long: who is done takes from the others.
PARALLEL = ["-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal"]
# On PostgreSQL what writes, locks, migrates and is restored; reading is the ORM's there.
OF_READING = ("selectors", "views", "documents", "forms")
LEFT_OUT = [
    *(f"--ignore-glob=tests/scoring/*/*{part}*" for part in OF_READING),
    *("--ignore=tests/scoring/games", "--ignore=tests/scoring/paper"),
    *("--ignore=tests/config", "--ignore=tests/templates"),
    *("--ignore=tests/test_permissions.py", "--ignore=tests/test_no_500.py"),
    # Every page again.
    *(
        "--ignore=tests/test_clubs_time.py",
        "--ignore=tests/games/pebbles/test_pages.py",
    ),
    *("--ignore=tests/clubs/test_account.py", "--ignore=tests/clubs/test_admin.py"),
    # Long stories out of services that are tried there one by one.
    "--ignore=tests/scoring/desk/commands/test_load_demo.py",
    "--ignore=tests/scoring/draw/services/test_substitutes.py",
]
LINT_IMPORTS = "import sys; from importlinter.cli import lint_imports_command as c; c()"


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that finally runs
    # What one process has compiled, the others read.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if arguments:
        return subprocess.run([*PYTEST, *arguments], check=False).returncode
    checks()
    step("tests on SQLite, and in the browser", *PYTEST, *PARALLEL)
    with throwaway_postgres() as url:
        step(
            "database tests on PostgreSQL",
            *(*PYTEST, *PARALLEL, "--database-only", *LEFT_OUT),
            TEST_DATABASE_URL=url,
        )
    print("\nEverything holds.", flush=True)
    return 0


def checks() -> None:
    step("ruff", PYTHON, "-m", "ruff", "check", ".")
    step("ruff format", PYTHON, "-m", "ruff", "format", "--check", ".")
    step("imports", PYTHON, "-c", LINT_IMPORTS)
    step("mypy", PYTHON, "-m", "mypy")
    with tempfile.TemporaryDirectory() as data:
        step(
            "check --deploy with HTTPS",
            *(*MANAGE, "check", "--deploy", "--fail-level", "WARNING"),
            HTTPS="on",
            DATA_DIR=data,
        )
        step(
            "migrations",
            *(*MANAGE, "makemigrations", "--check", "--dry-run"),
            DATA_DIR=data,
        )


def step(name: str, *command: str, **settings: str) -> None:
    print(f"\n=== {name}", flush=True)
    run = subprocess.run(
        command, cwd=HOUSE, env={**os.environ, **settings}, check=False
    )
    if run.returncode:
        sys.exit(f"\n=== failed: {name}")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
