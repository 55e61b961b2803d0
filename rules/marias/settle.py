"""Settlement of a checked Mariás deal: the chips that move, side against side (003)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from rules.deal_rotation import THROWN_IN, active_seats, thrown_in
from rules.deal_rotation import State as Json
from rules.explanations import in_words
from rules.ledger import Line, Party, Settlement, paid, side_payments
from rules.marias.deal import (
    ACTIVE,
    POINTS,
    SIDES,
    Deal,
    DoubleSeven,
    Hundred,
    Seven,
    Side,
)
from rules.marias.house import ByTens, HouseRules
from rules.marias.words import DOUBLINGS, say
from rules.messages import in_chips, seat_word

HUNDRED, TEN = 100, 10
MARRIAGE, IN_TRUMPS = 20, 40
SECTION: Mapping[str, str] = MappingProxyType(
    {
        "game": "Score",
        "tens": "Score",
        "seven": "Bidding 1",
        "hundred": "Bidding 2",
        "double_seven": "Bidding 4",
        "betl": "Bidding 5",
        "durch": "Bidding 6",
    }
)
Reasons = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """One side's points: in tricks, for all its marriages, for the best marriage."""

    tricks: int
    marriages: int
    dearest: int

    @property
    def total(self) -> int:
        """The points that decide the game."""
        return self.tricks + self.marriages

    @property
    def toward(self) -> int:
        """The points toward a hundred: with no more than one marriage (003)."""
        return self.tricks + self.dearest


class Due(NamedTuple):
    """An amount of `chips` to the winners, from or to each of the partners."""

    item: str
    chips: int
    winner: Side
    reasons: Reasons


class Seats(NamedTuple):
    """The seats of each side, and the seats that pay and collect with the partners."""

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
        """Return the players of this side, by seat."""
        return in_words(self.seats.soloist if side == SIDES[0] else self.seats.partners)

    @property
    def hearts(self) -> int:
        """The factor of every amount of this game for its trump."""
        return self.rules.hearts_times if self.deal.trump == "hearts" else 1


def settle(deal: Deal, rules: HouseRules, state: Json | None = None) -> Settlement:
    """Return who pays whom; the deal must have passed `check` under these rules."""
    if deal.contract == THROWN_IN:
        return thrown_in(deal)
    known = played(deal, rules)
    dues = _game(known) if deal.contract == "game" else _bid(known)
    lines: list[Line[Party]] = []
    for due in dues:
        lines += _lines(*due, known.seats)
    return Settlement(tuple(lines), tuple(_notes(known)), deal.table)


# Lines are immutable, so deals with equal settlements share them. Most work is saved.
@lru_cache(maxsize=1 << 14)
def _lines(
    item: str, chips: int, winner: Side, reasons: Reasons, seats: Seats
) -> tuple[Line[Party], ...]:
    losers, winners = seats.payers, seats.soloist
    if winner == "partners":
        losers, winners = winners, losers
    return paid(item, chips, side_payments(losers, winners), SECTION[item], *reasons)


def _notes(played: Played) -> Iterable[str]:
    if played.seats.payers != played.seats.partners:
        yield say("dealer", who=seat_word(played.deal.dealer))


def played(deal: Deal, rules: HouseRules) -> Played:
    """Return the deal with its sides; in some houses a dealer who sits out pays too."""
    active = active_seats(deal, ACTIVE)
    partners = payers = tuple(seat for seat in active if seat != deal.player)
    if rules.dealer_pays and deal.table > ACTIVE:
        payers = tuple(sorted((*partners, deal.dealer)))
    return Played(deal, Seats((deal.player,), partners, payers), rules)


def other(side: Side) -> Side:
    """Return the side against this one."""
    return SIDES[1] if side == SIDES[0] else SIDES[0]


def result(code: str, is_success: bool, name: str) -> str:
    """Return the sentence that a bid or an announcement was made, or lost."""
    return say(f"{code}.{'made' if is_success else 'lost'}", who=name)


def dearer(
    base: int, *, open_: int = 1, hearts: int = 1, doubled: int = 0
) -> tuple[int, Reasons]:
    """Return the chips, and a sentence for each step that raised them above `base`."""
    chips, reasons = base, []
    for code, times in (("open", open_), ("hearts", hearts), ("doubled", 2**doubled)):
        if times > 1:
            name, before = DOUBLINGS.get(str(doubled), ""), chips
            chips *= times
            after = in_chips(chips)
            reason = say(code, doubled=name, base=before, times=times, chips=after)
            reasons.append(reason)
    return chips, tuple(reasons)


# --- Betl and durch


