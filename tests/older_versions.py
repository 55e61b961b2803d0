"""Settings for `lintmigrations`: what a running older version would not survive fails the gate.

While one machine of several is updated, the others go on with the code of before: a new
column is empty or has its default in the database, and nothing goes that they still read.
Held from the first release on that is updated so; what came before is as it was.
"""

from tests.settings import *  # noqa: F403  (as the tests' own begin)
from tests.settings import BASE_DIR, INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "django_migration_linter"]
BEFORE = {"clubs": "0017", "scoring": "0022"}  # the first that are held
# An older version writes no `file_id`, so the constraint on it never meets one of its rows.
LOOKED_AT = ["0024_open_files"]
MIGRATION_LINTER_OPTIONS = {
    "no_cache": True,
    "include_apps": list(BEFORE),
    "ignore_name": LOOKED_AT
    + [
        path.stem
        for app, first in BEFORE.items()
        for path in (BASE_DIR / app / "migrations").glob("0*.py")
        if path.stem < first
    ],
}
