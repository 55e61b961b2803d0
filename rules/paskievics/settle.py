"""Settlement of a checked Paskievics deal: the chips that move (000).

Everything is won by one side from the other, except tarokks and the fine of a failed
trial; every amount is doubled once for each doubled round in progress.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.deal_rotation import State as Json
from rules.deal_rotation import active_seats
from rules.ledger import Line, Party, Payments, Settlement, paid, personal_payments
from rules.messages import in_chips, seat_word
from rules.paskievics.deal import (
    SIDES,
    STATE,
    Deal,
    Item,
    Seats,
    Side,
    State,
    doubler_of,
    holder_of,
    other,
    payments_to,
    points_of,
    side_of,
    winner_of,
)
from rules.paskievics.house import HouseRules, Pair
from rules.paskievics.words import KONTRAS, SENTENCES, say
from rules.record_schema import as_state, folded

ACTIVE = 4
Lines = Iterable[Line[Party]]


class Score(NamedTuple):
    """A win of a side: `times` the `value`, doubled `doubled` times by kontras.

    `code` is its sentence; `points` are those of the side that the sentence names.
    """

    item: str
    code: str
    winner: Side
    value: int
    times: int = 1
    doubled: int = 0
    bid: str = "three"
    points: int | None = None


class Rounds(NamedTuple):
    """The number of doubled rounds in progress, and the code of their sentence."""

    live: int
    code: str


def settle(deal: Deal, rules: HouseRules, state: Json | None = None) -> Settlement:
    """Return who pays whom, who wears the hat, and the doubled rounds afterwards."""
    before = folded(STATE, state, deal.state, deal.table)
    rounds = _rounds(before, rules)
    after = _after(before, deal, rules)
    lines: list[Line[Party]] = []
    if deal.kind == "played":
        lines += _played_lines(deal, rules, rounds)
    elif deal.kind == "trial_failed":
        lines += _trial_lines(deal, rules.trial_chips, rounds)
    notes = tuple(_notes(deal, rules, before, after))
    return Settlement(tuple(lines), notes, deal.table, as_state(after))


def _rounds(before: State, rules: HouseRules) -> Rounds:
    count = 0 if rules.pass_out == "none" else len(before.doublings)
    if rules.pass_out == "next":
        return Rounds(count, "round.next")
    return Rounds(count, "round" if count == 1 else "rounds")


def _played_lines(
    deal: Deal, rules: HouseRules, rounds: Rounds
) -> Iterator[Line[Party]]:
    active = active_seats(deal, ACTIVE)
    for score in _scores(deal, rules):
        payments = payments_to(score.winner, active, deal.declarer, deal.partner)
        yield from _score_lines(score, payments, rounds)
    for seat, count in sorted(deal.tarokks.items()):
        chips = rules.tarokks_chips[count - 8]
        payments = personal_payments(seat, active)
        if rules.tarokks_paid_by == "opponents":
            side = side_of(deal, seat)
            payments = payments_to(side, active, deal.declarer, deal.partner)
        yield from _tarokks_lines(seat, count, chips, payments, rounds)


def _scores(deal: Deal, rules: HouseRules) -> Iterator[Score]:
    """Yield everything that is won side against side, in the order of the account."""
    game = rules.game_chips[deal.bid]
    if not _is_contained(deal):
        winner = winner_of(deal)
        code = "game.won" if winner == "declarer" else "game.lost"
        if deal.all_tricks:
            code = "game.tricks"
        points = deal.points
        yield Score("game", code, winner, game, 1, deal.doubled, deal.bid, points)
    yield from _big_game(deal, "double", game, rules.double_times)
    yield from _big_game(deal, "volat", game, rules.volat_times)
    yield from _item(deal, "trull", rules.trull_chips, rules)
    yield from _item(deal, "kings", rules.kings_chips, rules)
    yield from _item(deal, "xxi", rules.xxi_chips, rules)
    yield from _item(deal, "pagat", rules.pagat_chips, rules)
    pagat = deal.pagat
    if pagat and not pagat.made and "pagat" not in deal.announced.get(pagat.side, {}):
        yield Score("pagat", "pagat.lost", other(pagat.side), rules.pagat_chips[0])


def _is_contained(deal: Deal) -> bool:
    """Return whether a double game or volát includes the game.

    A game with a kontra is always paid separately.
    """
    if deal.doubled:
        return False
    announced = deal.announced.get(winner_of(deal), {})
    return bool(_silent(deal)) or "double" in announced or "volat" in announced


def _silent(deal: Deal) -> Item | None:
    """Return the double game or volát that its side did not announce; never both."""
    announced = deal.announced.get(doubler_of(deal) or "declarer", {})
    if deal.all_tricks and "volat" not in announced:
        return "volat"
    if doubler_of(deal) and not announced.keys() & {"double", "volat"}:
        return "double"
    return None


def _big_game(deal: Deal, item: Item, game: int, times: Pair) -> Iterator[Score]:
    for score in _announced(deal, item, game, times[1]):
        yield score._replace(bid=deal.bid)
    side = doubler_of(deal)
    if side and _silent(deal) == item:
        points = points_of(deal, side)
        code = f"{item}.silent"
        yield Score(item, code, side, game, times[0], 0, deal.bid, points)


def _announced(deal: Deal, item: Item, value: int, times: int = 1) -> Iterator[Score]:
    """Yield announcements, declarer's side first: won, or lost to the other side."""
    for side in SIDES:
        doubled = deal.announced.get(side, {}).get(item)
        if doubled is None:
            continue
        if holder_of(deal, item) == side:
            yield Score(item, f"{item}.made", side, value, times, doubled)
        else:
            yield Score(item, f"{item}.failed", other(side), value, times, doubled)


