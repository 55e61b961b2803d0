"""What a game must have, and how the deal goes round.

A game is a folder of `rules` that offers what `Game` names, and a folder of the same
name in `scoring.games` for what a screen and a sheet of paper need. Seats are numbered
in order of play: seat n+1 plays after seat n, whichever way round the table that is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar, cast

import rules
from rules.figures import Figures
from rules.ledger import Settlement
from rules.problems import Problem
from rules.sentences import Sentences, filled, seat_word
from rules.sheet import ChipSet

GAME = "*/settle.py"  # what makes a folder of `rules` a game
State = Mapping[str, Any]  # plain JSON: what earlier deals leave to the next one
THROWN_IN = "thrown_in"  # the kind of a deal that is dealt again: a misdeal
WORDS = Sentences(
    __name__,
    {"thrown_in": "Thrown in: nothing is paid, and {dealer} deals again."},
)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who deals, who leads (None: nobody names it) and who of the table sits out."""

    dealer: int
    lead: int | None = None
    sits: int | None = None


class Game(Protocol):
    """One game's rules: pure, standard library only.

    `TABLES` are the numbers of seats a table may have, of which `ACTIVE` play a deal;
    where one more sits there, the dealer sits out. `ACCOUNTS` are the named places for
    chips that no seat holds. `START` is what each player usually starts with, in chips;
    `CHIP_SET` the colours they are counted in (None: plus and minus on paper).
    `ANSWERS` is what the command score_hands tells of a deal beside its net, lines,
    notes and problems.
    """

    VERSION: str
    ACTIVE: int
    TABLES: tuple[int, ...]
    DIRECTION: Literal["right", "left"]
    ACCOUNTS: tuple[str, ...]
    ANSWERS: tuple[str, ...]
    CHIP_SET: ChipSet | None
    START: int
    DEFAULT: str
    PRESETS: Mapping[str, Any]
    PRESET_NAMES: Mapping[str, str]
    OPTIONS: tuple[Any, ...]
    SECTIONS: Mapping[str, str]
    PROBLEM_CODES: Mapping[str, str]

    @staticmethod
    def house_rules(
        preset: object = ..., changes: Mapping[str, object] | None = ...
    ) -> Any:
        """The preset with these rules changed; raises HouseRuleError."""

    @staticmethod
    def changes_in_words(preset: object, changes: Mapping[str, object]) -> list[str]:
        """Each changed house rule with its value: “Renege: 5”."""

    @staticmethod
    def as_changes(rules: Any) -> dict[str, object]:
        """Every house rule as a JSON value."""

    @staticmethod
    def check(
        record: object, rules: Any, state: State | None = ..., seats: int | None = ...
    ) -> tuple[Problem, ...]:
        """All that is wrong with a record at a table of `seats`, after `state`."""

    @staticmethod
    def parse(record: Any, *, checked: bool = ...) -> Any:
        """The deal of a record that passed `check`."""

    @staticmethod
    def write(deal: Any) -> dict[str, Any]:
        """The deal as a record."""

    @staticmethod
    def settle(deal: Any, rules: Any, state: State | None = ...) -> Settlement:
        """Who pays whom, and what is left to the next deal."""

    @staticmethod
    def initial_state(rules: Any, seats: int) -> State | None:
        """What the first deal of a round starts from; None in a game without a state."""

    @staticmethod
    def left_aside(rules: Any) -> tuple[str, ...]:
        """The accounts in which chips may lie when a round is over; most have none."""

    @staticmethod
    def next_deal(
        history: Sequence[Any], first: Any | None = ..., rules: Any = ...
    ) -> Any:
        """Who deals next, from the deals so far; `first` is the round's first turn."""

    @staticmethod
    def finish(state: State | None, rules: Any, dealer: int) -> Any | None:
        """The closing deal a round still needs, if the game has one."""

    @staticmethod
    def feats(deal: Any) -> tuple[str, ...]:
        """What of a deal is worth telling, each in the singular."""

    @staticmethod
    def figures(
        deal: Any, settlement: Settlement, rules: Any, state: State | None = ...
    ) -> list[Figures]:
        """What a deal, settled so after `state`, was for each seat."""


def game_names() -> tuple[str, ...]:
    """Every game there is, in alphabetical order: a folder that has a `settle`."""
    found = (path for folder in rules.__path__ for path in Path(folder).glob(GAME))
    return tuple(sorted(path.parent.name for path in found))


def game_named(name: str) -> Game:
    """The rules of this game; raises ImportError if there is none."""
    return cast(Game, import_module(f"rules.{name}"))


class Dealt(Protocol):
    """What every deal knows of its table."""

    @property
    def table(self) -> int:
        """How many sit at it."""

    @property
    def dealer(self) -> int:
        """The seat that dealt."""


D = TypeVar("D", bound=Dealt)


def active_seats(deal: Dealt, active: int) -> tuple[int, ...]:
    """The seats that play this deal: all, or all but the dealer where one sits out."""
    seats = range(1, deal.table + 1)
    return tuple(s for s in seats if deal.table == active or s != deal.dealer)


def seats_from(seat: int, table: int) -> tuple[int, ...]:
    """All seats of the table in order of play, `seat` itself first."""
    return tuple((seat - 1 + step) % table + 1 for step in range(table))


def turn_of(dealer: int, table: int, active: int, *, leads: bool = False) -> Turn:
    """The turn in which this seat deals; where `leads`, the seat after him does."""
    lead = dealer % table + 1 if leads else None
    return Turn(dealer, lead, dealer if table > active else None)


def turn_after(
    history: Sequence[D],
    first: Turn | None,
    active: int,
    *,
    same: Callable[[D], bool] = lambda deal: False,
    leads: bool = False,
) -> Turn:
    """The seat after the last dealer deals, or the `same` once more.

    Without any deal the answer is `first`; raises ValueError if there is none.
    """
    if not history:
        if first is None:
            raise ValueError("no deal was played yet: name the first turn")
        return first
    last = history[-1]
    dealer = last.dealer if same(last) else last.dealer % last.table + 1
    return turn_of(dealer, last.table, active, leads=leads)


def thrown_in(deal: Dealt, state: State | None = None) -> Settlement:
    """What a deal comes to that was thrown in: nothing, and the state as it was."""
    note = filled(WORDS["thrown_in"], {"dealer": seat_word(deal.dealer)})
    return Settlement((), (note,), deal.table, state)
