"""A throw-away site with a clock of its own; importing it sets the site up."""

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import django
from django.utils import timezone

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
os.environ.pop("TEST_DATABASE_URL", None)  # the evening is nobody else's
SEED = 1897
ZONE = ZoneInfo("America/Chicago")
PHONES = "192.168.1.20"  # what the laptop is called in the hall


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
chance = random.Random(SEED)
timezone.now = clock.now
django.setup()

from django.conf import settings  # noqa: E402  (the site has to be set up)
from django.contrib.staticfiles.handlers import StaticFilesHandler  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test.testcases import LiveServerThread  # noqa: E402

from clubs import models as club_models  # noqa: E402
from scoring.models import rounds as round_models  # noqa: E402

# Tokens and codes stand in the pictures, so they are the same each time.
club_models.secrets = SimpleNamespace(
    token_urlsafe=lambda size: f"{chance.getrandbits(8 * size):x}"
)
round_models.secrets = SimpleNamespace(choice=chance.choice)


@contextmanager
def served() -> Iterator[str]:
    """The site's address, while it is there."""
    settings.PUBLIC_NAMES = [PHONES]
    settings.ALLOWED_HOSTS += ["127.0.0.1"]
    call_command("migrate", verbosity=0)
    server = LiveServerThread("127.0.0.1", static_handler=StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    if server.error:
        raise server.error
    yield f"http://127.0.0.1:{server.port}"
    server.terminate()
