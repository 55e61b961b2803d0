"""Makes one long draw in a process of its own; the site starts it, nobody else."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from scoring.draw.long_draws import work_off


class Command(BaseCommand):
    help = "Make one draw that the site has asked for (started by the site itself)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="the draw's folder")

    def handle(self, *, folder: Path, **options: object) -> None:
        work_off(folder)
