"""What a score sheet and the scorekeeper's guide have of a game, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.messages import Sentence, in_place, message_template

Direction = Literal["right", "left"]
SUM = 0  # in place of a deal's number: the line in which a game's deals are added up

WAYS: Mapping[Direction, Sentence] = MappingProxyType(
    {
        "right": message_template("counter-clockwise"),
        "left": message_template("clockwise"),
    }
)
IN_TURN: Mapping[Direction, Sentence] = MappingProxyType(
    {
        "right": message_template("then in turn, counter-clockwise."),
        "left": message_template("then in turn, clockwise."),
    }
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a deal's line: what stands over it, its width in mm, what is printed
    in each line to be ringed; with `of_sums` in the lines of sums alone."""

    head: str
    width: float
    printed: str = ""
    of_sums: bool = False

    def text(self, numbers: Sequence[int]) -> str:
        """What is printed in the lines of these deals."""
        return "\n".join(
            self.printed if (n == SUM) == self.of_sums else "" for n in numbers
        )


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A game's score sheet for a table, where it is not the same for all games.

    `line` is the head of the numbers, `rule` the sentences beside the names, the first
    of them large. Where a sheet `rings`, each line has the seats, and the one that leads
    is ringed; else the seat that deals is printed, and the box of one that `hatches`
    where he sits out. `left` columns stand before the seats; `right` ones behind them,
    under the code, and are left out where the lines stand in two halves. `in_seat` is
    the head of a seat's box beside what he starts with. Every so many lines a `heavy`
    one; with `sums` a line in which so many deals are added up, and a heavy one after
    it. The scores total what all start with, `total_with` some account, whose chips have
    a row of their own (`aside`); in a game without a total (`has_total`) nothing can be
    said.
    """

    rule: tuple[str, ...] = (
        message_template("Circle who led:"),
        message_template("who led deals next"),
    )
    line: str = in_place("on the sheet", "hand")
    rings: bool = True
    hatches: bool = False
    left: tuple[Column, ...] = ()
    right: tuple[Column, ...] = ()
    notes: str = in_place("on the sheet", "notes")
    in_seat: str = "±"
    heavy: int = 5
    sums: int = 0
    has_total: bool = True
    total_with: str = ""
    aside: str = ""

    def lines(self, deals: int) -> Sequence[int]:
        """The numbers of these deals as they stand on the sheet, with the sums."""
        if not self.sums:
            return range(1, deals + 1)
        lines: list[int] = []
        for number in range(1, deals + 1):
            lines.append(number)
            if number % self.sums == 0:
                lines.append(SUM)
        return lines


def in_turn(direction: Direction, *, sits_out: bool) -> tuple[str, ...]:
    """The rule beside the names where the seats deal in turn, as it is printed."""
    sentences = (message_template("Seat 1 deals first,"), IN_TURN[direction])
    return (
        (*sentences, message_template("Hatched: sits out.")) if sits_out else sentences
    )


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
