"""The site's own settings, on throw-away data and whatever the shell exports."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from config.env import NAMES

for name in NAMES:
    os.environ.pop(name, None)
folder = Path(tempfile.mkdtemp(prefix="valat-tests-"))
atexit.register(shutil.rmtree, folder, ignore_errors=True)
os.environ["DATA_DIR"] = str(folder)
if "TEST_DATABASE_URL" in os.environ:  # the gate's PostgreSQL
    os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"]

from config.settings import *  # noqa: E402, F403  (the environment comes first)
from config.settings import DATABASES, STATIC_ROOT  # noqa: E402  (the environment comes first)
from config.storage import stores  # noqa: E402  (the environment comes first)

TEST = DATABASES["default"].setdefault("TEST", {})
MIGRATED = os.environ.get("TEST_DATABASE_MIGRATED")
if MIGRATED:  # each process begins with a copy: tests/conftest.py
    TEST["MIGRATE"] = False
if "TEST_DATABASE_URL" in os.environ:
    TEST["TEMPLATE"] = MIGRATED
else:
    # A file, not memory: the threads of a live server each need a connection.
    TEST["NAME"] = folder / "test.sqlite3"
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON"
    )
USE_I18N = True  # some tests offer other languages
BACKUPS = None  # a process for each round of each test would be too many
TASKS = {"default": {"BACKEND": "tests.tasks.AtOnce", "QUEUES": []}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick
STATIC_ROOT.mkdir()  # nothing is collected: pages name files as they are
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STORAGES |= stores()
