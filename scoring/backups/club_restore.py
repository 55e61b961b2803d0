"""Restoring one club's file into a running site, all or nothing.

Other clubs aren't touched. A lost club comes back unchanged; one of another site gets
new keys. Accounts in the file belong to no one here until the person who restores the
club assigns accounts of this site; they are never matched automatically.
"""

import json
import os
import secrets
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    IntegrityError,
    connection,
    connections,
    transaction,
)
from django.db.models import Max, Model
from django.utils import timezone

from clubs.i18n import decimal, message
from clubs.images import MAX_BYTES, TOO_BIG, Unusable, emblem_of, picture_of
from clubs.languages import offered
from clubs.models import Club, Emblem, Role, User, refuse_reserved
from scoring.backups import schema
from scoring.backups.archive import (
    DAMAGED,
    NEWER,
    Archive,
    Manifest,
    NotABackup,
    open_archive,
)
from scoring.backups.club_rows import (
    CLUB,
    LINKS,
    USER,
    NewKeys,
    keys_of,
    tables_of_clubs,
    with_new_keys,
)
from scoring.backups.create import table_file
from scoring.backups.restore import NO_ROWS, NotRestored, put_photo, take_back
from scoring.backups.row_checks import (
    BEFORE_HANDS,
    Belonging,
    Row,
    UnfitRow,
    check_row,
    seats_of_sheets,
    settle_hands,
)
from scoring.backups.rows import AT_ONCE, columns_of
from scoring.core.subscriptions import skip_changes_of
from scoring.core.writes import Actor, log
from scoring.models import Hand, Letter, MailAddress, Photo, Sheet
from scoring.models.log_messages import log_message
from scoring.models.photos import is_file_name
from scoring.models.rounds import new_code
from scoring.models.signed import DigestField, digest_of

LONGEST = 600  # s for updating an older file
MOST_ACCOUNTS = 1_000
MOST_ROWS = 1_000_000  # a club of thirty years, each with fifty large events


@dataclass(frozen=True, slots=True)
class Known:
    """An account in the file; `role` is its role in the club, or ""."""

    key: int
    username: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class ClubFilePreview:
    """The contents of a club's file, before any of it is used."""

    manifest: Manifest
    name: str
    slug: str
    town: str
    accounts: tuple[Known, ...]

    @property
    def is_here(self) -> bool:
        """Whether a club here has its address."""
        return Club.objects.filter(slug=self.slug).exists()


def look_at(path: Path) -> ClubFilePreview:
    """Return the contents of a file. Raises NotABackup, NotRestored."""
    with _file_of_today(path) as (_, file):
        return _look(file)


def bring_back(
    path: Path, *, actor: Actor, accounts: Mapping[int, User], slug: str = ""
) -> Club:
    """Restore the club of a file, at its address or another.

    `accounts`: users of this site by the keys of the file's accounts; all other
    accounts lose their role, and only their names stay on what they signed. Raises
    NotABackup, NotRestored; then nothing has changed.
    """
    if len({user.pk for user in accounts.values()}) < len(accounts):
        raise NotRestored(
            message("Two accounts in the file can’t become the same account here.")
        )
    with _file_of_today(path) as (checked, file), _refusals(checked):
        return _Return(file, actor, accounts, slug).run()


@contextmanager
def _file_of_today(path: Path) -> Iterator[tuple[Path, Archive]]:
    """Yield the file, updated first if an older Valat made it."""
    with open_archive(path) as file:
        if not file.manifest.club:
            raise NotRestored(
                message(
                    "This is a backup, not the file of one club. Restore it into an empty "
                    "data folder with ./run restore. It’s a backup of: {site}",
                    site=file.manifest.subject,
                )
            )
        migrations = schema.applied()
        if file.manifest.migrations == migrations:
            yield path, file
            return
        if not file.manifest.migrations <= migrations:
            raise NotRestored(NEWER)
    with TemporaryDirectory(dir=settings.DATA_DIR, prefix=".club-") as folder:
        newer = _brought_up_to_date(path, Path(folder))
        with open_archive(newer) as file:
            yield newer, file