def _bid(played: Played) -> Iterable[Due]:
    deal, rules = played.deal, played.rules
    base = rules.betl_chips if deal.contract == "betl" else rules.durch_chips
    open_ = rules.open_times if deal.open else 1
    chips, more = dearer(base, open_=open_, doubled=deal.doubled)
    reason = result(deal.contract, bool(deal.made), played.named("soloist"))
    price = say(f"{deal.contract}.chips", chips=in_chips(base))
    winner: Side = "soloist" if deal.made else "partners"
    yield Due(deal.contract, chips, winner, (reason, price, *more))


# --- A game and its announcements


def _game(played: Played) -> Iterable[Due]:
    deal = played.deal
    if deal.conceded or deal.points is None:
        reason = say("conceded", soloist=played.named("soloist"))
        yield _majority(played, "soloist", reason)
        return
    points = points_of(deal, deal.points)
    if not deal.hundreds or not played.rules.hundred_replaces_game:
        yield from _won(played, points)
    for hundred in deal.hundreds:
        yield announced_hundred(played, hundred, points[hundred.side])
    if deal.seven is not None:
        yield _seven(played, deal.seven)
    if deal.double_seven is not None:
        yield _double_seven(played, deal.double_seven)


def _won(played: Played, points: Mapping[Side, Points]) -> Iterable[Due]:
    """Yield the game, its winner's silent hundred, and their tens above a hundred."""
    winner: Side = max(SIDES, key=lambda side: points[side].total)
    own_points = points[winner]
    silent = is_silent(played, winner, own_points)
    if not (silent and played.rules.hundred_replaces_game):
        yield _majority(played, winner, _points_in_words(played, points))
    if silent:
        yield silent_hundred(played, winner, own_points)
    if own_points.total > HUNDRED:
        yield tens(played, winner, own_points)


def _majority(played: Played, winner: Side, reason: str) -> Due:
    base = played.rules.game_chips
    chips, more = dearer(base, hearts=played.hearts, doubled=played.deal.doubled)
    price = say("game.chips", chips=in_chips(base))
    return Due("game", chips, winner, (reason, price, *more))


def _points_in_words(played: Played, points: Mapping[Side, Points]) -> str:
    mine, theirs = points["soloist"], points["partners"]
    return say(
        "game.marriages" if mine.marriages or theirs.marriages else "game",
        soloist=played.named("soloist"),
        partners=played.named("partners"),
        own=mine.tricks,
        own_marriages=mine.marriages,
        own_total=mine.total,
        other=theirs.tricks,
        other_marriages=theirs.marriages,
        other_total=theirs.total,
    )


def _seven(played: Played, seven: Seven) -> Due:
    manner = "called" if seven.announced else "silent"
    base = played.rules.seven_chips[seven.announced]
    chips, more = dearer(base, hearts=played.hearts, doubled=seven.doubled)
    reason = result(f"seven.{manner}", seven.made, played.named(seven.side))
    price = say(f"seven.chips.{manner}", chips=in_chips(base))
    winner = seven.side if seven.made else other(seven.side)
    return Due("seven", chips, winner, (reason, price, *more))


def _double_seven(played: Played, double: DoubleSeven) -> Due:
    base = played.rules.double_seven_chips
    chips, more = dearer(base, hearts=played.hearts, doubled=double.doubled)
    reason = result("double_seven", double.made, played.named("soloist"))
    price = say("double_seven.chips", chips=in_chips(base))
    winner: Side = "soloist" if double.made else "partners"
    return Due("double_seven", chips, winner, (reason, price, *more))


# --- Points of a side


def points_of(deal: Deal, tricks: int) -> dict[Side, Points]:
    """Return both sides' points, given the soloist's points in tricks."""
    trick_points = {"soloist": tricks, "partners": POINTS - tricks}
    return {
        side: _with_marriages(
            trick_points[side], deal.marriages.get(side, ()), deal.trump
        )
        for side in SIDES
    }


def _with_marriages(tricks: int, suits: Iterable[str], trump: str | None) -> Points:
    values = [IN_TRUMPS if suit == trump else MARRIAGE for suit in suits]
    return Points(tricks, sum(values), max(values, default=0))


# --- A hundred, announced or silent, and the tens above it


def is_made(hundred: Hundred, points: Points) -> bool:
    """Return whether its side, with these points, made the hundred."""
    return points.toward >= HUNDRED and not hundred.spoiled


def is_silent(played: Played, winner: Side, points: Points) -> bool:
    """Return whether the winner of the game has a hundred that they didn't announce.

    Where a hundred replaces the game, all their marriages count toward it (house).
    """
    if any(hundred.side == winner for hundred in played.deal.hundreds):
        return False
    instead = played.rules.hundred_replaces_game
    return (points.total if instead else points.toward) >= HUNDRED


