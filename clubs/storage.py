"""Where files lie, by name: photos, prints, packs, draws, backups.

    photos = store("photos")
    photos.put("ab12.jpg", content)
    photos.content("ab12.jpg")       # its bytes; raises FileNotFoundError

They are Django's storages (the setting STORAGES). Each is a folder of this machine, as it
always was, or a part of an S3 store that several machines share (`clubs.s3`, where the
setting FILES names one). What a worker, another machine or a restored site has to find
lies in one of them; what is this machine's own (workers, static files) does not.
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

UNFINISHED = ".new"  # how the name of a file ends that is not whole yet


class StorageDown(OSError):
    """Whoever keeps the files does not answer, or refuses; `strerror` says it in words."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as a list of them tells it: its name in the store, its bytes, since when."""

    name: str
    size: int
    modified_at: datetime


class Store(Protocol):
    """What a folder and a part of an S3 store promise. All may raise OSError.

    `is_shared`: many machines have it, and it may be large.
    """

    is_shared: bool

    def put(self, name: str, content: bytes | BinaryIO) -> None:
        """The whole file, in the place of one of that name; or the old one."""

    def content(self, name: str) -> bytes:
        """Raises FileNotFoundError."""

    def open(self, name: str, mode: str = "rb") -> File:
        """Raises FileNotFoundError."""

    def at_hand(self, name: str) -> AbstractContextManager[Path]:
        """Its path on this machine, to read only. Raises FileNotFoundError."""

    def exists(self, name: str) -> bool: ...

    def delete(self, name: str) -> None:
        """One that is not there is none already."""

    def listing(self, folder: str = "", *, flat: bool = False) -> list[StoredFile]:
        """All files in a folder of the store, in the order of their names; those below
        it, too, unless `flat`."""

    def delete_below(self, folder: str) -> None:
        """All files in a folder of the store."""

    def address(self, name: str, *, kind: str, disposition: str) -> str:
        """Where a browser finds it for a minute; "" where only this site can send it."""

    def place(self, name: str) -> str:
        """Where it lies, for whoever looks after the machine."""


def store(name: str) -> Store:
    """Those of the photos, prints, packs, draws or backups."""
    return cast(Store, storages[name])


def wrong_bucket() -> tuple[bool, str]:
    """What is wrong with the store of FILES, and whether it will not mend by itself."""
    trouble_of = import_string("clubs.s3.trouble_of")
    found: tuple[bool, str] = trouble_of(settings.BUCKET)
    return found


def check_storage() -> str:
    """What keeps the store of FILES from answering now, in a few words; "" where it does.

    Somebody waits for a second at most.
    """
    trouble: str = import_string("clubs.s3.check_storage")(settings.BUCKET)
    return trouble


def file_of(content: bytes | BinaryIO) -> File:
    """As Django's storages take it."""
    return ContentFile(content) if isinstance(content, bytes) else File(content)


class Folder(FileSystemStorage):
    """A folder of this machine, its files readable by their owner alone.

    `setting` names the setting with its path, `folder` one in that. `lasting`: a file is
    on the disk before it has its name.
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
        except FileNotFoundError:  # somebody clears away
            return None
        if not path.is_file() or path.is_symlink():
            return None
        modified_at = datetime.fromtimestamp(status.st_mtime, UTC)
        return StoredFile(path.relative_to(top).as_posix(), status.st_size, modified_at)

    def delete_below(self, folder: str) -> None:
        place = Path(self.path(folder))
        removed = place.with_name(f"{place.name}.{secrets.token_hex(4)}.gone")
        try:
            place.rename(
                removed
            )  # at once, so that a worker that still has it writes nowhere
        except FileNotFoundError:
            return
        shutil.rmtree(removed, ignore_errors=True)

    def address(self, name: str, *, kind: str, disposition: str) -> str:
        return ""

    def place(self, name: str) -> str:
        return self.path(name)


def _make(folder: Path) -> None:
    """With all above it, for their owner alone."""
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
