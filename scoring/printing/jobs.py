"""Prints made by a worker: start one, ask for its progress, fetch it.

    recipe = Recipe.of("scoring.desk.documents.prints.read_print", version, round=7)
    key = start(recipe, owner=club.slug, name="round-2")
    progress(key, owner=club.slug).state      # working, done or failed
    result(key, owner=club.slug)              # the PDF's name in the store of prints

A job is a folder of that store: the recipe, the progress, and the PDF; older and newer
versions of the site can read its files. A print's data is read when it is made, and so
is the time on it. The folder's name is a digest of the recipe and of the data's
version, so a print requested twice is made once, and requested after a change it is a
new one.

The “mark” in a recipe's file identifies the request: how many of the club's people were
erased by then, and a random word. A worker can tell from it whether the print was
deleted or requested again; and no machine returns a print made before an erasure,
wherever it is.
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

WARM_SECONDS = 240  # a minute less than an idle worker waits before it restarts
WARM_WORKERS = 2  # the usual number of workers: any of them can get the print
KEPT_SECONDS = 24 * 60 * 60
PACE = 0.4  # s between updates of the progress
LONG = 20  # s of waiting before the page says that no worker is running
RECIPE, RESULT, STATE = "recipe.json", "print.pdf", "job.json"
KEPT = "kept"  # a marker file, so that clearing needn't read the job
KEY = re.compile(r"[0-9a-f]{32}")

STOPPED = gettext_noop("The printout stopped before it was finished. Start it again.")
UNREACHED = gettext_noop(
    "We can’t print right now because the task queue isn’t responding. Nothing is "
    "lost. Try again in a few minutes."
)
BROKEN = gettext_noop("The printout couldn’t be made. The site’s log has the reason.")


class UnknownJob(LookupError):
    """The print doesn't exist, was cleared after a day, or belongs to another club."""


class _Forgotten(Exception):
    """The print was deleted because names were erased, or it was requested again."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The source of a print: `reader` names a function, `facts` are its arguments.

    They are ids and choices; the function returns a Document and can raise
    NothingToPrint. `identity` distinguishes the print from others of its owner and
    name; it isn't stored.
    """

    reader: str
    facts: dict[str, int | str | None]
    language: str
    identity: str = ""

    @classmethod
    def of(cls, reader: str, version: str, **facts: int | str | None) -> "Recipe":
        """Return a recipe in the reader's language; `version` changes with the data."""
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
    """The progress of a print; `message` is the reason for a failure, to be translated.

    `done` pages of `of`, which is 0 if unknown; sections while it `reads`. The folder
    stores the message's English template, because workers don't know the reader.
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
    """Start a print and return its key; one already made or being made is reused.

    `owner` is the slug of the club that can fetch it, `name` the file's name without
    ".pdf". `permanent`: stored until its names are erased, or it is made again. `anew`:
    make it again even if it is finished.
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
    """Return the key that a print has, or would have."""
    words = f"({owner!r}, {name!r}, {recipe.identity})"
    return hashlib.sha256(words.encode()).hexdigest()[:32]


def progress(key: str, *, owner: str) -> Job:
    """Return the progress of a print; raises UnknownJob."""
    job = read_job(key)
    if job.owner != owner or _names_erased(key, owner):
        raise UnknownJob(key)
    if job.state == "working" and not is_pending(make_print, key):
        # It may have finished between the two reads.
        job = read_job(key)
        if job.state == "working":
            reason = UNREACHED if is_out_of_reach() else STOPPED
            job = replace(job, state="failed", message=reason)
    return replace(job, message=message(job.message)) if job.message else job


def waits_in_vain(job: Job) -> bool:
    """Return whether a print has waited long because no worker runs on this machine."""
    if job.state != "working" or job.done or not settings.TASK_WORKERS:
        return False
    files = store("prints").listing(job.key)
    return bool(files) and _age(files) > LONG and not has_workers()


def result(key: str, *, owner: str) -> str:
    """Return the finished PDF's name in the store; raises UnknownJob until then."""
    if progress(key, owner=owner).state != "done":
        raise UnknownJob(key)
    return f"{key}/{RESULT}"


def forget(owner: str) -> None:
    """Delete an owner's prints, also unfinished ones: names in them were erased.

    In a shared store that takes too long for a request, so a task does it.
    """
    if not store("prints").is_shared:
        forget_now(owner)
    elif club := Club.objects.filter(slug=owner).first():
        enqueue(forget_prints, club.pk)


@task(queue_name="evening")
def forget_prints(club: int) -> None:
    """Delete a club's prints, with retries until their store responds."""
    found = Club.objects.filter(pk=club).first()
    if found is None:
        return
    try:
        forget_now(found.slug)
    except StorageDown as error:
        raise RetryTask(str(error.strerror)) from error


