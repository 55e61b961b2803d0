"""Chips that move from seat to seat, and why.

Seats are the numbers 1 to 4, amounts are whole chips. In every sentence a player
is written "seat N"; `with_names` puts the names in.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

SEATS = (1, 2, 3, 4)

Net = tuple[int, int, int, int]

_SEAT_IN_WORDS = re.compile(r"\b[Ss]eat ([1-4])\b")


@dataclass(frozen=True, slots=True)
class Line:
    """`payer` gives `chips` (at least 1) to `payee`.

    `item` says what for, `section` which paragraphs of the rules say so ("§29, §8"),
    `reasons` are whole sentences that a player can check. `instead_of` is the seat that
    would have paid if the payer had not to do it in its place.
    """

    item: str
    payer: int
    payee: int
    chips: int
    section: str
    reasons: tuple[str, ...]
    instead_of: int | None = None

    @property
    def why(self) -> str:
        """All reasons in one line."""
        return " ".join(self.reasons)


@dataclass(frozen=True, slots=True)
class Settlement:
    """The account of one hand: what moved, and in `notes` what did not and why."""

    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()

    @property
    def net(self) -> Net:
        """Chips won or lost by seats 1 to 4; the four add up to 0."""
        return net_of(self.lines)

    @property
    def net_by_item(self) -> dict[str, Net]:
        """The net of each kind of item, in the order of the account."""
        items = dict.fromkeys(line.item for line in self.lines)
        return {
            item: net_of(line for line in self.lines if line.item == item)
            for item in items
        }


def net_of(lines: Iterable[Line]) -> Net:
    """What the four seats win or lose by these lines."""
    net = [0, 0, 0, 0]
    for line in lines:
        net[line.payer - 1] -= line.chips
        net[line.payee - 1] += line.chips
    return (net[0], net[1], net[2], net[3])


def with_names(sentence: str, names: Mapping[int, str]) -> str:
    """The sentence with each "seat N" replaced by that seat's name."""
    return _SEAT_IN_WORDS.sub(
        lambda found: names.get(int(found[1]), found[0]), sentence
    )
