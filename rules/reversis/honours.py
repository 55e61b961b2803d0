"""Side payments for Aces and Quinola that were placed, forced or led (004)."""

from functools import lru_cache

from rules.ledger import paid
from rules.reversis.deal import DIAMONDS, QUINOLA, SEATS, Honour
from rules.reversis.house import HouseRules
from rules.reversis.pools import Lines
from rules.reversis.words import CARDS, say
from rules.sentences import in_chips, seat_word

SECTION = "Side payments"


def sit_opposite(one: int, other: int) -> bool:
    """Two seats away; they pay each other double."""
    return (one - other) % 4 == 2


@lru_cache(maxsize=1 << 15)
def honour_lines(
    honour: Honour, payee: int, failed: int | None, rules: HouseRules
) -> Lines:
    """What moves for a card; `payee` is who is paid where it was forced or led.

    Who `failed` in the espagnolette gives back twice what placing it brought.
    """
    placed, forced, others = _prices(honour.card, rules)
    holder, last, card = honour.holder, honour.last_two, CARDS[honour.card]
    if honour.how == "placed":
        to = honour.to or 0  # a checked card that was placed has one
        why = say("placed", holder=seat_word(holder), card=card, to=seat_word(to))
        lines = priced("placed", placed, to, holder, last, why)
        return lines + (_returned(lines, card) if holder == failed else ())
    if holder == payee:
        return ()
    why = say(honour.how, holder=seat_word(holder), card=card, to=seat_word(payee))
    lines = priced(honour.how, forced, holder, payee, last, why)
    for seat in SEATS:
        if seat not in (holder, payee):
            lines += priced(honour.how, others, seat, payee, last, why)
    return lines


def _prices(card: str, rules: HouseRules) -> tuple[int, int, int]:
    """Paid for placing it; by its holder when forced or led; by each other then."""
    if card == QUINOLA:
        return rules.quinola_chips
    pair = rules.ace_diamonds_chips if card == DIAMONDS else rules.ace_chips
    return (*pair, 0)


def priced(
    item: str, base: int, payer: int, payee: int, last_two: bool, why: str
) -> Lines:
    """Doubled between two who sit opposite, and doubled in the last two tricks."""
    opposite = sit_opposite(payer, payee)
    chips = base * (2 if opposite else 1) * (2 if last_two else 1)
    code = "amount" + ".opposite" * opposite + ".last" * last_two
    amount = say(code, base=in_chips(base), chips=chips)
    return paid(item, chips, [(payer, payee)], SECTION, why, amount)


def _returned(lines: Lines, card: str) -> Lines:
    """Each payment for a placed card back to its payer, doubled (Espagnolette)."""
    back: Lines = ()
    for line in lines:
        holder, to = seat_word(line.payee), seat_word(line.payer)
        why = say("returned", holder=holder, card=card, to=to)
        amount = say("twice", got=line.chips, chips=2 * line.chips)
        pair = (line.payee, line.payer)
        back += paid("returned", 2 * line.chips, [pair], "Espagnolette", why, amount)
    return back