def silent_hundred(played: Played, winner: Side, points: Points) -> Due:
    """Return the payment for a silent hundred.

    It is doubled with the game only where it replaces the game.
    """
    rules, base = played.rules, played.rules.hundred_chips[0]
    doubled = played.deal.doubled if rules.hundred_replaces_game else 0
    chips, by_tens = _hundred_reached(played, base, points)
    chips, more = dearer(chips, hearts=played.hearts, doubled=doubled)
    reason = _silent_in_words(played, winner, points)
    price = say("hundred.chips.silent", chips=in_chips(base))
    reasons = (reason, *_instead(played), price, *by_tens, *more)
    return Due("hundred", chips, winner, reasons)


def _silent_in_words(played: Played, winner: Side, points: Points) -> str:
    is_one_marriage = points.toward >= HUNDRED
    return say(
        "hundred.silent" if is_one_marriage else "hundred.silent.all",
        who=played.named(winner),
        points=points.tricks,
        marriage=points.dearest if is_one_marriage else points.marriages,
        total=points.toward if is_one_marriage else points.total,
    )


def announced_hundred(played: Played, hundred: Hundred, points: Points) -> Due:
    """Return the payment for an announced hundred.

    Made with the help of one marriage; a lost one is paid to the other side. One that
    the points would have made but that was spoiled is lost at its base.
    """
    is_won, base = is_made(hundred, points), played.rules.hundred_chips[1]
    chips, by_tens = base, Reasons()
    if is_won:
        chips, by_tens = _hundred_reached(played, base, points)
    elif points.toward < HUNDRED:
        chips, by_tens = _short(played, base, points)
    chips, more = dearer(chips, hearts=played.hearts, doubled=hundred.doubled)
    reason = _announced_in_words(played, hundred, points)
    price = say("hundred.chips.called", chips=in_chips(base))
    winner = hundred.side if is_won else other(hundred.side)
    reasons = (reason, *_instead(played), price, *by_tens, *more)
    return Due("hundred", chips, winner, reasons)


def _announced_in_words(played: Played, hundred: Hundred, points: Points) -> str:
    if points.toward >= HUNDRED:
        code = "hundred.spoiled" if hundred.spoiled else "hundred.made"
    else:
        code = "hundred.lost" if points.marriages else "hundred.lost.plain"
    return say(
        code,
        who=played.named(hundred.side),
        points=points.tricks,
        marriage=points.dearest,
        total=points.toward,
    )


def _instead(played: Played) -> Reasons:
    return (say("hundred.instead"),) if played.rules.hundred_replaces_game else ()


def tens(played: Played, winner: Side, points: Points) -> Due:
    """Return the winner's payment for each ten above a hundred; it is never doubled."""
    base, steps = played.rules.over_ten_chips, tens_above(points)
    reason = say(
        "tens",
        who=played.named(winner),
        total=points.total,
        steps=steps,
        base=base,
        chips=in_chips(base * steps),
    )
    chips, more = dearer(base * steps, hearts=played.hearts)
    return Due("tens", chips, winner, (reason, *more))


def _hundred_reached(played: Played, base: int, points: Points) -> tuple[int, Reasons]:
    """Return the chips of a hundred that was reached, by the tens above it."""
    steps, by_tens = tens_above(points), played.rules.hundred_by_tens
    factor = times(by_tens, steps)
    if factor == 1:
        return base, ()
    chips, total = in_chips(base * factor), points.total
    code = f"above.{by_tens}"
    reason = say(code, base=base, steps=steps, times=factor, total=total, chips=chips)
    return base * factor, (reason,)


def _short(played: Played, base: int, points: Points) -> tuple[int, Reasons]:
    """Return the chips of a missed hundred.

    The base covers the first ten short; further tens raise it.
    """
    short, by_tens = tens_short(points), played.rules.hundred_by_tens
    factor = times(by_tens, short - 1)
    if factor == 1:
        return base, ()
    chips = in_chips(base * factor)
    reason = say(f"short.{by_tens}", base=base, tens=short, times=factor, chips=chips)
    return base * factor, (reason,)


def tens_above(points: Points) -> int:
    """Return the whole tens of all a side's points above a hundred."""
    return (points.total - HUNDRED) // TEN


def tens_short(points: Points) -> int:
    """Return the whole tens that a side lacks to a hundred; at least one if missed."""
    return (HUNDRED - points.toward) // TEN


def times(by_tens: ByTens, steps: int) -> int:
    """Return the factor of a hundred: 1, or each step adds one or doubles."""
    if by_tens == "no":
        return 1
    return 1 + steps if by_tens == "add" else 1 << steps
