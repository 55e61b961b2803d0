"""Break-glass packs: asked for after each round, kept for the desk, the newest of each.

Whoever closes or opens a round only asks for one: a process of its own makes it, so that
no save waits for it. There are tables' secret addresses in it, so it lies among the
site's data, for its owner alone.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from scoring.core.services import background
from scoring.models import Tournament

NAME = re.compile(r"after-round-(\d{1,4})\.pdf")


@dataclass(frozen=True, slots=True)
class KeptPack:
    """A pack as of the end of a round; 0 is before the first."""

    after: int
    path: Path
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    """What its codes open, if somebody knew, and the language it is written in."""

    address: str
    language: str


def ask(tournament: Tournament, address: str = "", language: str = "") -> None:
    """Have a pack made soon, of now or later; `address` is what its codes open.

    It is written in the language of whoever asks, else in the club's.
    """
    command = ("break_glass", str(tournament.pk))
    spoken = language or tournament.club.language
    background.ask(_folder(tournament), *command, said=f"{spoken} {address}")


@contextmanager
def wanted(tournament: Tournament) -> Iterator[Asked | None]:
    """The pack that was asked for, None where nobody waits for one.

    One process at a time makes a tournament's pack.
    """
    folder = _folder(tournament)
    with background.alone(folder / background.MAKING):
        said = background.taken(folder)
        language, _, address = (said or "").partition(" ")
        yield None if said is None else Asked(address, language)


def keep(tournament: Tournament, after: int, pdf: bytes) -> Path:
    """Put a pack in the place of the one before of the same round."""
    path = _folder(tournament) / f"after-round-{after}.pdf"
    new = path.with_suffix(".new")
    new.touch(mode=0o600)
    new.write_bytes(pdf)
    new.replace(path)
    return path


def kept(tournament: Tournament) -> list[KeptPack]:
    """The packs of a tournament, the newest first."""
    found = []
    for path in _folder(tournament).glob("*.pdf"):
        if match := NAME.fullmatch(path.name):
            with suppress(FileNotFoundError):
                made_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                found.append(KeptPack(int(match[1]), path, made_at))
    return sorted(found, key=lambda each: each.made_at, reverse=True)


def is_being_made(tournament: Tournament) -> bool:
    """Whether somebody asked for a pack that is still to come."""
    folder = _folder(tournament)
    return background.is_wanted(folder) or background.is_held(
        folder / background.MAKING
    )


def renew(tournament: Tournament) -> None:
    """Remove packs that say what was erased; a tournament under way gets a new one."""
    if not _place(tournament).exists():
        return
    had = kept(tournament)
    for each in had:
        each.path.unlink(missing_ok=True)
    if tournament.finished_at is None and (had or is_being_made(tournament)):
        ask(tournament)


def forget(tournament: Tournament) -> None:
    """Remove the packs of a tournament that is no more; its number may come again."""
    shutil.rmtree(_place(tournament), ignore_errors=True)


def _place(tournament: Tournament) -> Path:
    return Path(settings.DATA_DIR) / "packs" / str(tournament.pk)


def _folder(tournament: Tournament) -> Path:
    folder = _place(tournament)
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder
