"""Backups follow rounds that open and close.

Whether one was made is a file in a store: `retention.enqueue_missed` looks for what is missing.
"""

from scoring.backups import retention
from scoring.core.subscriptions import subscribe
from scoring.models import Change, Tournament

PUBLISHED = "round.published"


@subscribe("backups", PUBLISHED, "verify", needs=["BACKUPS"])
def back_up_rounds(tournament: Tournament, changes: list[Change]) -> None:
    """Ask for the event's backup and a pack where a round opened or closed."""
    if any(row.code == PUBLISHED or "closed" in row.data for row in changes):
        retention.ask_for_backup(tournament)
