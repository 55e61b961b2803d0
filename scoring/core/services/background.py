"""Work for a process of its own, so that no save and no page waits for it.

Whoever wants it done leaves word in a folder and starts a process, which takes the word
when it begins: however many ask until then, it is done once, and sees what all of them
wrote. A lock tells that somebody is at it; the system lifts it however he ends.
"""

import fcntl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from django.conf import settings

WANTED, MAKING = ".wanted", ".making"
LOST_SECONDS = 30  # whoever was to begin by then never will
# Asked at each start whether they have ended, or they would stay on as zombies.
_children: list[subprocess.Popen[bytes]] = []


def ask(folder: Path, *command: str, said: str = "") -> None:
    """Have a command of manage.py begin soon, unless it was asked for just now.

    `said` is the word left for it.
    """
    if not is_wanted(folder):
        (folder / WANTED).write_text(said, encoding="utf-8")
        start(*command)


def is_wanted(folder: Path) -> bool:
    """Whether somebody asked, and may still expect that it begins."""
    return 0 <= age(folder / WANTED) < LOST_SECONDS


def taken(folder: Path) -> str | None:
    """The word that was left, which then is gone; None where nobody waits."""
    try:
        said = (folder / WANTED).read_text(encoding="utf-8")
        (folder / WANTED).unlink()
    except FileNotFoundError:
        return None
    return said


def start(*command: str | Path, holding: TextIO | None = None) -> None:
    """Begin a command of manage.py and go on; it takes over the lock `holding`."""
    _children[:] = [child for child in _children if child.poll() is None]
    child = subprocess.Popen(
        [sys.executable, settings.BASE_DIR / "manage.py", *command],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(holding.fileno(),) if holding else (),
        start_new_session=True,
    )
    _children.append(child)


@contextmanager
def alone(path: Path) -> Iterator[TextIO]:
    """Hold the lock on a file; whoever comes second waits."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def is_held(path: Path) -> bool:
    """Whether a process holds the lock on this file."""
    try:
        with path.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def age(path: Path) -> float:
    """Seconds since it was written; below 0 where it is not there."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return -1
