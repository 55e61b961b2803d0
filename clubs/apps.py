from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.utils.module_loading import import_string


class ClubsConfig(AppConfig):
    """Who: clubs, players, seasons, roles."""

    name = "clubs"

    def ready(self) -> None:
        checks.register(_redis_keeps_all, deploy=True)


def _redis_keeps_all(**_: Any) -> list[checks.CheckMessage]:
    """`check --deploy` asks the Redis of CACHE, too; the start does so by itself."""
    if not settings.REDIS_OF_COUNTERS:
        return []
    _, trouble = import_string("clubs.redis_caches.trouble_of")(
        settings.REDIS_OF_COUNTERS, settings.REDIS_OF_BOARDS
    )
    return [checks.Error(trouble, id="valat.E001")] if trouble else []
