"""Make the demo club, to look around in."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.demo import club as demo_club
from scoring.rollups.updates import follow_all


class Command(BaseCommand):
    help = (
        "Make the demo club: one tournament over, one running, one to come. It has no "
        "accounts and goes away with one click. Exit status: 0 made, 2 it is there."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty",
            action="store_true",
            help="only where nobody has used the site yet; never after its removal",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and not demo_club.is_empty():
            return
        try:
            club = demo_club.load(timezone.localdate(), self._step)
        except demo_club.AlreadyThere:
            raise CommandError("The demo club already exists.", returncode=2) from None
        follow_all()
        self.stdout.write(f"Made the demo club: /{club.slug}/")

    def _step(self, text: str) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"  {text} …")
