"""Prints made by a worker: start one, ask how far it is, fetch it.

    recipe = Recipe.of("scoring.desk.documents.prints.read_print", version, round=7)
    key = start(recipe, owner=club.slug, name="round-2")
    progress(key, owner=club.slug).state      # working, done or failed
    result(key, owner=club.slug)              # the path of the PDF

A job is a folder: the recipe, how far it is, and the PDF. What a print shows is read when
it is made, and so is the hour on it. The folder's name is a digest of the recipe and of
the version of the facts, hence the same print asked for twice is one, and asked for after
something changed it is another.
"""

import hashlib
import json
import re
import shutil
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from django.conf import settings
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop
from django_tasks import task

from clubs.jobs import alone, is_anybody_there, is_under_way, put
from clubs.wording import in_english, say
from scoring.paper.document import (
    Document,
    NothingToPrint,
    TellProgress,
    nobody_watches,
)

State = Literal["working", "done", "failed"]

KEPT_SECONDS = 24 * 60 * 60
LONG = 20  # s that a print waits before it is said that nobody makes any
RECIPE, RESULT, STATE = "recipe.json", "print.pdf", "job.json"
KEY = re.compile(r"[0-9a-f]{32}")

STOPPED = gettext_noop("The print stopped before it was finished. Start it again.")
BROKEN = gettext_noop("The print could not be made; the reason is in the site's log.")


class UnknownJob(LookupError):
    """No such print, or a day old and cleared away, or another club's."""


class _Forgotten(Exception):
    """The folder is gone, and nobody waits any more: names in it were erased."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a print is read from: `reader` names a function, `facts` are its arguments.

    They are ids and choices; the function gives a Document and may raise NothingToPrint.
    `mark` tells the print from all others of its owner and name.
    """

    reader: str
    facts: dict[str, int | str | None]
    language: str
    mark: str

    @classmethod
    def of(cls, reader: str, version: str, **facts: int | str | None) -> "Recipe":
        """In the reader's language; `version` is another one once the facts are."""
        language = translation.get_language() or ""
        mark = repr((reader, version, language, sorted(facts.items())))
        return cls(reader, facts, language, mark)

    def __call__(self, tell: TellProgress = nobody_watches) -> Document:
        with translation.override(self.language or None):
            document: Document = import_string(self.reader)(tell=tell, **self.facts)
            return document


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
    recipe: Recipe, *, owner: str, name: str, kept: bool = False, anew: bool = False
) -> str:
    """Starts a print and gives its key; one already made or under way is given again.

    `owner` is whoever may fetch it (a club's slug), `name` the file's name without
    ".pdf". `kept`: it stays until its names are erased, or it is made anew. `anew`: one
    that is made already is made once more.
    """
    key = key_of(recipe, owner=owner, name=name)
    _root().mkdir(parents=True, exist_ok=True)
    with alone(_root() / "starting"):
        _clear_old()
        folder = _folder(key)
        if _is_usable(folder, anew=anew):
            return key
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _write(folder / RECIPE, json.dumps(asdict(recipe)).encode())
        write_job(folder, Job(key, owner, name, kept=kept))
        put(make_print, key)
    return key


def key_of(recipe: Recipe, *, owner: str, name: str) -> str:
    """The key that a print has, or would have."""
    words = f"({owner!r}, {name!r}, {recipe.mark})"
    return hashlib.sha256(words.encode()).hexdigest()[:32]


def progress(key: str, *, owner: str) -> Job:
    """How far the print is; raises UnknownJob."""
    folder = _folder(key)
    job = read_job(folder)
    if job.owner != owner:
        raise UnknownJob(key)
    if job.state == "working" and not is_under_way(make_print, key):
        # It may have finished between the two looks.
        job = read_job(folder)
        if job.state == "working":
            job = replace(job, state="failed", message=STOPPED)
    return replace(job, message=say(job.message)) if job.message else job


def waits_in_vain(job: Job) -> bool:
    """Whether a print waits for so long because no worker runs on this machine."""
    if job.state != "working" or job.done or not settings.TASK_WORKERS:
        return False
    folder = _folder(job.key)
    return folder.exists() and _age(folder) > LONG and not is_anybody_there()


def result(key: str, *, owner: str) -> Path:
    """Where the finished PDF lies; raises UnknownJob until it is done."""
    if progress(key, owner=owner).state != "done":
        raise UnknownJob(key)
    return _folder(key) / RESULT


