"""Write one club into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat

from clubs.models import Club
from scoring.backups.archive import NotWritten
from scoring.backups.create import make
from scoring.management.arguments import words


class Command(BaseCommand):
    help = (
        "Write one club, with its players, seasons, events, photos and log, to a new "
        "file that only you can read. The site can keep running. The file has "
        "account names but no passwords. Use restore_club to restore it on a running "
        "site. Exit status: 0 written, 2 not written."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "club", nargs="?", type=words, metavar="CLUB", help="the club's slug"
        )
        parser.add_argument(
            "--only", action="store_true", help="the only club on this site"
        )
        parser.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            required=True,
            help="path of a new file; it must not exist yet",
        )

    def handle(
        self, *, club: str | None, only: bool, output: str, **options: Any
    ) -> None:
        rows = Club.objects.all() if only else Club.objects.filter(slug=club)
        if rows.count() != 1:
            scope = "one club alone here" if only else f"club “{club}”"
            raise CommandError(f"There is no {scope}.", returncode=2)
        path = Path(output)
        try:
            manifest = make(path.absolute(), rows.get())
        except NotWritten as wrong:
            raise CommandError(str(wrong), returncode=2) from wrong
        size = filesizeformat(path.stat().st_size)
        self.stdout.write(f"Wrote {path}: {manifest.size_text}, {size}.")
