"""Restoring a backup into an empty site."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.models import Model

from clubs.models import Club, User
from clubs.storage import store
from scoring.backups import schema
from scoring.backups.archive import (
    DAMAGED,
    NEWER,
    Archive,
    Manifest,
    NotABackup,
    open_archive,
)
from scoring.backups.create import table_file
from scoring.backups.rows import columns_of, load
from scoring.core.subscriptions import skip_changes
from scoring.models import Photo
from scoring.models.photos import is_file_name

TAKEN = (
    "This place is not empty, and a backup replaces nothing. Restore it into a new "
    "folder, DATA_DIR=/full/path/new, or a new database (DATABASE_URL)."
)

# Exceptions of parsing and of database drivers for invalid rows.
NO_ROWS = (
    ValueError,
    TypeError,
    ArithmeticError,
    LookupError,
    AttributeError,
    RecursionError,
    ValidationError,
)

Progress = Callable[[int], object]


class NotRestored(Exception):
    """The backup couldn't be restored, as the message explains; nothing has changed."""


class NotEmpty(NotRestored):
    """The site already has rows or photos."""


def restore(path: Path, on_start: Callable[[Manifest], Progress]) -> Manifest:
    """Restore all of a backup, or nothing.

    `on_start` gets the manifest and returns a function that gets the number of rows
    loaded. Raises NotABackup, NotRestored.
    """
    with open_archive(path) as backup, _refusals_told(path):
        _refuse_taken()
        tables = _tables(backup.manifest)
        _prepare(backup.manifest)
        with _photos_of(backup):
            _load(backup, tables, on_start(backup.manifest))
            _bring_up_to_date()
    return backup.manifest


@contextmanager
def _refusals_told(path: Path) -> Iterator[None]:
    """Turn errors of the database and of invalid rows into messages."""
    try:
        yield
    except DatabaseError as error:
        raise NotRestored(f"The database refuses this backup: {error}") from error
    except NO_ROWS as wrong:
        raise NotABackup(DAMAGED.format(path=path)) from wrong


def _refuse_taken() -> None:
    """Raise NotRestored unless the site is empty."""
    if store("photos").listing():
        raise NotEmpty(TAKEN)
    _refuse_rows()


def _refuse_rows() -> None:
    """Raise NotRestored if the database has clubs or users."""
    table_names = connection.introspection.table_names()
    for model in (Club, User):
        if model._meta.db_table in table_names and model.objects.exists():
            raise NotEmpty(TAKEN)


def _tables(manifest: Manifest) -> list[type[Model]]:
    """Return the tables of the backup's migrations.

    Raises NotRestored for newer migrations, ValueError for other tables.
    """
    try:
        tables = schema.tables_after(manifest.migrations)
    except schema.UnknownMigrations:
        raise NotRestored(NEWER) from None
    columns = {model._meta.db_table: columns_of(model) for model in tables}
    parts = {*map(table_file, columns), *manifest.photos}
    if parts != {*manifest.files} or columns != {
        name: table.columns for name, table in manifest.tables.items()
    }:
        raise ValueError("other tables than there were")
    return tables


def _prepare(manifest: Manifest) -> None:
    """Create the tables as they were when the backup was made."""
    if not schema.migrate_to(manifest.migrations):
        raise NotRestored(
            "This backup was made by an older version of Valat, and the empty database here is of "
            "this one. Restore it into a new folder, DATA_DIR=/full/path/new, or a new "
            "database (DATABASE_URL); it is brought up to date there."
        )


def _shut_out_others() -> None:
    """Lock out new clubs while loading; SQLite's transaction already does."""
    if connection.vendor == "postgresql":
        tables = ", ".join(
            connection.ops.quote_name(model._meta.db_table) for model in (Club, User)
        )
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")


def _load(backup: Archive, tables: list[type[Model]], came: Progress) -> None:
    """Load all rows in one transaction, and check their references."""
    with transaction.atomic(durable=True):
        _shut_out_others()
        _refuse_rows()
        for model in tables:
            _load_table(backup, model, came)
            _refuse_foreign_files(model)
        connection.check_constraints()
        _number_on(tables)


def _load_table(backup: Archive, model: type[Model], came: Progress) -> None:
    table, rows = model._meta.db_table, 0
    for number in load(model, backup.lines(table_file(table))):
        rows += number
        came(number)
    if rows != backup.manifest.tables[table].rows:
        raise ValueError(f"{table} has {rows} rows")


def _refuse_foreign_files(model: type[Model]) -> None:
    """Refuse photos with an invalid file name, which could reveal another file."""
    if model._meta.db_table == Photo._meta.db_table:
        names = model._base_manager.values_list("name", flat=True)
        if wrong := [name for name in names if not is_file_name(name)]:
            raise ValueError(f"{wrong[0]!r} is no name of a picture")


def _number_on(tables: list[type[Model]]) -> None:
    """Make new rows get ids after the loaded ones, as SQLite always does."""
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(sql)


def _bring_up_to_date() -> None:
    """Migrate the restored database to this version; if that fails, empty it again.

    Log subscribers skip the restored log: its emails were sent, and its webhooks
    called.
    """
    try:
        call_command("migrate", verbosity=0, interactive=False)
        skip_changes()
    except BaseException as error:
        _empty()
        if not isinstance(error, Exception):
            raise
        raise NotRestored(
            f"This backup cannot be brought up to date: {error}"
        ) from error


def _empty() -> None:
    call_command(
        "flush",
        verbosity=0,
        interactive=False,
        allow_cascade=True,
        inhibit_post_migrate=True,
    )


@contextmanager
def _photos_of(backup: Archive) -> Iterator[None]:
    """Store the photos while the rows are loaded, and keep them if that succeeds."""
    put: list[str] = []
    try:
        for part in backup.manifest.photos:
            name = part.removeprefix("photos/")
            put.append(name)
            put_photo(name, backup.chunks(part))
        yield
    except BaseException as error:
        take_back(put)
        if isinstance(error, OSError):
            raise NotRestored(f"{error.filename}: {error.strerror}.") from error
        raise


def put_photo(name: str, chunks: Iterable[bytes]) -> None:
    """Put a photo of a backup into its store. Raises OSError."""
    with TemporaryFile(dir=settings.DATA_DIR) as file:
        file.writelines(chunks)
        store("photos").put(name, file)


def take_back(names: list[str]) -> None:
    """Delete photos that no row will use; one that can't be deleted does no harm."""
    photos = store("photos")
    for name in names:
        with suppress(OSError):
            photos.delete(name)
    if not photos.is_shared:
        with suppress(OSError):
            settings.PHOTOS.rmdir()
