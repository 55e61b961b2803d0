"""`./run worker`: does the site's tasks beside it, or on another machine."""

import os
from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connections

from clubs.management.processes import Processes
from clubs.management.worker import works

UMASK = 0o077  # the data folder is nobody else's business
USUAL = 2


class Command(BaseCommand):
    help = (
        "Make prints, send mails and do whatever else waits behind the pages, until "
        "Ctrl-C. The site's own workers do it, unless it runs without any "
        "(TASK_WORKERS=0, runserver)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--processes",
            type=int,
            default=settings.TASK_WORKERS or USUAL,
            help="that work side by side (as TASK_WORKERS says, else 2)",
        )

    def handle(self, *, processes: int, **options: object) -> None:
        os.umask(UMASK)
        connections.close_all()  # the processes open their own
        Processes(works(max(1, processes))).run(lambda: None)
