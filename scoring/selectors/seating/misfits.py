"""Who is here and has no seat, and who has one and is not here."""

from dataclasses import dataclass

from django.db.models import Q

from scoring.models import Entry, Round, Tournament

NUMBERS = ("Nobody", "One", "Two", "Three", "Four", "Five", "Six")


@dataclass(frozen=True, slots=True)
class Misfit:
    """How many come and how many are missed at the seats of a round."""

    round: int
    come: int
    gone: int

    def __str__(self) -> str:
        said = []
        if self.come:
            said.append(f"{_many(self.come)} here {_has(self.come)} no seat")
        if self.gone:
            who = _many(self.gone) if not said else _many(self.gone).lower()
            said.append(f"{who} not here {_has(self.gone)} one")
        where = f"in round {self.round}"
        first, *others = said
        more = f", and {others[0]}" if others else ""
        if not self.come:
            first = first.removesuffix(" one") + " a seat"
        return f"{first} {where}{more}. See the smallest change."


def _many(count: int) -> str:
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} who {'is' if count == 1 else 'are'}"


def _has(count: int) -> str:
    return "has" if count == 1 else "have"


def misfit_of(tournament: Tournament, rnd: Round) -> Misfit | None:
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
    gone = rnd.seats.filter(entry__isnull=False, entry__house=None).exclude(
        entry__state=Entry.State.HERE
    )
    found = Misfit(rnd.number, come.count(), gone.count())
    return found if found.come or found.gone else None
