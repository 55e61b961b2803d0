from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.db.backends.signals import connection_created
from django.utils.module_loading import import_string

from clubs import server_clock


class ClubsConfig(AppConfig):
    """The app of clubs, players, seasons and roles."""

    name = "clubs"

    def ready(self) -> None:
        checks.register(_redis_keeps_all, deploy=True)
        connection_created.connect(server_clock.learn, dispatch_uid="valat")


def _redis_keeps_all(**_: Any) -> list[checks.CheckMessage]:
    """Check the Redis of CACHE in `check --deploy`, as each start does."""
    if not settings.REDIS_OF_COUNTERS:
        return []
    _, trouble = import_string("clubs.redis_caches.trouble_of")(
        settings.REDIS_OF_COUNTERS, settings.REDIS_OF_BOARDS
    )
    return [checks.Error(trouble, id="valat.E001")] if trouble else []
