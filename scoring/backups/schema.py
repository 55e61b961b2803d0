"""The tables of the site as they were after certain migrations.

A backup is read and loaded with the columns of its own day, and brought up to date by
the same migrations that a running site is.
"""

from collections.abc import Iterable

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from scoring.backups.archive import Migration

# Sign-ins end with the place they were made at; what is counted is counted anew, and
# what waits to be done is of that place too. A token that was withdrawn since would be
# good again. Webhooks are signed with that place's key: from here nobody would believe them.
# What can be undone is undone on the site where it was done.
# Subscribers of the log begin with what is logged after the restore.
LEFT_OUT = {
    "django_session",
    "usersessions_usersession",
    "clubs_signinfailure",
    "clubs_counter",
    "clubs_mail",
    "clubs_rhythm",
    "scoring_apitoken",
    "scoring_undorecord",
    "scoring_position",
    "scoring_webhook",
    "scoring_webhooktry",
    "django_tasks_database_dbtaskresult",
}


class UnknownMigrations(Exception):
    """Somebody newer than this code wrote the database, or the backup."""


def applied() -> frozenset[Migration]:
    """The migrations of the database. Raises UnknownMigrations."""
    loader = MigrationLoader(connection)
    ours = {key for key in loader.applied_migrations if key[0] in loader.migrated_apps}
    return _known(ours, loader)


def tables_after(migrations: Iterable[Migration]) -> list[type[Model]]:
    """Every table that is backed up, as a model of that day.

    Raises UnknownMigrations.
    """
    loader = MigrationLoader(connection)
    state = loader.project_state(_last(_known(migrations, loader), loader))
    return [
        model
        for model in state.apps.get_models(include_auto_created=True)
        if model._meta.managed
        and not model._meta.proxy
        and model._meta.db_table not in LEFT_OUT
    ]


def migrate_to(migrations: frozenset[Migration]) -> bool:
    """Bring the database to these migrations; False where it is beyond them.

    Raises UnknownMigrations.
    """
    executor = MigrationExecutor(connection)
    targets = _last(_known(migrations, executor.loader), executor.loader)
    if not applied() <= migrations:
        return False
    executor.migrate(targets)
    return applied() == migrations


def _known(migrations: Iterable[Migration], loader: MigrationLoader) -> frozenset:
    known = frozenset(migrations)
    if unknown := known - set(loader.graph.nodes):
        raise UnknownMigrations(", ".join(".".join(key) for key in sorted(unknown)))
    return known


def _last(migrations: frozenset[Migration], loader: MigrationLoader) -> list[Migration]:
    """Of each app the migrations that no other of these builds on."""
    return sorted(
        key
        for key in migrations
        if not any(
            child.key in migrations and child.key[0] == key[0]
            for child in loader.graph.node_map[key].children
        )
    )
