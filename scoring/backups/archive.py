"""The file format of backups: its manifest, atomic writes, and validated reading."""

import hashlib
import json
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from io import BufferedReader
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import Self
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from clubs.i18n import many, message
from clubs.tasks import RetryTask

DAMAGED = "{path} isn’t a Valat backup, or it’s damaged. Nothing was restored from it."
MANIFEST = "manifest.json"
DRAFT = ".valat-backup-"  # prefix of an incomplete file
CHUNK = 1 << 20
LONGEST_MANIFEST = 64 << 20
LONGEST_LINE = 64 << 20
# Rows of hands compress to a fifteenth; a file that expands to far more is a zip bomb.
MOST_UNPACKED, MOST_RATIO = 256 << 20, 200
MOST_WRAPPED = 2  # zipping a zip file again hardly makes it smaller
FORMAT = 1
# Different formats, because older versions would take a part for the whole site.
OF_AN_EVENING, OF_A_CLUB = 2, 3
NEWER = "This backup was made by a newer version of Valat. Update this one first, then restore."

Migration = tuple[str, str]


class NotABackup(Exception):
    """The file isn't a backup of Valat, is damaged, or too new, as the message says."""


@dataclass(frozen=True, slots=True)
class TableColumns:
    """A table's columns in the order of its rows, and its number of rows."""

    columns: tuple[str, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A file inside the backup: its uncompressed length, and its SHA-256."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a backup: its time, its source, and all its parts.

    `evening` or `club` names the content if it isn't the whole site. `migrations` are
    those of the source database; `database` is its kind, for people who look into the
    file.
    """

    made_at: datetime
    version: str
    database: str
    migrations: frozenset[Migration]
    tables: dict[str, TableColumns]
    files: dict[str, ArchiveMember]
    evening: str = ""
    club: str = ""

    def serialized(self) -> bytes:
        facts = {
            "format": self._format,
            "evening": self.evening,
            "club": self.club,
            "made_at": self.made_at.isoformat(),
            "valat": self.version,
            "database": self.database,
            "migrations": sorted(self.migrations),
            "tables": {
                name: {"columns": table.columns, "rows": table.rows}
                for name, table in self.tables.items()
            },
            "files": {
                name: {"bytes": part.bytes, "sha256": part.sha256}
                for name, part in self.files.items()
            },
        }
        return json.dumps(facts, indent=1).encode()

    @classmethod
    def read(cls, text: bytes) -> Self:
        """Parse a manifest.

        Raises NotABackup for a newer format; ValueError and similar for invalid data.
        """
        facts = json.loads(text)
        if int(facts["format"]) > OF_A_CLUB:
            raise NotABackup(NEWER)
        return cls(
            made_at=datetime.fromisoformat(facts["made_at"]),
            version=str(facts["valat"]),
            database=str(facts["database"]),
            migrations=frozenset((app, name) for app, name in facts["migrations"]),
            tables={
                name: TableColumns(
                    tuple(map(str, facts_of["columns"])), int(facts_of["rows"])
                )
                for name, facts_of in facts["tables"].items()
            },
            files={
                name: ArchiveMember(int(facts_of["bytes"]), str(facts_of["sha256"]))
                for name, facts_of in facts["files"].items()
            },
            evening=str(facts.get("evening", "")),
            club=str(facts.get("club", "")),
        )

    @property
    def _format(self) -> int:
        if self.club:
            return OF_A_CLUB
        return OF_AN_EVENING if self.evening else FORMAT

    @property
    def subject(self) -> str:
        """The subject of the backup, in words that follow "the backup of"."""
        if self.club:
            return f"one club ({self.club})"
        return f"one evening ({self.evening})" if self.evening else "the whole site"

    @property
    def size_text(self) -> str:
        """The amount of data: 519 rows, 7 photos."""
        photos = len(self.photos)
        more = f", {many(photos, 'photo')}" if photos else ""
        return f"{many(self.rows, 'row')}{more}"

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables.values())

    @property
    def photos(self) -> list[str]:
        """The names of the photos inside the backup."""
        return [name for name in self.files if name.startswith("photos/")]


class NotWritten(RetryTask):
    """The backup couldn't be written; the message says why."""


class Writer:
    """A writer for the parts of a backup; the manifest comes last."""

    def __init__(self, file: ZipFile) -> None:
        self._file = file
        self.files: dict[str, ArchiveMember] = {}

    def add(self, name: str, chunks: Iterable[bytes], *, packed: bool = True) -> None:
        digest, length = hashlib.sha256(), 0
        with self._file.open(_info(name, packed), "w", force_zip64=True) as part:
            for chunk in chunks:
                part.write(chunk)
                digest.update(chunk)
                length += len(chunk)
        self.files[name] = ArchiveMember(length, digest.hexdigest())

    def finish(self, manifest: Manifest) -> None:
        self._file.writestr(_info(MANIFEST, packed=True), manifest.serialized())


def _info(name: str, packed: bool) -> ZipInfo:
    info = ZipInfo(name)  # without a time: zip can't store years before 1980
    info.compress_type = ZIP_DEFLATED if packed else ZIP_STORED
    info.external_attr = 0o600 << 16
    return info


@contextmanager
def new_archive(path: Path) -> Iterator[Writer]:
    """Write a backup that only its owner can read, atomically and synced to the disk.

    Raises NotWritten, also if a file of that name exists.
    """
    draft = path.with_name(f"{DRAFT}{secrets.token_hex(4)}")
    try:
        _refuse_taken(path)
        descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w+b") as file:
                with ZipFile(file, "w") as zipped:
                    yield Writer(zipped)
                file.flush()
                os.fsync(file.fileno())
            _refuse_unreadable(draft, path)
            _put_in_place(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise NotWritten(f"{error.filename or path}: {error.strerror}.") from error


def _refuse_taken(path: Path) -> None:
    if os.path.lexists(path):
        raise NotWritten(
            message("{path} already exists. Choose another name.", path=path)
        )


def _refuse_unreadable(draft: Path, path: Path) -> None:
    """Read the new backup back, because a bad one is better found now."""
    try:
        with open_archive(draft):
            pass
    except NotABackup as wrong:
        raise NotWritten(
            message(
                "The backup {path} couldn’t be read back. Check the disk.", path=path
            )
        ) from wrong


def _put_in_place(draft: Path, path: Path) -> None:
    """Move the file to its name, unless another file took it."""
    try:
        os.link(draft, path)
    except FileExistsError:
        _refuse_taken(path)
    except OSError:  # some file systems, as on USB sticks, have no hard links
        _refuse_taken(path)
        draft.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


class Archive:
    """A backup that was checked completely.

    A browser may have unpacked the download, and a computer zipped it again in a folder
    with small files of its own. Those extra files are ignored.
    """

    def __init__(self, path: Path, file: ZipFile) -> None:
        self._path = path
        self._file = file
        with _distrust(self._path):
            self._parts = _parts_of(file)
            self.manifest = self._read_manifest()
            self._check()

    def lines(self, name: str) -> Iterator[bytes]:
        """Yield the lines of a part."""
        with _distrust(self._path), self._file.open(self._parts[name]) as part:
            # A ZipExtFile has all that BufferedReader reads with; its stub doesn't know.
            reader = BufferedReader(part, CHUNK)  # type: ignore[type-var]  # see above
            while line := reader.readline(LONGEST_LINE):
                yield line

    def chunks(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a part in chunks."""
        with _distrust(self._path), self._file.open(self._parts[name]) as part:
            while chunk := part.read(CHUNK):
                yield chunk

    def _read_manifest(self) -> Manifest:
        with self._file.open(self._parts[MANIFEST]) as part:
            return Manifest.read(part.read(LONGEST_MANIFEST))

    def _check(self) -> None:
        """Check that all parts exist with right length and checksum, and no others."""
        files, parts = self.manifest.files, self._parts
        if {*files, MANIFEST} != {*parts}:
            raise BadZipFile("parts are missing, or too many")
        unpacked = sum(info.file_size for info in parts.values())
        if unpacked > MOST_UNPACKED + MOST_RATIO * self._path.stat().st_size:
            raise BadZipFile("it would unpack to far more than rows do")
        for name, part in files.items():
            if not _is_safe(name) or parts[name].file_size != part.bytes:
                raise BadZipFile(f"{name} is not what it should be")
            digest = hashlib.sha256()
            for chunk in self.chunks(name):
                digest.update(chunk)
            if digest.hexdigest() != part.sha256:
                raise BadZipFile(f"{name} was changed")


def _parts_of(file: ZipFile) -> dict[str, ZipInfo]:
    """Return the parts by name, without files that a computer added when zipping.

    Raises BadZipFile for a duplicate part.
    """
    infos = [info for info in file.infolist() if not _is_added(info.filename)]
    names = [info.filename for info in infos]
    folder = next(
        (
            name.removesuffix(MANIFEST)
            for name in names
            if name.endswith(f"/{MANIFEST}")
        ),
        "",
    )
    if MANIFEST in names or not all(name.startswith(folder) for name in names):
        folder = ""
    parts = {info.filename.removeprefix(folder): info for info in infos}
    if len(parts) != len(infos):
        raise BadZipFile("a part is there twice")
    return parts


def _is_added(name: str) -> bool:
    """Return whether an entry is a folder, or a system file of macOS or Windows."""
    steps = name.split("/")
    return (
        name.endswith("/")
        or steps[0] == "__MACOSX"
        or steps[-1] in {".DS_Store", "Thumbs.db", "desktop.ini"}
        or steps[-1].startswith("._")
    )


@contextmanager
def _distrust(path: Path) -> Iterator[None]:
    """Turn all exceptions of zipfile, decompression and json into NotABackup."""
    try:
        yield
    except NotABackup:
        raise
    except Exception as wrong:  # from zipfile, zlib or json, of a file that is none
        raise NotABackup(DAMAGED.format(path=path)) from wrong


def _is_safe(name: str) -> bool:
    """Return whether a part's path stays inside its folder."""
    return not any(step in {"", ".", ".."} or "\0" in step for step in name.split("/"))


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Yield a backup with all parts checked. Raises NotABackup."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise NotABackup(f"{path} cannot be read: {error.strerror}.") from error
    with file:
        with _distrust(path):
            zipped = ZipFile(file)
        with zipped, _inner(path, zipped) as whole:
            yield Archive(path, whole)


@contextmanager
def _inner(path: Path, zipped: ZipFile) -> Iterator[ZipFile]:
    """Yield the backup itself, also if its file was zipped once more."""
    infos = [info for info in zipped.infolist() if not _is_added(info.filename)]
    if len(infos) != 1 or not infos[0].filename.lower().endswith(".zip"):
        yield zipped
        return
    with TemporaryFile() as file, ExitStack() as opened:
        with _distrust(path):
            if infos[0].file_size > path.stat().st_size * MOST_WRAPPED + CHUNK:
                raise BadZipFile("it would unpack to far more than a backup does")
            with zipped.open(infos[0]) as part:
                copyfileobj(part, file, CHUNK)
            whole = opened.enter_context(ZipFile(file))
        yield whole
