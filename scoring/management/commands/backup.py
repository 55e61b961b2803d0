"""Put everything the site knows into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat

from scoring.services.backups.archive import NotWritten
from scoring.services.backups.making import make


class Command(BaseCommand):
    help = (
        "Put clubs, accounts, tournaments, photos and all the rest into one new file "
        "that only you can read; the site may go on meanwhile. Sessions and the secret "
        "key stay here. Exit status: 0 written, 2 not written."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "-o", "--output", required=True, metavar="FILE", help="must not be there"
        )

    def handle(self, *, output: str, **options: Any) -> None:
        path = Path(output).absolute()
        try:
            made = make(path)
        except NotWritten as wrong:
            raise CommandError(str(wrong), returncode=2) from wrong
        size = filesizeformat(path.stat().st_size)
        self.stdout.write(f"Wrote {output}: {made.said}, {size}.")
