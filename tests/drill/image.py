"""The image's own steps, run in a chroot where there is nothing to build it with.

`./run drill image`, as root: a Debian of the machine's own apt sources, the RUN and COPY
steps as the Containerfile has them, pip as this machine is set up, then the site as nobody
on a disk that is read-only but for /data, in a network of its own. What it began ends with
it: all of it is in namespaces.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.drill.figures import say
from tests.run.test_containers import instructions

HOUSE = Path(settings.BASE_DIR)
STEPS, START = 1_800, 240  # s that a step, and the first start, may take
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ASK = "from urllib.request import urlopen; print(urlopen('http://127.0.0.1:8000/').read().decode())"
A_ROUND = """
import django; django.setup()
from scoring.models import Round
rnd = Round.objects.exclude(state="draft").first()
print(rnd.tournament.club.slug, rnd.tournament.slug, rnd.number)
"""
# What a step sees besides its stage; all of it is gone with its process.
STEP = """
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/mnt"
for pair in $GIVEN; do
    from=${pair%%=*} to=$1${pair#*=}
    if [ -d "$from" ]; then mkdir -p "$to"; else touch "$to"; fi
    mount --bind "$from" "$to"
    mount -o remount,bind,ro "$to"
done
root=$1; shift
exec chroot "$root" "$@"
"""
# As compose has it: read-only but for /data and /tmp.
RUNNING = """
ip link set lo up
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/tmp"
mount --bind "$1/data" "$1/data"
mount -o remount,bind,ro "$1"
root=$1 user=$2; shift 2
exec chroot --userspec="$user" "$root" "$@"
"""


@dataclass
class Image:
    """What the Containerfile's steps leave: a folder, and how it is to be run."""

    root: Path
    facts: dict[str, str] = field(default_factory=dict)  # instruction: its words
    environment: dict[str, str] = field(default_factory=dict)

    def words(self, instruction: str) -> list[str]:
        """Of one that is written as a list."""
        listed = re.search(r"\[.*\]$", self.facts[instruction])
        assert listed
        read: list[str] = json.loads(listed[0])
        return read


@pytest.fixture
def folder() -> Iterator[Path]:
    if os.geteuid() != 0:
        pytest.skip("a chroot needs root")
    path = Path(tempfile.mkdtemp(prefix="valat-image-", dir="/var/tmp"))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path)


def test_the_image_is_built_and_runs(folder: Path) -> None:
    image = built(folder)
    begun = time.monotonic()
    site = Running(image)
    try:
        site.wait_until_healthy()
        say(f"healthy {time.monotonic() - begun:.0f} s after its first start")
        uids, memory = site.processes()
        assert uids == {10001}
        say(f"{memory >> 20} MB in all its processes, none of them root's")
        assert "Valat" in site.ask("-c", ASK)
        of_round = site.ask("-c", A_ROUND).split()
        sheets = "/tmp/sheets.pdf"
        site.ask("manage.py", "print_sheets", *of_round, "-o", sheets)
        size = site.ask(
            "-c",
            f"print(open({sheets!r}, 'rb').read(5), __import__('os').stat({sheets!r}).st_size)",
        )
        assert size.startswith("b'%PDF-'")
        say(f"a round's sheets are {int(size.split()[1]) >> 10} KB of PDF")
        assert site.stop() == 0
    finally:
        site.end()


def built(folder: Path) -> Image:
    """The last stage; each begins with a Debian as its FROM names it."""
    stages: dict[str, Image] = {}
    image = Image(folder)
    for what, said in instructions("Containerfile"):
        if what == "FROM":
            name = said.partition(" AS ")[2]
            image = Image(debian(folder, said, f"stage-{len(stages)}"))
            stages[name] = image
        elif what == "RUN":
            step(image, said)
        elif what == "COPY":
            copy(image, said, stages)
        elif what == "ENV":
            image.environment |= dict(pair.split("=", 1) for pair in shlex.split(said))
        else:
            image.facts[what] = said
    say(f"the image is {size_of(image.root)} MB")
    return image


def debian(folder: Path, wanted: str, name: str) -> Path:
    """A folder with the smallest Debian of that release, by apt's own sources."""
    match = re.search(r"/debian:([a-z]+)-slim", wanted)
    assert match
    base = folder / "debian"
    if not base.exists():
        if not shutil.which("mmdebstrap"):
            run("apt-get", "update", "-q")
            run("apt-get", "install", "-q", "-y", "mmdebstrap")
        begun = time.monotonic()
        sources = sources_of(match[1])
        if not sources:
            pytest.skip(f"apt's sources on this machine have no {match[1]}")
        options = [f"--aptopt={line}" for line in apt_options()]
        variant = ("--mode=root", "--variant=minbase", *options)
        run("unshare", "-m", "mmdebstrap", *variant, match[1], base, *sources)
        say(f"Debian: {size_of(base)} MB in {time.monotonic() - begun:.0f} s")
    run("cp", "-a", base, folder / name)
    return folder / name


def sources_of(release: str) -> list[Path]:
    places = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    files = [path for path in places if path.suffix in (".list", ".sources")]
    return [path for path in files if path.exists() and release in path.read_text()]


def apt_options() -> list[str]:
    """How this machine reaches its sources."""
    dump = subprocess.run(
        ["apt-config", "dump"], capture_output=True, text=True, check=True
    )
    is_way = re.compile(r"Acquire::(http|https|Check-|Retries)")
    return [line for line in dump.stdout.splitlines() if is_way.match(line)]


