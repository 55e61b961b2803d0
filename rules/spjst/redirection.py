"""Redirection: a violator collects nothing and covers his partner (§30).

It covers game, Pagat and Valat, never values. Each payment of n chips from a loser to a
winner is taken by itself:

1. the winner is a violator: nothing is paid (or, alone on his side and where the house
   says so, he pays n to a loser who is no violator);
2. the winner's side has a violator: he pays n in place of the loser, unless the house
   makes the soloist pay his innocent opponents;
3. the loser is no violator and his side has one: the violator pays n in his place.

Two violators on one side share; the odd chip falls on the one who comes first in order
of play, counted from Povinost.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.ledger import Line
from rules.spjst.game import in_chips
from rules.spjst.house import HouseRules
from rules.spjst.sides import Sides, in_words

_ITEM_NAMES = {"game": "the game", "valat": "the Valat", "pagat": "the Pagat"}


@dataclass(frozen=True, slots=True)
class Redirection:
    """Who redirects payments in this hand.

    `violators` maps their seats to their faults, in order of play from Povinost.
    """

    violators: Mapping[int, str]
    sides: Sides
    rules: HouseRules

    def lines(self, dues: Iterable[Line]) -> Iterator[Line]:
        """The payments as they are really made."""
        for due in dues:
            if due.payee in self.violators:
                yield from self._instead_of_collecting(due)
            else:
                yield from self._covered(due)

    def lapsed(self, dues: Iterable[Line]) -> Iterator[str]:
        """A sentence for each violator who collects nothing, and from whom."""
        losers: dict[tuple[str, int, int], list[int]] = {}
        for due in dues:
            if due.payee in self.violators and not self._pays_win(due):
                key = (due.item, due.payee, due.chips)
                losers.setdefault(key, []).append(due.payer)
        for (item, payee, chips), payers in losers.items():
            each = in_chips(chips) + (" each" if payers[1:] else "")
            yield (
                f"Seat {payee} ({self.violators[payee]}) collects nothing for "
                f"{_ITEM_NAMES[item]}; not paid: {each} from {in_words(tuple(payers))} (§30)."
            )

    def _pays_win(self, due: Line) -> bool:
        alone = len(self.sides.of(due.payee)) == 1
        innocent = due.payer not in self.violators
        return self.rules.solo_violator_pays_win and alone and innocent

    def _instead_of_collecting(self, due: Line) -> Iterator[Line]:
        if self._pays_win(due):
            violator = due.payee
            why = f"seat {violator} ({self.violators[violator]}) won alone and pays it instead"
            yield _redirected(due, violator, due.payer, due.chips, why)

    def _covered(self, due: Line) -> Iterator[Line]:
        payers, duty = self._who_pays(due)
        if payers == (due.payer,):
            yield due
            return
        shares = _shares(due.chips, len(payers))
        for payer, chips in zip(payers, shares, strict=True):
            if chips == 0:
                continue
            why = (
                f"seat {payer} ({self.violators[payer]}) pays seat {due.payee} "
                f"in place of seat {due.payer}: {duty}"
            )
            if payers[1:]:
                why += f", shared by {in_words(payers)}: {in_chips(chips)}"
            yield _redirected(due, payer, due.payee, chips, why)

    def _who_pays(self, due: Line) -> tuple[tuple[int, ...], str]:
        """The seats that really pay a winner who is no violator, and their duty."""
        winners, losers = self.sides.of(due.payee), self.sides.of(due.payer)
        alone_pays = self.rules.soloist_pays_innocent_defenders and len(losers) == 1
        on_winning_side = self._violators_among(winners)
        if on_winning_side and not alone_pays:
            return on_winning_side, "a violator pays what his partner is due"
        on_losing_side = self._violators_among(losers)
        if on_losing_side and due.payer not in self.violators:
            return on_losing_side, "a violator bears his partner's loss"
        return (due.payer,), ""

    def _violators_among(self, side: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([seat for seat in self.violators if seat in side])


def _shares(chips: int, count: int) -> list[int]:
    """Equal shares; odd chips fall on the first."""
    share, odd = divmod(chips, count)
    return [share + (place < odd) for place in range(count)]


def _redirected(due: Line, payer: int, payee: int, chips: int, why: str) -> Line:
    return Line(
        due.item, payer, payee, chips, f"{due.section}, §30", f"{due.why}; {why}"
    )
