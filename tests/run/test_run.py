"""./run: sets up what is missing, once, and passes everything else through."""

import os
import shutil
import subprocess

import pytest

from tests.run.conftest import Machine

SITE = ["venv", "pip requirements.txt"]
NODE = "npm ci"
TEST_PINS = "pip requirements-dev.txt"
BOTH = [TEST_PINS, "pip requirements.txt"]  # at once, in any order
ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="the real id says who runs")

# Its first seconds are over at once; in the second ones the slow program comes to its end.
SLEEP = """#!/bin/sh
if [ -e "$MACHINE/slept" ]; then
    touch "$MACHINE/said"
    exec {sleep} 5
fi
touch "$MACHINE/slept"
"""


def update(machine: Machine) -> None:
    """Another version of Valat, with another package."""
    with (machine.house / "requirements.txt").open("a") as pins:
        pins.write("another==1.0\n")


def started(machine: Machine, *arguments: str) -> str:
    return " ".join([f"python {machine.house}/manage.py", *arguments])


def test_first_start_sets_up_and_second_has_nothing_to_do(machine: Machine) -> None:
    machine.is_not_root()
    assert machine.run().returncode == 0
    assert machine.did() == [*SITE, started(machine, "serve")]
    again = machine.run()
    assert machine.did() == [started(machine, "serve")]
    assert again.stderr == ""


def test_root_is_told_so_in_one_line_and_it_starts(machine: Machine) -> None:
    machine.run("manage", "check")
    machine.did()
    machine.is_run_by(0)
    run = machine.run()
    assert run.stderr.startswith("valat: running as root")
    assert len(run.stderr.splitlines()) == 1
    assert machine.did() == [started(machine, "serve")]
    assert machine.run("manage", "check").stderr == "", "only what stays and listens"


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_works_from_any_folder_and_called_by_any_shell(
    machine: Machine, shell: str
) -> None:
    machine.run("manage", "check", shell=shell)
    assert machine.did() == [*SITE, started(machine, "check")]


def test_works_through_a_link(machine: Machine) -> None:
    (machine.folder / "bin" / "valat").symlink_to(machine.house / "run")
    subprocess.run(
        ["valat", "manage", "check"],
        env={"PATH": str(machine.folder / "bin"), "MACHINE": str(machine.folder)},
        executable=machine.folder / "bin" / "valat",
        capture_output=True,
        check=True,
    )
    assert machine.did() == [*SITE, started(machine, "check")]


def test_manage_passes_input_output_arguments_and_status_through(
    machine: Machine,
) -> None:
    run = machine.run("manage", "score_hands", "a b", typed="a hand\n", EXIT_STATUS="3")
    assert run.stdout == "a hand\n"
    assert "pip talks" in run.stderr
    assert run.returncode == 3
    assert machine.did() == [*SITE, started(machine, "score_hands", "a b")]


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_what_takes_long_is_said_until_it_is_done(machine: Machine, shell: str) -> None:
    machine.has("slow-pip")
    machine.put("sleep", SLEEP.format(sleep=shutil.which("sleep")))
    run = machine.run("manage", "check", shell=shell, PULSE="7")
    assert run.returncode == 0
    assert "valat: still installing Python packages (7 s)" in run.stderr
    assert machine.did() == [*SITE, started(machine, "check")]


def test_tests_add_their_packages_to_the_sites(machine: Machine) -> None:
    machine.run("manage", "check")
    machine.did()
    machine.run("test", "tests/rules", "-k", "x")
    gate = "python -m tests.gate tests/rules -k x"
    assert machine.did() == [TEST_PINS, NODE, gate]
    machine.run("test")
    machine.run()
    assert machine.did() == ["python -m tests.gate", started(machine, "serve")]


def test_tests_first_set_up_the_site_as_well(machine: Machine) -> None:
    machine.run("test")
    made, *pinned = machine.did()[:3]
    assert [made, *sorted(pinned)] == ["venv", *BOTH]
    machine.run()
    assert machine.did() == [started(machine, "serve")]


def test_what_looks_at_scripts_is_installed_for_tests_when_its_lock_changes(
    machine: Machine,
) -> None:
    machine.run()
    assert NODE not in machine.did()
    machine.run("test")
    assert NODE in machine.did()
    with (machine.house / "tests" / "node" / "package-lock.json").open("a") as lock:
        lock.write("\n")
    machine.run()
    assert machine.did() == [started(machine, "serve")]
    machine.run("test")
    assert machine.did() == [NODE, "python -m tests.gate"]


def test_without_what_looks_at_scripts_no_gate_begins(machine: Machine) -> None:
    machine.has("no-npm-registry")
    run = machine.run("test")
    assert run.returncode == 1
    assert "is there a network?" in run.stderr
    assert "npm talks" not in run.stdout
    (machine.folder / "no-npm-registry").unlink()
    machine.did()
    assert machine.run("test").returncode == 0
    assert machine.did() == [NODE, "python -m tests.gate"]


