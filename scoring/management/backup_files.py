"""Exit statuses of commands that read a backup or a club's file."""

from pathlib import Path

from scoring.backups.restore import NotEmpty
from scoring.management.arguments import MISUSED, REFUSED


def status_of(error: Exception, file: str) -> int:
    """Return the exit status: a missing file or existing data is wrong usage."""
    is_misused = isinstance(error, NotEmpty) or not Path(file).is_file()
    return MISUSED if is_misused else REFUSED
