"""A throw-away site whose tokens and codes are the same each time."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.test.testcases import LiveServerThread

from clubs import models as club_models
from scoring.models import rounds as round_models

SEED = 1897
PHONES = "192.168.1.20"  # what the laptop is called in the hall
chance = random.Random(SEED)

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
