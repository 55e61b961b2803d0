"""Break-glass packs: asked for after each round, kept for the desk, the newest of each.

Whoever closes or opens a round only asks for one: a process of its own makes it, so that
no save waits for it. There are tables' secret addresses in it, so it lies among the
site's data, for its owner alone.
"""

import fcntl
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction

from scoring.models import Tournament

NAME = re.compile(r"after-round-(\d{1,4})\.pdf")
WANTED, MAKING = ".wanted", ".making"
LOST_SECONDS = 30  # whoever was to begin by then never will
# Asked at each start whether they have ended, or they would stay on as zombies.
_children: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True, slots=True)
class Kept:
    """A pack as of the end of a round; 0 is before the first."""

    after: int
    path: Path
    made_at: datetime


def pack_after(tournament: Tournament) -> None:
    """Make a pack once the present transaction holds; what was made up needs none.

    Where the site makes no backups by itself (BACKUPS is off) it makes no packs either.
    """
    if settings.BACKUPS and not tournament.club.is_demo:
        transaction.on_commit(partial(ask, tournament), robust=True)


def ask(tournament: Tournament, address: str = "") -> None:
    """Have a pack made soon, of now or later; `address` is what its codes open."""
    folder = _folder(tournament)
    if 0 <= _age(folder / WANTED) < LOST_SECONDS:
        return
    (folder / WANTED).write_text(address, encoding="utf-8")
    _start(tournament)


@contextmanager
def wanted(tournament: Tournament) -> Iterator[str | None]:
    """The address of the pack that was asked for, None where nobody waits for one.

    One process at a time makes a tournament's pack.
    """
    folder = _folder(tournament)
    with (folder / MAKING).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            address = (folder / WANTED).read_text(encoding="utf-8")
            (folder / WANTED).unlink()
        except FileNotFoundError:
            yield None
        else:
            yield address


def keep(tournament: Tournament, after: int, pdf: bytes) -> Path:
    """Put a pack in the place of the one before of the same round."""
    path = _folder(tournament) / f"after-round-{after}.pdf"
    new = path.with_suffix(".new")
    new.touch(mode=0o600)
    new.write_bytes(pdf)
    new.replace(path)
    return path


def kept(tournament: Tournament) -> list[Kept]:
    """The packs of a tournament, the newest first."""
    found = []
    for path in _folder(tournament).glob("*.pdf"):
        if match := NAME.fullmatch(path.name):
            with suppress(FileNotFoundError):
                made_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                found.append(Kept(int(match[1]), path, made_at))
    return sorted(found, key=lambda each: each.made_at, reverse=True)


def is_being_made(tournament: Tournament) -> bool:
    """Whether somebody asked for a pack that is still to come."""
    folder = _folder(tournament)
    if 0 <= _age(folder / WANTED) < LOST_SECONDS:
        return True
    try:
        with (folder / MAKING).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def _start(tournament: Tournament) -> None:
    _children[:] = [child for child in _children if child.poll() is None]
    command = [settings.BASE_DIR / "manage.py", "break_glass", str(tournament.pk)]
    child = subprocess.Popen(
        [sys.executable, *command],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    _children.append(child)


def _folder(tournament: Tournament) -> Path:
    folder = Path(settings.DATA_DIR) / "packs" / str(tournament.pk)
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _age(path: Path) -> float:
    """Seconds since it was written; below 0 where it is not there."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return -1
