"""`./run test`: every check, then every test; what fails ends it.

With arguments only pytest runs, on SQLite, with those arguments.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.postgres import database_beside, throwaway_postgres

PYTHON = sys.executable
HOUSE = Path(__file__).resolve().parent.parent
MANAGE = [PYTHON, "-W", "error", "manage.py"]
PYTEST = [PYTHON, "-m", "pytest", "-q"]
# Tests in a browser are long, and often only wait: who is done takes from the others.
PARALLEL = ["--dist", "worksteal", "-n", str((os.cpu_count() or 1) + 1)]
# On PostgreSQL what differs there, each kind once: locks and races, constraints, migrations,
# backups, our own SQL, search and order; and every page and an evening's every step.
BACKUPS, PEOPLE = "tests/scoring/backups/commands", "tests/scoring/people"
OF_PEOPLE = ("entries", "entry_lists", "erasure", "merges", "players")
RESTORED = (
    "every_row_of_every_table_is_as_it_was",
    "the_site_goes_on_after_it",
    "a_club_founded_meanwhile_is_left_alone",
    "rows_that_point_nowhere_are_refused",
    "rows_that_break_a_rule_are_refused",
    "an_evening_goes_on_elsewhere",
    "values_that_no_column_may_have_are_refused",
)
OPEN_DATA = (
    "api/test_api.py::test_asked_again_it_costs_a_query",
    "api/test_api.py::test_what_changes_is_another_answer",
    "api/test_api.py::test_lists_go_on_by_key_while_rows_are_added",
    "exports/test_card_evening_import.py::test_the_same_bytes_come_out_elsewhere[spjst]",
    "exports/test_card_evening_import.py::test_the_same_bytes_come_out_elsewhere[tysiacha]",
    "exports/test_card_evening_import.py::test_it_can_be_taken_back",
    "exports/test_card_evening_import.py::test_what_a_file_does_not_say_and_its_order_are_no_difference",
    "exports/test_card_evening_import.py::test_a_large_number_of_another_program_is_given_back",
    "exports/test_two_databases.py",
)
ON_POSTGRESQL = (
    "tests/test_races.py",
    "tests/test_table_races.py",
    "tests/test_door_races.py",
    "tests/server/test_at_once.py",
    "tests/server/test_site.py",
    "tests/evenings",
    "tests/test_clubs_time.py",
    "tests/scoring/core",
    "tests/clubs/test_counted_together.py",
    "tests/clubs/test_redis_caches.py",
    "tests/clubs/test_advisory_locks.py",
    "tests/clubs/test_server_clock.py",
    "tests/server/test_first_starts.py",
    "tests/scoring/backups/test_retention.py::test_of_two_machines_one_makes_the_daily_backup",
    "tests/clubs/test_name_search.py",
    f"{BACKUPS}/test_backup_on_postgresql.py",
    f"{BACKUPS}/test_backup.py::test_a_backup_is_of_one_moment_and_keeps_nobody_waiting",
    *(f"{BACKUPS}/test_restore.py::test_{each}" for each in RESTORED),
    "tests/scoring/past_results/test_importer.py",
    "tests/scoring/sheets/test_count_rows.py",
    "tests/scoring/history/test_record_book.py",
    *(f"{PEOPLE}/test_{of}.py" for of in OF_PEOPLE),
    "tests/scoring/rollups/test_updates.py",
    "tests/scoring/signups/test_rsvps.py",
    "tests/scoring/api/test_webhooks.py",
    "tests/scoring/api/test_webhook_retries.py",
    *(f"tests/scoring/{each}" for each in OPEN_DATA),
    # What chance may miss on pages is no matter of the database.
    "--deselect=tests/evenings/test_evenings.py::test_people_who_sit_out_leave_and_come_back",
    f"--deselect={PEOPLE}/test_merges.py::test_merge_and_undo_change_nothing",
    f"--deselect={PEOPLE}/test_erasure.py::test_what_was_stopped_in_the_middle_is_ended",
)
LAST_FAILED = HOUSE / ".pytest_cache" / "v" / "cache" / "lastfailed"
WAITING = ("tests/browser/", "tests/server/")
AT_MOST_ALONE = 3
NEW = "a new database"
LINT_IMPORTS = "import sys; from importlinter.cli import lint_imports_command as c; c()"
DJANGOFMT = str(Path(PYTHON).with_name("djangofmt"))
BIOME = (
    str(Path(PYTHON).parents[1] / "node" / "node_modules" / ".bin" / "biome"),
    "ci",
    "--colors=off",
    "--error-on-warnings",
    "--config-path=tests/node/biome.jsonc",
)
DOCS = ("docs", "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
OUTLIVED = [PYTHON, "-m", "django", "lintmigrations", "--settings=tests.older_versions"]
# The slowest first; each with a data folder of its own.
CHECKS = {
    "mypy": [PYTHON, "-m", "mypy"],
    "imports": [PYTHON, "-c", LINT_IMPORTS],
    "check --deploy with HTTPS": [
        "env",
        "HTTPS=on",
        *MANAGE,
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
    ],
    "migrations": [*MANAGE, "makemigrations", "--check", "--dry-run"],
    # What it compiles, no process of the tests has to.
    "every test can be read": [*PYTEST, "--collect-only"],
    # Each process of the tests begins with a copy.
    NEW: [*MANAGE, "migrate", "-v0"],
    "biome": [*BIOME, "static", "scoring/games"],
    "templates": [DJANGOFMT, "check", "templates"],
    "templates' format": [DJANGOFMT, "--check", "templates"],
    "spelling of the docs": [PYTHON, "-m", "codespell_lib", *DOCS],
    "ruff": [PYTHON, "-m", "ruff", "check", "."],
    "ruff format": [PYTHON, "-m", "ruff", "format", "--check", "."],
}


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that finally runs
    # What one process has compiled, the others read.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if arguments:
        return subprocess.run([*PYTEST, *arguments], check=False).returncode
    with tempfile.TemporaryDirectory() as data, throwaway_postgres() as url:
        checks(Path(data), url)
        tests(Path(data), url)
    print("\nEverything holds.", flush=True)
    return 0


def checks(data: Path, url: str) -> None:
    """All at once: mypy takes as long on one core as the others on the next."""
    everything = CHECKS | {
        f"{NEW} on PostgreSQL": [
            "env",
            f"DATABASE_URL={database_beside(url, NEW)}",
            *CHECKS[NEW],
        ],
        "an older version goes on": [
            "env",
            f"TEST_DATABASE_URL={url}",
            *OUTLIVED,
        ],
    }
    running = {
        name: started(command, data / name) for name, command in everything.items()
    }
    stop_at([name for name, check in running.items() if not holds(name, check)])


def tests(data: Path, url: str) -> None:
    """Those on PostgreSQL beside all others: they often wait for each other."""
    there, migrated = "database tests on PostgreSQL", "TEST_DATABASE_MIGRATED"
    file = str(data / NEW / "valat.sqlite3")
    known = {"TEST_DATABASE_URL": url, migrated: NEW, "TEST_SQLITE_MIGRATED": file}
    beside = started([*PYTEST, *ON_POSTGRESQL], data / there, **known)
    try:
        here = "tests on SQLite, and in the browser"
        print(f"\n=== {here}", flush=True)
        os.environ[migrated] = file
        done = subprocess.run([*PYTEST, *PARALLEL], cwd=HOUSE, check=False)
        failed = [here] if done.returncode and not holds_alone() else []
        stop_at(failed + ([] if holds(there, beside) else [there]))
    finally:
        beside.terminate()


def holds_alone() -> bool:
    """Whether the few tests that failed beside all others hold by themselves.

    Only those that wait for a browser or a started site: a crowded machine can starve
    one. Which they are is printed, and worth a look.
    """
    if not LAST_FAILED.exists():
        return False
    names = list(json.loads(LAST_FAILED.read_text(encoding="utf-8")))
    are_waiting = all(name.startswith(WAITING) for name in names)
    if not names or len(names) > AT_MOST_ALONE or not are_waiting:
        return False
    print(
        "\n=== failed beside the others; once more, alone", *names, sep="\n", flush=True
    )
    return subprocess.run([*PYTEST, *names], cwd=HOUSE, check=False).returncode == 0


def stop_at(failed: list[str]) -> None:
    if failed:
        sys.exit(f"\n=== failed: {', '.join(failed)}")


def started(command: list[str], data: Path, **settings: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        cwd=HOUSE,
        env={**os.environ, "DATA_DIR": str(data), **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def holds(name: str, check: subprocess.Popen[str]) -> bool:
    """What it says, once it has ended; of what holds, the last line."""
    said, _ = check.communicate()
    lines = said.splitlines()[-1 if check.returncode == 0 else 0 :]
    print(f"\n=== {name}", *lines, sep="\n", flush=True)
    return check.returncode == 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
