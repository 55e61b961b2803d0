"""Subscribers that update rollups after changes to a tournament's results."""

from scoring.core.push import UNSEEN
from scoring.core.subscriptions import subscribe
from scoring.models import Change, Tournament
from scoring.rollups.updates import follow

# Hands, phones, drafts and waiting counts don't change standings: during play there are
# several each second. A hand from the tray can be on a verified sheet.
MOVES_NOTHING = {*UNSEEN, "count", "differ", "correct", "draw", "clock"} - {"tray"}


@subscribe("rollups", all_but=MOVES_NOTHING)
def follow_standings(tournament: Tournament, changes: list[Change]) -> None:
    """Update tallies and seasons to the current standings."""
    follow(tournament.pk)