def step(image: Image, command: str) -> None:
    """A RUN in a shell of the stage, with pip's settings of this machine."""
    begun = time.monotonic()
    told, given = pip_settings()
    places = {"/etc/resolv.conf": "/etc/resolv.conf", **given}
    (image.root / "etc/resolv.conf").touch()
    environment = {
        **{"PATH": PATH, "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"},
        **told,
        **image.environment,
        "GIVEN": " ".join(f"{here}={there}" for here, there in places.items()),
    }
    inside = ("unshare", "-m", "-p", "-f", "--kill-child", "sh", "-ec", STEP, "step")
    run(*inside, image.root, "/bin/sh", "-c", command, env=environment)
    say(f"{time.monotonic() - begun:.0f} s: {' '.join(command.split())[:60]} …")


def pip_settings() -> tuple[dict[str, str], dict[str, str]]:
    """As variables; and what they name of this machine, each with the place at which the
    step finds it: folders at their own, files at others, for a step may write theirs."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"],
        capture_output=True,
        text=True,
        check=True,
    )
    pairs = (line.split("=", 1) for line in listed.stdout.splitlines())
    told = {
        name.rpartition(".")[2]: shlex.split(value)[0]
        for name, value in pairs
        if name.startswith(("global.", "install.", ":env:."))
    }
    environment = {
        f"PIP_{name.upper().replace('-', '_')}": value for name, value in told.items()
    }
    ways = re.compile(r"(http|https|no)_proxy", re.IGNORECASE)
    environment |= {k: v for k, v in os.environ.items() if ways.fullmatch(k)}
    given: dict[str, str] = {}
    for name, value in environment.items():
        words = []
        for word in value.split():
            path = word.removeprefix("file://")
            if path.startswith("/") and Path(path).is_file():
                there = given.setdefault(path, f"/mnt/{len(given)}")
                word = word.replace(path, there)
            elif (
                path.startswith("/") and Path(path).is_dir()
            ):  # its links lead beside it
                beside = str(Path(path).parent if Path(path).parts[2:] else path)
                given[beside] = beside
            words.append(word)
        environment[name] = " ".join(words)
    return environment, given


def copy(image: Image, said: str, stages: dict[str, Image]) -> None:
    *options, source, target = said.split()
    begin, place = HOUSE, image.root / target.lstrip("/")
    if options:
        begin = stages[options[0].removeprefix("--from=")].root
    there = begin / source.lstrip("/")
    if there.is_dir():
        ignore = None if options else left_out
        shutil.copytree(there, place, symlinks=True, ignore=ignore, dirs_exist_ok=True)
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(there, place)


def left_out(folder: str, names: list[str]) -> set[str]:
    """What .containerignore names."""
    patterns = (HOUSE / ".containerignore").read_text(encoding="utf-8").split()
    here = Path(folder).relative_to(HOUSE)
    return {
        name
        for name in names
        for pattern in patterns
        if (pattern.startswith("**/") and fnmatch(name, pattern[3:]))
        or str(here / name) == pattern
    }


class Running:
    """The image's command as a container has it."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.environment = {"PATH": PATH, "HOME": "/data", **image.environment}
        alone = ("unshare", "-m", "-p", "-n", "-f", "--kill-child")
        command = image.words("ENTRYPOINT") + image.words("CMD")
        self.process = subprocess.Popen(
            [*alone, "sh", "-ec", RUNNING, "run", image.root, self.user, *command],
            env=self.environment,
        )

    @property
    def user(self) -> str:
        return self.image.facts["USER"]

    @property
    def first(self) -> int:
        """The process that is the first one inside."""
        children = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        return int(Path(children).read_text().split()[0])

    def inside(self, *command: Any) -> subprocess.CompletedProcess[str]:
        enter = ("nsenter", "-t", str(self.first), "-m", "-p", "-n")
        as_user = ("chroot", f"--userspec={self.user}", self.image.root)
        return subprocess.run(
            [*enter, *as_user, *command],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def ask(self, *what: str) -> str:
        python, manage = self.image.words("ENTRYPOINT")
        words = [manage if word == "manage.py" else word for word in what]
        known = (
            "env",
            f"PYTHONPATH={Path(manage).parent}",
            "DJANGO_SETTINGS_MODULE=config.settings",
        )
        done = self.inside(*known, python, *words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def wait_until_healthy(self) -> None:
        """By the image's own HEALTHCHECK."""
        end, look = time.monotonic() + START, self.image.words("HEALTHCHECK")
        while True:
            assert self.process.poll() is None, "the site ended"
            assert time.monotonic() < end, "the site is not healthy"
            time.sleep(1)
            if self.inside(*look).returncode == 0:
                return

    def processes(self) -> tuple[set[int], int]:
        """Whose all processes inside are, and their memory together."""
        inside = os.readlink(f"/proc/{self.first}/ns/pid")
        uids, memory = set(), 0
        for path in Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(path / "ns/pid") != inside:
                    continue
                status = (path / "status").read_text()
                memory += pss_of(path)
            except OSError:  # it ended
                continue
            uids.add(int(re.search(r"^Uid:\s+(\d+)", status, re.MULTILINE)[1]))
        return uids, memory

    def stop(self) -> int:
        os.kill(self.first, signal.SIGTERM)
        return self.process.wait(60)

    def end(self) -> None:
        """Whatever is left of it."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def pss_of(process: Path) -> int:
    told = (process / "smaps_rollup").read_text()
    return int(re.search(r"^Pss:\s+(\d+)", told, re.MULTILINE)[1]) << 10


def size_of(folder: Path) -> int:
    done = subprocess.run(
        ["du", "-smx", folder], capture_output=True, text=True, check=True
    )
    return int(done.stdout.split()[0])


def run(*command: Any, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, check=False, timeout=STEPS
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3_000:]
