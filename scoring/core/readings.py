"""Files read by a worker, one at a time on each machine, in the order of upload.

    key = start("scoring.people.spreadsheets.rows_of", owner="lodge-24", user=7,
                name="list.xlsx", content=b"…", typed={})
    find(key, owner="lodge-24", user=7).state     # waits, reads, read or refused

A workbook of a few kilobytes can keep a processor and half a gigabyte busy for seconds.
So no request reads one: it puts the file in the store of readings, and a page shows how
many files are ahead. A reading is a folder of that store: the file, the form's other
values, its state, and the result. The folder's name begins with the time, so the order
of names is the queue. A reading is deleted after an hour.
"""

import fcntl
import json
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from django.conf import settings
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop
from django_tasks import task

from clubs.i18n import message
from clubs.storage import store
from clubs.tasks import (
    current_path,
    enqueue_now,
    has_workers,
    is_due,
    is_out_of_reach,
    is_pending,
)
from scoring.core.writes import ActionRefused

State = Literal["waits", "reads", "read", "refused"]
Typed = dict[str, list[str]]
Reader = Callable[[str, bytes], Any]  # from file name and bytes to a JSON value

KEPT_SECONDS = 60 * 60
LONGEST = 150  # s; after this the process that read it was killed
MOST_TRIES = 2
MOST_WAITING = 3  # files of one club at a time
LONG = 20  # s of waiting before the page says that no worker is running
FILE, STATE, RESULT, WAITS = "file", "reading.json", "result.json", "waits"
KEY = re.compile(r"[0-9]{20}-[0-9a-f]{32}")
STOPPED = gettext_noop(
    "The file took too much time or memory to read. Split it in two, or save it "
    "again without images and styles."
)
UNREACHED = gettext_noop(
    "We can’t read files right now because the site’s background tasks aren’t "
    "responding. Send your file later."
)
FULL = gettext_noop(
    "Your club already has {n} files waiting to be read. Send this one when they’re "
    "done."
)


class UnknownReading(LookupError):
    """The reading doesn't exist, is an hour old, or belongs to another user."""


class Unreadable(Exception):
    """A file can't be read; each argument is a reason."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An uploaded file with the form's other values, and its state.

    `reader` names the function that reads it; `messages` are the reasons for a refusal.
    """

    key: str
    owner: str
    user: int
    reader: str
    name: str
    language: str
    typed: Typed
    state: State = "waits"
    tries: int = 0
    begun_at: float = 0.0
    messages: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.state in ("read", "refused")

    @property
    def asked_at(self) -> float:
        return int(self.key.partition("-")[0]) / 1e9

    @property
    def ahead(self) -> int:
        """The number of files ahead, including the one being read."""
        return sum(key < self.key for key in _queue())

    @property
    def waits_in_vain(self) -> bool:
        """Whether it has waited long because no worker runs on this machine."""
        is_long = time.time() - self.asked_at > LONG
        is_served = not settings.TASK_WORKERS or has_workers()
        return self.state == "waits" and is_long and not is_served

    def result(self) -> Any:
        """Return the contents that were read."""
        return json.loads(store("readings").content(f"{self.key}/{RESULT}"))


def start(
    reader: str, *, owner: str, user: int, name: str, content: bytes, typed: Typed
) -> str:
    """Queue a file and return its key. Raises ActionRefused if too many are waiting.

    `owner` is the club's slug and `user` the sender's key: only they can access it.
    """
    if not store("readings").is_shared:
        _clear_old()
    if sum(_owner(key) == owner for key in _queue()) >= MOST_WAITING:
        raise ActionRefused(message(FULL, n=MOST_WAITING), "file")
    key = f"{time.time_ns():020d}-{secrets.token_hex(16)}"
    language = translation.get_language() or ""
    store("readings").put(f"{key}/{FILE}", content)
    _write(Reading(key, owner, user, reader, name, language, typed))
    store("readings").put(f"{key}/{WAITS}", b"")
    enqueue_now(read_next)
    return key


