"""Process a bounced email from an alias of the mail server (docs/operations.md)."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from scoring.emails.bounces import MOST, note_bounce

MARKED = "We won’t send this address any more email. The desk lists it."
NOTHING = (
    "This isn’t a permanent bounce of an email from this site. Nothing was changed."
)
TRY_LATER = 75  # EX_TEMPFAIL: the mail server keeps the message, and gives it again


class Command(BaseCommand):
    help = (
        "Read one message from standard input. If it says that an email from this "
        "site can’t be delivered, stop sending to that address. Ignore any other "
        "message. Exit status: 0, or 75 while the database is unavailable."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        message = sys.stdin.buffer.read(MOST)
        try:
            letter = note_bounce(message)
        except DatabaseError as error:
            self.stderr.write(f"The database is unavailable: {type(error).__name__}")
            sys.exit(TRY_LATER)
        self.stdout.write(MARKED if letter else NOTHING)
