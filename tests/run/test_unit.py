"""The unit of docs/operations/server.md for systemd: well formed, and as closed as it says."""

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs/operations/server.md"
SYSTEMD = shutil.which("systemd-analyze")
with_systemd = pytest.mark.skipif(not SYSTEMD, reason="no systemd here")


@pytest.fixture
def unit() -> str:
    text = PAGE.read_text(encoding="utf-8")
    [found] = re.findall(r"^    \[Unit\]\n(?:(?:    .*)?\n)+", text, re.MULTILINE)
    return re.sub("^    ", "", found, flags=re.MULTILINE)


@pytest.fixture
def file(unit: str, tmp_path: Path) -> Path:
    """With a program that is there."""
    path = tmp_path / "valat.service"
    path.write_text(unit.replace("/srv/valat/run", "/bin/true"), encoding="utf-8")
    return path


def asked(*what: object) -> str:
    done = subprocess.run(
        [SYSTEMD, *what, "--no-pager"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_it_can_be_read(unit: str) -> None:
    read = ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(unit)
    assert read.sections() == ["Unit", "Service", "Install"]
    service = read["Service"]
    assert service["User"] == "valat"
    assert service["NoNewPrivileges"] == service["PrivateTmp"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert (service["Restart"], service["RestartSec"]) == ("on-failure", "5")


@with_systemd
def test_systemd_takes_it_without_a_word(file: Path) -> None:
    assert asked("verify", file) == ""


@with_systemd
def test_it_is_as_closed_as_the_page_says(file: Path) -> None:
    said = asked("security", "--offline=true", file)
    exposure = re.search(r"Overall exposure level for valat.service: ([0-9.]+)", said)
    assert exposure
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"`systemd-analyze security valat` says {exposure[1]} " in text
