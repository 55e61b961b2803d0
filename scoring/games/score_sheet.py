"""A game's parts of the score sheet and the scorekeeper's guide, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.messages import Sentence, in_place, message_template

Direction = Literal["right", "left"]
SUM = 0  # in place of a deal's number: the line for the sum of a game's deals

WAYS: Mapping[Direction, Sentence] = MappingProxyType(
    {
        "right": message_template("counterclockwise"),
        "left": message_template("clockwise"),
    }
)
IN_TURN: Mapping[Direction, Sentence] = MappingProxyType(
    {
        "right": message_template("then in turn, counterclockwise."),
        "left": message_template("then in turn, clockwise."),
    }
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a deal's line: its head, its width in mm, and text to ring.

    `printed` is in each line, or with `of_sums` only in the lines of sums.
    """

    head: str
    width: float
    printed: str = ""
    of_sums: bool = False

    def text(self, numbers: Sequence[int]) -> str:
        """Return the text printed in the lines of these deals."""
        return "\n".join(
            self.printed if (n == SUM) == self.of_sums else "" for n in numbers
        )


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A game's score sheet for a table, with all that differs between games.

    `line` is the head of the numbers, `rule` the sentences next to the names, the first
    of them in large type. On a sheet that `rings`, each line has the seats, and the one
    that leads is ringed; otherwise the dealer's seat is printed, and with `hatches` its
    box is hatched because the dealer sits out. `left` columns come before the seats;
    `right` ones after them, under the code, and are left out where the lines are in two
    halves. `in_seat` is the head of a seat's box next to its start chips. Every `heavy`
    lines there is a heavy one; with `sums`, a line for the sum follows that many deals,
    with a heavy one after it. The scores total what all players start with,
    `total_with` some account, whose chips have a row of their own (`aside`); a game
    without a fixed total has `has_total` False.
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
        """Return the numbers of these deals in the order of the sheet, with sums."""
        if not self.sums:
            return range(1, deals + 1)
        lines: list[int] = []
        for number in range(1, deals + 1):
            lines.append(number)
            if number % self.sums == 0:
                lines.append(SUM)
        return lines


def in_turn(direction: Direction, *, sits_out: bool) -> tuple[str, ...]:
    """Return the printed rule next to the names, for seats that deal in turn."""
    sentences = (message_template("Seat 1 deals first,"), IN_TURN[direction])
    return (
        (*sentences, message_template("Hatched: sits out.")) if sits_out else sentences
    )


@dataclass(frozen=True, slots=True)
class GuideSection:
    """A part of the guide: numbered steps, or points, then a remark.

    Sentences may have **words exactly as on the phone**.
    """

    title: str
    steps: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """The part of the scorekeeper's guide that only this game has.

    `first` is the text about the first deal.
    """

    first: str
    sections: tuple[GuideSection, ...]
