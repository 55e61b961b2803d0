"""Who has no seat in a round that is published, and why."""

from collections.abc import Iterable

from django.db.models import Q

from scoring.draw.facts import players_among
from scoring.draw.stand_ins import Part, drawn_part
from scoring.models import Entry, Round, SitOut
from scoring.people.services.entries import missed_why


def write_missed(rnd: Round) -> None:
    """Who has no seat in a published round, and why, written anew.

    Whoever is here sits out, for whom he plays; the others missed the round, unless
    somebody plays it, or sits it out, for them.
    """
    rows = _rows(rnd)
    rnd.sit_outs.all().delete()
    SitOut.objects.bulk_create(rows)


def write_missed_by(rnd: Round, people: Iterable[Entry]) -> None:
    """The same for some, and for whom they play; with all others it stays."""
    people = {each for each in people if each}
    theirs = {each.pk for each in people} | {each.substitute_for_id for each in people}
    theirs -= {None}
    rows = [each for each in _rows(rnd) if {each.entry_id, each.credit_id} & theirs]
    rnd.sit_outs.filter(Q(entry__in=theirs) | Q(credit__in=theirs)).delete()
    SitOut.objects.bulk_create(rows)


def without_part(rnd: Round) -> list[Entry]:
    """Who has neither a seat in a published round nor a line that says why not."""
    entries = rnd.tournament.entries.filter(house=None)
    for rows in (rnd.seats, rnd.sit_outs):
        for who in ("entry", "credit"):
            theirs = rows.exclude(**{who: None}).values(who)
            entries = entries.exclude(pk__in=theirs)
    return list(entries)


def _rows(rnd: Round) -> list[SitOut]:
    """Everybody once, by whose standing it is, and whoever sits out once more."""
    people = list(rnd.tournament.entries.all())
    seats = rnd.seats.values_list("entry", "credit")
    seated = {entry for entry, _ in seats}
    settled: set[int | None] = {credit for _, credit in seats}
    out = [each for each in players_among(people) if each.pk not in seated]
    rows = [_sat_out(rnd, each, settled) for each in out]
    settled |= {each.credit_id for each in rows}
    busy = seated | {each.pk for each in out}
    for each in people:
        if each.pk not in settled and each.house is None:
            if each.pk not in busy:
                rows.append(SitOut(round=rnd, entry=each, credit=each, why=_why(each)))
            elif each.ranked:
                why = _why_lent(rnd, each)
                rows.append(SitOut(round=rnd, entry=each, credit=each, why=why))
    return rows


def _why_lent(rnd: Round, entry: Entry) -> str:
    """Whoever would have sat out loses nothing by playing for another meanwhile."""
    own = rnd.sit_outs.filter(entry=entry, credit=entry, why__in=SitOut.OUT)
    if own.exists() or drawn_part(rnd, entry) == Part.OUT:
        return SitOut.Why.SAT_IN
    return SitOut.Why.STOOD_IN


def _sat_out(rnd: Round, entry: Entry, settled: set[int | None]) -> SitOut:
    credit = entry.credit_in(rnd.number)
    counts = None if credit in settled else credit
    return SitOut(round=rnd, entry=entry, credit_id=counts)


def _why(entry: Entry) -> str:
    """Whoever is back while somebody sits for him had left."""
    why = missed_why(entry)
    return SitOut.Why.LEFT if why == SitOut.Why.SIT_OUT else why
