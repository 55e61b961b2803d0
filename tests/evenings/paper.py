"""What stands on the paper: people, chairs, tables, rounds, lines of the standings."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

NOBODY = 0
HERE, LEFT = "here", "left"
DRAFT, OPEN, FINISHED, CANCELLED = "draft", "open", "finished", "cancelled"
SAT_OUT, LATE, ABSENT, STOOD_IN, SAT_IN = (
    "sit_out",
    "late",
    "absent",
    "stood_in",
    "sat_in",
)


@dataclass
class Person:
    """Somebody in the tournament; `plays_for` another from round `since` on."""

    key: int
    number: int
    ranked: bool = True
    house: bool = False
    state: str = "expected"
    plays_for: int | None = None
    since: int = 0
    gone: bool = False  # merged into another
    lot: int = 0


@dataclass
class Chair:
    """Who sat there, and whose standing it counts for (None: nobody's)."""

    who: int
    whose: int | None


@dataclass
class Table:
    """Four chairs, and the scores in force."""

    chairs: list[Chair]
    scores: Sequence[int] | None = None
    written: Sequence[int] | None = None  # a count that waits
    begun: bool = False
    won: list[int] = field(default_factory=lambda: [0, 0, 0, 0])  # by recorded hands


@dataclass
class Round:
    """`missed` says why by whose standing, `benched` whose it is by who sits out.

    `benched_himself` were to sit out in their own right when it was seated.
    """

    number: int
    state: str = DRAFT
    tables: dict[int, Table] = field(default_factory=dict)
    missed: dict[int, str] = field(default_factory=dict)
    benched: dict[int, int | None] = field(default_factory=dict)
    benched_himself: set[int] = field(default_factory=set)
    seated_himself: set[int] = field(default_factory=set)

    @property
    def counts(self) -> bool:
        return self.state in (OPEN, FINISHED)

    @property
    def chairs(self) -> list[Chair]:
        return [chair for table in self.tables.values() for chair in table.chairs]

    def chair_of(self, who: int) -> Chair | None:
        return next((each for each in self.chairs if each.who == who), None)

    @property
    def has_free_seat(self) -> bool:
        return any(each.who == NOBODY for each in self.chairs)

    def stays(self, table: Table) -> bool:
        """Whether its people say themselves who sits there: they play, or one is gone."""
        is_free = any(each.who == NOBODY for each in table.chairs)
        return table.begun or (is_free and self.state != DRAFT)

    @property
    def is_begun(self) -> bool:
        return any(map(self.stays, self.tables.values()))

    @property
    def settled(self) -> set[int]:
        """Who has a result, or will, from a chair or from sitting out."""
        found = {each.whose for each in self.chairs} | {*self.benched.values()}
        return {who for who in found if who is not None}


@dataclass
class Result:
    """One round of somebody's standing."""

    chips: Fraction
    points: Fraction
    table: int | None
    why: str | None


@dataclass
class Line:
    """A line of the standings: chips and points that count, and all rounds."""

    key: int
    total: int
    points: Fraction
    results: dict[int, Result]
    dropped: set[int]
    breaks: tuple[float | Fraction, ...] = ()  # the smaller, the better
    place: int = 0
    tied: bool = False
