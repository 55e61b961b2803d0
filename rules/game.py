"""The definition of a game: a value with defaults, made in its folder's `__init__`.

A game is a folder of `rules` whose `GAME` names all its parts, and a folder with that
name in `scoring.games` for its screens and score sheets.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar, cast

from rules.deal_rotation import THROWN_IN, Dealt, State, turn_after
from rules.hand_stats import Figures, chips_of, with_feats
from rules.house_rules import House
from rules.ledger import Settlement
from rules.problems import Problem, since_then
from rules.sheet import ChipSet

FILE = "*/settle.py"  # the file that makes a folder of `rules` a game
D = TypeVar("D")
R = TypeVar("R")
D_contra = TypeVar("D_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)
Feat = tuple[str, Iterable[int]]  # the feat's name, and the seats that made it


class Records(Protocol):
    """A reader and writer of a game's records, such as a `Schema`."""

    @property
    def active(self) -> int:
        """The number of seats in a deal; at a larger table the dealer sits out."""

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of seats that a table may have."""

    def problems(
        self, record: object, rules: Any, state: State | None, seats: int | None
    ) -> tuple[Problem, ...]:
        """Return all problems of a record at a table of `seats`, after `state`."""

    def parse(self, record: Any, *, checked: bool = ...) -> Any:
        """Return the deal of a record without problems.

        `checked` says that the problems of this record were just looked for.
        """

    def write(self, deal: Any) -> dict[str, Any]:
        """Return the deal as a record."""

    def kind_of(self, deal: Any) -> str:
        """Return the kind of the deal."""

    def players_of(self, deal: Any) -> Sequence[int]:
        """Return the seats that played the deal; none where nothing was played."""


class Settle(Protocol[D_contra, R_contra]):
    """A function from a checked deal to its payments and the next deal's state."""

    def __call__(
        self, deal: D_contra, rules: R_contra, state: State | None = None, /
    ) -> Settlement: ...


def _no_state(rules: Any, seats: int) -> State | None:
    return None


def _always(rules: Any) -> bool:
    return True


def _nothing_aside(rules: Any) -> tuple[str, ...]:
    return ()


def _no_closing(state: State | None, rules: Any, dealer: int) -> Any | None:
    return None


def _no_feats(deal: Any, rules: Any, state: State | None) -> Iterable[Feat]:
    return ()


def _no_more(
    deal: Any, settlement: Settlement, rules: Any, seats: list[Figures]
) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class Game(Generic[D, R]):
    """The rules of one game: pure Python, standard library only.

    `version` changes when a record gives different chips, or is rejected for more
    reasons; `direction` is the direction of play round the table.
    """

    version: str
    direction: Literal["right", "left"]
    records: Records
    house: House[R]
    settle: Settle[D, R]
    sections: Mapping[str, str]  # the sections of its rule sheet, with their subjects
    problem_codes: Mapping[str, str]  # every problem that a record may have
    # the named accounts for chips that no seat holds
    accounts: tuple[str, ...] = ()
    # the accounts that may hold chips when a round is over, by the house rules
    left_aside: Callable[[R], tuple[str, ...]] = _nothing_aside
    # the colors in which chips are counted; None: plus and minus on paper
    chip_set: ChipSet | None = None
    # what the command score_hands prints in addition to net, lines, notes and problems
    answers: tuple[str, ...] = ("accounts", "state", "next_dealer")
    # the state before the first deal of a round, at a table of this many seats
    initial_state: Callable[[R, int], State | None] = _no_state
    # the closing deal that a round still needs after `state`, by the dealer
    finish: Callable[[State | None, R, int], D | None] = _no_closing
    # the kinds of deals after which the dealer deals again
    again: tuple[str, ...] = (THROWN_IN,)
    # whether the seat after the dealer leads; a turn then records the lead
    leads: bool = False
    # whether hands are recorded; if not, only the scores of a round are entered
    has_hands: bool = True
    # whether the scores of a table have a total known beforehand
    has_total: Callable[[R], bool] = _always
    # the numbers of seats that a table may have by the house rules; None: `tables`
    sizes: Callable[[R], tuple[int, ...]] | None = None
    # a rule for the next turn where the usual one isn't enough: from a history, a first
    # turn and rules
    turns: Callable[[Sequence[D], Any, R | None], Any] | None = None
    # the feats of a deal, and the seats that made them
    feats_of: Callable[[D, R, State | None], Iterable[Feat]] = _no_feats
    # adds this game's own figures to each seat's figures
    count_more: Callable[[D, Settlement, R, list[Figures]], None] = _no_more

    @property
    def active(self) -> int:
        """The number of seats that play a deal."""
        return self.records.active

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of seats that a table may have."""
        return self.records.tables

    @property
    def start(self) -> int:
        """The chips with which each player usually starts."""
        return self.chip_set.start_chips if self.chip_set else 0

    def check(
        self,
        record: object,
        rules: R,
        state: State | None = None,
        seats: int | None = None,
        engine: str | None = None,
    ) -> tuple[Problem, ...]:
        """Return all problems of a record at a table of `seats`, after `state`.

        A record made under another version, the `engine`, must pass only the checks of
        that version.
        """
        problems = self.records.problems(record, rules, state, seats)
        if not problems or engine is None:
            return problems
        newer = since_then(problems, engine)
        return tuple(problem for problem in problems if problem not in newer)

    def parse(self, record: Any, *, checked: bool = False) -> D:
        """Return the deal of a record that passed `check`."""
        deal: D = self.records.parse(record, checked=checked)
        return deal

    def write(self, deal: D) -> dict[str, Any]:
        """Return the deal as a record."""
        return self.records.write(deal)

    def next_deal(
        self, history: Sequence[D], first: Any | None = None, rules: R | None = None
    ) -> Any:
        """Return the next turn after these deals; `first` is the round’s first turn."""
        if self.turns is not None:
            return self.turns(history, first, rules)
        repeats = bool(history) and self.records.kind_of(history[-1]) in self.again
        known = cast(Sequence[Dealt], history)
        return turn_after(known, first, self.active, repeats=repeats, leads=self.leads)

    def feats(
        self, deal: D, rules: R | None = None, state: State | None = None
    ) -> tuple[str, ...]:
        """Return the notable feats of a deal, each named in the singular."""
        rules = self.house.presets[self.house.default] if rules is None else rules
        return tuple(name for name, _ in self.feats_of(deal, rules, state))

    def figures(
        self, deal: D, settlement: Settlement, rules: R, state: State | None = None
    ) -> list[Figures]:
        """Return the statistics of a deal for each seat.

        `settlement` is that of the deal, after `state`.
        """
        seats = chips_of(settlement, self.records.players_of(deal))
        with_feats(seats, self.feats_of(deal, rules, state))
        self.count_more(deal, settlement, rules, seats)
        return seats


AnyGame = Game[Any, Any]


def game_names() -> tuple[str, ...]:
    """Return the names of all games, A to Z: folders that have a `settle`."""
    names: list[str] = []
    for folder in import_module("rules").__path__:
        names += [path.parent.name for path in Path(folder).glob(FILE)]
    return tuple(sorted(names))


def game_named(name: str) -> AnyGame:
    """Return the rules of a game; raises ImportError if there is none of this name."""
    return cast(AnyGame, import_module(f"rules.{name}").GAME)
