"""Prints made outside the web worker: start one, ask how far it is, fetch it.

    key = start(document, owner=club.slug, name="round-2")
    key = start(yearbook, owner=club.slug, name="yearbook", kept=True)  # makes a document
    progress(key, owner=club.slug).state      # working, done or failed
    result(key, owner=club.slug)              # the path of the PDF

A job is a folder: the document, how far it is, and the PDF. The document is filled in
already, so it prints what was true when it was asked for, and whoever works on it knows
no tournament. Its name is a digest of all that, hence the same print asked for twice is
one job. What takes long to read is told as a recipe, called in that process: asked for
again, it is made anew. The process that works on it holds a lock on the folder, which
the system lifts however it ends.
"""

import hashlib
import json
import pickle
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.utils.translation import gettext_noop

from clubs.wording import say
from scoring.core.services import background
from scoring.paper.document import Document, TellProgress

# Something plain to be pickled, whose repr says what it makes.
Recipe = Callable[[TellProgress], Document]
State = Literal["working", "done", "failed"]

KEPT_SECONDS = 24 * 60 * 60
WORK, RESULT, HELD = "work.pickle", "print.pdf", "held"
KEY = re.compile(r"[0-9a-f]{32}")

STOPPED = gettext_noop("The print stopped before it was finished. Start it again.")


class UnknownJob(LookupError):
    """No such print, or a day old and cleared away, or another club's."""


@dataclass(frozen=True, slots=True)
class Job:
    """How far a print is; `message` says why it failed, to each in their language.

    `done` pages of so many, or of nobody knows how many (0); sections where it `reads`.

    The folder keeps it as it stands in the code: whoever works on it knows no reader.
    """

    key: str
    owner: str
    name: str
    state: State = "working"
    done: int = 0
    of: int = 0
    reads: bool = False
    message: str = ""
    kept: bool = False


def start(
    document: Document | Recipe, *, owner: str, name: str, kept: bool = False
) -> str:
    """Starts a print and gives its key; one already made or under way is given again.

    `owner` is whoever may fetch it (a club's slug), `name` the file's name without
    ".pdf". `kept`: it stays until its names are erased, or it is made anew.
    """
    key = key_of(document, owner=owner, name=name)
    _root().mkdir(parents=True, exist_ok=True)
    with background.alone(_root() / "starting"):
        _clear_old()
        folder = _folder(key)
        if _is_usable(folder, made_anew=callable(document)):
            return key
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / WORK).write_bytes(pickle.dumps(document))
        write_job(folder, Job(key, owner, name, kept=kept))
        _spawn(folder)
    return key


def key_of(document: Document | Recipe, *, owner: str, name: str) -> str:
    """The key that a print has, or would have."""
    return hashlib.sha256(repr((owner, name, document)).encode()).hexdigest()[:32]


def progress(key: str, *, owner: str) -> Job:
    """How far the print is; raises UnknownJob."""
    folder = _folder(key)
    job = read_job(folder)
    if job.owner != owner:
        raise UnknownJob(key)
    if job.state == "working" and not _is_held(folder):
        # It may have finished between the two looks.
        job = read_job(folder)
        if job.state == "working":
            job = replace(job, state="failed", message=STOPPED)
    return replace(job, message=say(job.message)) if job.message else job


def result(key: str, *, owner: str) -> Path:
    """Where the finished PDF lies; raises UnknownJob until it is done."""
    if progress(key, owner=owner).state != "done":
        raise UnknownJob(key)
    return _folder(key) / RESULT


def forget(owner: str) -> None:
    """Removes an owner's prints, those under way too: names in them were erased."""
    if not _root().exists():
        return
    with background.alone(_root() / "starting"):
        for folder in [each for each in _root().iterdir() if KEY.fullmatch(each.name)]:
            with suppress(UnknownJob):
                if read_job(folder).owner == owner:
                    # Out of the way first: whoever works on it writes nowhere.
                    gone = folder.rename(folder.with_suffix(".gone"))
                    shutil.rmtree(gone, ignore_errors=True)


def _root() -> Path:
    return Path(settings.DATA_DIR) / "prints"


def _folder(key: str) -> Path:
    if not KEY.fullmatch(key):
        raise UnknownJob(key)
    return _root() / key


def read_job(folder: Path) -> Job:
    """What stands in the folder; raises UnknownJob."""
    try:
        facts = json.loads((folder / "job.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UnknownJob(folder.name) from None
    return Job(**facts)


def write_job(folder: Path, job: Job) -> None:
    """Says in the folder how far it is."""
    put(folder / "job.json", json.dumps(asdict(job)).encode())


def put(path: Path, content: bytes) -> None:
    """The whole file or the old one: a reader never sees half of it."""
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.replace(path)


def _is_usable(folder: Path, *, made_anew: bool) -> bool:
    """Whether this very print is made, and not to be made anew, or under way."""
    try:
        job = read_job(folder)
    except UnknownJob:
        return False
    is_made = job.state == "done" and not made_anew
    return is_made or (job.state == "working" and _is_held(folder))


def _spawn(folder: Path) -> None:
    """Hands the lock over to the new process, so that there is no gap between."""
    with background.alone(folder / HELD) as lock:
        background.start("print_job", folder, holding=lock)


def _is_held(folder: Path) -> bool:
    """Whether a process still works on the folder."""
    return background.is_held(folder / HELD)


def _clear_old() -> None:
    """Prints of yesterday go."""
    for folder in _root().iterdir():
        is_old = folder.is_dir() and background.age(folder) > KEPT_SECONDS
        if is_old and not _is_held(folder) and not _is_kept(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _is_kept(folder: Path) -> bool:
    try:
        return read_job(folder).kept
    except UnknownJob:
        return False
