"""Put everything the site knows into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat

from scoring.backups.archive import Manifest, NotWritten
from scoring.backups.keeping import keep
from scoring.backups.making import make


class Command(BaseCommand):
    help = (
        "Put clubs, accounts, tournaments, photos and all the rest into one new file "
        "that only you can read; the site may go on meanwhile. Sessions and the secret "
        "key stay here. Exit status: 0 written, 2 not written."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            help="must not be there; without it, the folder of the setting BACKUPS, "
            "where the newest 20 are kept",
        )

    def handle(
        self,
        *,
        output: str | None,
        **options: Any,
    ) -> None:
        try:
            place, length, made = _made(output)
        except NotWritten as wrong:
            raise CommandError(str(wrong), returncode=2) from wrong
        size = filesizeformat(length)
        self.stdout.write(f"Wrote {place}: {made.said}, {size}.")


def _made(output: str | None) -> tuple[str, int, Manifest]:
    """Where it lies, its bytes, and what it says of itself."""
    if output is None:
        new, made = keep()
        return new.place, new.size, made
    path = Path(output)
    made = make(path.absolute())
    return output, path.stat().st_size, made