def forget(owner: str) -> None:
    """Removes an owner's prints, those under way too: names in them were erased."""
    if not _root().exists():
        return
    with alone(_root() / "starting"):
        for folder in _folders():
            with suppress(UnknownJob):
                if read_job(folder).owner == owner:
                    # Out of the way first: whoever works on it writes nowhere.
                    gone = folder.rename(folder.with_suffix(".gone"))
                    shutil.rmtree(gone, ignore_errors=True)


def clear_others() -> None:
    """Removes what an older version of the site began and this one cannot end."""
    if not _root().exists():
        return
    for folder in _folders():
        (folder / "work.pickle").unlink(missing_ok=True)
        (folder / "held").unlink(missing_ok=True)
        with suppress(UnknownJob):
            is_lost = read_job(folder).state == "working"
            if is_lost and not (folder / RECIPE).exists():
                shutil.rmtree(folder, ignore_errors=True)


@task(queue_name="paper")
def make_print(key: str) -> None:
    """Makes a print, unless it is made or forgotten meanwhile.

    Whatever goes wrong is written down for whoever waits, and raised for the log.
    """
    folder = _folder(key)
    ours = _identity(folder)
    try:
        if read_job(folder).state == "working":
            _make(folder, ours)
    except _Forgotten:
        pass
    except (FileNotFoundError, UnknownJob):
        if folder.exists():
            raise


def _identity(folder: Path) -> tuple[int, int] | None:
    """None where it is gone. The same print asked for anew has a folder of this name."""
    try:
        facts = (folder / RECIPE).stat()
    except FileNotFoundError:
        return None
    return facts.st_ino, facts.st_mtime_ns


def _make(folder: Path, ours: tuple[int, int] | None) -> None:
    job = read_job(folder)
    recipe = Recipe(**json.loads((folder / RECIPE).read_text(encoding="utf-8")))

    def write(**facts: Any) -> None:
        if _identity(folder) != ours:
            raise _Forgotten
        write_job(folder, replace(job, **facts))

    def tell(done: int, of: int) -> None:
        write(done=done, of=of)

    def tell_read(done: int, of: int) -> None:
        write(done=done, of=of, reads=True)

    try:
        document = recipe(tell_read)
        # Only a worker loads what lays out paper: a second, and 40 MB.
        render = import_module("scoring.paper.render")
        pdf = render.pdf_of(document, on_progress=tell)
        if _identity(folder) != ours:
            raise _Forgotten
        _write(folder / RESULT, pdf)
    except _Forgotten:
        raise
    except NothingToPrint as nothing:  # since it was asked for
        write(state="failed", message=in_english(nothing.args[0]))
        return
    except Exception:
        write(state="failed", message=BROKEN)
        raise
    job = read_job(folder)
    write(state="done")


def _root() -> Path:
    return Path(settings.DATA_DIR) / "prints"


def _folder(key: str) -> Path:
    if not KEY.fullmatch(key):
        raise UnknownJob(key)
    return _root() / key


def _folders() -> list[Path]:
    return [folder for folder in _root().iterdir() if KEY.fullmatch(folder.name)]


def read_job(folder: Path) -> Job:
    """What stands in the folder; raises UnknownJob."""
    try:
        facts = json.loads((folder / STATE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UnknownJob(folder.name) from None
    return Job(**facts)


def write_job(folder: Path, job: Job) -> None:
    """Says in the folder how far it is."""
    _write(folder / STATE, json.dumps(asdict(job)).encode())


def _write(path: Path, content: bytes) -> None:
    """The whole file or the old one: a reader never sees half of it."""
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.replace(path)


def _is_usable(folder: Path, *, anew: bool) -> bool:
    """Whether this very print is made, and not to be made anew, or under way."""
    try:
        job = read_job(folder)
    except UnknownJob:
        return False
    is_made = job.state == "done" and not anew
    return is_made or (job.state == "working" and is_under_way(make_print, job.key))


def _clear_old() -> None:
    """Prints of yesterday go."""
    for folder in _root().iterdir():
        is_old = folder.is_dir() and _age(folder) > KEPT_SECONDS
        if is_old and not _is_kept(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _age(folder: Path) -> float:
    """Seconds since something in it was made."""
    return time.time() - folder.stat().st_mtime


def _is_kept(folder: Path) -> bool:
    try:
        return read_job(folder).kept
    except UnknownJob:
        return False
