"""One line of an old list put right by itself; all that rests on it follows."""

from django.db import transaction

from clubs.wording import chips, points, say, say_later
from scoring.core.selectors.reasons import LIST_CORRECTED
from scoring.core.services.changes import Actor, Refused, lock, log
from scoring.core.services.texts import clean
from scoring.models import Entry, OldList, OldResult
from scoring.old_lists.importing import lock_list
from scoring.results import standings
from scoring.results.reckon import OldFacts, facts_of

MOST_REASON = 200
WHY = say_later("Say where the right number stands.")


@transaction.atomic
def correct(*, entry: Entry, by: Actor, facts: OldFacts, reason: str) -> bool:
    """Let the list say this of somebody's evening; says whether that is anything new.

    Raises Refused without a reason, for more than came, and for no place where the list
    has everybody's.
    """
    tournament = entry.tournament
    old_list = lock_list(OldList.objects.get(tournaments=tournament))
    if old_list.state != OldList.State.IN:
        raise Refused(say("This list is not in."))
    lock(tournament)
    reason = clean(reason, most=MOST_REASON, field="reason", needed=WHY)
    listed = OldResult.objects.filter(entry__tournament=tournament)
    result = listed.get(entry=entry)
    before = facts_of(result)
    if facts == before:
        return False
    if facts.place is None and not listed.filter(place=None).exists():
        raise Refused(say("The list has everybody’s place: which is this?"), "place")
    if facts.place and facts.place > listed.count():
        raise Refused(say("So many were not there."), "place")
    _, result.place, result.total, result.points, result.rounds = facts
    result.save()
    standings.refresh(tournament, by=by, reason=LIST_CORRECTED.format(why=reason))
    text = say(
        "put right an old list: {evening}, {who}: {why}",
        evening=tournament.name,
        who=entry.name,
        why=reason,
    )
    log(by, "old-list", text, club=old_list.club, old=_said(before), new=_said(facts))
    return True


def _said(facts: OldFacts) -> str:
    return say(
        "place {place}, total {total}, table points {points}, rounds {rounds}",
        place=chips(facts.place),
        total=chips(facts.total),
        points=points(facts.points),
        rounds=chips(facts.rounds),
    )
