"""The command `./run worker`, which runs tasks here or on another machine."""

import os
from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from clubs.management.commands.serve import refuse_another_schema, warn_of_names
from clubs.management.process_manager import Processes
from clubs.management.worker import works
from clubs.storage import wrong_bucket

UMASK = 0o077  # only this account can read the data folder
USUAL = 2


class Command(BaseCommand):
    help = (
        "Print, send emails and run other background tasks until Ctrl-C. The site's "
        "own workers do this, unless it runs without any (TASK_WORKERS=0, runserver)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--processes",
            type=int,
            default=settings.TASK_WORKERS or USUAL,
            help="number of worker processes (default: TASK_WORKERS, or 2)",
        )

    def handle(self, *, processes: int, **options: object) -> None:
        os.umask(UMASK)
        warn_of_names(self.stderr.write)
        refuse_without_parts()
        connections.close_all()  # the processes open their own
        Processes(works(max(1, processes))).run(lambda: None)


def refuse_without_parts() -> None:
    """Raise CommandError if the database or the store of files doesn't respond.

    Without them the worker would take tasks, including prints that people wait for, and
    fail each of them. For a Redis that is down the worker waits: no task can arrive
    until then.
    """
    try:
        refuse_another_schema()
    except DatabaseError as error:
        reason = f"{error}".partition("\n")[0]
        raise CommandError(
            f"the setting {settings.DATABASE_SETTING}: the database doesn’t respond ({reason})"
        ) from None
    _, reason = wrong_bucket() if settings.BUCKET else (False, "")
    if reason:
        raise CommandError(f"the setting FILES names s3://{settings.BUCKET}: {reason}")
