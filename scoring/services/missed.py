"""Who has no seat in a round that is published, and why."""

from scoring.models import Round, SitOut
from scoring.selectors.draws import credit_of, plays
from scoring.services.entries import missed_why


def write_missed(rnd: Round) -> None:
    """Who has no seat in a published round, and why, written anew.

    Whoever is here sits out, for whom he plays; the others missed the round, unless
    somebody plays it for them.
    """
    seats = rnd.seats.values_list("entry", "credit")
    seated = {entry for entry, _ in seats}
    missing = [e for e in rnd.tournament.entries.all() if e.pk not in seated]
    out = {credit_of(each, rnd.number) for each in missing if plays(each)} - {None}
    covered = {credit for _, credit in seats} | out
    rows = [SitOut(round=rnd, entry_id=pk) for pk in sorted(out)]
    rows += [
        SitOut(round=rnd, entry=each, why=missed_why(each))
        for each in missing
        if each.house is None and not plays(each) and each.pk not in covered
    ]
    rnd.sit_outs.all().delete()
    SitOut.objects.bulk_create(rows)
