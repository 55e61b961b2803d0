"""From a checked deal of Pebbles to the chips that move."""

from collections.abc import Iterator

from rules.pebbles.deal import ACTIVE, DOUBLES, PASSED, STATE, SWEPT, WON, Deal, State
from rules.pebbles.house import HouseRules

from rules.deal_rotation import State as Json
from rules.deal_rotation import active_seats
from rules.ledger import Line, Party, Settlement, paid, personal_payments
from rules.messages import Sentences, in_chips, sayer, seat_word
from rules.record_schema import as_state, folded

SENTENCES = Sentences(
    __name__,
    {
        "stake": "Everybody who plays puts in the stake: {chips}.",
        "stake.doubled": "The pool is doubled: everybody who plays puts in twice the stake of {stake}, {chips}.",
        "takes": "{who} has the most stones, {stones}, and takes the pool: {pool}.",
        "doubles": "{who} has the most stones, {stones}, and doubles the pool: each of the others puts in {chips} more.",
        "call.made": "{who} called and won: {chips} from each of the others.",
        "call.failed": "{who} called, and {winner} won: {chips} to each of the others.",
        "swept": "The round is over: {who}, who dealt last, has the rest of the pool, {pool}.",
        "waits": "Nobody won: {pool} wait in the pool.",
    },
)
say = sayer(SENTENCES)

POOL = "POOL"
Lines = Iterator[Line[Party]]


def settle(deal: Deal, rules: HouseRules, state: Json | None = None) -> Settlement:
    """What goes into the pool and out of it, and who pays for a call."""
    before = folded(STATE, state, deal.state, deal.table)
    lines = tuple(_lines(deal, before, rules))
    moved = Settlement(lines, (), deal.table).accounts.get(POOL, 0)
    pool = before.pool + moved
    doubled = bool(pool) and (before.doubled or deal.pool == DOUBLES)
    notes = (say("waits", pool=in_chips(pool)),) if deal.kind == PASSED else ()
    after = State(pool, doubled, deal.table)
    return Settlement(lines, notes, deal.table, as_state(after))


def _lines(deal: Deal, before: State, rules: HouseRules) -> Lines:
    if deal.kind == SWEPT:
        why = say("swept", who=seat_word(deal.dealer), pool=in_chips(before.pool))
        yield from paid("rest", before.pool, [(POOL, deal.dealer)], "house", why)
        return
    active = active_seats(deal, ACTIVE)
    stake = rules.stake * (2 if before.doubled else 1)
    code = "stake.doubled" if before.doubled else "stake"
    why = say(code, stake=in_chips(rules.stake), chips=in_chips(stake))
    yield from paid("stake", stake, [(seat, POOL) for seat in active], "The pool", why)
    if deal.kind == WON:
        yield from _won(deal, before.pool + ACTIVE * stake, stake, active)
        yield from _call(deal, rules.stake, active)


def _won(deal: Deal, pool: int, stake: int, active: tuple[int, ...]) -> Lines:
    who, stones = seat_word(deal.winner), deal.stones[deal.winner - 1]
    if deal.pool == DOUBLES:
        why = say("doubles", who=who, stones=stones, chips=in_chips(stake))
        others = [(seat, POOL) for seat in active if seat != deal.winner]
        yield from paid("doubled", stake, others, "The pool", why)
    else:
        why = say("takes", who=who, stones=stones, pool=in_chips(pool))
        yield from paid("pool", pool, [(POOL, deal.winner)], "The pool", why)


def _call(deal: Deal, stake: int, active: tuple[int, ...]) -> Lines:
    if deal.called is None:
        return
    who = {"who": seat_word(deal.called), "winner": seat_word(deal.winner)}
    payments = personal_payments(deal.called, active)
    if deal.called == deal.winner:
        why = say("call.made", chips=in_chips(stake), **who)
    else:
        why = say("call.failed", chips=in_chips(stake), **who)
        payments = tuple((payee, payer) for payer, payee in payments)
    yield from paid("call", stake, payments, "The call", why)
