"""The clock of the story: set to a minute by hand, it goes on from there."""

import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

ZONE = ZoneInfo("America/Chicago")


class Clock:
    """The site's time: set to a minute of the story, it goes on from there."""

    def __init__(self) -> None:
        self.set("20 6:00 pm")

    def set(self, text: str) -> None:
        """ "20 7:15 pm": a day of November 2026 and a time."""
        told = datetime.strptime(f"2026-11-{text}", "%Y-%m-%d %I:%M %p")
        self.told, self.since = told.replace(tzinfo=ZONE), time.monotonic()

    def now(self) -> datetime:
        return self.told + timedelta(seconds=time.monotonic() - self.since)


clock = Clock()


def rule() -> None:
    """From now on the site's time is the story's."""
    timezone.now = clock.now
