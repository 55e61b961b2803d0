"""What every write shares: who, the lock, what is refused, the log it leaves."""

from dataclasses import dataclass
from typing import Self

from clubs.models import Club, User
from scoring.models import Change, Sheet, Tournament

USED_ELSEWHERE = "This form was used before. Load the page anew."


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who writes, and from where: desk, table, file, command."""

    user: User | None
    name: str
    source: str = "desk"

    @classmethod
    def at_desk(cls, user: User) -> Self:
        return cls(user, str(user))


class Refused(Exception):
    """A write that cannot be, said in the user's words; `field` is where."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class Conflict(Refused):
    """Somebody else wrote in between: what was typed is not saved, nor lost."""


def lock(tournament: Tournament) -> Tournament:
    """Take the row that all writers of a tournament need; gives it as it is now."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def done_before(key: str) -> Change | None:
    """The change that a form with this key already made, if it was sent before."""
    if not key:
        return None
    return Change.objects.filter(key=key).first()


def done_here(key: str, tournament: Tournament, what: str) -> Change | None:
    """The same, where the form can only have made this kind of change here.

    Raises Refused for a key that something else was saved with.
    """
    done = done_before(key)
    if done and (done.tournament_id, done.what) != (tournament.pk, what):
        raise Refused(USED_ELSEWHERE)
    return done


def log(
    actor: Actor,
    what: str,
    text: str,
    *,
    club: Club | None = None,
    tournament: Tournament | None = None,
    sheet: Sheet | None = None,
    key: str = "",
    old: str = "",
    new: str = "",
) -> Change:
    """Write one row of the evening's log; belongs in the transaction of the write."""
    if sheet is not None and tournament is None:
        tournament = sheet.round.tournament
    if tournament is not None and club is None:
        club = tournament.club
    return Change.objects.create(
        club=club,
        tournament=tournament,
        sheet=sheet,
        key=key,
        by=actor.user,
        by_name=actor.name,
        source=actor.source,
        what=what,
        text=text,
        old=old,
        new=new,
    )
