"""Lines of a standings page: what each round brought, and which sheets are missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from clubs.wording import and_list
from scoring.models import SitOut

NAMED_TABLES = 10  # more missing tables than this are counted, not named
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
            return f"{what} {verb} missing"
        tables = f"table{'' if few else 's'} {and_list(self.tables)}"
        return f"{what} {verb} missing: {tables}"


def missing_of(waiting: Iterable[tuple[int, int, int | None]]) -> tuple[Missing, ...]:
    tables: dict[int, dict[int, None]] = {}
    for number, table, _ in waiting:
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
    )
