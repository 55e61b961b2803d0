"""A mail that came back, from an alias of the mail server (docs/operations.md)."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from scoring.emails.bounces import MOST, note_bounce

MARKED = "Its address gets no more mail, and stands on the desk."
NOTHING = "No mail of this site that failed for good: nothing is marked."
TRY_LATER = 75  # EX_TEMPFAIL: the mail server keeps the message, and gives it again


class Command(BaseCommand):
    help = (
        "Reads one message from the standard input; where it says that a mail of this "
        "site cannot be delivered, its address gets no more. Anything else is passed "
        "over. Exit status: 0, or 75 while the database is away."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        message = sys.stdin.buffer.read(MOST)
        try:
            letter = note_bounce(message)
        except DatabaseError as error:
            self.stderr.write(f"The database is away: {type(error).__name__}")
            sys.exit(TRY_LATER)
        self.stdout.write(MARKED if letter else NOTHING)
