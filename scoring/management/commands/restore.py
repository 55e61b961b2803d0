"""Restore a backup."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from clubs.i18n import clock, day
from scoring.backups.archive import Manifest, NotABackup
from scoring.backups.restore import NotRestored, Progress, restore
from scoring.management.backup_files import status_of
from scoring.rollups.updates import fill_tallies

OWNER_ONLY = 0o077  # as of all the data folder


class Command(BaseCommand):
    help = (
        "Restore a backup to a new DATA_DIR, or to the empty database in "
        "DATABASE_URL (SQLite or PostgreSQL). Then audit it. Exit status: 0 restored "
        "and the audit found no differences, 1 the file isn’t a complete backup, or "
        "the audit found differences, 2 wrong usage: no such file, or data already "
        "exists."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file that backup made")

    def handle(self, *, file: str, **options: Any) -> None:
        usual = os.umask(OWNER_ONLY)
        try:
            with tqdm(unit="row", disable=None, leave=False) as bar:
                manifest = restore(Path(file).absolute(), _shown_on(bar))
        except (NotABackup, NotRestored) as wrong:
            raise CommandError(str(wrong), returncode=status_of(wrong, file)) from wrong
        finally:
            os.umask(usual)
        moment = timezone.localtime(manifest.made_at)
        self.stdout.write(
            f"Restored the backup of {manifest.subject} of {day(moment)}, {clock(moment)}: "
            f"{manifest.size_text}. "
            "Everyone has to sign in again."
        )
        fill_tallies()  # a backup of an older site has none, one in between is behind
        call_command("audit", stdout=self.stdout)


def _shown_on(bar: "tqdm[Any]") -> Any:
    def start(manifest: Manifest) -> Progress:
        bar.reset(total=manifest.rows)
        return bar.update

    return start
