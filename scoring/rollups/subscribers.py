"""Rollups follow whatever the log has of a tournament's results."""

from scoring.core.push import UNSEEN
from scoring.core.subscriptions import subscribe
from scoring.models import Change, Tournament
from scoring.rollups.updates import follow

# Hands, phones, drafts and counts that wait move no standings: at full play
# there are some every second. A hand from the tray may be of a sheet in force.
MOVES_NOTHING = {*UNSEEN, "count", "differ", "correct", "draw", "clock"} - {"tray"}


@subscribe("rollups", all_but=MOVES_NOTHING)
def follow_standings(tournament: Tournament, changes: list[Change]) -> None:
    """Bring tallies and seasons to where the standings are."""
    follow(tournament.pk)
