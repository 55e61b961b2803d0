"""Before the cups: a second look at a sheet, and the audit that is signed with a time."""

from django.db import transaction

from clubs.wording import in_english, say
from scoring.audit.podium import PODIUM, Podium, podium_of
from scoring.core.services.changes import (
    USED_ELSEWHERE,
    Actor,
    Refused,
    done_here,
    lock,
    log,
)
from scoring.models import Change, SecondLook, Sheet, Tournament
from scoring.sheets.count_store import locked, refuse_stale
from scoring.sheets.sheet import where


@transaction.atomic
def look_again(*, sheet: Sheet, by: Actor, seen: int, key: str) -> SecondLook:
    """Somebody compared the numbers in force with the paper, and they are its numbers.

    Raises Conflict if a count came after number `seen`; Refused for a sheet that is not
    verified, or whose correction waits.
    """
    now = locked(sheet, key)
    if done := SecondLook.objects.filter(key=key).first():
        if done.count.sheet_id != sheet.pk:
            raise Refused(USED_ELSEWHERE)
        return done
    if now.done:
        raise Refused(USED_ELSEWHERE)
    refuse_stale(now, seen)
    verified = now.life.verified
    if verified is None:
        raise Refused(say("This sheet is not verified yet. Verify it as usual."))
    if now.life.correction_waits:
        raise Refused(
            say("A correction of this sheet waits. Verify or withdraw it first.")
        )
    made = SecondLook.objects.create(
        count=verified, key=key, by=by.user, by_name=by.name
    )
    numbers = ", ".join(map(str, verified.scores))
    said = say(
        "compared round {round}, table {table} with its paper once more",
        **where(now.sheet),
    )
    log(by, "look", said, sheet=now.sheet, new=numbers)
    return made


@transaction.atomic
def declare(
    *, tournament: Tournament, by: Actor, places: int, key: str
) -> tuple[Change, Podium]:
    """Say that the top places are verified, with the time of the log; once a form.

    Raises Refused while anything is missing.
    """
    fresh = lock(tournament)
    fresh.club = tournament.club
    done = done_here(key, fresh, PODIUM)
    podium = podium_of(fresh, places)
    if podium.gaps:
        raise Refused(say("Not verified yet: {gap}", gap=podium.gaps[0]))
    if done and done.new == in_english(podium.said):
        return done, podium
    if done:
        raise Refused(USED_ELSEWHERE)
    said = say(
        "verified the podium, places 1 to {places}, mark {mark}",
        places=podium.places,
        mark=podium.mark,
    )
    return log(by, PODIUM, said, tournament=fresh, key=key, new=podium.said), podium
