"""What a score sheet and the scorekeeper's guide have of a game, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.sentences import Said, in_place
from rules.sentences import template as _

Direction = Literal["right", "left"]

WAYS: Mapping[Direction, Said] = MappingProxyType(
    {"right": _("counter-clockwise"), "left": _("clockwise")}
)
IN_TURN: Mapping[Direction, Said] = MappingProxyType(
    {
        "right": _("then in turn, counter-clockwise."),
        "left": _("then in turn, clockwise."),
    }
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a deal's line: what stands over it, its width in mm, what is printed
    in each line to be ringed; with `every` 3 in each third line only."""

    head: str
    width: float
    printed: str = ""
    every: int = 1

    def text(self, numbers: range) -> str:
        """What is printed in the lines of these deals."""
        return "\n".join("" if n % self.every else self.printed for n in numbers)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A game's score sheet for a table, where it is not the same for all games.

    `line` is the head of the numbers, `rule` the sentences beside the names, the first
    of them large. Where a sheet `rings`, each line has the seats, and the one that leads
    is ringed; else the seat that deals is printed, and the box of one that `hatches`
    where he sits out. `left` columns stand before the seats; `right` ones behind them,
    under the code, and are left out where the lines stand in two halves. `in_seat` is
    the head of a seat's box beside what he starts with. Every so many lines a `heavy`
    one. The scores total what all start with, `total_with` some account; in a game
    without a total (`has_total`) nothing can be said.
    """

    rule: tuple[str, ...] = (_("Ring who leads:"), _("who led deals next"))
    line: str = in_place("on the sheet", "hand")
    rings: bool = True
    hatches: bool = False
    left: tuple[Column, ...] = ()
    right: tuple[Column, ...] = ()
    notes: str = in_place("on the sheet", "notes")
    in_seat: str = "±"
    heavy: int = 5
    has_total: bool = True
    total_with: str = ""


def in_turn(direction: Direction, *, sits_out: bool) -> tuple[str, ...]:
    """The rule beside the names where the seats deal in turn, as it is printed."""
    said = (_("Seat 1 deals first,"), IN_TURN[direction])
    return (*said, _("Hatched: sits out.")) if sits_out else said


@dataclass(frozen=True, slots=True)
class GuideSection:
    """A part of the guide: numbered steps, or points, then a remark.

    Sentences may have **words as they stand on the phone**.
    """

    title: str
    steps: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """What only this game has of the guide for whoever keeps the score.

    `first` is what is to be said of the first deal.
    """

    first: str
    sections: tuple[GuideSection, ...]
