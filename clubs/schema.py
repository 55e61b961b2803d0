"""Whether the tables of the database are those of this version, by their migrations."""

from functools import cache
from itertools import chain

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

Migration = tuple[str, str]  # the app and the name
NAMED = 3  # at most, in a message


@cache
def newest_migrations() -> frozenset[Migration]:
    """Return the last migrations of each app, as the code has them."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


@cache
def known_migrations() -> frozenset[Migration]:
    """Return all migrations that the code has, and those that it has replaced."""
    loaded = MigrationLoader(None).disk_migrations
    replaced = chain.from_iterable(migration.replaces for migration in loaded.values())
    return frozenset([*loaded, *replaced])


def get_applied() -> frozenset[Migration]:
    """Return the migrations of the database; none where it is empty.

    Raises DatabaseError.
    """
    return frozenset(MigrationRecorder(connection).applied_migrations())


def get_missing(applied: frozenset[Migration]) -> frozenset[Migration]:
    """Return the last migrations of this version that the database lacks."""
    return newest_migrations() - applied


def get_later(applied: frozenset[Migration]) -> list[Migration]:
    """Return migrations of our apps that only a later version can have made.

    An app that this version doesn't have may be one that it has given up.
    """
    ours = {app.label for app in apps.get_app_configs()}
    unknown = applied - known_migrations()
    return sorted(migration for migration in unknown if migration[0] in ours)


def describe(migrations: list[Migration]) -> str:
    """Name some migrations for a message: scoring.0034_places and 2 more."""
    names = [".".join(migration) for migration in migrations[:NAMED]]
    more = len(migrations) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")
