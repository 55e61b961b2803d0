"""Start numbers: the next one, and all of them by lot."""

import secrets

from django.db import transaction
from django.db.models import Max

from clubs.wording import say
from scoring.core.services.changes import Actor, Refused, lock, log
from scoring.models import Entry, Tournament
from scoring.tournaments.tournaments import renumber_apart


@transaction.atomic
def number_by_lot(*, tournament: Tournament, by: Actor) -> None:
    """Draw start numbers anew, before any round is drawn.

    Who must not meet is kept by start number, so that follows.
    """
    fresh = lock(tournament)
    if fresh.rounds.exists():
        raise Refused(say("Start numbers stay once a round is drawn."))
    people = list(fresh.entries.filter(house=None).order_by("number"))
    numbers = list(range(1, len(people) + 1))
    secrets.SystemRandom().shuffle(numbers)
    # Whoever was merged away keeps a number too, behind all others.
    merged = Entry.everybody.filter(tournament=fresh).exclude(merged_into=None)
    people += merged.order_by("number")
    numbers = [*numbers, *range(len(numbers) + 1, len(people) + 1)]
    renumber_apart(fresh, {e.number: n for e, n in zip(people, numbers, strict=True)})
    # Two may not share a number even for a moment: first move out of the way.
    beyond = max((entry.number or 0 for entry in people), default=0) + len(people)
    for shift in (beyond, 0):
        for entry, number in zip(people, numbers, strict=True):
            entry.number = number + shift
            entry.save()
    log(by, "entry", say("drew the start numbers"), tournament=fresh)


def free_number(tournament: Tournament, number: int | None) -> int:
    """The number asked for, or the next; raises Refused where it is taken."""
    everybody = Entry.everybody.filter(tournament=tournament)
    if number is None:
        return (everybody.aggregate(last=Max("number"))["last"] or 0) + 1
    if number < 1:
        raise Refused(say("Start numbers begin with 1."), "number")
    if taken := everybody.filter(number=number).first():
        said = say(
            "Start number {number} is taken: {name}.", number=number, name=taken.name
        )
        raise Refused(said, "number")
    return number
