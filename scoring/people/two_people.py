"""People with like names who were entered as different people."""

from collections.abc import Iterable

from clubs.models import Player
from clubs.wording import say_many
from scoring.core.services.changes import Actor, log
from scoring.models import TwoPeople


def remember_apart(pairs: Iterable[tuple[Player, Player]], by: Actor) -> None:
    """Somebody entered like names as different people: nobody is asked again.

    Two queries and a line of the log, however many pairs there are.
    """
    keys = {tuple(sorted((one.pk, other.pk))): one for one, other in pairs}
    known = TwoPeople.objects.filter(one__in={one for one, _ in keys})
    known_pairs = {*known.values_list("one", "other")}
    new = [
        TwoPeople(one_id=one, other_id=other, by_name=by.name)
        for one, other in keys
        if (one, other) not in known_pairs
    ]
    if not new:
        return
    TwoPeople.objects.bulk_create(new)
    text = say_many(
        "{n} pair of players with like names is two people",
        "{n} pairs of players with like names are two people each",
        len(new),
    )
    log(by, "merge", text, club=next(iter(keys.values())).club)
