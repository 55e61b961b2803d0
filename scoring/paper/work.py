"""The work of a print job, in the process that was started for it."""

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from scoring.paper.jobs import RESULT, WORK, UnknownJob, put, read_job, write_job
from scoring.paper.render import pdf_of

BROKEN = gettext_noop("The print could not be made; the reason is in the site's log.")


class _Forgotten(Exception):
    """The folder is gone, and nobody waits any more: names in it were erased."""


def work_off(folder: Path) -> None:
    """Makes the print of a job's folder, unless it is forgotten meanwhile.

    Whatever goes wrong is written down for whoever waits, and raised for the log.
    """
    try:
        _work_off(folder, _identity(folder))
    except _Forgotten:
        pass
    except (FileNotFoundError, UnknownJob):
        if folder.exists():
            raise


def _identity(folder: Path) -> tuple[int, int] | None:
    """None where it is gone. The same print asked for anew has a folder of this name."""
    try:
        facts = folder.stat()
    except FileNotFoundError:
        return None
    return facts.st_dev, facts.st_ino


def _work_off(folder: Path, ours: tuple[int, int] | None) -> None:
    job = read_job(folder)
    # Our own file in our own data folder: nobody else can have written it.
    work = pickle.loads((folder / WORK).read_bytes())

    def write(**facts: Any) -> None:
        if _identity(folder) != ours:
            raise _Forgotten
        write_job(folder, replace(job, **facts))

    def tell(done: int, of: int) -> None:
        write(done=done, of=of)

    def tell_read(done: int, of: int) -> None:
        write(done=done, of=of, reads=True)

    try:
        document = work(tell_read) if callable(work) else work
        pdf = pdf_of(document, on_progress=tell)
    except _Forgotten:
        raise
    except Exception:
        write(state="failed", message=BROKEN)
        raise
    if _identity(folder) != ours:
        raise _Forgotten
    put(folder / RESULT, pdf)
    job = read_job(folder)
    write(state="done")
