"""Who has no seat in a round that is published, and why."""

from scoring.models import Entry, Round, SitOut
from scoring.selectors.draws import credit_of, players_among
from scoring.services.entries import missed_why


def write_missed(rnd: Round) -> None:
    """Who has no seat in a published round, and why, written anew.

    Whoever is here sits out, for whom he plays; the others missed the round, unless
    somebody plays it for them.
    """
    people = list(rnd.tournament.entries.all())
    seats = rnd.seats.values_list("entry", "credit")
    seated = {entry for entry, _ in seats}
    sitting = [each for each in players_among(people) if each.pk not in seated]
    out = {credit_of(each, rnd.number) for each in sitting} - {None}
    settled = seated | {credit for _, credit in seats} | {e.pk for e in sitting} | out
    rows = [SitOut(round=rnd, entry_id=pk) for pk in sorted(out)]
    rows += [
        SitOut(round=rnd, entry=each, why=_why(each))
        for each in people
        if each.house is None and each.pk not in settled
    ]
    rnd.sit_outs.all().delete()
    SitOut.objects.bulk_create(rows)


def _why(entry: Entry) -> str:
    """Whoever is back while somebody sits for him had left."""
    why = missed_why(entry)
    return SitOut.Why.LEFT if why == SitOut.Why.SIT_OUT else why
