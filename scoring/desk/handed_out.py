"""What was printed, for the log."""

from django.db import transaction

from scoring.core.services.changes import (
    Actor,
    done_before,
    lock,
    log,
)
from scoring.desk.overview import PRINTED
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
