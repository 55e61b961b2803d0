"""The work of a print job, in the process that was started for it."""

import pickle
from dataclasses import replace
from pathlib import Path

from django.utils.translation import gettext_noop

from scoring.paper.jobs import RESULT, WORK, put, read_job, write_job
from scoring.paper.render import pdf_of

BROKEN = gettext_noop("The print could not be made; the reason is in the site's log.")


def work_off(folder: Path) -> None:
    """Makes the print of a job's folder.

    Whatever goes wrong is written down for whoever waits, and raised for the log.
    """
    job = read_job(folder)
    # Our own file in our own data folder: nobody else can have written it.
    work = pickle.loads((folder / WORK).read_bytes())

    def tell(done: int, of: int) -> None:
        write_job(folder, replace(job, done=done, of=of))

    def tell_read(done: int, of: int) -> None:
        write_job(folder, replace(job, done=done, of=of, reads=True))

    try:
        document = work(tell_read) if callable(work) else work
        pdf = pdf_of(document, on_progress=tell)
    except Exception:
        write_job(folder, replace(job, state="failed", message=BROKEN))
        raise
    else:
        put(folder / RESULT, pdf)
        write_job(folder, replace(read_job(folder), state="done"))
