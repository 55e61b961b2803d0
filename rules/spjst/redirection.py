"""Redirection: a violator collects nothing and covers their partner (§30).

It covers game, Pagat and Valat, never values. Each payment of n chips from a loser to a
winner is treated separately:

1. the winner is a violator: nothing is paid (or, alone on their side and where the
   house says so, the winner pays n to a loser who is no violator);
2. the winner's side has a violator: the violator pays n in place of the loser, unless
   the house makes the soloist pay their innocent opponents;
3. the loser is no violator and their side has one: the violator pays n in their place.

Two violators on one side share; the odd chip falls on the one who comes first in order
of play, counted from Povinost.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rules.explanations import in_words
from rules.labels import title_of
from rules.ledger import Line
from rules.messages import Sentence, in_chips, seat_word
from rules.spjst.hand import SeatLine, Sides
from rules.spjst.house import HouseRules
from rules.spjst.words import say

# A violator's duty: to pay what their partner is due, or what their partner lost.
Duty = Literal["win", "loss"]


@dataclass(frozen=True, slots=True)
class Redirection:
    """The redirection of payments in a hand.

    `violators` maps their seats to their faults, in order of play from Povinost.
    """

    violators: Mapping[int, Sentence]
    sides: Sides
    rules: HouseRules

    def lines(self, dues: Sequence[SeatLine]) -> Iterator[SeatLine]:
        """Yield the payments after redirection."""
        duties = [self._duty(due) for due in dues]
        for due, (duty, payers) in zip(dues, duties, strict=True):
            if due.payee in self.violators:
                yield from self._instead_of_collecting(due, dues)
            elif duty is None:
                yield due
            else:
                covered = [
                    other
                    for other, (other_duty, _) in zip(dues, duties, strict=True)
                    if other.item == due.item and other_duty == duty
                ]
                yield from self._covered(due, duty, payers, covered)

    def lapsed(self, dues: Iterable[SeatLine]) -> Iterator[str]:
        """Yield a sentence for each violator who collects nothing, with the losers."""
        losers: dict[tuple[str, int, int], list[int]] = {}
        for due in dues:
            if due.payee in self.violators and not self._pays_win(due):
                key = (due.item, due.payee, due.chips)
                losers.setdefault(key, []).append(due.payer)
        for (item, payee, chips), payers in losers.items():
            fault = self.violators[payee]
            yield _kept_in_words(item, payee, fault, chips, tuple(payers))

    def _pays_win(self, due: SeatLine) -> bool:
        alone = len(self.sides.of(due.payee)) == 1
        innocent = due.payer not in self.violators
        return self.rules.solo_violator_pays_win and alone and innocent

    def _instead_of_collecting(
        self, due: SeatLine, dues: Iterable[SeatLine]
    ) -> Iterator[SeatLine]:
        if self._pays_win(due):
            alike = (other for other in dues if other.item == due.item)
            losers = [other.payer for other in alike if self._pays_win(other)]
            reason = say(
                "won.alone",
                who=seat_word(due.payee),
                fault=self.violators[due.payee],
                losers=in_words(losers),
            )
            yield _redirected(due, due.payee, due.payer, due.chips, (reason,))

    def _covered(
        self,
        due: SeatLine,
        duty: Duty,
        payers: tuple[int, ...],
        covered: Iterable[SeatLine],
    ) -> Iterator[SeatLine]:
        """Yield the payments of violators in place of a loser.

        A single violator pays all of it; of several, the first ones pay the odd chips.
        """
        losers = tuple(dict.fromkeys([loss.payer for loss in covered]))
        partners = tuple(dict.fromkeys([loss.payee for loss in covered]))
        shares = _shares(due.chips, len(payers))
        for payer, chips in zip(payers, shares, strict=True):
            if chips == 0:
                continue
            reasons = _share_in_words(
                duty,
                payer,
                self.violators[payer],
                (chips, due.chips),
                partners if duty == "win" else losers,
                losers,
                chips > shares[-1],
            )
            yield _redirected(due, payer, due.payee, chips, reasons, due.payer)

    def _duty(self, due: SeatLine) -> tuple[Duty | None, tuple[int, ...]]:
        """Return a duty and the violators who pay an innocent winner for the loser."""
        if due.payee in self.violators:
            return None, ()
        winners, losers = self.sides.of(due.payee), self.sides.of(due.payer)
        alone_pays = self.rules.soloist_pays_innocent_defenders and len(losers) == 1
        on_winning_side = self._violators_among(winners)
        if on_winning_side and not alone_pays:
            return "win", on_winning_side
        on_losing_side = self._violators_among(losers)
        if on_losing_side and due.payer not in self.violators:
            return "loss", on_losing_side
        return None, ()

    def _violators_among(self, side: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([seat for seat in self.violators if seat in side])


def _shares(chips: int, count: int) -> list[int]:
    """Return equal shares; odd chips fall on the first."""
    share, odd = divmod(chips, count)
    return [share + (place < odd) for place in range(count)]


@lru_cache(maxsize=1 << 12)
def _share_in_words(
    duty: Duty,
    payer: int,
    fault: Sentence,
    share_of: tuple[int, int],
    partners: tuple[int, ...],
    losers: tuple[int, ...],
    is_odd: bool,
) -> tuple[str, ...]:
    """Return sentences on what a violator takes over, and their share of the chips."""
    share, whole = share_of
    reason = say(
        f"covers.{duty}" if share == whole else f"shares.{duty}",
        who=seat_word(payer),
        fault=fault,
        partners=in_words(partners),
        losers=in_words(losers),
        share=share,
        chips=in_chips(whole),
    )
    return (reason, say("odd", who=seat_word(payer))) if is_odd else (reason,)


@lru_cache(maxsize=1 << 12)
def _kept_in_words(
    item: str, payee: int, fault: Sentence, chips: int, payers: tuple[int, ...]
) -> str:
    """Return the sentence on a violator who collects nothing from these losers."""
    return say(
        "kept.many" if payers[1:] else "kept.one",
        item=title_of(item),
        who=seat_word(payee),
        fault=fault,
        losers=in_words(payers),
        chips=in_chips(chips),
    )


def _redirected(
    due: SeatLine,
    payer: int,
    payee: int,
    chips: int,
    reasons: tuple[str, ...],
    instead_of: int | None = None,
) -> SeatLine:
    return Line(
        due.item,
        payer,
        payee,
        chips,
        f"{due.section}, §30",
        due.reasons + reasons,
        instead_of,
    )
