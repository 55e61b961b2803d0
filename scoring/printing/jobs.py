"""Prints made by a worker: start one, ask how far it is, fetch it.

    recipe = Recipe.of("scoring.desk.documents.prints.read_print", version, round=7)
    key = start(recipe, owner=club.slug, name="round-2")
    progress(key, owner=club.slug).state      # working, done or failed
    result(key, owner=club.slug)              # the PDF's name in the store of prints

A job is a folder of that store: the recipe, how far it is, and the PDF, each read with
what an older and a newer version know of it. What a print shows is read when it is made,
and so is the hour on it. The folder's name is a digest of the recipe and of the version of
the facts, hence the same print asked for twice is one, and asked for after something
changed it is another.

The “mark” in a recipe's file is when it was asked for: how many of the club were
erased by then, and a word that is never the same. Whoever makes it sees by that whether it
was forgotten or asked for anew; and no machine gives a print, wherever it lies, after
somebody was erased.
"""

import hashlib
import json
import re
import secrets
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from django.conf import settings
from django.core.cache import cache
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop
from django_tasks import task

from clubs.i18n import in_english, message
from clubs.models import Club
from clubs.players import number_of_erased
from clubs.storage import StorageDown, StoredFile, store
from clubs.tasks import (
    RetryTask,
    current_path,
    enqueue,
    exclusive,
    has_workers,
    is_due,
    is_out_of_reach,
    is_pending,
)
from scoring.printing.document import (
    Document,
    NothingToPrint,
    TellProgress,
    nobody_watches,
)

State = Literal["working", "done", "failed"]

WARM_SECONDS = 240  # a minute less than a worker waits before it gives all back
WARM_WORKERS = 2  # as many as there usually are: either may get the print
KEPT_SECONDS = 24 * 60 * 60
PACE = 0.4  # s; so often it is written how far a print is
LONG = 20  # s that a print waits before it is said that nobody makes any
RECIPE, RESULT, STATE = "recipe.json", "print.pdf", "job.json"
KEPT = "kept"  # who clears away need not look into it
KEY = re.compile(r"[0-9a-f]{32}")

STOPPED = gettext_noop("The print stopped before it was finished. Start it again.")
UNREACHED = gettext_noop(
    "We can’t print right now because the task queue isn’t responding. Nothing is "
    "lost. Try again in a few minutes."
)
BROKEN = gettext_noop("The print couldn’t be made. The site’s log has the reason.")


class UnknownJob(LookupError):
    """No such print, or a day old and cleared away, or another club's."""


class _Forgotten(Exception):
    """Nobody waits for this one any more: names in it were erased, or it was asked anew."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a print is read from: `reader` names a function, `facts` are its arguments.

    They are ids and choices; the function gives a Document and may raise NothingToPrint.
    `identity` tells the print from all others of its owner and name; no file has it.
    """

    reader: str
    facts: dict[str, int | str | None]
    language: str
    identity: str = ""

    @classmethod
    def of(cls, reader: str, version: str, **facts: int | str | None) -> "Recipe":
        """In the reader's language; `version` is another one once the facts are."""
        language = translation.get_language() or ""
        identity = repr((reader, version, language, sorted(facts.items())))
        return cls(reader, facts, language, identity)

    def __call__(self, tell: TellProgress = nobody_watches) -> Document:
        with translation.override(self.language or None):
            document: Document = import_string(current_path(self.reader))(
                tell=tell, **self.facts
            )
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
    recipe: Recipe,
    *,
    owner: str,
    name: str,
    permanent: bool = False,
    anew: bool = False,
) -> str:
    """Starts a print and gives its key; one already made or under way is given again.

    `owner` is whoever may fetch it (a club's slug), `name` the file's name without
    ".pdf". `permanent`: it stays until its names are erased, or it is made anew.
    `anew`: one that is made already is made once more.
    """
    key = key_of(recipe, owner=owner, name=name)
    prints = store("prints")
    with _starting():
        if not prints.is_shared:
            _clear_old()
        if _is_usable(key, owner, anew=anew):
            return key
        prints.delete_below(key)
        begun = f"{number_of_erased(owner)} {secrets.token_hex(8)}"
        _write(
            f"{key}/{RECIPE}",
            {
                "reader": recipe.reader,
                "facts": recipe.facts,
                "language": recipe.language,
                "mark": begun,
            },
        )
        write_job(Job(key, owner, name, kept=permanent))
        enqueue(make_print, key)
    return key


