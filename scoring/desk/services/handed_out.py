"""What left the site, for the log: prints, and a person's own data as a file."""

from django.db import transaction

from clubs.models import Player
from clubs.wording import say
from scoring.core.services.changes import (
    USED_ELSEWHERE,
    Actor,
    Refused,
    done_before,
    lock,
    log,
)
from scoring.desk.selectors.overview import PRINTED
from scoring.models import Change, Tournament


@transaction.atomic
def note_print(
    *, tournament: Tournament, by: Actor, said: str, what: str, key: str
) -> Change:
    """Remember that something was printed; `said` so in the log; `what` is its
    short name, as “sheets 2”.

    The same print asked for twice is one.
    """
    lock(tournament)
    if done := done_before(key):
        return done
    return log(by, PRINTED, said, tournament=tournament, key=key, new=what)


@transaction.atomic
def note_given(*, player: Player, by: Actor, key: str) -> Change:
    """Remember that somebody was given all that is kept about a player; sent twice, once.

    Raises Refused for a person whose name was erased: nobody knows who that was.
    """
    if player.erased_at:
        raise Refused(
            say(
                "Player {number} is erased; nobody knows who it was.",
                number=player.number,
            )
        )
    if done := done_before(key):
        if (done.club_id, done.new) != (player.club_id, str(player.number)):
            raise Refused(USED_ELSEWHERE)
        return done
    text = say("gave player {number} the own data as a file", number=player.number)
    return log(by, "player", text, club=player.club, key=key, new=str(player.number))
