"""Making a backup while the site goes on: of all, or of what an evening needs."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import ForeignKey, Model, Q, QuerySet
from django.utils import timezone

from clubs.wording import say
from scoring.backups import schema
from scoring.backups.archive import (
    CHUNK,
    Manifest,
    NotWritten,
    Table,
    Writer,
    new_archive,
)
from scoring.backups.rows import columns_of, lines_of, one_moment
from scoring.models import Photo, Tournament


def make(path: Path, evening: Tournament | None = None) -> Manifest:
    """Write everything the site knows, or what an evening needs, into a new file.

    Raises NotWritten where that is impossible; then no file is left.
    """
    with new_archive(path) as archive:
        try:
            with one_moment():
                migrations = _migrations()
                tables = {
                    model._meta.db_table: _add_table(archive, model, evening)
                    for model in schema.tables_after(migrations)
                }
                photos = _names_of(evening)
        except DatabaseError as error:
            raise NotWritten(
                say("The database cannot be read: {error}", error=error)
            ) from error
        # Now: a photo is on the disk before its row is in the database.
        _add_photos(archive, photos)
        manifest = Manifest(
            evening=f"{evening.name}, {evening.club.name}" if evening else "",
            made_at=timezone.now(),
            version=settings.VERSION,
            database=connection.vendor,
            migrations=migrations,
            tables=tables,
            files=archive.files,
        )
        archive.finish(manifest)
    return manifest


def table_file(table: str) -> str:
    """The name of a table's part."""
    return f"tables/{table}.jsonl"


def _migrations() -> frozenset:
    try:
        applied = schema.applied()
    except schema.UnknownMigrations:
        raise NotWritten(
            say("The database belongs to a newer Valat. Update this one first.")
        ) from None
    if not applied:
        raise NotWritten(
            say("There is nothing to back up: the site was never started.")
        )
    return applied


def _add_table(
    archive: Writer, model: type[Model], evening: Tournament | None
) -> Table:
    rows = 0

    def counted() -> Iterator[bytes]:
        nonlocal rows
        for line in lines_of(rows_of(model, evening)):
            rows += 1
            yield line

    archive.add(table_file(model._meta.db_table), counted())
    return Table(columns_of(model), rows)


def _names_of(evening: Tournament | None) -> set[str] | None:
    """The pictures of an evening; None for all."""
    if evening is None:
        return None
    return {*rows_of(Photo, evening).values_list("name", flat=True)}


def _add_photos(archive: Writer, names_of: set[str] | None) -> None:
    """Every file but drafts, whose names begin with a dot; or those of these names.

    A picture that somebody removes this very moment is none any more.
    """
    top = settings.PHOTOS
    for folder, _, names in os.walk(top):
        for name in sorted(names if names_of is None else names_of.intersection(names)):
            path = Path(folder) / name
            if not name.startswith(".") and path.is_file() and not path.is_symlink():
                part = f"photos/{path.relative_to(top).as_posix()}"
                with suppress(FileNotFoundError), path.open("rb") as file:
                    archive.add(part, _content(file), packed=False)


def _content(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk


def rows_of(model: type[Model], evening: Tournament | None) -> QuerySet[Model]:
    """A table's rows that go into a backup: all, or those of an evening.

    An evening has what belongs to its tournament, to the club, and to nobody in
    particular: accounts, so that people can sign in. Other evenings of the club stay
    out, and so does what is of other clubs. Read from the tables' own foreign keys, so
    a new table takes its place here by itself. The model may be one of the migrations
    that were applied.
    """
    rows = model._base_manager.order_by("pk")
    if evening is None:
        return rows
    for label, pk in (
        ("scoring.tournament", evening.pk),
        ("clubs.club", evening.club_id),
    ):
        if way := _way(model, label):
            return rows.filter(Q(**{way: pk}))
    return rows


def _way(model: type[Model], label: str) -> str:
    """The shortest way by foreign keys to a table: sheet__round__tournament; or "".

    By those that are never empty; a row that may belong to several tables, as a line of
    the log, by its own.
    """
    if model._meta.label_lower == label:
        return "pk"
    for field in _keys(model):
        if field.related_model._meta.label_lower == label:
            return field.name
    ways = (
        (field.name, _way(field.related_model, label))
        for field in _keys(model)
        if not field.null and field.related_model is not model
    )
    ways_back = [f"{name}__{way}" for name, way in ways if way and way != "pk"]
    return min(ways_back, key=lambda way: way.count("__"), default="")


def _keys(model: type[Model]) -> list[ForeignKey]:
    fields = model._meta.concrete_fields
    return [field for field in fields if isinstance(field, ForeignKey)]
