"""What one side of a deal of Mariás owes the other, and how it grows."""

from dataclasses import dataclass
from typing import NamedTuple

from rules.game import active_seats
from rules.marias.deal import ACTIVE, SIDES, Deal, Side
from rules.marias.house import HouseRules
from rules.marias.words import DOUBLINGS, say
from rules.paragraphs import in_words
from rules.sentences import in_chips

Reasons = tuple[str, ...]


class Due(NamedTuple):
    """`chips` to the winners, from or to each of the partners."""

    item: str
    chips: int
    winner: Side
    reasons: Reasons


class Seats(NamedTuple):
    """Who plays on which side, and who pays and collects with the partners."""

    soloist: tuple[int, ...]
    partners: tuple[int, ...]
    payers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A deal at its table, under the rules of a house."""

    deal: Deal
    seats: Seats
    rules: HouseRules

    def named(self, side: Side) -> str:
        """The players of this side, by seat."""
        return in_words(self.seats.soloist if side == SIDES[0] else self.seats.partners)

    @property
    def hearts(self) -> int:
        """What every amount of this game is multiplied by for its trump."""
        return self.rules.hearts_times if self.deal.trump == "hearts" else 1


def played(deal: Deal, rules: HouseRules) -> Played:
    """The deal with its sides; in some houses the dealer who sits out pays too."""
    active = active_seats(deal, ACTIVE)
    partners = payers = tuple(seat for seat in active if seat != deal.player)
    if rules.dealer_pays and deal.table > ACTIVE:
        payers = tuple(sorted((*partners, deal.dealer)))
    return Played(deal, Seats((deal.player,), partners, payers), rules)


def other(side: Side) -> Side:
    """The side against this one."""
    return SIDES[1] if side == SIDES[0] else SIDES[0]


def result(what: str, made: bool, who: str) -> str:
    """That a bid or an announcement was made, or lost."""
    return say(f"{what}.{'made' if made else 'lost'}", who=who)


def dearer(
    base: int, *, open_: int = 1, hearts: int = 1, doubled: int = 0
) -> tuple[int, Reasons]:
    """The chips, and what made them more than `base`, a sentence for each step."""
    chips, reasons = base, []
    for code, times in (("open", open_), ("hearts", hearts), ("doubled", 2**doubled)):
        if times > 1:
            name, before = DOUBLINGS.get(str(doubled), ""), chips
            chips *= times
            told = in_chips(chips)
            why = say(code, doubled=name, base=before, times=times, chips=told)
            reasons.append(why)
    return chips, tuple(reasons)
