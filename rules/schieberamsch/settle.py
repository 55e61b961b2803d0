"""Settlement of a checked Schieberamsch deal: the points, or the chips, that move."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from rules.deal_rotation import THROWN_IN, active_seats, thrown_in
from rules.deal_rotation import State as Json
from rules.explanations import in_points
from rules.ledger import Line, Party, Settlement, paid, scored
from rules.messages import Sentences, in_chips, sayer, seat_word, signed
from rules.schieberamsch.deal import GRAND_HAND, PLAYERS, Deal
from rules.schieberamsch.house import HouseRules

SENTENCES = Sentences(
    __name__,
    {
        "loser": "{who} has the most points, {points}.",
        "loser.skat": (
            "With the skat, {who} has the most points: {points} + {skat} = {full}."
        ),
        "loser.more": "{who} has the most points, {points}, and gets the skat: {points} + {skat} = {full}.",
        "tie.both": (
            "{who} is tied with another player, and each of them loses all the points."
        ),
        "tie.last_trick": (
            "{who} is tied with another player and took the last "
            "trick, so {who} alone loses."
        ),
        "tie.share": (
            "{who} is tied with another player. Half of {full}, rounded up, is {half}."
        ),
        "shove": "1 shove: × 2.",
        "shoves": "{count} shoves: × {times}.",
        "virgin": "A virgin: × 2.",
        "product": "{full} × {times} = {chips}.",
        "march": "{who} took every trick (a march): {score}.",
        "march.shoved": (
            "{who} took every trick (a march): {base} × {times} = {score}."
        ),
        "grand.made": "{who} made a Grand hand: {score}.",
        "grand.lost": "{who} lost a Grand hand: {score}.",
        "grand.lost.twice": "{who} lost a Grand hand: {value} × {times} = {score}.",
        "pairs": "{payee} has {more} and {payer} has {less}, a difference of {chips}.",
        "nobody": "All three have the same number of points, so no one scores.",
    },
)
say = sayer(SENTENCES)


ACCOUNT = "PAR"
SECTION = "house"

Lines = tuple[Line[Party], ...]


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's score, with its item and the reasons."""

    item: str
    chips: int
    reasons: tuple[str, ...]


Scores = Mapping[int, Score]  # by seat; seats that score nothing are left out


def settle(deal: Deal, rules: HouseRules, state: Json | None = None) -> Settlement:
    """Return the loser's points, the march or the Grand hand, by the house rules."""
    if deal.kind == THROWN_IN:
        return thrown_in(deal)
    scores = _scores(deal, rules)
    notes = () if scores else (say("nobody"),)
    if rules.settle == "points":
        lines = _point_lines(scores)
    else:
        lines = _pair_lines(scores, active_seats(deal, PLAYERS))
    return Settlement(lines, notes, deal.table)


def _scores(deal: Deal, rules: HouseRules) -> Scores:
    if deal.kind == GRAND_HAND:
        return {deal.soloist or 0: _grand(deal, rules)}
    players = active_seats(deal, PLAYERS)
    if len(deal.virgins) == PLAYERS - 1:
        (seat,) = (player for player in players if player not in deal.virgins)
        return {seat: _march(seat, deal.shoves, rules)}
    return _losses(deal, players, rules)


def _grand(deal: Deal, rules: HouseRules) -> Score:
    times = 1 if deal.made else rules.lost_grand_times
    chips = deal.value * times
    code = "made" if deal.made else "lost" if times == 1 else "lost.twice"
    values = {"value": deal.value, "times": times, "score": in_points(chips)}
    reason = say(f"grand.{code}", who=seat_word(deal.soloist), **values)
    return Score("grand", chips if deal.made else -chips, (reason,))


def _march(seat: int, shoves: int, rules: HouseRules) -> Score:
    """Return the score of a seat that took every trick; it wins whatever the points."""
    base = rules.march_chips
    times = 2**shoves if rules.shoves_double_march else 1
    values = {"base": base, "times": times, "score": in_points(base * times)}
    code = "march" if times == 1 else "march.shoved"
    return Score("march", base * times, (say(code, who=seat_word(seat), **values),))


