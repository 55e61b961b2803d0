"""Who plays for whom."""

from dataclasses import dataclass

from django.db.models import F

from scoring.models import Entry, Round, Tournament


@dataclass(frozen=True, slots=True)
class StandIn:
    """A substitute and the rounds he has played for somebody."""

    entry: Entry
    rounds: tuple[int, ...]


def stand_ins(tournament: Tournament) -> list[StandIn]:
    """Who plays for somebody now, by start number; two queries."""
    theirs = tournament.entries.exclude(substitute_for=None)
    seats = tournament.rounds.filter(
        state__in=Round.COUNTING,
        seats__entry__in=theirs,
        number__gte=F("seats__entry__substitute_from"),
    )
    played: dict[int, list[int]] = {}
    found = seats.order_by("number").values_list("seats__entry", "number")
    for entry, number in found:
        played.setdefault(entry, []).append(number)
    return [
        StandIn(each, tuple(played.get(each.pk, ())))
        for each in theirs.select_related("substitute_for")
    ]


def here_again(tournament: Tournament) -> list[Entry]:
    """Who plays for somebody who is here himself; one query."""
    theirs = tournament.entries.filter(substitute_for__state=Entry.State.HERE)
    return list(theirs.select_related("substitute_for"))


def next_start(tournament: Tournament) -> int:
    """The round from which somebody is most likely to be replaced.

    The first that is published and misses a count, else the one that comes next.
    """
    counted = tournament.rounds.filter(state__in=Round.COUNTING)
    waiting = counted.filter(sheets__counts=None).order_by("number").first()
    last = tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number").last()
    return waiting.number if waiting else (last.number if last else 0) + 1
