"""Stores of files, by name: photos, prints, packs, draws, backups.

    photos = store("photos")
    photos.put("ab12.jpg", content)
    photos.content("ab12.jpg")       # its bytes; raises FileNotFoundError

Stores are Django storages (the setting STORAGES). Each is a folder of this machine or,
if the setting FILES names one, a part of an S3 store that several machines share
(`clubs.s3`). Files that a worker, another machine or a restored site must find belong
in a store; files of this machine only (workers, static files) don't.
"""

import os
import secrets
import shutil
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage, storages
from django.utils.module_loading import import_string

UNFINISHED = ".new"  # ending of the name of an incomplete file


class StorageDown(OSError):
    """The store of files doesn't respond, or refuses; `strerror` has the message."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in a listing: its name in the store, size in bytes, and time of change."""

    name: str
    size: int
    modified_at: datetime


class Store(Protocol):
    """The interface of a folder and of a part of an S3 store.

    All methods can raise OSError. `is_shared`: several machines use it, and it can be
    large.
    """

    is_shared: bool

    def put(self, name: str, content: bytes | BinaryIO) -> None:
        """Write a file atomically, replacing an existing one."""

    def content(self, name: str) -> bytes:
        """Return the bytes of a file. Raises FileNotFoundError."""

    def open(self, name: str, mode: str = "rb") -> File:
        """Open a file. Raises FileNotFoundError."""

    def at_hand(self, name: str) -> AbstractContextManager[Path]:
        """Return a context of a read-only path here. Raises FileNotFoundError."""

    def exists(self, name: str) -> bool: ...

    def delete(self, name: str) -> None:
        """Delete a file; do nothing if it doesn't exist."""

    def listing(self, folder: str = "", *, flat: bool = False) -> list[StoredFile]:
        """Return all files in a folder of the store, by name.

        Files in folders below are included unless `flat`.
        """

    def delete_below(self, folder: str) -> None:
        """Delete all files in a folder of the store."""

    def address(self, name: str, *, kind: str, disposition: str) -> str:
        """Return an address valid for a minute; "" if only this site can send it."""

    def place(self, name: str) -> str:
        """Return the location of a file, for the site admin."""


def store(name: str) -> Store:
    """Return the store of photos, prints, packs, draws or backups."""
    return cast(Store, storages[name])


def wrong_bucket() -> tuple[bool, str]:
    """Return whether the trouble with FILES is permanent, and one line about it."""
    trouble_of = import_string("clubs.s3.trouble_of")
    found: tuple[bool, str] = trouble_of(settings.BUCKET)
    return found


def check_storage() -> str:
    """Return the reason why the store of FILES doesn't respond now; "" if it does.

    Takes a second at most.
    """
    trouble: str = import_string("clubs.s3.check_storage")(settings.BUCKET)
    return trouble


def file_of(content: bytes | BinaryIO) -> File:
    """Return content as a File for Django's storages."""
    return ContentFile(content) if isinstance(content, bytes) else File(content)


class Folder(FileSystemStorage):
    """A folder of this machine whose files are readable only by their owner.

    `setting` names the setting with its path, `folder` is a folder in it. `lasting`: a
    file is synced to the disk before it gets its name.
    """

    is_shared = False

    def __init__(
        self, setting: str, folder: str = "", *, lasting: bool = False
    ) -> None:
        super().__init__(allow_overwrite=True)
        self._setting, self._folder, self._lasting = setting, folder, lasting

    @property
    def base_location(self) -> Path:
        place: Path = getattr(settings, self._setting) / self._folder
        return place

    @property
    def location(self) -> str:
        return os.path.abspath(self.base_location)

    def put(self, name: str, content: bytes | BinaryIO) -> None:
        self.save(name, file_of(content))

    def _save(self, name: str, content: File) -> str:
        path = Path(self.path(name))
        _make(path.parent)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}{UNFINISHED}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.writelines(content.chunks())
                if self._lasting:
                    file.flush()
                    os.fsync(file.fileno())
            draft.replace(path)
            if self._lasting:
                _sync(path.parent)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        return name

    def content(self, name: str) -> bytes:
        return Path(self.path(name)).read_bytes()

    def at_hand(self, name: str) -> AbstractContextManager[Path]:
        path = Path(self.path(name))
        path.stat()
        return nullcontext(path)

    def listing(self, folder: str = "", *, flat: bool = False) -> list[StoredFile]:
        top = self.base_location
        paths = (top / folder).glob("*" if flat else "**/*")
        found = (self._stored(path, top) for path in paths)
        return sorted((file for file in found if file), key=lambda file: file.name)

    def _stored(self, path: Path, top: Path) -> StoredFile | None:
        try:
            status = path.lstat()
        except FileNotFoundError:  # deleted by another process
            return None
        if not path.is_file() or path.is_symlink():
            return None
        modified_at = datetime.fromtimestamp(status.st_mtime, UTC)
        return StoredFile(path.relative_to(top).as_posix(), status.st_size, modified_at)

    def delete_below(self, folder: str) -> None:
        place = Path(self.path(folder))
        removed = place.with_name(f"{place.name}.{secrets.token_hex(4)}.gone")
        try:
            # Atomic, so that a worker that still uses the folder can't write there.
            place.rename(removed)
        except FileNotFoundError:
            return
        shutil.rmtree(removed, ignore_errors=True)

    def address(self, name: str, *, kind: str, disposition: str) -> str:
        return ""

    def place(self, name: str) -> str:
        return self.path(name)


def _make(folder: Path) -> None:
    """Create a folder and its parents, accessible only by their owner."""
    if not folder.is_dir():
        if folder != folder.parent:
            _make(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
