"""How far the rounds are: which sheets are missing, which round is not over, in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count as Number

from clubs.wording import and_list
from rules.running import RoundNow, running_rounds
from scoring.models import Round, Seat, Tournament

NAMED_TABLES = 10  # more missing tables than this are counted, not named
# Round, table and whose standing, of seats without a score in force.
Waiting = Iterable[tuple[int, int, int | None]]


@dataclass(frozen=True, slots=True)
class Missing:
    """The tables of one round whose sheets are not in force."""

    round: int
    tables: tuple[int, ...]

    def __str__(self) -> str:
        few = len(self.tables) == 1
        what = f"{len(self.tables)} sheet{'' if few else 's'} of round {self.round}"
        verb = "is" if few else "are"
        if len(self.tables) > NAMED_TABLES:
            return f"{what} {verb} not verified"
        tables = f"table{'' if few else 's'} {and_list(self.tables)}"
        return f"{what} {verb} not verified: {tables}"


@dataclass(frozen=True, slots=True)
class Running:
    """A round that is not over: how many sheets it has, and the tables still out."""

    round: int
    sheets: int
    out: tuple[int, ...]

    def __str__(self) -> str:
        done = self.sheets - len(self.out)
        verb = "is" if done < 2 else "are"
        said = f"{done or 'none'} of {self.sheets} sheets {verb} verified"
        if self.sheets == 1:
            said = "its sheet is not verified"
        elif done and len(self.out) <= NAMED_TABLES:
            few = len(self.out) == 1
            which = f"table{'' if few else 's'} {and_list(self.out)}"
            said += f", {which} {'is' if few else 'are'} not"
        return (
            f"round {self.round} is not over, {said}; its chips come in for everybody "
            "at once"
        )


def waiting_seats(tournament: Tournament) -> list[tuple[int, int, int | None]]:
    """Round, table and whose standing, for every seat without a score in force."""
    seats = Seat.objects.filter(
        round__tournament=tournament, round__state__in=Round.COUNTING, score=None
    )
    return list(
        seats.order_by("round__number", "sheet__table").values_list(
            "round__number", "sheet__table", "credit_id"
        )
    )


def rounds_with_progress(tournament: Tournament, waiting: Waiting) -> tuple[Round, ...]:
    """The published rounds, cancelled ones too: `table_count`, how many are `in_force`."""
    published = tournament.rounds.exclude(state=Round.State.DRAFT)
    rounds = tuple(published.annotate(made=Number("sheets")).order_by("number"))
    out = {(number, table) for number, table, _ in waiting}
    for each in rounds:
        missing = sum(number == each.number for number, _ in out)
        each.table_count, each.in_force = each.made, each.made - missing
    return rounds


def first_running(rounds: Iterable[Round], waiting: Waiting) -> Running | None:
    """The round that is being played; those published after it have not begun.

    Each of `rounds` has its `table_count` and how many are `in_force`.
    """
    known = [RoundNow(r.number, r.table_count, r.in_force, r.is_closed) for r in rounds]
    first = min(running_rounds(known), default=None)
    out = tuple(dict.fromkeys(t for number, t, _ in waiting if number == first))
    return next(
        (Running(r.round, r.sheets, out) for r in known if r.round == first), None
    )


def first_running_of(tournament: Tournament) -> Running | None:
    """The round that is being played; two queries."""
    waiting = waiting_seats(tournament)
    rounds = rounds_with_progress(tournament, waiting)
    return first_running((each for each in rounds if each.counts), waiting)


def missing_of(waiting: Waiting, running: Running | None = None) -> tuple[Missing, ...]:
    """The tables without a score in force, of rounds before the one that runs."""
    tables: dict[int, dict[int, None]] = {}
    for number, table, _ in waiting:
        if running is None or number < running.round:
            tables.setdefault(number, {})[table] = None
    return tuple(Missing(number, tuple(each)) for number, each in tables.items())
