"""How far the rounds are: which sheets are missing, which round is not over, in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count as Number
from django.db.models import QuerySet

from clubs.wording import and_list, say, say_many, together
from rules.running import RoundNow, running_rounds
from scoring.models import Round, Seat, Sheet, Tournament

NAMED_TABLES = 10  # more missing tables than this are counted, not named
# Round, table and whose standing, of seats without a score in force.
Waiting = Iterable[tuple[int, int, int | None]]


@dataclass(frozen=True, slots=True)
class Missing:
    """The tables of one round whose sheets are not in force."""

    round: int
    tables: tuple[int, ...]

    def __str__(self) -> str:
        n, of = len(self.tables), {"round": self.round}
        if n > NAMED_TABLES:
            return say_many(
                "{n} sheet of round {round} is not verified",
                "{n} sheets of round {round} are not verified",
                n,
                **of,
            )
        return say_many(
            "{n} sheet of round {round} is not verified: table {tables}",
            "{n} sheets of round {round} are not verified: tables {tables}",
            n,
            tables=and_list(self.tables),
            **of,
        )


@dataclass(frozen=True, slots=True)
class Running:
    """A round that is not over: how many sheets it has, and the tables still out."""

    round: int
    sheets: int
    out: tuple[int, ...]

    def __str__(self) -> str:
        return say(
            "round {round} is not over, {so_far}; its chips come in for everybody at "
            "once",
            round=self.round,
            so_far=self._so_far,
        )

    @property
    def _so_far(self) -> str:
        """How many sheets are verified, and which few are not."""
        done = self.sheets - len(self.out)
        if self.sheets == 1:
            return say("its sheet is not verified")
        if not done:
            return say("none of {sheets} sheets is verified", sheets=self.sheets)
        verified = say_many(
            "{n} of {sheets} sheets is verified",
            "{n} of {sheets} sheets are verified",
            done,
            sheets=self.sheets,
        )
        if len(self.out) > NAMED_TABLES:
            return verified
        waiting = say_many(
            "table {tables} is not",
            "tables {tables} are not",
            len(self.out),
            tables=and_list(self.out),
        )
        return together([verified, waiting])


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


def missing_sheets(tournament: Tournament) -> QuerySet[Sheet]:
    """Sheets of rounds that count which have no score in force yet."""
    return Sheet.objects.filter(
        round__tournament=tournament,
        round__state__in=Round.COUNTING,
        seats__position=1,
        seats__score=None,
    )
