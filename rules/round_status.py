"""When a round is over, and comes into the standings.

Ranks compare like with like: a round counts for everybody or for nobody. While it runs
its results stand apart, be they of a sheet in force, of a sit-out, or of somebody late,
absent or gone: they are shown beside the others and are in no total, no place, no
tie-break, no count of rounds and no average, for the others have none of that round
yet. When it is over they come in together.

A round is over
* when all its sheets are in force;
* when it was closed, whatever is missing: its results were read from a file, or the
  tournament was finished;
* when a sheet of a later round is in force: then people have played on, and a table
  that is not settled holds up nobody else. Those at it have no result of that round
  until it is, and the standings are called provisional.

Cancelled rounds and drafts are no rounds here. Rounds that are published ahead have not
begun and are not over either. A correction of a sheet that is in force opens nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoundNow:
    """How far a round is: its sheets, and how many of them are in force.

    `closed`: it was said to be over, whatever is missing (a file was read in, or the
    tournament was finished).
    """

    round: int
    sheets: int
    in_force: int
    closed: bool = False


def running_rounds(rounds: Iterable[RoundNow]) -> frozenset[int]:
    """The numbers of the rounds that are not over; their results stand apart."""
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
    """The round whose seats people look for, of the published ones in their order.

    The one that is played, until half its sheets are in; then the next. None where
    nothing is left to play.
    """
    begun = [status for status in rounds if status.in_force]
    if not begun:
        return next(iter(rounds), None)
    last = begun[-1]
    later = (status for status in rounds if status.round > last.round)
    if 2 * last.in_force >= last.sheets and (following := next(later, None)):
        return following
    return last if last.in_force < last.sheets else None