def _item(deal: Deal, item: Item, chips: Pair, rules: HouseRules) -> Iterator[Score]:
    yield from _announced(deal, item, chips[1])
    side = holder_of(deal, item)
    if side is None or item in deal.announced.get(side, {}):
        return
    if not _lapses(deal, item, side, rules):
        yield Score(item, f"{item}.silent", side, chips[0])


def _lapses(deal: Deal, item: Item, side: Side, rules: HouseRules) -> bool:
    """Return whether the side's volát includes its unannounced trull or Kings."""
    contained = item in ("trull", "kings") and deal.all_tricks == side
    return contained and not rules.silent_with_volat


# Lines are immutable, so deals with equal settlements share them.
@lru_cache(maxsize=1 << 14)
def _score_lines(
    score: Score, payments: Payments, rounds: Rounds
) -> tuple[Line[Party], ...]:
    base = score.value * score.times
    reason = say(
        score.code,
        side=SENTENCES[score.winner],
        loser=SENTENCES[other(score.winner)],
        points=score.points,
        bid=SENTENCES[score.bid],
        times=score.times,
        value=score.value,
        base=in_chips(base),
    )
    chips, reasons = _doubled(base, score.doubled, rounds)
    section = "Bidding" if score.item == "game" else "house"
    return paid(score.item, chips, payments, section, reason, *reasons)


@lru_cache(maxsize=1 << 12)
def _tarokks_lines(
    seat: int, count: int, base: int, payments: Payments, rounds: Rounds
) -> tuple[Line[Party], ...]:
    reason = say("tarokks", who=seat_word(seat), count=count, base=in_chips(base))
    chips, reasons = _doubled(base, 0, rounds)
    return paid("tarokks", chips, payments, "house", reason, *reasons)


def _trial_lines(deal: Deal, base: int, rounds: Rounds) -> Lines:
    """Return payments of the fourth hand, the last to bid, to each of the others."""
    active: Seats = active_seats(deal, ACTIVE)
    seat = deal.dealer if deal.dealer in active else (deal.dealer - 2) % deal.table + 1
    payments = [(seat, payee) for payee in active if payee != seat]
    reason = say("trial", who=seat_word(seat), base=in_chips(base))
    chips, reasons = _doubled(base, 0, rounds)
    return paid("trial", chips, payments, "Bidding", reason, *reasons)


def _doubled(chips: int, kontras: int, rounds: Rounds) -> tuple[int, list[str]]:
    """Return the chips after kontras and doubled rounds, and each step in words."""
    reasons: list[str] = []
    if kontras:
        after = chips << kontras
        reasons.append(say(KONTRAS[kontras - 1], before=chips, after=after))
        chips = after
    if rounds.live:
        after, times = chips << rounds.live, 1 << rounds.live
        values = {"before": chips, "after": after, "times": times}
        reasons.append(say(rounds.code, count=rounds.live, **values))
        chips = after
    return chips, reasons


def _after(before: State, deal: Deal, rules: HouseRules) -> State:
    """Return the state after a deal.

    A played deal uses up one deal of each doubled round; a pass-out may start a round.
    """
    left, mayor = before.doublings, before.mayor
    if deal.kind == "played":
        left = tuple(deals - 1 for deals in left if deals > 1)
        mayor = deal.xxi.lost_by if deal.xxi else mayor
    elif _starts_a_round(deal, rules):
        others = left if rules.pass_out == "multiply" else ()
        left = (*others, _deals_doubled(deal, rules))
    return State(left, mayor)


def _starts_a_round(deal: Deal, rules: HouseRules) -> bool:
    """Return whether this deal makes the next ones a doubled round."""
    doubles = deal.kind == "passed_out" or (
        deal.kind == "annulled" and rules.annulled_doubles
    )
    return doubles and rules.pass_out != "none"


def _deals_doubled(deal: Deal, rules: HouseRules) -> int:
    """Return the number of played deals that a pass-out doubles."""
    return 1 if rules.pass_out == "next" else deal.table


def _notes(deal: Deal, rules: HouseRules, before: State, after: State) -> Iterator[str]:
    """Yield facts without payments.

    They are included games, the seat that wears the hat, and doubled deals.
    """
    if _starts_a_round(deal, rules):
        count = _deals_doubled(deal, rules)
        yield say("note.doubled" if count > 1 else "note.doubled.next", count=count)
    if deal.kind != "played":
        return
    if _is_contained(deal):
        yield say("note.game")
    if deal.all_tricks and _anything_lapses(deal, deal.all_tricks, rules):
        yield say("note.volat", side=SENTENCES[deal.all_tricks])
    if deal.xxi:
        name = seat_word(deal.xxi.lost_by)
        if holder_of(deal, "xxi") is None:
            yield say("note.own", who=name)
        if after.mayor != before.mayor:
            yield say("note.mayor", who=name)


def _anything_lapses(deal: Deal, side: Side, rules: HouseRules) -> bool:
    """Return whether a recorded item isn't paid in addition to all nine tricks."""
    announced = deal.announced.get(side, {})
    silent = (deal.trull and "trull" not in announced) or (
        deal.kings and "kings" not in announced
    )
    return bool(silent) and not rules.silent_with_volat
