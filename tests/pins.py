"""`./run pins`: requirements*.txt out of requirements*.in, every file with its hash.

What is pinned stays pinned; to take another version, change it in the .in file. Arguments
go to uv: `./run pins --upgrade` takes the newest of all that is brought along.
"""

import os
import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = "3.11"
SITE, TESTS = "requirements", "requirements-dev"
HEAD = (
    "# Made by `./run pins` out of {name}.in; nobody edits it. A package whose file has "
    "another\n# hash is not installed.\n"
)


def main(arguments: list[str]) -> int:
    return pin(SITE, *arguments) or pin(TESTS, *added_to_the_site(), *arguments)


def added_to_the_site() -> list[str]:
    """Both files are installed at once, so that no package stands in both."""
    pins = (HOUSE / f"{SITE}.txt").read_text().splitlines()
    names = [pin.partition("==")[0] for pin in pins if "==" in pin]
    known = [f"--no-emit-package={name.partition('[')[0]}" for name in names]
    return [f"--constraint={SITE}.txt", *known]


def pin(name: str, *arguments: str) -> int:
    made = subprocess.run(
        [
            Path(sys.executable).with_name("uv"),
            "pip",
            "compile",
            "--quiet",
            "--generate-hashes",
            "--no-header",
            "--no-annotate",
            "--no-strip-extras",
            "--no-emit-index-url",
            "--no-emit-find-links",
            "--python-version",
            OLDEST_PYTHON,
            f"{name}.in",
            "--output-file",
            f"{name}.txt",
            *arguments,
        ],
        cwd=HOUSE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "UV_PYTHON_DOWNLOADS": "never"},
        check=False,
    )
    if made.returncode:
        return made.returncode
    file = HOUSE / f"{name}.txt"
    file.write_text(HEAD.format(name=name) + file.read_text())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