def find(key: str, *, owner: str, user: int) -> Reading:
    """Return the current state of a reading. Raises UnknownReading."""
    if not KEY.fullmatch(key):
        raise UnknownReading(key)
    reading = _state(key)
    if (reading.owner, reading.user) != (owner, user):
        raise UnknownReading(key)
    if reading.is_over or is_pending(read_next):
        return reading
    if is_out_of_reach():
        return replace(reading, state="refused", messages=(message(UNREACHED),))
    enqueue_now(read_next)  # the worker that had it was killed
    return _state(key)


@task(queue_name="paper")
def read_next() -> None:
    """Read the file that has waited longest, unless this machine is reading another.

    One file per task, so that prints get their turn between two files.
    """
    with _alone_on_this_machine() as is_alone:
        if not is_alone:
            return  # the process that is reading looks for the next one afterwards
        if (reading := next(_to_read(), None)) is not None:
            _read(reading)
    if next(_to_read(), None) is not None:
        enqueue_now(read_next)


def clear_old() -> None:
    """Delete readings an hour old, once an hour; each machine in its own folder."""
    if not store("readings").is_shared or is_due("old readings"):
        _clear_old()


def forget(owner: str) -> None:
    """Delete all readings of a club that is closed."""
    for file in store("readings").listing():
        key = file.name.partition("/")[0]
        with suppress(UnknownReading):
            if file.name.endswith(f"/{STATE}") and _state(key).owner == owner:
                store("readings").delete_below(key)


# --- The queue ----------------------------------------------------------------------


def _queue() -> list[str]:
    """Return the keys of all files waiting or being read, in order of upload."""
    names = (file.name for file in store("readings").listing())
    return [name.removesuffix(f"/{WAITS}") for name in names if name.endswith(WAITS)]


def _owner(key: str) -> str:
    """Return the slug of a file's club; "" if it was deleted."""
    try:
        return _state(key).owner
    except UnknownReading:
        return ""


def _to_read() -> Iterator[Reading]:
    """Yield readings that wait, and those whose process was killed."""
    for key in _queue():
        with suppress(UnknownReading):
            reading = _state(key)
            is_lost = time.time() - reading.begun_at > LONGEST
            if reading.state == "waits" or (reading.state == "reads" and is_lost):
                yield reading


@contextmanager
def _alone_on_this_machine() -> Iterator[bool]:
    """Take this machine's lock for reading; yield whether that succeeded."""
    folder = Path(settings.DATA_DIR) / "locks"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "reader").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


def _read(reading: Reading) -> None:
    reading = replace(
        reading, state="reads", tries=reading.tries + 1, begun_at=time.time()
    )
    _write(reading)
    with translation.override(reading.language or None):
        if reading.tries > MOST_TRIES:
            _end(reading, "refused", (message(STOPPED),))
            return
        read: Reader = import_string(current_path(reading.reader))
        try:
            content = store("readings").content(f"{reading.key}/{FILE}")
            result = json.dumps(read(reading.name, content)).encode()
        except Unreadable as wrong:
            _end(reading, "refused", tuple(map(str, wrong.args)))
        except Exception:  # the page says that it stopped; the worker logs why
            _end(reading, "refused", (message(STOPPED),))
            raise
        else:
            store("readings").put(f"{reading.key}/{RESULT}", result)
            _end(reading, "read")


def _end(reading: Reading, state: State, messages: tuple[str, ...] = ()) -> None:
    _write(replace(reading, state=state, messages=messages))
    for name in (WAITS, FILE):
        store("readings").delete(f"{reading.key}/{name}")


def _state(key: str) -> Reading:
    try:
        facts = json.loads(store("readings").content(f"{key}/{STATE}"))
    except FileNotFoundError:
        raise UnknownReading(key) from None
    return Reading(**{**facts, "messages": tuple(facts["messages"])})


def _write(reading: Reading) -> None:
    content = json.dumps(asdict(reading)).encode()
    store("readings").put(f"{reading.key}/{STATE}", content)


def _clear_old() -> None:
    for file in store("readings").listing():
        if time.time() - file.modified_at.timestamp() > KEPT_SECONDS:
            store("readings").delete_below(file.name.partition("/")[0])
