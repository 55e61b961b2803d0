"""The site's tables at earlier migrations.

A backup is loaded with the columns of its time, and then updated by the migrations that
a running site also uses.
"""

from collections.abc import Iterable

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from scoring.backups.archive import Migration

# Sessions, counters and waiting tasks belong to one site. A token that was withdrawn
# since the backup would work again. Webhooks are signed with the old site's key, so
# programs wouldn't accept calls from here. Undo only works on the site of the action.
# Log subscribers start after the restore.
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
    """The database or the backup has migrations of a newer version."""


def applied() -> frozenset[Migration]:
    """Return the database's migrations. Raises UnknownMigrations."""
    loader = MigrationLoader(connection)
    ours = {key for key in loader.applied_migrations if key[0] in loader.migrated_apps}
    return _known(ours, loader)


def tables_after(migrations: Iterable[Migration]) -> list[type[Model]]:
    """Return all tables to back up, as models at these migrations.

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
    """Migrate the database to these migrations; return False if it is newer.

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
    """Return the last of these migrations in each app."""
    return sorted(
        key
        for key in migrations
        if not any(
            child.key in migrations and child.key[0] == key[0]
            for child in loader.graph.node_map[key].children
        )
    )
