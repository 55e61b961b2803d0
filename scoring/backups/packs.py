"""Break-glass packs: asked for after each round, kept for the desk, the newest of each.

Whoever closes or opens a round only asks for one: a worker makes it, so that no save waits
for it. There are tables' secret addresses in it, so it lies among the
site's data, for its owner alone.
"""

import json
import logging
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from clubs.jobs import alone, is_under_way, put
from scoring.models import Tournament

# The task in a room above: it knows what stands in a pack.
MAKE = "scoring.desk.documents.pack.make_pack"
ASKED, MAKING = "asked.json", ".making"
LOG = logging.getLogger(__name__)
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
    asked = Asked(address, language or tournament.club.language)
    try:
        _write(_folder(tournament) / ASKED, json.dumps(asdict(asked)))
    except OSError:  # a full disk stops no round
        LOG.exception("What a pack shall say was not written")
    put(MAKE, tournament.pk)


@contextmanager
def being_made(tournament: Tournament) -> Iterator[Asked]:
    """What was asked for last; one process at a time makes a tournament's pack."""
    folder = _folder(tournament)
    with alone(folder / MAKING):
        try:
            facts = json.loads((folder / ASKED).read_text(encoding="utf-8"))
        except FileNotFoundError:  # asked for at another machine
            facts = {"address": "", "language": tournament.club.language}
        yield Asked(**facts)


def keep(tournament: Tournament, after: int, pdf: bytes) -> Path:
    """Put a pack in the place of the one before of the same round."""
    path = _folder(tournament) / f"after-round-{after}.pdf"
    _write(path, pdf)
    return path


def kept(tournament: Tournament) -> list[KeptPack]:
    """The packs of a tournament, the newest first."""
    packs = []
    for path in _folder(tournament).glob("*.pdf"):
        if match := NAME.fullmatch(path.name):
            with suppress(FileNotFoundError):
                made_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                packs.append(KeptPack(int(match[1]), path, made_at))
    return sorted(packs, key=lambda each: each.made_at, reverse=True)


def is_being_made(tournament: Tournament) -> bool:
    """Whether somebody asked for a pack that is still to come."""
    return is_under_way(MAKE, tournament.pk)


def renew(tournament: Tournament) -> None:
    """Remove packs that say what was erased; a tournament under way gets a new one."""
    if not _place(tournament).exists():
        return
    had = kept(tournament)
    for pack in had:
        pack.path.unlink(missing_ok=True)
    if tournament.finished_at is None and (had or is_being_made(tournament)):
        ask(tournament)


def forget(tournament: Tournament) -> None:
    """Remove the packs of a tournament that is no more; its number may come again."""
    shutil.rmtree(_place(tournament), ignore_errors=True)


def _write(path: Path, content: bytes | str) -> None:
    """The whole file or the old one, for its owner alone."""
    new = path.with_suffix(".new")
    new.touch(mode=0o600)
    new.write_bytes(content.encode() if isinstance(content, str) else content)
    new.replace(path)


def _place(tournament: Tournament) -> Path:
    return Path(settings.DATA_DIR) / "packs" / str(tournament.pk)


def _folder(tournament: Tournament) -> Path:
    folder = _place(tournament)
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder
