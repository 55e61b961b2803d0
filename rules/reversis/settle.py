"""Settlement of a checked Reversis deal: the chips that move, in the account's order.

The pool, Aces and Quinola as they were played, then the party or the reversis (004).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rules.deal_rotation import THROWN_IN, seats_from, thrown_in
from rules.deal_rotation import State as Json
from rules.ledger import Line, Party, Settlement, paid
from rules.messages import in_chips, seat_word
from rules.record_schema import as_state, folded
from rules.reversis.deal import (
    DIAMONDS,
    FINISH,
    QUINOLA,
    SEATS,
    STATE,
    Deal,
    Honour,
    Reversis,
    State,
)
from rules.reversis.house import HouseRules
from rules.reversis.words import CARDS, say

ACCOUNT = "POOL"
POOL_SECTION = "Quinola and the pool"
SIDE_SECTION = "Side payments"
Lines = tuple[Line[Party], ...]
Moved = tuple[State, Lines]  # the pools afterwards, and the payments


@dataclass(frozen=True, slots=True)
class Result:
    """The winner and loser of the hand, and its sentence.

    `failed` is a seat that failed in the espagnolette.
    """

    code: str
    winner: int
    loser: int
    failed: int | None = None


def settle(deal: Deal, rules: HouseRules, state: Json | None = None) -> Settlement:
    """Return the payments of a deal, and the pools that are left for the next one."""
    before = folded(STATE, state, deal.state, deal.table)
    if deal.kind == THROWN_IN:
        return thrown_in(deal, as_state(before))
    notes: tuple[str, ...] = ()
    if deal.kind == FINISH:
        after, lines = dissolved(before, deal.dealer, rules)
    else:
        after, lines = opened(before, deal.dealer, rules)
        if deal.reversis is None:
            result = result_of(deal)
            after, more = _honours(deal, result, after, rules)
            lines += more + _party(deal, result, rules)
            notes = tuple(_unpaid(deal, result))
        else:
            after, more = _reversis(deal, deal.reversis, after, rules)
            lines += more
            notes = tuple(_returned(deal, deal.reversis))
    return Settlement(lines, notes, deal.table, as_state(after))


def result_of(deal: Deal) -> Result:
    """Return the winner and loser of a deal that was no reversis.

    The fewest points win, then the fewest tricks, then the dealer and the seats after
    the dealer.
    """
    order = sorted(SEATS, key=lambda seat: _place(deal, seat))
    alone = deal.espagnolette
    if alone is None:
        return Result("party", order[0], order[-1])
    order.remove(alone)
    if deal.took(alone):
        return Result("party.failed", order[0], alone, failed=alone)
    return Result("party.espagnolette", alone, order[-1])


def _place(deal: Deal, seat: int) -> tuple[int, int, int]:
    return deal.points[seat - 1], deal.tricks[seat - 1], (seat - deal.dealer) % 4


def _honours(deal: Deal, result: Result, state: State, rules: HouseRules) -> Moved:
    """Return the payments for each card in order, and for the pool after Quinola."""
    lines: Lines = ()
    for honour in deal.honours:
        if honour.claimed is not False:
            payee = honour.to if honour.how == "forced" else result.winner
            lines += honour_lines(honour, payee or 0, result.failed, rules)
        if honour.card == QUINOLA:
            state, more = _pool_after(honour, result, deal.dealer, state, rules)
            lines += more
    return state, lines


def _pool_after(
    quinola: Honour, result: Result, dealer: int, state: State, rules: HouseRules
) -> Moved:
    if quinola.how != "placed":
        return remise(state, quinola.holder, f"remise.{quinola.how}")
    if quinola.holder == result.failed:
        doubled = rules.returned_pool == "double"
        return remise(state, quinola.holder, "remise.returned", doubled=doubled)
    return won(state, quinola.holder, "pool.placed", dealer, rules)


def _party(deal: Deal, result: Result, rules: HouseRules) -> Lines:
    bonus = {"AD": 1, "JH": 2} if rules.talon_bonus else {}
    talon = deal.in_talon + sum(bonus.get(card, 0) for card in deal.talon)
    least, most = (deal.points[seat - 1] for seat in (result.winner, result.loser))
    tied = any(
        deal.points[seat - 1] in (least, most)
        for seat in SEATS
        if seat not in (result.winner, result.loser)
    )
    return _party_lines(result, least, most, tied, rules.party_chips, talon)


@lru_cache(maxsize=1 << 15)
def _party_lines(
    result: Result, least: int, most: int, tied: bool, base: int, talon: int
) -> Lines:
    winner, loser = result.winner, result.loser
    opposite = sit_opposite(winner, loser)
    chips = (base + talon) * (2 if opposite else 1)
    names = {"winner": seat_word(winner), "loser": seat_word(loser)}
    whys = [say(result.code, least=least, most=most, **names)]
    whys += [say("tie")] if tied else []
    code = "party.opposite" if opposite else "party.amount"
    whys.append(say(code, base=base, talon=talon, chips=in_chips(chips)))
    return paid("party", chips, [(loser, winner)], "Pay-off", *whys)


def _reversis(deal: Deal, play: Reversis, state: State, rules: HouseRules) -> Moved:
    if play.made:
        lines = _reversis_made(play.player, deal.espagnolette, rules)
        if not play.quinola:
            return state, lines
        after, more = won(state, play.player, "pool.reversis", deal.dealer, rules)
        return after, lines + more
    lines = _broken(play, deal.espagnolette, rules)
    if not play.quinola:
        return state, lines
    after, more = remise(state, play.player, "remise.broken")
    return after, lines + more


@lru_cache(maxsize=1 << 8)
def _reversis_made(player: int, alone: int | None, rules: HouseRules) -> Lines:
    """Return the payments of each of the others for a reversis that was made.

    A seat that played the espagnolette pays for all of them.
    """
    near, far = rules.reversis_chips
    name, section = seat_word(player), "The reversis"
    if alone is not None:
        chips = 2 * near + far
        values = {"who": name, "alone": seat_word(alone), "chips": chips}
        reason = say("reversis.espagnolette", near=near, far=far, **values)
        return paid("reversis", chips, [(alone, player)], section, reason)
    reason = say("reversis", who=name, near=in_chips(near), far=in_chips(far))
    lines: Lines = ()
    for seat in SEATS:
        if seat != player:
            chips = far if sit_opposite(seat, player) else near
            lines += paid("reversis", chips, [(seat, player)], section, reason)
    return lines


@lru_cache(maxsize=1 << 10)
def _broken(play: Reversis, alone: int | None, rules: HouseRules) -> Lines:
    """Return the payments for a broken reversis.

    The breaker is paid; if Quinola broke the reversis, it was forced.
    """
    player, breaker, chips = play.player, play.breaker or 0, rules.broken_chips
    names = {"who": seat_word(player), "breaker": seat_word(breaker)}
    reason = say("broken", chips=in_chips(chips), **names)
    lines = paid("broken", chips, [(player, breaker)], "The reversis", reason)
    if not play.by_quinola:
        return lines
    _, own_chips, others = rules.quinola_chips
    reason = say("broken.quinola", **names)
    for seat in SEATS:
        # A seat that played the espagnolette pays nothing if another seat broke the
        # reversis.
        if seat == player or (seat == alone != breaker):
            continue
        base = own_chips if seat == breaker else others
        lines += priced("forced", base, seat, player, last_two=True, reason=reason)
    return lines


def _unpaid(deal: Deal, result: Result) -> Iterable[str]:
    """Yield a note on each led card for which nothing is paid."""
    for honour in deal.honours:
        values = {"holder": seat_word(honour.holder), "card": CARDS[honour.card]}
        if honour.claimed is False:
            yield say("unclaimed", **values)
        elif honour.how == "led" and honour.holder == result.winner:
            yield say("own", **values)


def _returned(deal: Deal, play: Reversis) -> Iterable[str]:
    yield say("returned.all", who=seat_word(play.player))
    if deal.espagnolette is not None and not play.made:
        code = "absolved" if deal.espagnolette == play.breaker else "apart"
        yield say(code, who=seat_word(deal.espagnolette))


# --- The pools: made, added to, won and shared out


def opened(state: State, dealer: int, rules: HouseRules) -> Moved:
    """Return the pools as a deal begins.

    The dealer adds a stake to the latest pool; without a pool, all players make one.
    """
    if not state.pools:
        return _formed("new_pool", dealer, rules)
    *older, latest = state.pools
    after = latest + rules.stake_chips
    lines = _stake(dealer, latest, rules.stake_chips)
    return State((*older, after), state.remise), lines


@lru_cache(maxsize=1 << 12)
def _stake(dealer: int, latest: int, stake: int) -> Lines:
    reason = say(
        "stake",
        dealer=seat_word(dealer),
        chips=stake,
        before=latest,
        after=latest + stake,
    )
    return paid("stake", stake, [(dealer, ACCOUNT)], POOL_SECTION, reason)


@lru_cache(maxsize=1 << 8)
def _formed(code: str, dealer: int, rules: HouseRules) -> Moved:
    """Return a new pool, or none if the house plays without (no chips)."""
    stake, more = rules.pool_chips
    reason = say(
        code, each=in_chips(stake), dealer=seat_word(dealer), more=in_chips(more)
    )
    lines: Lines = ()
    for seat in SEATS:
        chips = more if seat == dealer else stake
        lines += paid("new_pool", chips, [(seat, ACCOUNT)], POOL_SECTION, reason)
    pool = sum(line.chips for line in lines)
    return State((pool,) if pool else ()), lines


@lru_cache(maxsize=1 << 12)
def remise(state: State, seat: int, code: str, *, doubled: bool = False) -> Moved:
    """Return the pools after a remise, which costs as much as the latest pool.

    The first remise doubles the latest pool, each later one makes a new pool. With
    `doubled` it doubles that pool whether it is the first or not.
    """
    if not state.pools:
        return state, ()
    *older, latest = state.pools
    is_apart = state.remise and not doubled
    rest = (latest, latest) if is_apart else (2 * latest,)
    pool_name = "next" if is_apart else "double" if doubled else "first"
    whys = (
        say(code, who=seat_word(seat), pool=in_chips(latest)),
        say(f"remise.{pool_name}", double=in_chips(2 * latest)),
    )
    lines = paid("remise", latest, [(seat, ACCOUNT)], POOL_SECTION, *whys)
    return State((*older, *rest), remise=True), lines


@lru_cache(maxsize=1 << 12)
def won(state: State, seat: int, code: str, dealer: int, rules: HouseRules) -> Moved:
    """Return the pools after the latest is won; if none remains, all make a new one."""
    *older, latest = state.pools or (0,)
    reason = say(code, who=seat_word(seat), pool=in_chips(latest))
    lines = paid("pool", latest, [(ACCOUNT, seat)], POOL_SECTION, reason)
    if older:
        return State(tuple(older), state.remise), lines
    after, new = _formed("new_pool.won", dealer, rules)
    return after, lines + new


def dissolved(state: State, dealer: int, rules: HouseRules) -> Moved:
    """Return the pools shared out as the session ends.

    Either equal parts, with odd chips from the dealer on, or all to the dealer.
    """
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


# --- Aces and Quinola that were placed, forced or led


def sit_opposite(seat: int, other: int) -> bool:
    """Return whether two seats are opposite; they pay each other double."""
    return (seat - other) % 4 == 2


@lru_cache(maxsize=1 << 15)
def honour_lines(
    honour: Honour, payee: int, failed: int | None, rules: HouseRules
) -> Lines:
    """Return the payments for a card; `payee` is paid where it was forced or led.

    The seat that `failed` in the espagnolette gives back twice what placing the card
    brought.
    """
    placed, forced, others = _prices(honour.card, rules)
    holder, last, card = honour.holder, honour.last_two, CARDS[honour.card]
    if honour.how == "placed":
        taker = honour.to or 0  # never None for a checked card that was placed
        reason = say("placed", holder=seat_word(holder), card=card, to=seat_word(taker))
        lines = priced("placed", placed, taker, holder, last, reason)
        return lines + (_gives_back(lines, card) if holder == failed else ())
    if holder == payee:
        return ()
    reason = say(honour.how, holder=seat_word(holder), card=card, to=seat_word(payee))
    lines = priced(honour.how, forced, holder, payee, last, reason)
    for seat in SEATS:
        if seat not in (holder, payee):
            lines += priced(honour.how, others, seat, payee, last, reason)
    return lines


def _prices(card: str, rules: HouseRules) -> tuple[int, int, int]:
    """Return the chips for placing a card, and for a forced or led one.

    The second number is paid by the holder, the third by each other seat.
    """
    if card == QUINOLA:
        return rules.quinola_chips
    pair = rules.ace_diamonds_chips if card == DIAMONDS else rules.ace_chips
    return (*pair, 0)


def priced(
    item: str, base: int, payer: int, payee: int, last_two: bool, reason: str
) -> Lines:
    """Return a payment, doubled between opposite seats and for the last two tricks."""
    opposite = sit_opposite(payer, payee)
    chips = base * (2 if opposite else 1) * (2 if last_two else 1)
    code = "amount" + ".opposite" * opposite + ".last" * last_two
    amount = say(code, base=in_chips(base), chips=chips)
    return paid(item, chips, [(payer, payee)], SIDE_SECTION, reason, amount)


def _gives_back(lines: Lines, card: str) -> Lines:
    """Return twice each payment for a placed card to its payer (Espagnolette)."""
    back: Lines = ()
    for line in lines:
        holder, payer = seat_word(line.payee), seat_word(line.payer)
        reason = say("returned", holder=holder, card=card, to=payer)
        amount = say("twice", got=line.chips, chips=2 * line.chips)
        pair = (line.payee, line.payer)
        back += paid("returned", 2 * line.chips, [pair], "Espagnolette", reason, amount)
    return back
