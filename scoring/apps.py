from importlib import import_module
from pathlib import Path

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """What happened: tournaments, rounds, sheets, counts, standings."""

    name = "scoring"

    def ready(self) -> None:
        """Import each subject's `subscribers`, which register what they follow."""
        for path in sorted(Path(self.path).glob("*/subscribers.py")):
            import_module(f"{self.name}.{path.parent.name}.subscribers")
