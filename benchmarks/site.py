"""The site in a folder that goes away, for measurements: import this before its parts."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import django
from django.conf import settings

FOLDER = Path(tempfile.mkdtemp(prefix="valat-benchmark-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ["DATA_DIR"] = str(FOLDER)
os.environ["ALLOWED_HOSTS"] = "testserver"
os.environ["BACKUPS"] = "off"
os.environ["API_A_MINUTE"] = "1000000"  # who measures is one household
# A benchmark may bring a database of its own; the shell's is not for measuring.
os.environ["DATABASE_URL"] = os.environ.get("BENCHMARK_DATABASE_URL", "")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TIMES = int(os.environ.get("TIMES", "7"))  # how often a work is measured
# What the gate has migrated once is copied, and `migrate` finds nothing to do.
MIGRATED = Path(os.environ.get("TEST_DATABASE_MIGRATED", ""))
if MIGRATED.is_file() and not os.environ["DATABASE_URL"]:
    shutil.copy(MIGRATED, FOLDER / "valat.sqlite3")
(FOLDER / "static").mkdir()
PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": PLAIN}}
django.setup()