def key_of(recipe: Recipe, *, owner: str, name: str) -> str:
    """The key that a print has, or would have."""
    words = f"({owner!r}, {name!r}, {recipe.identity})"
    return hashlib.sha256(words.encode()).hexdigest()[:32]


def progress(key: str, *, owner: str) -> Job:
    """How far the print is; raises UnknownJob."""
    job = read_job(key)
    if job.owner != owner or _names_erased(key, owner):
        raise UnknownJob(key)
    if job.state == "working" and not is_pending(make_print, key):
        # It may have finished between the two looks.
        job = read_job(key)
        if job.state == "working":
            reason = UNREACHED if is_out_of_reach() else STOPPED
            job = replace(job, state="failed", message=reason)
    return replace(job, message=message(job.message)) if job.message else job


def waits_in_vain(job: Job) -> bool:
    """Whether a print waits for so long because no worker runs on this machine."""
    if job.state != "working" or job.done or not settings.TASK_WORKERS:
        return False
    files = store("prints").listing(job.key)
    return bool(files) and _age(files) > LONG and not has_workers()


def result(key: str, *, owner: str) -> str:
    """The finished PDF in the store of prints; raises UnknownJob until it is done."""
    if progress(key, owner=owner).state != "done":
        raise UnknownJob(key)
    return f"{key}/{RESULT}"


def forget(owner: str) -> None:
    """Remove an owner's prints, those under way too: names in them were erased.

    In a store that many share that takes longer than anybody waits: a task does it.
    """
    if not store("prints").is_shared:
        forget_now(owner)
    elif club := Club.objects.filter(slug=owner).first():
        enqueue(forget_prints, club.pk)


@task(queue_name="evening")
def forget_prints(club: int) -> None:
    """Remove a club's prints, as soon as their store answers."""
    found = Club.objects.filter(pk=club).first()
    if found is None:
        return
    try:
        forget_now(found.slug)
    except StorageDown as error:
        raise RetryTask(str(error.strerror)) from error


def forget_now(owner: str) -> None:
    """Remove an owner's prints, however long it takes: of a club that is gone nobody
    could do it later.
    """
    found = _by_key()
    if not found:
        return
    with _starting():
        for key in found:
            with suppress(UnknownJob):
                if read_job(key).owner == owner:
                    store("prints").delete_below(key)


def clear_others() -> None:
    """Remove what an older version of the site began and this one cannot end."""
    prints = store("prints")
    if prints.is_shared:
        return
    for key, files in _by_key().items():
        names = {file.name for file in files}
        for word in ("work.pickle", "held"):
            prints.delete(f"{key}/{word}")
        with suppress(UnknownJob):
            is_lost = read_job(key).state == "working"
            if is_lost and f"{key}/{RECIPE}" not in names:
                prints.delete_below(key)


def enqueue_clearing() -> None:
    """Have old prints cleared away once an hour; by each machine in its own folder."""
    if not store("prints").is_shared:
        _clear_old()
    elif is_due("old prints"):
        enqueue(clear_prints)


@task(queue_name="night")
def clear_prints() -> None:
    """Prints of yesterday go."""
    _clear_old()


def warm_up_workers() -> None:
    """Have the workers load what lays out paper, for somebody is about to print.

    They give it back after some minutes without a task, as after a print. Asked for again
    soon it costs nothing.
    """
    if cache.add("paper-is-warm", True, WARM_SECONDS):
        for number in range(WARM_WORKERS):
            enqueue(warm_up, number)


@task(queue_name="paper")
def warm_up(number: int) -> None:
    """Loads what lays out paper; the number makes one task for each worker."""
    import_module("scoring.printing.render").warm_up()


@task(queue_name="paper")
def make_print(key: str) -> None:
    """Makes a print, unless it is made or forgotten meanwhile.

    Whatever goes wrong is written down for whoever waits, and raised for the log.
    """
    begun = _begun(key)
    if begun is None:
        return
    try:
        if read_job(key).state == "working":
            _make(key, begun)
    except (_Forgotten, UnknownJob):
        pass


def _begun(key: str) -> str | None:
    """Return when a print was asked for, by its recipe's file; None without one."""
    try:
        recipe = json.loads(store("prints").content(f"{_checked(key)}/{RECIPE}"))
    except FileNotFoundError:
        return None
    return str(recipe["mark"])


def _names_erased(key: str, owner: str) -> bool:
    """Whether somebody of the club was erased since this print was asked for.

    One of before that was noted lies on this machine alone, and was forgotten there.
    """
    number, sign, _ = (_begun(key) or "").partition(" ")
    return bool(sign) and number.isdecimal() and int(number) != number_of_erased(owner)


