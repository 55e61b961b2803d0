"""Who is here and has no seat, and who has one and is not here."""

from dataclasses import dataclass

from django.db.models import Count, Q

from clubs.wording import and_list
from scoring.models import Entry, Round, Seat, Tournament

AWAY = {
    Entry.State.EXPECTED: "is expected",
    Entry.State.ABSENT: "is absent",
    Entry.State.LEFT: "has left",
}
MOST_NAMED = 6
# A seat whose player is not here.
GONE = Q(entry__isnull=False, entry__house=None) & ~Q(entry__state=Entry.State.HERE)
NUMBERS = ("Nobody", "One", "Two", "Three", "Four", "Five", "Six")


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
        said = []
        if self.come:
            said.append(f"{_many(self.come)} here {_has(self.come)} no seat")
        if self.gone:
            seat = "one" if said else "a seat"
            said.append(f"{_many(self.gone)} not here {_has(self.gone)} {seat}")
        if self.free:
            said.append(f"{_seats(self.free)} free")
        first, *others = said
        more = "".join(f", and {each[0].lower()}{each[1:]}" for each in others)
        return f"{first} in round {self.round}{more}. See the smallest change."


def _many(count: int) -> str:
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} who {'is' if count == 1 else 'are'}"


def _seats(count: int) -> str:
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {'seat is' if count == 1 else 'seats are'}"


def _has(count: int) -> str:
    return "has" if count == 1 else "have"


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
    come = here.filter(substitutes=None).exclude(
        pk__in=tournament.entries.filter(placed | Q(seats__round=rnd)).values("pk")
    )
    seats = rnd.seats.aggregate(
        gone=Count("pk", filter=GONE), free=Count("pk", filter=Q(entry=None))
    )
    free = 0 if rnd.is_published else seats["free"]
    found = SeatingGap(rnd.number, come.count(), seats["gone"], free)
    return found if found.come or found.gone or found.free else None


def unfilled(draft: Round) -> str:
    """The seats of a draft on which nobody would sit down, in words; one query."""
    found = draft.seats.filter(GONE | Q(entry=None)).select_related("entry", "sheet")
    seats = list(found.order_by("sheet__table", "position"))
    said = [_unfilled(each) for each in seats[:MOST_NAMED]]
    more = len(seats) - len(said)
    return and_list([*said, f"{more} more"] if more else said)


def _unfilled(seat: Seat) -> str:
    if seat.entry is None:
        return f"seat {seat.position} of table {seat.sheet.table} is free"
    away = AWAY[Entry.State(seat.entry.state)]
    who = f"{seat.label} {seat.name}, who {away},"
    return f"{who} has a seat at table {seat.sheet.table}"
