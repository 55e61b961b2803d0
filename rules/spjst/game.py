"""The game: card points to chips (§7, §8, §13, §27, §29)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from rules.sentences import Sentences, in_chips
from rules.spjst.hand import FIRST_SET, Bid, Challenge
from rules.spjst.words import say

MOST_POINTS = 106  # §25: all cards together
EVEN = 53  # §13: a tie, which the bidder loses
FOR_THE_GAME = 10  # §29: added to the difference

BID_TIMES: Mapping[Bid, int] = MappingProxyType({"povinost": 2, "prever": 3})  # §29

# §13: each step doubles the one before, applied last.
CHALLENGES: Mapping[Challenge, int] = MappingProxyType(
    {"kontra": 2, "re": 4, "supre": 8, "mort": 16}
)
CHALLENGE_NAMES = Sentences(
    __name__, {"kontra": "Kontra", "re": "Re", "supre": "Supre", "mort": "Mort"}
)
# §8: which three talon cards the Prever player kept, by number.
SETS = (1, 2, 3)
SET_NAMES = Sentences(
    __name__,
    {
        "1": "the first three cards",
        "2": "the second three cards",
        "3": "going back to the first",
    },
)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Chips for each payment, and the sections and sentences that justify them."""

    chips: int
    section: str
    reasons: tuple[str, ...]


def is_won(points: int) -> bool:
    """Does the declarer's side win with these card points? 54 are needed (§27)."""
    return points > EVEN


def chips_for(points: int, bid: Bid) -> int:
    """Chips before sets and challenges; 5 and more round up (§29)."""
    return _rounded((abs(points - EVEN) + FOR_THE_GAME) * BID_TIMES[bid])


@lru_cache(maxsize=1 << 14)
def reckon_game(
    points: int,
    bid: Bid,
    prever_set: int,
    challenge: Challenge | None,
    multipliers: tuple[int, int, int],
    sets_on_win: bool,
) -> Reckoning:
    """The game's chips for each payment, from the declarer's side's card points."""
    won = is_won(points)
    reckoning = _plain(points, bid)
    if bid == "prever":
        counts = sets_on_win or not won
        times = multipliers[prever_set - 1]
        reckoning = _with_set(reckoning, prever_set, times, counts)
    if points == EVEN and challenge is None:
        return Reckoning(
            reckoning.chips, f"{reckoning.section}, §13", reckoning.reasons
        )
    return challenged(reckoning, challenge)


@lru_cache(maxsize=1 << 12)
def challenged(reckoning: Reckoning, challenge: Challenge | None) -> Reckoning:
    """The same after Kontra, Re, Supre or Mort (§13)."""
    if challenge is None:
        return reckoning
    times = CHALLENGES[challenge]
    chips = reckoning.chips * times
    why = say(
        "challenge",
        challenge=CHALLENGE_NAMES[challenge],
        times=times,
        chips=in_chips(chips),
    )
    return _more(reckoning, chips, "§13", why)


def _plain(points: int, bid: Bid) -> Reckoning:
    """Before sets and challenges; a tie, which is lost, says so (§13)."""
    more, less = max(points, EVEN), min(points, EVEN)
    times, chips = BID_TIMES[bid], chips_for(points, bid)
    product = (more - less + FOR_THE_GAME) * times
    why = say(
        "game.up" if chips * 10 > product else "game.down",
        more=more,
        less=less,
        difference=more - less,
        plus=FOR_THE_GAME,
        sum=more - less + FOR_THE_GAME,
        times=times,
        product=product,
        chips=in_chips(chips),
    )
    tie = (say("game.tie"),) if points == EVEN else ()
    return Reckoning(chips, "§29", (why, *tie))


def _rounded(tenths: int) -> int:
    """The last digit dropped, 5 and more rounding up; round() would not do it."""
    return (tenths + 5) // 10


def _with_set(
    reckoning: Reckoning, prever_set: int, times: int, counts: bool
) -> Reckoning:
    """The Prever set multiplies a loss, after rounding (§8)."""
    name = SET_NAMES[str(prever_set)]
    if not counts:
        if prever_set == FIRST_SET:
            return reckoning
        return _more(reckoning, reckoning.chips, "§8", say("set.idle", set=name))
    if times == 1:
        return reckoning
    chips = reckoning.chips * times
    why = say("set", set=name, times=times, chips=in_chips(chips))
    return _more(reckoning, chips, "§8", why)


def _more(reckoning: Reckoning, chips: int, section: str, why: str) -> Reckoning:
    """So many chips in its place, by one section and one sentence more."""
    return Reckoning(
        chips, f"{reckoning.section}, {section}", (*reckoning.reasons, why)
    )
