"""Who is here and has no seat, and who has one and is not here."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext_noop

from clubs.wording import and_list, in_words, say, say_many, together
from scoring.models import Entry, Round, Seat, Tournament

AWAY = {
    Entry.State.EXPECTED: gettext_noop(
        "{who}, who is expected, has a seat at table {table}"
    ),
    Entry.State.ABSENT: gettext_noop(
        "{who}, who is absent, has a seat at table {table}"
    ),
    Entry.State.LEFT: gettext_noop("{who}, who has left, has a seat at table {table}"),
}
MOST_NAMED = 6
# A seat whose player is not here.
GONE = Q(entry__isnull=False, entry__house=None) & ~Q(entry__state=Entry.State.HERE)


@dataclass(frozen=True, slots=True)
class SeatingGap:
    """How many come and how many are missed at the seats of a round.

    In a draft a free seat misses somebody too; once it is published its table says
    who sits there.
    """

    round: int
    come: int
    gone: int
    free: int = 0

    def __str__(self) -> str:
        """One sentence for each of what may be wrong, and one that says what to do."""
        found = []
        if self.come:
            found.append(_come(self.come, self.round))
        if self.gone:
            found.append(_gone(self.gone, self.round))
        if self.free:
            found.append(_free(self.free, self.round))
        return together([*found, say("See the smallest change.")], " ")


def _come(count: int, number: int) -> str:
    return say_many(
        "{who} who is here has no seat in round {number}.",
        "{who} who are here have no seat in round {number}.",
        count,
        who=_many(count),
        number=number,
    )


def _gone(count: int, number: int) -> str:
    return say_many(
        "{who} who is not here has a seat in round {number}.",
        "{who} who are not here have a seat in round {number}.",
        count,
        who=_many(count),
        number=number,
    )


def _free(count: int, number: int) -> str:
    return say_many(
        "{who} seat is free in round {number}.",
        "{who} seats are free in round {number}.",
        count,
        who=_many(count),
        number=number,
    )


def _many(count: int) -> str:
    """At the beginning of a sentence."""
    word = in_words(count)
    return word[:1].upper() + word[1:]


def seating_gap_of(tournament: Tournament, rnd: Round) -> SeatingGap | None:
    """Who is here against a round that nobody has begun; None where it fits.

    Whoever sits out has a place. Two queries.
    """
    placed = Q(seats__round=rnd) | Q(sit_outs__round=rnd, sit_outs__why="sit_out")
    draw = rnd.draw if rnd.state == Round.State.DRAFT else None
    if rnd.state == Round.State.DRAFT:
        # A draft has no rows of who sits out: everybody it was drawn for has a part.
        placed = Q(pk__in=draw.input["players"]) if draw else Q(house=None)
    here = tournament.entries.filter(house=None, state=Entry.State.HERE)
    has_part = tournament.entries.filter(placed | Q(seats__round=rnd)).values("pk")
    people = here.filter(substitutes=None).aggregate(
        all=Count("pk"), come=Count("pk", filter=~Q(pk__in=has_part))
    )
    come = people["come"]
    if draw is not None:
        # Whoever gave a seat back has no part any more, though it was drawn for him.
        come = max(come, people["all"] - len(draw.input["players"]))
    seats = rnd.seats.aggregate(
        gone=Count("pk", filter=GONE), free=Count("pk", filter=Q(entry=None))
    )
    free = 0 if rnd.is_published else seats["free"]
    found = SeatingGap(rnd.number, come, seats["gone"], free)
    return found if found.come or found.gone or found.free else None


def unfilled(draft: Round) -> str:
    """The seats of a draft on which nobody would sit down, in words; one query."""
    found = draft.seats.filter(GONE | Q(entry=None)).select_related("entry", "sheet")
    seats = list(found.order_by("sheet__table", "position"))
    said = [_unfilled(each) for each in seats[:MOST_NAMED]]
    more = len(seats) - len(said)
    return and_list([*said, say("{n} more", n=more)] if more else said)


def _unfilled(seat: Seat) -> str:
    if seat.entry is None:
        return say(
            "seat {position} of table {table} is free",
            position=seat.position,
            table=seat.sheet.table,
        )
    facts = {"who": f"{seat.label} {seat.name}", "table": seat.sheet.table}
    return say(AWAY[Entry.State(seat.entry.state)], **facts)
