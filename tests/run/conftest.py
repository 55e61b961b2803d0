"""`run` in a house of its own, on a machine made of small stand-ins.

The stand-ins are the only programs on its PATH, besides what every Debian has.
Each writes what it was asked to do into one diary.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
ESSENTIAL = (
    "sh bash env cat cmp dirname echo flock grep id ln ls mkdir mv readlink rm sync tr"
)
TEST_TOOLS = [
    *("pdftotext", "xgettext", "initdb", "redis-server"),
    "chromium-headless-shell",
]

# Plays python3 and, copied by `-m venv`, the Python of the virtual environment.
PYTHON = """#!/bin/sh
case "$*" in
*version_info*) echo "/usr 3.11.2" && [ ! -e "$MACHINE/old-python" ] ;;
*ensurepip*) [ ! -e "$MACHINE/no-venv" ] ;;
*'import django'*) [ -e "${0%/*}/django" ] ;;
*'-m venv'*)
    echo "venv" >>"$MACHINE/diary"
    for folder in "$@"; do :; done
    mkdir -p "$folder" && rm -rf "$folder"/* && mkdir -p "$folder/bin" # as --clear does
    cat "$0" >"$folder/bin/python" && chmod +x "$folder/bin/python"
    ;;
*'-m pip'*)
    for pins in "$@"; do :; done
    echo "pip ${pins##*/}" >>"$MACHINE/diary"
    [ ! -e "$MACHINE/power-cut" ] || kill -9 $PPID $$
    [ ! -e "$MACHINE/slow-pip" ] || while [ ! -e "$MACHINE/said" ]; do :; done
    echo "pip talks"
    [ ! -e "$MACHINE/no-network" ] && touch "${0%/*}/django"
    ;;
*)
    echo "python $*" >>"$MACHINE/diary"
    [ -t 0 ] || cat
    exit "${EXIT_STATUS:-0}"
    ;;
esac
"""

DPKG_QUERY = """#!/bin/sh
for package in "$@"; do
    [ -e "$MACHINE/missing/$package" ] || printf '%s=installed ' "$package"
done
"""

APT_GET = """#!/bin/sh
case "$*" in
update*) ;;
*)
    echo "apt-get $*" >>"$MACHINE/diary"
    echo "apt talks"
    [ ! -e "$MACHINE/no-network" ] && rm -rf "$MACHINE/missing" "$MACHINE/no-venv"
    ;;
esac
"""

# Takes away what was there before it asks for the new, as `npm ci` does.
NPM = """#!/bin/sh
echo "npm $1" >>"$MACHINE/diary"
echo "npm talks"
rm -rf node_modules
[ ! -e "$MACHINE/no-npm-registry" ] && mkdir node_modules && touch node_modules/talk
"""


@dataclass
class Machine:
    """A folder that plays a machine, with a copy of the house on it."""

    folder: Path
    house: Path

    def put(self, name: str, script: str) -> None:
        path = self.folder / "bin" / name
        path.write_text(script)
        path.chmod(0o755)

    def lacks(self, *packages: str) -> None:
        for package in packages:
            (self.folder / "missing").mkdir(exist_ok=True)
            (self.folder / "missing" / package).touch()

    def has(self, flag: str) -> None:
        (self.folder / flag).touch()

    def is_not_root(self) -> None:
        self.is_run_by(1000)

    def is_run_by(self, user: int) -> None:
        (self.folder / "bin" / "id").unlink()
        self.put("id", f"#!/bin/sh\necho {user}\n")

    def run(
        self, *arguments: str, shell: str = "", typed: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        script = str(self.house / "run")
        return subprocess.run(
            [shell, script, *arguments] if shell else [script, *arguments],
            env={
                "PATH": str(self.folder / "bin"),
                "MACHINE": str(self.folder),
                **environment,
            },
            cwd=self.folder,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )

    def did(self) -> list[str]:
        """What happened since the last look."""
        diary = self.folder / "diary"
        lines = diary.read_text().splitlines() if diary.exists() else []
        diary.unlink(missing_ok=True)
        return lines


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    folder = tmp_path / "machine"
    house = tmp_path / "the lodge's house"
    (folder / "bin").mkdir(parents=True)
    house.mkdir()
    for name in ("run", "requirements.txt", "requirements-dev.txt"):
        shutil.copy(HOUSE / name, house)
    shutil.copytree(HOUSE / "tests" / "node", house / "tests" / "node")
    made = Machine(folder, house)
    for name in [*ESSENTIAL.split(), "touch", "chmod"]:
        program = shutil.which(name)
        assert program, name
        (folder / "bin" / name).symlink_to(program)
    made.put("python3", PYTHON)
    made.put("dpkg-query", DPKG_QUERY)
    made.put("dpkg", "#!/bin/sh\n")
    made.put("apt-get", APT_GET)
    made.put("npm", NPM)
    for name in TEST_TOOLS:
        made.put(name, "#!/bin/sh\n")
    return made
