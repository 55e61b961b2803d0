"""Create the demo club, to explore the site."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.demo import club as demo_club
from scoring.rollups.updates import follow_all


class Command(BaseCommand):
    help = (
        "Create the demo club, with one finished, one running and one upcoming "
        "tournament. It has no accounts, and you can remove it with one click. Exit "
        "status: 0 created, 2 it already exists."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty",
            action="store_true",
            help=(
                "only if no one has used the site yet, and never again after it was "
                "removed"
            ),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and not demo_club.is_empty():
            return
        try:
            club = demo_club.load(timezone.localdate(), self._step)
        except demo_club.AlreadyThere:
            raise CommandError("The demo club already exists.", returncode=2) from None
        follow_all()
        self.stdout.write(f"Created the demo club: /{club.slug}/")

    def _step(self, text: str) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"  {text} …")