@pytest.mark.parametrize("name", ["others", ".venv-a", ".venv-b"])
def test_anothers_environment_is_not_cleared(machine: Machine, name: str) -> None:
    others = machine.folder / name
    others.mkdir()
    (others / "kept").touch()
    venv = machine.house / ".venv"
    venv.symlink_to(others)
    assert machine.run("manage", "check").returncode == 0
    assert machine.did() == [*SITE, started(machine, "check")]
    assert (others / "kept").exists()
    assert venv.resolve().parent == machine.house


@pytest.mark.parametrize("leads_to", ["nowhere/at/all", ".venv"])
def test_a_link_that_leads_nowhere_is_no_environment(
    machine: Machine, leads_to: str
) -> None:
    (machine.house / ".venv").symlink_to(leads_to)
    assert machine.run("manage", "check").returncode == 0
    assert machine.did() == [*SITE, started(machine, "check")]


def test_changed_pin_sets_up_again(machine: Machine) -> None:
    machine.run()
    machine.did()
    update(machine)
    machine.run()
    assert machine.did() == [*SITE, started(machine, "serve")]


@pytest.mark.parametrize("command", [[], ["test"]])
@pytest.mark.parametrize("had", ["site", "test"])
def test_an_update_that_fails_leaves_the_version_before(
    machine: Machine, had: str, command: list[str]
) -> None:
    machine.run() if had == "site" else machine.run("test")
    machine.did()
    pins = machine.house / "requirements.txt"
    before = pins.read_bytes()
    update(machine)
    machine.has("no-network")
    machine.has("no-npm-registry")
    failed = machine.run(*command)
    assert failed.returncode == 1
    assert "version before" in failed.stderr.splitlines()[-1]
    machine.did()
    pins.write_bytes(before)
    assert machine.run().returncode == 0
    assert machine.did() == [started(machine, "serve")]
    if had == "test":
        machine.run("test")
        assert machine.did() == ["python -m tests.gate"]


def test_an_update_that_is_killed_leaves_the_version_before(machine: Machine) -> None:
    machine.run()
    machine.did()
    pins = machine.house / "requirements.txt"
    before = pins.read_bytes()
    update(machine)
    machine.has("power-cut")
    assert machine.run().returncode != 0
    machine.did()
    pins.write_bytes(before)
    assert machine.run().returncode == 0
    assert machine.did() == [started(machine, "serve")]
    (machine.folder / "power-cut").unlink()
    update(machine)
    machine.run()
    assert machine.did() == [*SITE, started(machine, "serve")]


def test_going_back_and_forth_needs_no_network(machine: Machine) -> None:
    machine.run()
    pins = machine.house / "requirements.txt"
    before = pins.read_bytes()
    update(machine)
    machine.run()
    machine.did()
    after = pins.read_bytes()
    machine.has("no-network")
    machine.is_not_root()
    for version in (before, after, before):
        pins.write_bytes(version)
        run = machine.run()
        assert (run.returncode, run.stderr) == (0, "")
        assert machine.did() == [started(machine, "serve")]


def test_two_environments_are_kept_at_most(machine: Machine) -> None:
    for _ in range(4):
        update(machine)
        assert machine.run().returncode == 0
    kept = sorted(path.name for path in machine.house.glob(".venv*"))
    assert kept == [".venv", ".venv-a", ".venv-b"]


def test_an_environment_of_an_older_run_is_kept_beside(machine: Machine) -> None:
    """It was a folder, not a link; what it says of itself still holds."""
    machine.run()
    venv = machine.house / ".venv"
    folder = venv.resolve()
    venv.unlink()
    folder.rename(venv)
    machine.did()
    machine.run()
    assert machine.did() == [started(machine, "serve")]
    pins = machine.house / "requirements.txt"
    before = pins.read_bytes()
    update(machine)
    machine.run()
    assert machine.did() == [*SITE, started(machine, "serve")]
    pins.write_bytes(before)
    machine.has("no-network")
    machine.run()
    assert machine.did() == [started(machine, "serve")]


def test_node_modules_that_fail_leave_those_of_before(machine: Machine) -> None:
    machine.run("test")
    machine.did()
    lock = machine.house / "tests" / "node" / "package-lock.json"
    before = lock.read_bytes()
    lock.write_bytes(before + b"\n")
    machine.has("no-npm-registry")
    assert machine.run("test").returncode == 1
    machine.did()
    lock.write_bytes(before)
    assert machine.run("test").returncode == 0
    assert machine.did() == ["python -m tests.gate"]
    assert (machine.house / ".venv/node/node_modules/talk").exists()


def test_changed_pin_of_the_site_keeps_the_packages_of_the_tests(
    machine: Machine,
) -> None:
    machine.run("test")
    machine.did()
    update(machine)
    machine.run()
    made, *pinned = machine.did()[:3]
    assert [made, *sorted(pinned)] == ["venv", *BOTH]
    machine.run("test")
    assert machine.did() == [NODE, "python -m tests.gate"]


