"""Does the site's tasks, where the site itself runs without its workers."""

import os
import signal

from django.core.management.base import BaseCommand

from clubs.management.worker import ALL, Worker


class Command(BaseCommand):
    help = (
        "Make prints, send mails and do whatever else waits behind the pages, until "
        "Ctrl-C. The site's own workers do it, unless it runs without any "
        "(TASK_WORKERS=0, runserver)."
    )

    def handle(self, **options: object) -> None:
        worker = Worker(ALL)
        signal.signal(signal.SIGINT, worker.stop)
        while not worker.is_stopping:
            worker.run(os.getppid())
