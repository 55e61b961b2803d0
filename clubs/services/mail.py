"""The mail server, where there is one, and mail that leaves after the answer."""

import logging
import time
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from queue import Full, Queue
from smtplib import SMTPException
from threading import Lock, Thread

from django.core.mail import get_connection
from django.db import connections

LOG = logging.getLogger(__name__)
MOST_WAITING = 200  # of one process; more is a flood

_waiting: Queue[Callable[[], object]] = Queue(MOST_WAITING)
_postman: Thread | None = None
_begins = Lock()


def is_answering() -> bool:
    """Whether the mail server lets us in just now; the terminal says why not."""
    connection = get_connection()
    try:
        connection.open()
    except (OSError, SMTPException):
        LOG.exception("The mail server does not answer")
        return False
    connection.close()
    return True


def later(job: Callable[[], object]) -> None:
    """Have it done by a thread of its own, one after the other; returns at once.

    What waits when the process is killed is lost: only for what somebody asks for again.
    """
    try:
        _waiting.put_nowait(partial(copy_context().run, job))
    except Full:
        LOG.error("Too many mails wait; one was not sent.")
        return
    _begin()


def finish(seconds: float) -> None:
    """What waits still goes out, as far as there is time; when the site stops."""
    deadline = time.monotonic() + seconds
    while _waiting.unfinished_tasks and time.monotonic() < deadline:
        time.sleep(0.05)


def _begin() -> None:
    global _postman
    with _begins:
        if _postman is None or not _postman.is_alive():
            _postman = Thread(target=_work, name="mail", daemon=True)
            _postman.start()


def _work() -> None:
    while True:
        job = _waiting.get()
        try:
            job()
        except Exception:
            LOG.exception("A mail was not sent")
        finally:
            connections.close_all()  # of this thread
            _waiting.task_done()
