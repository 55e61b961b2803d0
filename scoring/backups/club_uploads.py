"""A club's file that the operator sent, kept until he has said whose account is whose.

It lies where every machine of the site finds it, for a day at most.
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


def keep(file: BinaryIO) -> str:
    """Under a new key. Raises OSError."""
    key = secrets.token_hex(16)
    store("returns").put(_name(key), file)
    return key


def at_hand(key: str) -> AbstractContextManager[Path]:
    """Its path on this machine. Raises FileNotFoundError where there is none any more."""
    if not KEY.fullmatch(key):
        raise FileNotFoundError(key)
    return store("returns").at_hand(_name(key))


def forget(key: str) -> None:
    """It is of no more use; one that cannot be deleted goes with the day."""
    with suppress(StorageDown):
        store("returns").delete(_name(key))


def clear_old() -> None:
    """What is a day old goes; by each machine in its own folder."""
    for file in store("returns").listing():
        if time.time() - file.modified_at.timestamp() > KEPT_SECONDS:
            store("returns").delete(file.name)


def _name(key: str) -> str:
    return f"{key}.zip"
