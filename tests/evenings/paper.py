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
    paid: bool = False
    team: str = ""
    lodge: str = ""
    classes: frozenset[str] = frozenset()


@dataclass
class Chair:
    """Who sat there, and whose standing it counts for (None: nobody's)."""

    who: int
    whose: int | None


@dataclass
class Table:
    """Its chairs, and the scores in force; `typed` are the scores that wait.

    Of each of these it is known whether they balance.
    """

    chairs: list[Chair]
    scores: Sequence[int] | None = None
    typed: list[tuple[tuple[int, ...], bool]] = field(default_factory=list)
    begun: bool = False
    won: list[int] = field(default_factory=list)  # by recorded hands, if there are any


@dataclass(frozen=True)
class Money:
    """The prize fund in cents, and the prizes: of it in 1/10,000, or in cents."""

    fee: int = 0
    extra: int = 0
    kept: int = 0
    fixed: bool = False
    prizes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Game:
    """How many sit at a table, and how many play a deal."""

    sizes: tuple[int, ...] = (4,)
    active: int = 4
    aside: bool = False  # chips may lie in nobody's hands


GAMES = {
    "spjst": Game(),
    "marias": Game((3, 4), 3),
    "paskievics": Game((4, 5)),
    "reversis": Game(aside=True),
    "scarto": Game((3,), 3, aside=True),
    "schieberamsch": Game((3, 4), 3, aside=True),
    "tapp_tarock": Game((3, 4), 3),
    "tysiacha": Game((3, 4), 3, aside=True),
}


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
