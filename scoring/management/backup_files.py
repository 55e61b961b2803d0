"""How commands end that read a backup or a club's file."""

from pathlib import Path

from scoring.backups.restore import NotEmpty
from scoring.management.arguments import MISUSED, REFUSED


def status_of(error: Exception, file: str) -> int:
    """Return the exit status: no such file, or a place in use, is wrong use."""
    is_misused = isinstance(error, NotEmpty) or not Path(file).is_file()
    return MISUSED if is_misused else REFUSED
