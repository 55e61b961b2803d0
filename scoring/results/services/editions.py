"""Final standings are kept as they were declared: edition 1, and each one after it."""

from typing import Any

from scoring.backups.services.after_round import back_up
from scoring.core.services.changes import Actor
from scoring.models import Edition, Tournament
from scoring.results.selectors.stored import differ

MOST_REASON = 300
AGAIN = "Reopened, and finished again."


def keep_if_new(
    tournament: Tournament,
    rows: list[dict[str, Any]],
    by: Actor,
    reason: str,
) -> Edition | None:
    """The next edition of a finished tournament, if the newest says something else.

    Belongs in the write's transaction, under the tournament's lock, with the tournament
    as it is now; with it a backup is asked for. `rows` are those of the kept standings;
    `reason` names nobody, for names can be erased.
    """
    if tournament.finished_at is not None:
        newest = tournament.editions.order_by("-number").first()
        if newest is None or differ(newest.rows, rows):
            back_up(tournament)
            return Edition.objects.create(
                tournament=tournament,
                number=newest.number + 1 if newest else 1,
                rows=rows,
                reason=reason[:MOST_REASON] if newest else "",
                by=by.user,
                by_name=by.name,
            )
    return None
