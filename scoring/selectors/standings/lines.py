"""Lines of a standings page: what each round brought, and which sheets are missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from clubs.wording import and_list
from rules.running import RoundNow, running_rounds
from scoring.models import SitOut

NAMED_TABLES = 10  # more missing tables than this are counted, not named
# Round, table and whose standing, of seats without a score in force.
Waiting = Iterable[tuple[int, int, int | None]]
TIE_WORDS = {
    "best_round": "best round",
    "last_round": "last round",
    "rounds_won": "rounds won at the table",
    "lot": "lot",
}


@dataclass(frozen=True, slots=True)
class Person:
    """An entry by the name the club shows; `address`: of his page, if he has one."""

    number: str
    name: str
    lodge: str
    address: str
    team: str = ""
    classes: tuple[str, ...] = ()
    lot: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """What one round brought one player; no chips while the sheet is not in force."""

    round: int
    table: int | None = None
    chips: int | None = None
    why: str = ""
    dropped: bool = False
    address: str = ""
    apart: bool = False

    @property
    def waits(self) -> bool:
        return self.table is not None and self.chips is None

    @property
    def sat_out(self) -> bool:
        return self.why in SitOut.OUT

    @property
    def missed(self) -> bool:
        return bool(self.why) and not self.sat_out


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the standings with the name the club shows."""

    place: int
    tied: bool
    number: str
    name: str
    lodge: str
    address: str
    cells: tuple[Cell, ...]
    adjustment: int
    points: int | float
    total: int
    decided_by: str
    substitutes: tuple[str, ...] = ()


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


def first_running(rounds: Iterable[Any], waiting: Waiting) -> Running | None:
    """The round that is being played; those published after it have not begun.

    Each of `rounds` has its number of `tables` and how many are `in_force`.
    """
    known = [RoundNow(r.number, r.tables, r.in_force, r.is_closed) for r in rounds]
    first = min(running_rounds(known), default=None)
    out = tuple(dict.fromkeys(t for number, t, _ in waiting if number == first))
    return next(
        (Running(r.round, r.sheets, out) for r in known if r.round == first), None
    )


def missing_of(waiting: Waiting, running: Running | None = None) -> tuple[Missing, ...]:
    """The tables without a score in force, of rounds before the one that runs."""
    tables: dict[int, dict[int, None]] = {}
    for number, table, _ in waiting:
        if running is None or number < running.round:
            tables.setdefault(number, {})[table] = None
    return tuple(Missing(number, tuple(each)) for number, each in tables.items())


def line_of(
    row: Mapping[str, Any],
    person: Person,
    rounds: Iterable[int],
    seats: Mapping[tuple[int, int], int],
    sheets: Mapping[int, str],
    people: Mapping[int, Person] | None = None,
) -> Line:
    """A kept row as the page shows it; `rounds` are those that count, in order.

    `seats` are the tables whose sheets are not in force yet, `sheets` the beginnings
    of their addresses, round by round; `people` are looked up for who played instead.
    """
    results = {each["round"]: each for each in row["rounds"]}
    return Line(
        row["place"],
        row["tied"],
        person.number,
        person.name,
        person.lodge,
        person.address,
        tuple(
            _cell(n, results.get(n), seats.get((row["entry"], n)), sheets[n])
            for n in rounds
        ),
        row["adjustment"],
        row["points"],
        row["total"],
        TIE_WORDS.get(row["decided_by"] or "", ""),
        tuple(_substitutes(row["rounds"], person, people or {})),
    )


def _substitutes(
    results: Iterable[Mapping[str, Any]], person: Person, people: Mapping[int, Person]
) -> Iterable[str]:
    for each in results:
        if "by" in each:
            by = people.get(each["by"])
            who = by.name if by else "A house player"
            yield f"{who} played round {each['round']} for {person.name}."


def _cell(
    number: int, result: Mapping[str, Any] | None, table: int | None, stem: str
) -> Cell:
    if result is not None:
        table = result["table"]
    address = f"{stem}{table}/" if table else ""
    if result is None:
        return Cell(number, table, address=address)
    return Cell(
        number,
        table,
        result["chips"],
        result["why"] or "",
        result["dropped"],
        address,
        result.get("apart", False),
    )
