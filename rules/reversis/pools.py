"""The pools: made, added to, won and shared out (004, Quinola and the pool)."""

from functools import lru_cache

from rules.game import seats_from
from rules.ledger import Line, Party, paid
from rules.reversis.deal import SEATS, State
from rules.reversis.house import HouseRules
from rules.reversis.words import say
from rules.sentences import in_chips, seat_word

ACCOUNT = "POOL"
SECTION = "Quinola and the pool"

Lines = tuple[Line[Party], ...]
Moved = tuple[State, Lines]  # the pools after it, and what was paid


def opened(state: State, dealer: int, rules: HouseRules) -> Moved:
    """A deal begins: the dealer adds a stake to the latest pool, or all make one."""
    if not state.pools:
        return _formed("new_pool", dealer, rules)
    *older, latest = state.pools
    after = latest + rules.stake_chips
    lines = _stake(dealer, latest, rules.stake_chips)
    return State((*older, after), state.remise), lines


@lru_cache(maxsize=1 << 12)
def _stake(dealer: int, latest: int, stake: int) -> Lines:
    why = say(
        "stake",
        dealer=seat_word(dealer),
        chips=stake,
        before=latest,
        after=latest + stake,
    )
    return paid("stake", stake, [(dealer, ACCOUNT)], SECTION, why)


@lru_cache(maxsize=1 << 8)
def _formed(code: str, dealer: int, rules: HouseRules) -> Moved:
    """A new pool. One of no chips is none: a house may play without."""
    each, more = rules.pool_chips
    why = say(code, each=in_chips(each), dealer=seat_word(dealer), more=in_chips(more))
    lines: Lines = ()
    for seat in SEATS:
        chips = more if seat == dealer else each
        lines += paid("new_pool", chips, [(seat, ACCOUNT)], SECTION, why)
    pool = sum(line.chips for line in lines)
    return State((pool,) if pool else ()), lines


@lru_cache(maxsize=1 << 12)
def remise(state: State, seat: int, code: str, *, doubled: bool = False) -> Moved:
    """As much as the latest pool: the first doubles it, each other is a new pool.

    With `doubled` it doubles that pool whether it is the first or not.
    """
    if not state.pools:
        return state, ()
    *older, latest = state.pools
    is_apart = state.remise and not doubled
    rest = (latest, latest) if is_apart else (2 * latest,)
    where = "next" if is_apart else "double" if doubled else "first"
    whys = (
        say(code, who=seat_word(seat), pool=in_chips(latest)),
        say(f"remise.{where}", double=in_chips(2 * latest)),
    )
    lines = paid("remise", latest, [(seat, ACCOUNT)], SECTION, *whys)
    return State((*older, *rest), remise=True), lines


@lru_cache(maxsize=1 << 12)
def won(state: State, seat: int, code: str, dealer: int, rules: HouseRules) -> Moved:
    """The latest pool is gone; where none remains, all make a new one at once."""
    *older, latest = state.pools or (0,)
    why = say(code, who=seat_word(seat), pool=in_chips(latest))
    lines = paid("pool", latest, [(ACCOUNT, seat)], SECTION, why)
    if older:
        return State(tuple(older), state.remise), lines
    after, new = _formed("new_pool.won", dealer, rules)
    return after, lines + new


def dissolved(state: State, dealer: int, rules: HouseRules) -> Moved:
    """The session ends: equal parts and odd chips from the dealer on, or all to one."""
    total = sum(state.pools)
    values = {"total": in_chips(total), "dealer": seat_word(dealer)}
    shares, whys = {dealer: total}, [say("leftover.dealer", **values)]
    if rules.leftover_pools == "share":
        part, odd = divmod(total, len(SEATS))
        order = seats_from(dealer, len(SEATS))
        shares = {seat: part + (order.index(seat) < odd) for seat in SEATS}
        whys = [say("leftover.share", share=in_chips(part), **values)]
        whys += [say("leftover.odd", **values)] if odd else []
    lines: Lines = ()
    for seat, chips in shares.items():
        lines += paid("leftover", chips, [(ACCOUNT, seat)], "house", *whys)
    return State(), lines
