"""Failures of the disk or the services that the site needs, found behind an exception.

Such a failure is neither a bug nor the user's mistake.
"""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.utils.translation import gettext_noop

from clubs.storage import StorageDown

LEAST_FREE = 64 << 10  # bytes; opening a database needs about this much
SQLITE_CODE = 0xFF  # the last byte of an extended error code
READ_ONLY_SQL, DISK_FULL_SQL, LOCK_SQL = "25006", "53100", "55P03"  # PostgreSQL's codes
CONNECTION_SQL = ("08", "57")  # lost or refused; the server is stopping


class Trouble(Enum):
    """A kind of failure, in English for the terminal; the page translates the texts."""

    FULL = (
        gettext_noop("The disk is full"),
        gettext_noop(
            "Free up space on the disk where the site keeps its data. Nothing else "
            "is needed."
        ),
    )
    READ_ONLY = (
        gettext_noop("The site cannot write to its data folder"),
        gettext_noop(
            "The data folder or its disk is read-only. Give the account that runs "
            "the site permission to write there."
        ),
    )
    BUSY = (
        gettext_noop("Another program is holding the database"),
        gettext_noop(
            "Another program, such as a copy tool, has kept it open for too long. "
            "Close that program."
        ),
    )
    BROKEN = (
        gettext_noop("The disk is not working right"),
        gettext_noop(
            "The computer couldn’t read or write the disk. Make a backup to another "
            "disk now."
        ),
    )
    STORE = (
        gettext_noop("The site’s file storage is not responding"),
        gettext_noop(
            "Check that the storage in the setting FILES is running and that the "
            "site can reach it. Everything that needs no files keeps working."
        ),
    )
    AWAY = (
        gettext_noop("The database is not responding"),
        gettext_noop(
            "Check that its server is running and that the site can connect to it."
        ),
    )

    @property
    def summary(self) -> str:
        return self.value[0]

    @property
    def cure(self) -> str:
        return self.value[1]


OF_SYSTEM = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), Trouble.FULL),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), Trouble.READ_ONLY),
    errno.EIO: Trouble.BROKEN,
}
OF_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    **dict.fromkeys(
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM),
        Trouble.READ_ONLY,
    ),
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), Trouble.BUSY),
    sqlite3.SQLITE_IOERR: Trouble.BROKEN,
}
OF_POSTGRESQL = {
    DISK_FULL_SQL: Trouble.FULL,
    READ_ONLY_SQL: Trouble.READ_ONLY,
    LOCK_SQL: Trouble.BUSY,
}


def failure_in(error: BaseException | None) -> Trouble | None:
    """Return the failure in an exception's chain of causes; None for a bug of ours."""
    for cause in _chain(error):
        trouble = _trouble(cause)
        if trouble in (Trouble.BROKEN, Trouble.READ_ONLY) and _is_full():
            return Trouble.FULL  # SQLite can't tell these apart when it creates a file
        if trouble:
            return trouble
    return None


def describe(error: BaseException) -> str | None:
    """Return one line about the failure, with the setting to check.

    None for a bug of ours. The line is for the terminal, so it is in English.
    """
    trouble = failure_in(error)
    reason = str(error).strip().partition("\n")[0].rstrip(".")
    if not isinstance(error, DatabaseError):
        return (
            trouble
            and f"{trouble.summary}: {reason} (the setting DATA_DIR). {trouble.cure}"
        )
    name = settings.DATABASE_SETTING
    if trouble:
        return f"{trouble.summary}: {reason} (the setting {name}). {trouble.cure}"
    if connection.connection is None:  # never opened
        return f"The database can't be opened: {reason}. Correct the setting {name}."
    return None


def _is_full() -> bool:
    with suppress(OSError):
        return shutil.disk_usage(settings.DATA_DIR).free < LEAST_FREE
    return False


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Return the exception and its causes, innermost first: it has the most detail."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return reversed(chain)


def _trouble(error: BaseException) -> Trouble | None:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0)  # some are the driver's own
        return OF_SQLITE.get(code & SQLITE_CODE)
    if state := getattr(error, "sqlstate", None):
        default = Trouble.AWAY if state[:2] in CONNECTION_SQL else None
        return OF_POSTGRESQL.get(state, default)
    if isinstance(error, StorageDown):
        return Trouble.STORE
    if isinstance(error, (ConnectionError, TimeoutError)):
        return None  # a connection to another service
    if isinstance(error, OSError):
        return OF_SYSTEM.get(error.errno or 0)
    if isinstance(error, (OperationalError, InterfaceError)):
        # Errors with a state are handled above, and SQLite is never away.
        return (
            Trouble.AWAY if getattr(error.__cause__, "sqlstate", "") is None else None
        )
    return None
