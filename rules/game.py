"""What a game is: a value with defaults, made in the `__init__` of its folder.

A game is a folder of `rules` whose `GAME` names all of it, and a folder of the same name
in `scoring.games` for what a screen and a sheet of paper need.
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

FILE = "*/settle.py"  # what makes a folder of `rules` a game
D = TypeVar("D")
R = TypeVar("R")
D_contra = TypeVar("D_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)
Feat = tuple[str, Iterable[int]]  # what it is called, and the seats whose it is


class Records(Protocol):
    """How the records of a game are read and written: a `Schema`, or its like."""

    @property
    def active(self) -> int:
        """How many of a table play a deal; where one more sits there, the dealer rests."""

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of seats that a table may have."""

    def problems(
        self, record: object, rules: Any, state: State | None, seats: int | None
    ) -> tuple[Problem, ...]:
        """All that is wrong with a record at a table of `seats`, after `state`."""

    def parse(self, record: Any, *, checked: bool = ...) -> Any:
        """The deal of a record without problems; `checked`: they were just asked for."""

    def write(self, deal: Any) -> dict[str, Any]:
        """The deal as a record."""

    def kind_of(self, deal: Any) -> str:
        """Which kind of deal it is."""

    def players_of(self, deal: Any) -> Sequence[int]:
        """The seats that had a hand in it; none where nothing was played."""


class Settle(Protocol[D_contra, R_contra]):
    """From a checked deal to who pays whom, and what is left to the next deal."""

    def __call__(
        self, deal: D_contra, rules: R_contra, state: State | None = None, /
    ) -> Settlement: ...


def _no_state(rules: Any, seats: int) -> State | None:
    return None


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
    """One game’s rules: pure, standard library only.

    `version` changes when the same record comes to other chips, or is refused for more;
    `direction` is the way of play round the table.
    """

    version: str
    direction: Literal["right", "left"]
    records: Records
    house: House[R]
    settle: Settle[D, R]
    sections: Mapping[str, str]  # of its rule sheet, with what each is about
    problem_codes: Mapping[str, str]  # all that may be wrong with a record
    # the named places for chips that no seat holds
    accounts: tuple[str, ...] = ()
    # those of them in which chips may lie when a round is over, by the house
    left_aside: Callable[[R], tuple[str, ...]] = _nothing_aside
    # the colours that chips are counted in; None: plus and minus on paper
    chip_set: ChipSet | None = None
    # what the command score_hands tells beside net, lines, notes and problems
    answers: tuple[str, ...] = ("accounts", "state", "next_dealer")
    # what the first deal of a round starts from, at a table of so many
    initial_state: Callable[[R, int], State | None] = _no_state
    # the closing deal that a round still needs after `state`, by the dealer
    finish: Callable[[State | None, R, int], D | None] = _no_closing
    # the kinds of deals after which the same seat deals once more
    again: tuple[str, ...] = (THROWN_IN,)
    # does the seat after the dealer lead? Then a turn names it
    leads: bool = False
    # who deals next, where that takes more to say: of a history, a first turn, rules
    turns: Callable[[Sequence[D], Any, R | None], Any] | None = None
    # what of a deal is worth telling, and whose it was
    feats_of: Callable[[D, R, State | None], Iterable[Feat]] = _no_feats
    # adds to each seat’s figures what is this game’s own
    count_more: Callable[[D, Settlement, R, list[Figures]], None] = _no_more

    @property
    def active(self) -> int:
        """How many play a deal."""
        return self.records.active

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of seats that a table may have."""
        return self.records.tables

    @property
    def start(self) -> int:
        """What each player usually starts with, in chips."""
        return self.chip_set.start_chips if self.chip_set else 0

    def check(
        self,
        record: object,
        rules: R,
        state: State | None = None,
        seats: int | None = None,
        engine: str | None = None,
    ) -> tuple[Problem, ...]:
        """All that is wrong with a record at a table of `seats`, after `state`.

        A record that was made under another version, the `engine`, is held to the checks
        of that version.
        """
        problems = self.records.problems(record, rules, state, seats)
        if not problems or engine is None:
            return problems
        newer = since_then(problems, engine)
        return tuple(problem for problem in problems if problem not in newer)

    def parse(self, record: Any, *, checked: bool = False) -> D:
        """The deal of a record that passed `check`."""
        deal: D = self.records.parse(record, checked=checked)
        return deal

    def write(self, deal: D) -> dict[str, Any]:
        """The deal as a record."""
        return self.records.write(deal)

    def next_deal(
        self, history: Sequence[D], first: Any | None = None, rules: R | None = None
    ) -> Any:
        """Who deals next, from the deals so far; `first` is the round’s first turn."""
        if self.turns is not None:
            return self.turns(history, first, rules)
        repeats = bool(history) and self.records.kind_of(history[-1]) in self.again
        known = cast(Sequence[Dealt], history)
        return turn_after(known, first, self.active, repeats=repeats, leads=self.leads)

    def feats(
        self, deal: D, rules: R | None = None, state: State | None = None
    ) -> tuple[str, ...]:
        """What of a deal is worth telling, each in the singular."""
        rules = self.house.presets[self.house.default] if rules is None else rules
        return tuple(name for name, _ in self.feats_of(deal, rules, state))

    def figures(
        self, deal: D, settlement: Settlement, rules: R, state: State | None = None
    ) -> list[Figures]:
        """What a deal, settled so after `state`, was for each seat."""
        seats = chips_of(settlement, self.records.players_of(deal))
        with_feats(seats, self.feats_of(deal, rules, state))
        self.count_more(deal, settlement, rules, seats)
        return seats


AnyGame = Game[Any, Any]


def game_names() -> tuple[str, ...]:
    """Every game there is, in alphabetical order: a folder that has a `settle`."""
    names: list[str] = []
    for folder in import_module("rules").__path__:
        names += [path.parent.name for path in Path(folder).glob(FILE)]
    return tuple(sorted(names))


def game_named(name: str) -> AnyGame:
    """The rules of this game; raises ImportError if there is none."""
    return cast(AnyGame, import_module(f"rules.{name}").GAME)