def _losses(deal: Deal, players: tuple[int, ...], rules: HouseRules) -> Scores:
    """Return the losses of the seats with the most points; none if all three tie."""
    skat, skat_first = deal.skat or 0, rules.skat_to == "last_trick"
    full = {seat: deal.points[seat - 1] for seat in players}
    if skat_first:
        full[deal.last_trick or 0] += skat
    most = max(full.values())
    losers = [seat for seat in players if full[seat] == most]
    if len(losers) == PLAYERS:
        return {}
    tie = rules.tie if len(losers) == 2 else ""
    if tie == "last_trick":
        if deal.last_trick in losers:
            losers = [deal.last_trick]
        else:
            tie = "both"
    virgin = bool(deal.virgins) and rules.virgin_doubles
    return {
        seat: _loss(
            seat,
            deal.points[seat - 1],
            skat if not skat_first or seat == deal.last_trick else 0,
            "loser.skat" if skat_first else "loser.more",
            tie,
            deal.shoves,
            virgin,
        )
        for seat in losers
    }


@lru_cache(maxsize=1 << 15)
def _loss(
    seat: int,
    points: int,
    skat: int,
    with_skat: str,
    tie: str,
    shoves: int,
    virgin: bool,
) -> Score:
    """Return the loss of a seat: points and skat, halved if shared, then doubled.

    The loss is doubled once for each shove and once for a virgin.
    """
    name, full = seat_word(seat), points + skat
    code = with_skat if skat else "loser"
    reasons: list[str] = [say(code, who=name, points=points, skat=skat, full=full)]
    half = (full + 1) // 2
    if tie:
        reasons.append(say(f"tie.{tie}", who=name, full=full, half=half))
    lost = half if tie == "share" else full
    times = 2 ** (shoves + virgin)
    reasons += _doublings(shoves, virgin)
    if times > 1:
        reasons.append(say("product", full=lost, times=times, chips=lost * times))
    return Score("ramsch", -lost * times, tuple(reasons))


def _doublings(shoves: int, virgin: bool) -> Iterable[str]:
    if shoves:
        code = "shove" if shoves == 1 else "shoves"
        yield say(code, count=shoves, times=2**shoves)
    if virgin:
        yield say("virgin")


def _point_lines(scores: Scores) -> Lines:
    """Return each score as a payment from par; a negative score is paid to par."""
    lines: Lines = ()
    for seat, score in scores.items():
        lines += scored(score.item, ACCOUNT, seat, score.chips, SECTION, *score.reasons)
    return lines


def _pair_lines(scores: Scores, players: tuple[int, ...]) -> Lines:
    """Return payments for each pair: the lower score pays the higher the difference."""
    chips = {seat: scores[seat].chips if seat in scores else 0 for seat in players}
    lines: Lines = ()
    for pair in combinations(players, 2):
        payer, payee = sorted(pair, key=lambda seat: chips[seat])
        reasons: list[str] = []
        for seat in pair:
            reasons += scores[seat].reasons if seat in scores else ()
        payer_chips, payee_chips = chips[payer], chips[payee]
        if payee_chips > payer_chips:
            reason = _difference(payer, payee, payer_chips, payee_chips)
            lines += paid(
                "pairs",
                payee_chips - payer_chips,
                [(payer, payee)],
                SECTION,
                *reasons,
                reason,
            )
    return lines


@lru_cache(maxsize=1 << 14)
def _difference(payer: int, payee: int, payer_chips: int, payee_chips: int) -> str:
    values = {
        "less": signed(payer_chips),
        "more": signed(payee_chips),
        "chips": in_chips(payee_chips - payer_chips),
    }
    return say("pairs", payer=seat_word(payer), payee=seat_word(payee), **values)