def _brought_up_to_date(path: Path, folder: Path) -> Path:
    """Return an updated file of the club, made in a temporary site of its own."""
    names = ("PATH", "LANG", "LC_ALL", "PYTHONPATH", "VIRTUAL_ENV")
    clean = {name: os.environ[name] for name in names if name in os.environ}
    new = folder / "club.zip"
    for words in (["restore", str(path)], ["club_file", "--only", "-o", str(new)]):
        process = subprocess.run(
            [sys.executable, str(settings.BASE_DIR / "manage.py"), *words],
            env={**clean, "DATA_DIR": str(folder / "data"), "BACKUPS": "off"},
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        if process.returncode and not new.exists() and words[0] != "restore":
            raise NotRestored(
                message("This file from an older version of Valat can’t be updated.")
            )
    return new


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    """Turn errors of the database and of invalid rows into messages for people."""
    try:
        yield
    except IntegrityError as error:
        raise NotRestored(
            message(
                "This club, or part of it, is already on this site. Importing never "
                "replaces anything. Erase the club first, or leave it as it is."
            )
        ) from error
    except DatabaseError as error:
        raise NotRestored(
            message("The database didn’t accept this file: {error}", error=error)
        ) from error
    except OSError as error:
        raise NotRestored(
            message("The photos couldn’t be saved: {error}", error=error.strerror)
        ) from error
    except UnfitRow as wrong:
        raise NotRestored(_unfit(wrong)) from wrong
    except NO_ROWS as wrong:
        raise NotABackup(DAMAGED.format(path=path.name)) from wrong


def _unfit(wrong: UnfitRow) -> str:
    return message(
        "The file has a value that this site doesn’t accept, so nothing was "
        "imported: {where}",
        where=wrong,
    )


def _look(file: Archive) -> ClubFilePreview:
    try:
        _refuse_too_many(file)
        (club,) = _checked(file, Club)
        users = [*islice(_checked(file, User), MOST_ACCOUNTS)]
        roles = {row["user_id"]: row["kind"] for row in _checked(file, Role)}
        known = [
            Known(row["id"], row["username"], row["name"], roles.get(row["id"], ""))
            for row in users
        ]
    except UnfitRow as wrong:
        raise NotRestored(_unfit(wrong)) from wrong
    except NO_ROWS as wrong:
        raise NotABackup(DAMAGED.format(path=file.manifest.club)) from wrong
    return ClubFilePreview(
        file.manifest,
        club["name"],
        club["slug"],
        club["town"],
        tuple(
            sorted(
                known, key=lambda account: (not account.role, account.name.casefold())
            )
        ),
    )


def _refuse_too_many(file: Archive) -> None:
    """Raise NotRestored for a file with too many rows, before one is read."""
    if file.manifest.rows > MOST_ROWS:
        raise NotRestored(
            message(
                "The file has {n} rows. A club’s file can have at most {most}.",
                n=decimal(file.manifest.rows, 0),
                most=decimal(MOST_ROWS, 0),
            )
        )


def _dicts(file: Archive, model: type[Model]) -> Iterator[Row]:
    """Yield the rows of a table in the file, as dicts by column.

    Raises ValueError if their number differs from the manifest.
    """
    table = file.manifest.tables[model._meta.db_table]
    number = 0
    for line in file.lines(table_file(model._meta.db_table)):
        number += 1
        if number > table.rows:
            break
        row = json.loads(line, parse_constant=_refuse_constant)
        yield dict(zip(table.columns, row, strict=True))
    if number != table.rows:
        raise ValueError(f"{model._meta.db_table} has other rows than it says")


def _refuse_constant(name: str) -> None:
    """Raise ValueError for NaN and similar, which aren't JSON."""
    raise ValueError(f"{name} is no number")


def _checked(file: Archive, model: type[Model]) -> Iterator[Row]:
    for line, row in enumerate(_dicts(file, model), start=1):
        check_row(model, row, line)
        yield row


class _Return:
    """The restoration of one club."""

    def __init__(
        self, file: Archive, actor: Actor, accounts: Mapping[int, User], slug: str
    ) -> None:
        self.file, self.by, self.slug = file, actor, slug
        self.users = {key: user.pk for key, user in accounts.items()}
        self.models = [
            model for model in tables_of_clubs() if model._meta.label_lower not in LINKS
        ]
        self.labels = {model._meta.label_lower for model in self.models}
        self.keys: NewKeys = {}
        self.is_new = False  # whether the rows get new keys
        self.written: list[str] = []  # names of files
        self.belonging = Belonging()
        # Rows as in the file.
        self.kept: dict[type[Model], list[Row]] = {model: [] for model in BEFORE_HANDS}

    def run(self) -> Club:
        self._check()
        try:
            self._take_keys()
            # Hands are checked by their event's rules and number of seats.
            in_turn = sorted(self.models, key=lambda model: model is Hand)
            prepared = {model: self._prepared(model) for model in in_turn}
            self.belonging.check(self.models)
            with transaction.atomic():
                for model in self.models:
                    _insert(model, prepared[model])
                connection.check_constraints(
                    [model._meta.db_table for model in self.models]
                )
                club = Club.objects.get(pk=self._club_key())
                text = log_message(
                    "club.restored",
                    day=self.file.manifest.made_at.date().isoformat(),
                )
                log(self.by, "club", text, club=club)
                skip_changes_of(club)
        except BaseException:
            take_back(self.written)
            raise
        caches["boards"].clear()  # cached values of rows that had these keys before
        return club

    def _check(self) -> None:
        """Check that the tables match today's, with one club.

        Raises ValueError, or NotRestored for a club that can't be here.
        """
        _refuse_too_many(self.file)
        tables = self.file.manifest.tables
        named: list[type[Model]] = [*self.models, User]
        for model in named:
            table = tables[model._meta.db_table]
            if {*table.columns} != {*columns_of(model)}:
                raise ValueError(f"{model._meta.db_table} has other columns")
        (club,) = _checked(self.file, Club)
        if club["is_demo"]:
            raise NotRestored(
                message(
                    "The demo club can’t be restored from a file. "
                    "Create it again instead."
                )
            )
        if self.slug:
            try:
                refuse_reserved(self.slug)
            except ValidationError as wrong:
                raise NotRestored(wrong.messages[0]) from wrong
        slug = self.slug or club["slug"]
        if Club.objects.filter(slug=slug).exists():
            raise NotRestored(
                message(
                    "This site already has a club at the address {slug}. Importing "
                    "never replaces a club. Import the file at another address, or "
                    "erase that club first.",
                    slug=slug,
                )
            )

    # --- Keys ---------------------------------------------------------------

    @transaction.atomic
    def _take_keys(self) -> None:
        """Reserve the old keys if this site issued them and they are free, or new."""
        old = {
            model: sorted(self._old_keys(model))
            for model in self.models
            if not model._meta.pk.is_relation
        }
        self.is_new = not all(map(self._are_free, old, old.values()))
        for model, keys in old.items():
            new = _reserved(model, len(keys)) if self.is_new else keys
            by_old = dict(zip(keys, new, strict=True))
            self.keys = {**self.keys, model._meta.label_lower: by_old}

    def _old_keys(self, model: type[Model]) -> Iterator[int]:
        for row in _dicts(self.file, model):
            key = row["id"]
            if not isinstance(key, int) or isinstance(key, bool) or key < 1:
                raise ValueError(f"{key!r} is no key")
            yield key

    @staticmethod
    def _are_free(model: type[Model], keys: list[int]) -> bool:
        if not keys:
            return True
        if keys[-1] > _last_given(model):
            return False
        rows = model._base_manager.filter(pk__gte=keys[0], pk__lte=keys[-1])
        return not {*keys} & {*rows.values_list("pk", flat=True)}

    def _club_key(self) -> int:
        (key,) = self.keys[CLUB].values()
        return key

    # --- Rows ---------------------------------------------------------------

    def _prepared(self, model: type[Model]) -> list[list[list[Any]]]:
        """Return the rows in the database's form, with times and text unchanged.

        Done before the transaction: for a large club it takes longer than others should
        wait.
        """
        database = connections[DEFAULT_DB_ALIAS]
        fields = list(model._meta.concrete_fields)
        rows = (row for row in self._all_of(model) if self._fits(model, row))
        batches = []
        while batch := list(islice(rows, AT_ONCE)):
            self._refresh(model, batch)
            batches.append(
                [
                    [
                        field.get_db_prep_save(
                            field.to_python(row[field.attname]), database
                        )
                        for field in fields
                    ]
                    for row in batch
                ]
            )
        return batches

    def _all_of(self, model: type[Model]) -> Iterator[Row]:
        """Yield all rows, each checked; hands also by the rules of their events."""
        rows: Iterator[Row] | list[Row] = _checked(self.file, model)
        if model is Hand:
            rows = [*rows]
            settle_hands(rows, seats_of_sheets(self.kept))
        for line, row in enumerate(rows, start=1):
            self.belonging.add(model, row, line)
            if model in BEFORE_HANDS:
                self.kept[model].append(dict(row))
            yield row

    def _fits(self, model: type[Model], row: dict[str, Any]) -> bool:
        """Give a row its keys here; return False for one that can't be restored.

        Those are roles of people without an account here, and references to another
        club.
        """
        before = dict(row)
        for field in keys_of(model):
            old = row[field.attname]
            if old is None:
                continue
            label = field.related_model._meta.label_lower
            if label == USER:
                new = self.users.get(old)
            elif label in self.labels:
                key = f"{field.related_model._meta.pk.attname}"
                kind = label if key == "id" else CLUB
                new = self.keys[kind].get(old)
            else:
                new = None
            if new is None and not field.null:
                return False
            row[field.attname] = new
        if not model._meta.pk.is_relation:
            row["id"] = self.keys[model._meta.label_lower][row["id"]]
        with_new_keys(model, row, self.keys)
        _digest_anew(model, before, row)
        return True

    def _refresh(self, model: type[Model], batch: list[Row]) -> None:
        """Replace values that must be unique or renewed on this site."""
        if refresh := self.refreshing.get(model):
            refresh(batch)

    @property
    def refreshing(self) -> dict[type[Model], Callable[[list[Row]], None]]:
        return {
            Club: self._refresh_club,
            Emblem: self._refresh_emblem,
            MailAddress: _refresh_languages,
            Sheet: _refresh_codes,
            Letter: _refresh_letters,
            Photo: self._refresh_photos,
        }

    def _refresh_club(self, batch: list[Row]) -> None:
        """Set the values that this site decides, not the previous one."""
        _refresh_languages(batch)
        batch[0] |= {"waits_since": None, "closes_at": None, "limits": None}
        batch[0]["emblem_mark"] = self.emblem.digest if self.emblem else ""
        if self.slug:
            batch[0] |= {"slug": self.slug, "former_slug": ""}

    def _refresh_emblem(self, batch: list[Row]) -> None:
        for row in batch:
            for name in ("content", "small"):
                row[name] = b64encode(getattr(self.emblem, name)).decode()

    def _refresh_photos(self, batch: list[Row]) -> None:
        for row in batch:
            row |= self._photo(row)

    def _photo(self, row: Row) -> Row:
        """Return the columns of a photo that is encoded again under a new name.

        So no existing file is overwritten, and no row refers to a foreign file.
        """
        if not is_file_name(row["name"]):
            raise ValueError(f"{row['name']!r} is no name of a picture")
        part, name = f"photos/{row['name']}", f"{secrets.token_hex(16)}.jpg"
        if row["removed_at"] or part not in self.file.manifest.files:
            return {"name": name}
        if self.file.manifest.files[part].bytes > MAX_BYTES:
            raise UnfitRow(f"{part}: {TOO_BIG}")
        try:
            picture = picture_of(BytesIO(b"".join(self.file.chunks(part))))
        except Unusable as wrong:
            raise UnfitRow(f"{part}: {wrong}") from wrong
        self.written.append(name)
        put_photo(name, [picture.content])
        return {"name": name, "width": picture.width, "height": picture.height}

    @cached_property
    def emblem(self) -> Emblem | None:
        """The emblem, encoded again from the file."""
        for row in _dicts(self.file, Emblem):
            content = b64decode(row["content"])
            if len(content) > MAX_BYTES:
                raise UnfitRow(f"{Emblem._meta.db_table}: {TOO_BIG}")
            try:
                large, small = emblem_of(BytesIO(content))
            except Unusable as wrong:
                raise UnfitRow(f"{Emblem._meta.db_table}: {wrong}") from wrong
            return Emblem(content=large.content, small=small.content)
        return None


def _refresh_languages(batch: list[Row]) -> None:
    """Clear languages that this site doesn't offer."""
    for row in batch:
        if row["language"] not in offered():
            row["language"] = ""


def _refresh_codes(batch: list[Row]) -> None:
    codes = [row["code"] for row in batch]
    used_codes = Sheet.objects.filter(code__in=codes).values_list("code", flat=True)
    for row in batch:
        if row["code"] in {*used_codes}:
            row["code"] = new_code()


def _refresh_letters(batch: list[Row]) -> None:
    """Mark waiting letters as done, because their news is out of date."""
    for row in batch:
        row["done_at"] = row["done_at"] or timezone.now().isoformat()


def _insert(model: type[Model], batches: list[list[list[Any]]]) -> None:
    quote = connection.ops.quote_name
    fields = model._meta.concrete_fields
    names = ", ".join(quote(str(field.column)) for field in fields)
    marks = ", ".join("%s" for _ in fields)
    table = quote(model._meta.db_table)
    with connection.cursor() as cursor:
        for batch in batches:
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", batch)


def _digest_anew(
    model: type[Model], before: dict[str, Any], row: dict[str, Any]
) -> None:
    """Update a digest for the new keys, if the one in the file was right."""
    for field in model._meta.concrete_fields:
        if not isinstance(field, DigestField) or not before[field.attname]:
            continue
        if digest_of(_Facts(before), field.of) == before[field.attname]:
            row[field.attname] = digest_of(_Facts(row), field.of)


class _Facts:
    """A row's columns as attributes, like a model."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.__dict__.update(row)


def _last_given(model: type[Model]) -> int:
    """Return the highest key that a table ever issued."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        else:
            cursor.execute(
                "SELECT last_value FROM pg_sequences WHERE "
                "(quote_ident(schemaname) || '.' || quote_ident(sequencename))::regclass "
                "= pg_get_serial_sequence(%s, 'id')::regclass",
                [table],
            )
        row = cursor.fetchone()
    return int(row[0] or 0) if row else 0


def _reserved(model: type[Model], number: int) -> list[int]:
    """Reserve new keys, in order."""
    if not number:
        return []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) "
                "FROM generate_series(1, %s)",
                [model._meta.db_table, number],
            )
            return sorted(row[0] for row in cursor.fetchall())
        largest = model._base_manager.aggregate(last=Max("pk"))["last"] or 0
        first = max(largest, _last_given(model)) + 1
        last = first + number - 1
        table = model._meta.db_table
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, last])
    return list(range(first, last + 1))
