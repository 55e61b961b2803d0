"""Write everything the site has into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat

from scoring.backups.archive import Manifest, NotWritten
from scoring.backups.create import make
from scoring.backups.retention import store_backup, store_backup_if_changed


class Command(BaseCommand):
    help = (
        "Write clubs, accounts, tournaments, photos and everything else to a new "
        "file that only you can read. The site can keep running. Sessions and the "
        "secret key aren’t included. Exit status: 0 written, 2 not written."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            help="path of a new file; it must not exist yet (default: a file in the "
            "BACKUPS folder, which keeps the newest 20)",
        )
        parser.add_argument(
            "--if-changed",
            action="store_true",
            help=(
                "only if something has changed since the newest backup in the "
                "BACKUPS folder"
            ),
        )

    def handle(
        self,
        *,
        output: str | None,
        if_changed: bool = False,
        **options: Any,
    ) -> None:
        try:
            backup = _make_backup(output, if_changed=if_changed)
        except NotWritten as wrong:
            raise CommandError(str(wrong), returncode=2) from wrong
        if backup is None:
            self.stdout.write("The newest backup is up to date.")
            return
        place, length, manifest = backup
        size = filesizeformat(length)
        self.stdout.write(f"Wrote {place}: {manifest.size_text}, {size}.")


def _make_backup(
    output: str | None, *, if_changed: bool
) -> tuple[str, int, Manifest] | None:
    """Return place, size in bytes and manifest; None if no backup was needed."""
    if output is None:
        stored = store_backup_if_changed() if if_changed else store_backup()
        return stored and (stored[0].place, stored[0].size, stored[1])
    path = Path(output)
    manifest = make(path.absolute())
    return output, path.stat().st_size, manifest
