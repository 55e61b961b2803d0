"""Making a backup of the site, an event or a club while the site is running."""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from clubs.i18n import message
from clubs.models import Club
from clubs.storage import store
from scoring.backups import schema
from scoring.backups.archive import (
    CHUNK,
    Manifest,
    NotWritten,
    TableColumns,
    Writer,
    new_archive,
)
from scoring.backups.club_rows import CLUB, STRANGER, USER, goes_along, way_to
from scoring.backups.rows import columns_of, lines_of, one_moment
from scoring.models import Photo, Tournament
from scoring.models.photos import is_file_name

Part = Tournament | Club | None  # None for the whole site


def make(path: Path, part: Part = None) -> Manifest:
    """Write a backup of the whole site, or of a part, into a new file.

    Raises NotWritten if that fails; then no file is left.
    """
    with new_archive(path) as archive:
        try:
            with one_moment():
                migrations = _migrations()
                tables = {
                    model._meta.db_table: _add_table(archive, model, part)
                    for model in schema.tables_after(migrations)
                }
                photos = _photos_in(migrations, part)
        except DatabaseError as error:
            raise NotWritten(
                message("The database can’t be read: {error}", error=error)
            ) from error
        # Afterwards: a photo is stored before its row is in the database.
        _add_photos(archive, photos)
        manifest = Manifest(
            evening=f"{part.name}, {part.club.name}"
            if isinstance(part, Tournament)
            else "",
            club=part.name if isinstance(part, Club) else "",
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
    """Return the name of a table's part."""
    return f"tables/{table}.jsonl"


def _migrations() -> frozenset:
    try:
        applied = schema.applied()
    except schema.UnknownMigrations:
        raise NotWritten(
            message(
                "The database was made by a newer version of Valat. Update Valat first."
            )
        ) from None
    if not applied:
        raise NotWritten(
            message(
                "There’s nothing to back up, because the site hasn’t been started yet."
            )
        )
    return applied


def _add_table(archive: Writer, model: type[Model], part: Part) -> TableColumns:
    rows = 0
    lines = lines_of(rows_of(model, part))
    if isinstance(part, Club) and model._meta.label_lower == USER:
        lines = lines_of(rows_of(model, part), STRANGER)

    def counted() -> Iterator[bytes]:
        nonlocal rows
        for line in lines:
            rows += 1
            yield line

    archive.add(table_file(model._meta.db_table), counted())
    return TableColumns(columns_of(model), rows)


def _photos_in(migrations: frozenset, part: Part) -> list[str]:
    """Return the names of all photos that weren't removed, or those of a part."""
    for model in schema.tables_after(migrations):
        if model._meta.db_table == Photo._meta.db_table:
            rows = rows_of(model, part).filter(removed_at=None)
            return sorted(rows.values_list("name", flat=True))
    return []


def _add_photos(archive: Writer, names: list[str]) -> None:
    """Add the files of these photos. Raises NotWritten if one is missing.

    A photo that is being removed right now is skipped.
    """
    photos = store("photos")
    for name in names:
        try:
            if not is_file_name(name):
                raise FileNotFoundError(name)
            with photos.open(name) as file:
                archive.add(f"photos/{name}", file.chunks(CHUNK), packed=False)
        except FileNotFoundError:
            if photo := _still_there(name):
                raise NotWritten(_missing(photo)) from None


def _still_there(name: str) -> Photo | None:
    rows = Photo.objects.filter(name=name, removed_at=None)
    return rows.select_related("sheet__round__tournament__club").first()


def _missing(photo: Photo) -> str:
    tournament = photo.sheet.round.tournament
    return message(
        "A photo’s file is missing: {club}, {tournament}, round {round}, table "
        "{table}. Put the file back ({place}) or delete the photo on its score "
        "sheet. Then back up again.",
        club=tournament.club.name,
        tournament=tournament.name,
        place=store("photos").place(photo.name)
        if is_file_name(photo.name)
        else photo.name,
        **photo.sheet.where,
    )


def rows_of(model: type[Model], part: Part) -> QuerySet[Model]:
    """Return a table's rows for a backup: all, or those of an event or of a club.

    An event has the rows of its tournament, of its club, and rows without a club, such
    as accounts, so that people can sign in. Other events of the club are left out, and
    so are other clubs. A club has its own rows, and the names of accounts. Determined
    from the foreign keys of models, so a new table is included automatically. The model
    can be one of the migrations that were applied.
    """
    rows = model._base_manager.order_by("pk")
    if part is None:
        return rows
    if isinstance(part, Club):
        return goes_along(model, part.pk)
    for label, pk in (("scoring.tournament", part.pk), (CLUB, part.club_id)):
        if way := way_to(model, label):
            return rows.filter(Q(**{way: pk}))
    return rows
