"""Backups that the site makes by itself, and keeps the newest of.

Whoever opens or closes a round only asks for one (`errands`): however many ask while none
has begun, one is made, and it holds what all of them wrote.
"""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from scoring.services import errands
from scoring.services.backups.archive import DRAFT, NotWritten
from scoring.services.backups.making import make
from scoring.services.backups.manifest import Manifest

KEPT = 20
# Each holds every picture, so a season's backups together could fill a disk.
MOST_BYTES, LEAST_KEPT = 2 << 30, 3
NAME = re.compile(r"valat-\d{4}-\d\d-\d\d-\d\db?\d{4}\.zip")
STALE_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Kept:
    """A backup that the site made by itself."""

    path: Path
    status: os.stat_result

    @property
    def made_at(self) -> datetime:
        return datetime.fromtimestamp(self.status.st_mtime, UTC)


def ask() -> None:
    """Have a backup made soon, of now or later."""
    errands.ask(_folder(), "backup", "--if-wanted")


def keep_if_wanted() -> None:
    """Make the backup that was asked for, unless another process has begun it."""
    os.nice(10)  # the evening goes first
    with _one_at_a_time() as folder:
        if errands.taken(folder) is not None:
            _keep(folder)


def keep() -> tuple[Path, Manifest]:
    """Make a backup now. Raises NotWritten."""
    with _one_at_a_time() as folder:
        return _keep(folder)


def kept() -> list[Kept]:
    """The backups that are kept, newest first."""
    found = []
    if settings.BACKUPS:
        for path in settings.BACKUPS.glob("valat-*.zip"):
            with suppress(FileNotFoundError):  # another process clears away
                found.append(Kept(path, path.stat()))
    ours = [each for each in found if NAME.fullmatch(each.path.name)]
    return sorted(ours, key=lambda each: each.made_at, reverse=True)


def new_name() -> str:
    """For a backup of now, on the site's clock; a later one sorts behind an earlier.

    In the hour that comes twice, when summer time ends, the second 1:30 is 01b30.
    """
    now = timezone.localtime()
    return f"valat-{now:%Y-%m-%d-%H}{'b' if now.fold else ''}{now:%M%S}.zip"


def _keep(folder: Path) -> tuple[Path, Manifest]:
    path = folder / new_name()
    made = make(path)
    drafts = [
        old for old in folder.glob(f"{DRAFT}*") if errands.age(old) > STALE_SECONDS
    ]
    for old in (*(each.path for each in _too_many(kept())), *drafts):
        old.unlink(missing_ok=True)
    return path, made


def _too_many(found: Sequence[Kept]) -> Sequence[Kept]:
    """The oldest, beyond a number, or beyond a size while some newer ones are left."""
    together = accumulate(each.status.st_size for each in found)
    room = sum(size <= MOST_BYTES for size in together)
    return found[min(KEPT, max(LEAST_KEPT, room)) :]


def _folder() -> Path:
    """Where they are kept. Raises NotWritten, also for a stick that is not there."""
    folder = settings.BACKUPS
    if folder is None:
        raise NotWritten("BACKUPS is off. Say where to: -o FILE.")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise NotWritten(f"{folder}: {error.strerror}.") from error
    return folder


@contextmanager
def _one_at_a_time() -> Iterator[Path]:
    folder = _folder()
    with errands.alone(folder / errands.MAKING):
        yield folder
