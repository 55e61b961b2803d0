"""Uploads of club files, stored until the site admin has assigned the accounts.

They are in a store that all machines of the site share, for a day at most.
"""

import re
import secrets
import time
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import BinaryIO

from clubs.storage import StorageDown, store

KEY = re.compile(r"[0-9a-f]{32}")
KEPT_SECONDS = 24 * 60 * 60


def store_upload(file: BinaryIO) -> str:
    """Store a file under a new key. Raises OSError."""
    key = secrets.token_hex(16)
    store("returns").put(_name(key), file)
    return key


def at_hand(key: str) -> AbstractContextManager[Path]:
    """Return a context of a file's path here; raises FileNotFoundError if deleted."""
    if not KEY.fullmatch(key):
        raise FileNotFoundError(key)
    return store("returns").at_hand(_name(key))


def forget(key: str) -> None:
    """Delete a file; one that can't be deleted now is cleared after a day."""
    with suppress(StorageDown):
        store("returns").delete(_name(key))


def clear_old() -> None:
    """Delete files older than a day; each machine does this in its own folder."""
    for file in store("returns").listing():
        if time.time() - file.modified_at.timestamp() > KEPT_SECONDS:
            store("returns").delete(file.name)


def _name(key: str) -> str:
    return f"{key}.zip"