def test_interrupted_install_is_done_again_from_the_start(machine: Machine) -> None:
    machine.has("no-network")
    run = machine.run()
    assert run.returncode == 1
    assert "could not install the Python packages" in run.stderr.splitlines()[-1]
    (machine.folder / "no-network").unlink()
    machine.did()
    machine.run()
    assert machine.did() == [*SITE, started(machine, "serve")]


def test_interrupted_test_packages_leave_the_site_as_it_is(machine: Machine) -> None:
    machine.run()
    machine.has("no-network")
    assert machine.run("test").returncode == 1
    machine.did()
    machine.run()
    assert machine.did() == [started(machine, "serve")]
    (machine.folder / "no-network").unlink()
    machine.run("test")
    assert machine.did() == [TEST_PINS, NODE, "python -m tests.gate"]


def test_moved_folder_is_set_up_again(machine: Machine) -> None:
    machine.run()
    machine.did()
    machine.house = machine.house.rename(machine.house.with_name("moved"))
    machine.run()
    assert machine.did() == [*SITE, started(machine, "serve")]


@pytest.mark.parametrize("lost", ["bin/python", "bin/django", "ready-site"])
def test_broken_environment_is_made_again(machine: Machine, lost: str) -> None:
    machine.run()
    machine.did()
    (machine.house / ".venv" / lost).unlink()
    machine.run()
    assert machine.did() == [*SITE, started(machine, "serve")]


def test_old_python_is_refused_in_one_line(machine: Machine) -> None:
    machine.has("old-python")
    run = machine.run()
    assert run.returncode == 1
    assert run.stderr == "valat: Python 3.11 or newer is needed; this one is 3.11.2\n"
    assert machine.did() == []


def test_no_python_is_said_in_one_line(machine: Machine) -> None:
    run = machine.run(PYTHON="python3.99")
    assert run.returncode == 1
    assert run.stderr.startswith("valat: python3.99 is missing")
    assert "setting PYTHON" in run.stderr
    assert len(run.stderr.splitlines()) == 1


@ROOT_ONLY
def test_only_missing_packages_are_installed_and_quietly_for_stdout(
    machine: Machine,
) -> None:
    machine.has("no-venv")
    machine.lacks("libpango-1.0-0", "fontconfig")
    run = machine.run("manage", "check")
    installed, *rest = machine.did()
    assert installed.startswith("apt-get install -y")
    assert installed.endswith(" python3-venv libpango-1.0-0 fontconfig")
    assert rest == [*SITE, started(machine, "check")]
    assert run.stdout == ""
    assert "apt talks" in run.stderr


@ROOT_ONLY
def test_tools_of_the_tests_are_installed_for_tests_only(machine: Machine) -> None:
    for tool in ("pdftotext", "chromium-headless-shell"):
        (machine.folder / "bin" / tool).unlink()
    machine.run()
    assert not any(line.startswith("apt-get") for line in machine.did())
    machine.run("test")
    assert " poppler-utils chromium-headless-shell" in machine.did()[0]


def test_without_rights_missing_packages_are_named_in_one_line(
    machine: Machine,
) -> None:
    machine.is_not_root()
    machine.lacks("libpango-1.0-0", "tzdata")
    run = machine.run()
    assert run.returncode == 1
    assert run.stderr == (
        "valat: these Debian packages are missing; please run: "
        "sudo apt-get install libpango-1.0-0 tzdata\n"
    )
    assert machine.did() == []


def test_sudo_is_used_where_it_asks_nothing(machine: Machine) -> None:
    machine.is_not_root()
    machine.put("sudo", '#!/bin/sh\n[ "$1" = -n ] && exit 0\nexec "$@"\n')
    machine.lacks("tzdata")
    assert machine.run().returncode == 0
    assert machine.did()[0].endswith(" tzdata")


def test_sudo_that_would_ask_where_nobody_is_counts_as_none(machine: Machine) -> None:
    machine.is_not_root()
    machine.put("sudo", "#!/bin/sh\nexit 1\n")
    machine.lacks("tzdata")
    run = machine.run()
    assert run.returncode == 1
    assert len(run.stderr.splitlines()) == 1


@ROOT_ONLY
def test_failed_package_install_says_what_to_do(machine: Machine) -> None:
    machine.lacks("tzdata")
    machine.has("no-network")
    run = machine.run()
    assert run.returncode == 1
    last = run.stderr.splitlines()[-1]
    assert last == "valat: could not install; please run: sudo apt-get install tzdata"


def test_another_word_is_answered_with_the_usage(machine: Machine) -> None:
    run = machine.run("start")
    assert run.returncode == 2
    assert "usage: ./run" in run.stderr
    assert machine.run("--help").returncode == 0


@pytest.mark.parametrize(
    ("word", "command"),
    [
        ("prepare", "serve --prepare-only"),
        ("serve", "serve --prepared"),
        ("worker", "work"),
    ],
)
def test_what_a_site_of_several_machines_starts(
    machine: Machine, word: str, command: str
) -> None:
    assert machine.run(word).returncode == 0
    assert machine.did()[-1].endswith(f"manage.py {command}")
