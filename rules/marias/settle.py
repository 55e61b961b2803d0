"""From a checked deal of Mariás to the chips that move, side against side (003)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from rules.game import THROWN_IN, thrown_in
from rules.game import State as Json
from rules.ledger import Line, Party, Settlement, paid, side_payments
from rules.marias.deal import SIDES, Deal, DoubleSeven, Seven, Side
from rules.marias.dues import Due, Played, Reasons, Seats, dearer, other, played, result
from rules.marias.house import HouseRules
from rules.marias.hundreds import announced_hundred, is_silent, silent_hundred, tens
from rules.marias.points import HUNDRED, Points, points_of
from rules.marias.words import say
from rules.sentences import in_chips, seat_word

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


def settle(deal: Deal, rules: HouseRules, state: Json | None = None) -> Settlement:
    """Who pays whom; the deal must have passed `check` under the same rules."""
    if deal.contract == THROWN_IN:
        return thrown_in(deal)
    known = played(deal, rules)
    dues = _game(known) if deal.contract == "game" else _bid(known)
    lines = tuple(line for due in dues for line in _lines(*due, known.seats))
    return Settlement(lines, tuple(_notes(known)), deal.table)


# Lines cannot change, so deals that settle alike share them: most of the work is saved.
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


# --- Betl and durch


def _bid(played: Played) -> Iterable[Due]:
    deal, rules = played.deal, played.rules
    base = rules.betl_chips if deal.contract == "betl" else rules.durch_chips
    open_ = rules.open_times if deal.open else 1
    chips, more = dearer(base, open_=open_, doubled=deal.doubled)
    why = result(deal.contract, bool(deal.made), played.named("soloist"))
    price = say(f"{deal.contract}.chips", chips=in_chips(base))
    winner: Side = "soloist" if deal.made else "partners"
    yield Due(deal.contract, chips, winner, (why, price, *more))


# --- A game and what was announced with it


def _game(played: Played) -> Iterable[Due]:
    deal = played.deal
    if deal.conceded or deal.points is None:
        why = say("conceded", soloist=played.named("soloist"))
        yield _majority(played, "soloist", why)
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
    """The game, a hundred its winner reached in silence, and his tens above it."""
    winner: Side = max(SIDES, key=lambda side: points[side].total)
    own = points[winner]
    silent = is_silent(played, winner, own)
    if not (silent and played.rules.hundred_replaces_game):
        yield _majority(played, winner, _points_in_words(played, points))
    if silent:
        yield silent_hundred(played, winner, own)
    if own.total > HUNDRED:
        yield tens(played, winner, own)


def _majority(played: Played, winner: Side, why: str) -> Due:
    base = played.rules.game_chips
    chips, more = dearer(base, hearts=played.hearts, doubled=played.deal.doubled)
    price = say("game.chips", chips=in_chips(base))
    return Due("game", chips, winner, (why, price, *more))


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
    how = "called" if seven.announced else "silent"
    base = played.rules.seven_chips[seven.announced]
    chips, more = dearer(base, hearts=played.hearts, doubled=seven.doubled)
    why = result(f"seven.{how}", seven.made, played.named(seven.side))
    price = say(f"seven.chips.{how}", chips=in_chips(base))
    winner = seven.side if seven.made else other(seven.side)
    return Due("seven", chips, winner, (why, price, *more))


def _double_seven(played: Played, double: DoubleSeven) -> Due:
    base = played.rules.double_seven_chips
    chips, more = dearer(base, hearts=played.hearts, doubled=double.doubled)
    why = result("double_seven", double.made, played.named("soloist"))
    price = say("double_seven.chips", chips=in_chips(base))
    winner: Side = "soloist" if double.made else "partners"
    return Due("double_seven", chips, winner, (why, price, *more))