def forget_now(owner: str) -> None:
    """Delete an owner's prints now, however long it takes.

    For a deleted club no later task could do it.
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
    """Delete jobs of an older version of the site that this one can't finish."""
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
    """Clear old prints once an hour; each machine clears its own folder."""
    if not store("prints").is_shared:
        _clear_old()
    elif is_due("old prints"):
        enqueue(clear_prints)


@task(queue_name="night")
def clear_prints() -> None:
    """Delete prints older than a day."""
    _clear_old()


def warm_up_workers() -> None:
    """Have the workers load the print engine, because someone is about to print.

    They unload it after some minutes without a task, as after a print. Repeated calls
    cost nothing.
    """
    if cache.add("paper-is-warm", True, WARM_SECONDS):
        for number in range(WARM_WORKERS):
            enqueue(warm_up, number)


@task(queue_name="paper")
def warm_up(number: int) -> None:
    """Load the print engine; the number makes a separate task for each worker."""
    import_module("scoring.printing.render").warm_up()


@task(queue_name="paper")
def make_print(key: str) -> None:
    """Make a print, unless it was made or deleted since it was queued.

    Failures are stored for the waiting user, and raised for the log.
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
    """Return the mark of a print's request from its recipe's file; None without one."""
    try:
        recipe = json.loads(store("prints").content(f"{_checked(key)}/{RECIPE}"))
    except FileNotFoundError:
        return None
    return str(recipe["mark"])


def _names_erased(key: str, owner: str) -> bool:
    """Return whether someone in the club was erased since this print was requested.

    Prints without a mark are older, only on this machine, and were deleted at an
    erasure.
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
        # Only a worker loads the print engine, which takes a second and 40 MB.
        render = import_module("scoring.printing.render")
        pdf = render.pdf_of(document, on_progress=tell)
        _refuse_forgotten(key, begun)
        store("prints").put(f"{key}/{RESULT}", pdf)
        _refuse_forgotten(key, begun, wrote=True)
    except _Forgotten:
        raise
    except NothingToPrint as nothing:  # the data changed since the request
        write(state="failed", message=in_english(nothing.args[0]))
        return
    except Exception:  # the page says that it failed; the worker logs why
        write(state="failed", message=BROKEN)
        raise
    write(state="done")


def _refuse_forgotten(key: str, begun: str, *, wrote: bool = False) -> None:
    """Raise _Forgotten if the print was deleted or requested again.

    Also deletes its folder if it was deleted before, or if this worker wrote to it: the
    files can name an erased person.
    """
    current = _begun(key)
    if current == begun:
        return
    if current is None or wrote:
        store("prints").delete_below(key)
    raise _Forgotten


def _starting() -> Any:
    """Return a lock to start prints on this machine; elsewhere the last start wins."""
    folder = Path(settings.DATA_DIR) / "prints"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return exclusive(folder / "starting")


def _checked(key: str) -> str:
    """Return the key; raises UnknownJob for other text, which could be another path."""
    if not KEY.fullmatch(key):
        raise UnknownJob(key)
    return key


def _by_key() -> dict[str, list[StoredFile]]:
    """Return the files of each print."""
    found: dict[str, list[StoredFile]] = {}
    for file in store("prints").listing():
        key = file.name.partition("/")[0]
        if KEY.fullmatch(key):
            found.setdefault(key, []).append(file)
    return found


def read_job(key: str) -> Job:
    """Return the stored progress of a print; raises UnknownJob."""
    try:
        content = store("prints").content(f"{_checked(key)}/{STATE}")
    except FileNotFoundError:
        raise UnknownJob(key) from None
    return Job(**_known(Job, content))


def _known(kind: type[Job] | type[Recipe], content: bytes) -> dict[str, Any]:
    """Return the known fields of a file that a newer version may have written."""
    known = {field.name for field in fields(kind)}
    facts: dict[str, Any] = json.loads(content)
    return {name: value for name, value in facts.items() if name in known}


def write_job(job: Job) -> None:
    """Store the progress of a print in its folder."""
    _write(f"{job.key}/{STATE}", asdict(job))
    if job.kept:
        store("prints").put(f"{job.key}/{KEPT}", b"")


def _write(name: str, facts: dict[str, Any]) -> None:
    store("prints").put(name, json.dumps(facts).encode())


def _is_usable(key: str, owner: str, *, anew: bool) -> bool:
    """Return whether the print is finished and can be reused, or is being made."""
    try:
        job = read_job(key)
    except UnknownJob:
        return False
    if _names_erased(key, owner):
        return False
    is_made = job.state == "done" and not anew
    return is_made or (job.state == "working" and is_pending(make_print, job.key))


def _clear_old() -> None:
    """Delete old prints, and in a local folder those with people erased elsewhere."""
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
    """Return the seconds since a print's last file was written."""
    return time.time() - max(file.modified_at.timestamp() for file in files)


def _is_kept(key: str, files: list[StoredFile]) -> bool:
    if any(file.name == f"{key}/{KEPT}" for file in files):
        return True
    try:
        return read_job(key).kept  # as stored by older versions
    except UnknownJob:
        return False
