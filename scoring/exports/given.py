"""Who was given the own data as a file, for the log."""

from django.db import transaction

from clubs.models import Player
from clubs.wording import say
from scoring.core.services.changes import (
    USED_ELSEWHERE,
    Actor,
    Refused,
    done_before,
    log,
)
from scoring.models import Change


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
