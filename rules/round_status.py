"""Progress of rounds, and the time at which a round counts in the standings.

Ranks compare like with like: a round counts for everyone or for no one. While it runs
its results are separate, whether from a verified sheet, a sit-out, or a player who is
late, absent or gone. They are displayed next to the others but are in no total, place,
tie-break, count of rounds or average, because the others have no result of that round
yet. When the round is over they all count together.

A round is over

* when all its sheets are in force;
* when it was closed, whatever is missing: its results were read from a file, or the
  tournament was finished;
* when a sheet of a later round is in force: then people have played on, and a table
  that is not settled holds up no one else. Its players have no result of that round
  until it is settled, and the standings are called provisional.

Canceled rounds and drafts don't count as rounds here. Rounds that are published ahead
have not begun and are not over either. A correction of a sheet that is in force doesn't
reopen its round.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoundNow:
    """The progress of a round: its sheets, and the number of them in force.

    `closed`: the round was ended, whatever is missing (a file was imported, or the
    tournament was finished).
    """

    round: int
    sheets: int
    in_force: int
    closed: bool = False


def running_rounds(rounds: Iterable[RoundNow]) -> frozenset[int]:
    """Return the numbers of rounds that aren't over; their results don't count yet."""
    known = list(rounds)
    latest = max((status.round for status in known if status.in_force), default=0)
    return frozenset(
        status.round
        for status in known
        if status.round >= latest
        and not status.closed
        and status.in_force < status.sheets
    )


def sought(rounds: Sequence[RoundNow]) -> RoundNow | None:
    """Return the round whose seats people look for, of the published ones in order.

    The round in play, until half its sheets are in; then the next. None if nothing is
    left to play.
    """
    begun = [status for status in rounds if status.in_force]
    if not begun:
        return next(iter(rounds), None)
    last = begun[-1]
    later = (status for status in rounds if status.round > last.round)
    if 2 * last.in_force >= last.sheets and (following := next(later, None)):
        return following
    return last if last.in_force < last.sheets else None
