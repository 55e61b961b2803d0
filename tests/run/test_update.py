"""Releases and updates as the guides say, in a repository made for it."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
GUIDE, CONTRIBUTING = HOUSE / "docs/operations/laptop.md", HOUSE / "CONTRIBUTING.md"
SHELLS = pytest.mark.parametrize("shell", ["sh", "bash"])


def commands(path: Path, step: str) -> str:
    """The indented lines after the step that begins so."""
    text = path.read_text(encoding="utf-8")
    found = re.search(rf"^\d\. {step}.*\n\n((?: {{8}}.*\n)+)", text, re.MULTILINE)
    assert found, step
    return re.sub("^ {8}", "", found[1], flags=re.MULTILINE)


UPDATE = commands(GUIDE, "Take the newest release")
RELEASE = commands(CONTRIBUTING, "Commit, tag and publish")


@dataclass(frozen=True)
class Repository:
    """A working copy of Valat: `run` and its version."""

    folder: Path

    def does(self, script: str, shell: str = "sh") -> subprocess.CompletedProcess[str]:
        someone = {"NAME": "Marie", "EMAIL": "marie@example.org"}
        who = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in someone.items()
        }
        return subprocess.run(
            [shell, "-c", script],
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder), **who},
            capture_output=True,
            text=True,
            check=False,
        )

    def says(self, script: str, shell: str = "sh") -> str:
        done = self.does(script, shell)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def release(self, number: str, shell: str = "sh") -> None:
        project = self.folder / "pyproject.toml"
        project.write_text(f'version = "{number}"\n')
        self.says(RELEASE, shell)

    @property
    def version(self) -> str:
        return self.says("./run --version")


@pytest.fixture
def ours(tmp_path: Path) -> Repository:
    """Where releases are made; others clone what it publishes."""
    subprocess.run(
        ["git", "init", "-q", "--bare", "-b", "main", tmp_path / "public"], check=True
    )
    made = Repository(clone(tmp_path, "ours").folder)
    shutil.copy(HOUSE / "run", made.folder)
    (made.folder / "pyproject.toml").write_text('version = "0.9.0"\n')
    made.says("git checkout -q -b main && git add . && git commit -q -m Begin")
    made.says("git push -q origin main")
    return made


def clone(folder: Path, name: str) -> Repository:
    place = folder / name
    subprocess.run(["git", "clone", "-q", folder / "public", place], check=True)
    return Repository(place)


@SHELLS
def test_an_update_takes_the_newest_release_by_its_number(
    ours: Repository, tmp_path: Path, shell: str
) -> None:
    club = clone(tmp_path, "club")
    for number in ("1.2.0", "1.10.0", "1.9.1"):
        ours.release(number, shell)
    ours.says("git tag v2.0.0-rc1 && git tag visit && git push -q --tags")
    (ours.folder / "pyproject.toml").write_text('version = "2.0.0.dev"\n')
    ours.says("git commit -qam 'Begin what is next' && git push -q origin main")
    club.says(UPDATE, shell)
    assert club.version == "Valat 1.10.0"
    ours.release("1.11.0")
    club.says(UPDATE, shell)
    assert club.version == "Valat 1.11.0"
    club.says("git checkout -q v1.10.0", shell)
    assert club.version == "Valat 1.10.0"


@SHELLS
def test_without_a_release_it_says_so_and_changes_nothing(
    ours: Repository, tmp_path: Path, shell: str
) -> None:
    club = clone(tmp_path, "club")
    before = club.says("git rev-parse HEAD")
    done = club.does(UPDATE, shell)
    assert done.returncode != 0
    assert "There is no release yet. To take what is newest: git pull" in done.stderr
    assert club.says("git rev-parse HEAD") == before
    assert club.says("git branch --show-current") == "main"


def test_a_number_that_was_published_is_not_published_again(ours: Repository) -> None:
    ours.release("1.2.0")
    published = ours.says("git ls-remote origin refs/tags/v1.2.0")
    (ours.folder / "another").touch()
    ours.says("git add another")
    ours.does(RELEASE)
    assert ours.says("git ls-remote origin refs/tags/v1.2.0") == published


def test_this_version_is_the_newest_in_the_changelog_that_has_a_number() -> None:
    changes = (HOUSE / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)
    project = (HOUSE / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{released[0]}"' in project