def _make(key: str, begun: str) -> None:
    job = read_job(key)
    recipe = Recipe(**_known(Recipe, store("prints").content(f"{key}/{RECIPE}")))
    written_at = 0.0

    def write(**facts: Any) -> None:
        nonlocal job, written_at
        job, written_at = replace(job, **facts), time.monotonic()
        _refuse_forgotten(key, begun)
        write_job(job)
        _refuse_forgotten(key, begun)

    def tell(finished: int, total: int, reads: bool = False) -> None:
        nonlocal job
        job = replace(job, done=finished, of=total, reads=reads)
        if time.monotonic() - written_at > PACE:
            write()

    def tell_read(finished: int, total: int) -> None:
        tell(finished, total, reads=True)

    try:
        document = recipe(tell_read)
        # Only a worker loads what lays out paper: a second, and 40 MB.
        render = import_module("scoring.printing.render")
        pdf = render.pdf_of(document, on_progress=tell)
        _refuse_forgotten(key, begun)
        store("prints").put(f"{key}/{RESULT}", pdf)
        _refuse_forgotten(key, begun, wrote=True)
    except _Forgotten:
        raise
    except NothingToPrint as nothing:  # since it was asked for
        write(state="failed", message=in_english(nothing.args[0]))
        return
    except Exception:
        write(state="failed", message=BROKEN)
        raise
    write(state="done")


def _refuse_forgotten(key: str, begun: str, *, wrote: bool = False) -> None:
    """Raises _Forgotten. What we wrote into a folder that is gone, or names somebody who
    may have been erased meanwhile, goes with it."""
    current = _begun(key)
    if current == begun:
        return
    if current is None or wrote:
        store("prints").delete_below(key)
    raise _Forgotten


def _starting() -> Any:
    """On this machine one starts after the other; elsewhere the last who starts has it."""
    folder = Path(settings.DATA_DIR) / "prints"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return exclusive(folder / "starting")


def _checked(key: str) -> str:
    """Raises UnknownJob for what is no key: it would lead elsewhere."""
    if not KEY.fullmatch(key):
        raise UnknownJob(key)
    return key


def _by_key() -> dict[str, list[StoredFile]]:
    """The files of each print."""
    found: dict[str, list[StoredFile]] = {}
    for file in store("prints").listing():
        key = file.name.partition("/")[0]
        if KEY.fullmatch(key):
            found.setdefault(key, []).append(file)
    return found


def read_job(key: str) -> Job:
    """How far the print is; raises UnknownJob."""
    try:
        content = store("prints").content(f"{_checked(key)}/{STATE}")
    except FileNotFoundError:
        raise UnknownJob(key) from None
    return Job(**_known(Job, content))


def _known(kind: type[Job] | type[Recipe], content: bytes) -> dict[str, Any]:
    """What this version knows of a file that a newer one may have written."""
    known = {field.name for field in fields(kind)}
    facts: dict[str, Any] = json.loads(content)
    return {name: value for name, value in facts.items() if name in known}


def write_job(job: Job) -> None:
    """Says in the print's folder how far it is."""
    _write(f"{job.key}/{STATE}", asdict(job))
    if job.kept:
        store("prints").put(f"{job.key}/{KEPT}", b"")


def _write(name: str, facts: dict[str, Any]) -> None:
    store("prints").put(name, json.dumps(facts).encode())


def _is_usable(key: str, owner: str, *, anew: bool) -> bool:
    """Whether this very print is made, and not to be made anew, or under way."""
    try:
        job = read_job(key)
    except UnknownJob:
        return False
    if _names_erased(key, owner):
        return False
    is_made = job.state == "done" and not anew
    return is_made or (job.state == "working" and is_pending(make_print, job.key))


def _clear_old() -> None:
    """Prints of yesterday go, and in a folder those that name who was erased elsewhere."""
    prints = store("prints")
    for key, files in _by_key().items():
        with suppress(UnknownJob):
            if _age(files) > KEPT_SECONDS:
                is_over = not _is_kept(key, files)
            else:
                is_over = not prints.is_shared and _names_erased(
                    key, read_job(key).owner
                )
            if is_over:
                prints.delete_below(key)


def _age(files: list[StoredFile]) -> float:
    """Seconds since the last of a print's files was written."""
    return time.time() - max(file.modified_at.timestamp() for file in files)


def _is_kept(key: str, files: list[StoredFile]) -> bool:
    if any(file.name == f"{key}/{KEPT}" for file in files):
        return True
    try:
        return read_job(key).kept  # as older versions tell it
    except UnknownJob:
        return False
