"""Subscribers that request backups when rounds open and close.

Backups are files in a store: `retention.enqueue_missed` finds missing ones.
"""

from scoring.backups import retention
from scoring.core.subscriptions import subscribe
from scoring.models import Change, Tournament

PUBLISHED = "round.published"


@subscribe("backups", PUBLISHED, "verify", needs=["BACKUPS"])
def back_up_rounds(tournament: Tournament, changes: list[Change]) -> None:
    """Request the event's backup and a packet if a round opened or closed."""
    if any(row.code == PUBLISHED or "closed" in row.data for row in changes):
        retention.ask_for_backup(tournament)
