"""Remove unfinished work of an older version of the site. Every start runs it."""

import shutil
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from scoring.printing import jobs


class Command(BaseCommand):
    help = "Remove unfinished prints and temporary files of an older version."

    def handle(self, **options: object) -> None:
        data = Path(settings.DATA_DIR)
        jobs.clear_others()
        shutil.rmtree(data / "evenings", ignore_errors=True)
        for word in (data / "packs").glob("*/.wanted"):
            word.unlink(missing_ok=True)
