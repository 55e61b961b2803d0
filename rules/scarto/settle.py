"""Settlement of a checked Scarto deal: the points, or the stake, that move (001)."""

from collections.abc import Iterable

from rules.deal_rotation import THROWN_IN, thrown_in
from rules.deal_rotation import State as Json
from rules.explanations import in_words
from rules.ledger import Line, Party, Settlement, paid, scored
from rules.messages import Sentences, in_chips, sayer, seat_word, signed
from rules.record_schema import as_state, folded
from rules.scarto.deal import DEALS, PAR, STATE, Deal, State
from rules.scarto.house import HouseRules

SENTENCES = Sentences(
    __name__,
    {
        "points": "{who} took {points} points: {points} − 26 = {difference}.",
        "stake": (
            "After three deals, {who} has the lowest total, {total}: {chips} to "
            "each of the other two."
        ),
        "stake.tied": (
            "After three deals, {who} has the lowest total, {total}, tied with "
            "{other}: {chips} to {winner}."
        ),
        "loser": "The game is over. {who} loses with the lowest total, {total}.",
        "losers": "The game is over. {losers} lose with the lowest total, {total}.",
        "nobody": "The game is over. All three have the same total, so no one loses.",
    },
)
say = sayer(SENTENCES)


ACCOUNT = "PAR"


def settle(deal: Deal, rules: HouseRules, state: Json | None = None) -> Settlement:
    """Return each seat's points above or below 26.

    After the third deal the loser of the game is named, and pays the stake if the house
    plays for one.
    """
    before = folded(STATE, state, deal.state, deal.table)
    if deal.kind == THROWN_IN:
        return thrown_in(deal, as_state(before))
    gains = tuple(points - PAR for points in deal.points)
    totals = tuple(map(sum, zip(before.totals, gains, strict=True)))
    lines: list[Line[Party]] = []
    notes: list[str] = []
    if rules.score_by == "points":
        lines += _point_lines(deal, gains)
    after = State(before.deal + 1, totals)
    if after.deal == DEALS:
        losers = [seat for seat, total in enumerate(totals, 1) if total == min(totals)]
        notes.append(_loser_in_words(losers, min(totals)))
        if rules.score_by == "stake":
            lines += _stake_lines(losers, min(totals), rules)
        after = State()
    return Settlement(tuple(lines), tuple(notes), deal.table, as_state(after))


def _point_lines(deal: Deal, gains: Iterable[int]) -> Iterable[Line[Party]]:
    for seat, gain in enumerate(gains, start=1):
        points = deal.points[seat - 1]
        name, difference = seat_word(seat), signed(gain)
        reason = say("points", who=name, points=points, difference=difference)
        yield from scored("points", ACCOUNT, seat, gain, "house", reason)


def _stake_lines(
    losers: list[int], total: int, rules: HouseRules
) -> Iterable[Line[Party]]:
    """Yield payments of the loser to each other seat.

    If two are tied, the house rules decide what each of them pays.
    """
    others = [seat for seat in (1, 2, 3) if seat not in losers]
    tied = len(losers) == 2
    if len(losers) == 3 or (tied and rules.tie == "nobody"):
        return
    stake = rules.stake // 2 if tied and rules.tie == "split" else rules.stake
    for seat in losers:
        reason = say(
            "stake.tied" if tied else "stake",
            who=seat_word(seat),
            other=in_words([loser for loser in losers if loser != seat]),
            winner=in_words(others),
            total=signed(total),
            chips=in_chips(stake),
        )
        yield from paid(
            "stake", stake, [(seat, other) for other in others], "house", reason
        )


def _loser_in_words(losers: list[int], total: int) -> str:
    code = {1: "loser", 2: "losers"}.get(len(losers), "nobody")
    names = in_words(losers)
    return say(code, who=names, losers=names, total=signed(total))
