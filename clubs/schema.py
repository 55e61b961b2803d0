"""Comparison of the database's migrations with those of this version."""

from functools import cache
from itertools import chain

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

Migration = tuple[str, str]  # app and name
NAMED = 3  # names in a message, at most


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
    """Return the migrations of the database; none if it is empty.

    Raises DatabaseError.
    """
    return frozenset(MigrationRecorder(connection).applied_migrations())


def get_missing(applied: frozenset[Migration]) -> frozenset[Migration]:
    """Return the last migrations of this version that the database lacks."""
    return newest_migrations() - applied


def get_later(applied: frozenset[Migration]) -> list[Migration]:
    """Return migrations of our apps that only a later version can have made.

    Ignores apps that this version doesn't have, because it may have dropped them.
    """
    ours = {app.label for app in apps.get_app_configs()}
    unknown = applied - known_migrations()
    return sorted(migration for migration in unknown if migration[0] in ours)


def describe(migrations: list[Migration]) -> str:
    """Name some migrations for a message: scoring.0034_places and 2 more."""
    names = [".".join(migration) for migration in migrations[:NAMED]]
    more = len(migrations) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")
