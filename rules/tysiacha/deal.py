"""Records of Tysiacha deals, the state between them, and the checks of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.fields import (
    SHAPE_CODES,
    BySeat,
    Code,
    EachSeat,
    Field,
    Flag,
    ListOf,
    Object,
    Seat,
    Whole,
)
from rules.labels import field_name
from rules.messages import Sentences, seat_word
from rules.problems import Problem, teller
from rules.record_schema import Schema
from rules.tysiacha.house import HouseRules

ACTIVE = 3
POINTS = 120  # of all cards together
MOST_BID, MOST_TALON = 500, 150
MOST_TOTAL = 100_000
MOST_COUNTED = 9  # deals on the barrel, bolts, concessions, falls
MARRIAGES = ("hearts", "diamonds", "clubs", "spades", "aces")
Numbers = tuple[int, ...]  # one for each seat


@dataclass(frozen=True, slots=True)
class State:
    """The current game, one number a seat; empty before its first deal.

    `barrel`: 0 off it, otherwise which of the seat's deals on it comes next. `bolts`
    are the zeros, `conceded` the concessions, `falls` the falls from the barrel so far.
    """

    totals: Numbers = ()
    barrel: Numbers = ()
    bolts: Numbers = ()
    conceded: Numbers = ()
    falls: Numbers = ()
    winner: int | None = None

    def at(self, table: int) -> "State":
        """Return this state with a number for each seat of the table."""
        zeros = (0,) * table
        return State(
            self.totals or zeros,
            self.barrel or zeros,
            self.bolts or zeros,
            self.conceded or zeros,
            self.falls or zeros,
            self.winner,
        )


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal; `points` are those in tricks, without marriages, one a seat.

    `bid` is the final one, `talon` the points that the house gives a player who sits
    out.
    """

    table: int
    dealer: int
    kind: str
    soloist: int = 0
    bid: int = 0
    points: Numbers = ()
    marriages: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    blind: bool = False
    talon: int | None = None
    state: State = State()


MOST_SUITS = 2  # marriages in addition to the four Aces: four and four of eight cards
PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "game_over": "The game is over because {who} has won it.",
        "bad_state": "{what} of the current game can’t be right.",
        "not_played": "Not played under these house rules: {what}.",
        "nobody_sits_out": (
            "At a table of three, no one sits out, so no one scores for the widow."
        ),
        "bid_not_allowed": (
            "A bid must be {least} or more and a multiple of {step}, not {bid}."
        ),
        "points_total": "The players have {total} points in all, but 120 are needed.",
        "marriage_twice": "Two players have announced the same marriage.",
        "impossible_marriages": (
            "{who} can’t have held four Aces and {count} "
            "marriages, because a hand has only eight cards."
        ),
    },
)
# The section of the book on which a problem of sense is based.
PROBLEM_SECTIONS = {
    "game_over": "Fragment",
    "bad_state": "house",
    "not_played": "house",
    "nobody_sits_out": "house",
    "bid_not_allowed": "house",
    "points_total": "house",
    "marriage_twice": "house",
    "impossible_marriages": "house",
}
tell = teller(PROBLEM_CODES, PROBLEM_SECTIONS)
WHAT = Sentences(
    __name__,
    {
        "totals": "the totals",
        "barrel": "the deals on the barrel",
        "bolts": "the zeros",
        "conceded": "the concessions",
        "falls": "the falls",
        "concede": "conceding",
        "talon": "points for the widow",
        "blind": "bidding blind",
    },
)
MARRIAGE_NAMES = Sentences(
    __name__,
    {
        "hearts": "marriage of hearts",
        "diamonds": "marriage of diamonds",
        "clubs": "marriage of clubs",
        "spades": "marriage of spades",
        "aces": "marriage of aces",
    },
)


def _sense(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    state = deal.state.at(deal.table)
    if state.winner:
        yield tell("game_over", "state.winner", who=seat_word(state.winner))
        return
    yield from _state(state, rules)
    if deal.kind == "passed_out":
        return
    if deal.kind == "conceded" and rules.concede == "no":
        yield tell("not_played", "kind", what=WHAT["concede"])
    if deal.bid < rules.bid_min or deal.bid % rules.bid_step:
        least, step = rules.bid_min, rules.bid_step
        yield tell("bid_not_allowed", "bid", bid=deal.bid, least=least, step=step)
    if deal.talon is not None:
        yield from _talon(deal, rules)
    if deal.kind == "played":
        yield from _points(deal)
        yield from _marriages(deal, rules)
        if deal.blind and rules.blind_times == 1:
            yield tell("not_played", "blind", what=WHAT["blind"])


def _state(state: State, rules: HouseRules) -> Iterable[Problem]:
    """Yield problems of a state that no deals of this house can have produced."""
    barrel = rules.endgame == "barrel"
    on_it = rules.barrel_deals if barrel else 0
    falls = rules.falls_to_zero if barrel else 0
    if not _totals_can_be(state, rules):
        yield tell("bad_state", "state.totals", what=WHAT["totals"])
    if max(state.barrel) > on_it:
        yield tell("bad_state", "state.barrel", what=WHAT["barrel"])
    if _too_many(state.bolts, rules.bolt_limit):
        yield tell("bad_state", "state.bolts", what=WHAT["bolts"])
    if _too_many(state.conceded, rules.concede_limit):
        yield tell("bad_state", "state.conceded", what=WHAT["conceded"])
    if _too_many(state.falls, falls):
        yield tell("bad_state", "state.falls", what=WHAT["falls"])


def _totals_can_be(state: State, rules: HouseRules) -> bool:
    """Return whether the totals are possible.

    No seat has won, and exactly the seats with the barrel's total are on it.
    """
    if max(state.totals) >= rules.target:
        return False
    barrel = rules.barrel_at
    return rules.endgame != "barrel" or all(
        total == barrel if deals else total < barrel
        for total, deals in zip(state.totals, state.barrel, strict=True)
    )


def _too_many(counted: tuple[int, ...], limit: int) -> bool:
    """Return whether a counter is above its range.

    At the limit a counter starts over; a counter the house doesn't use stays at 0.
    """
    return max(counted) > 0 and max(counted) >= limit


def _talon(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    if not rules.talon_scores:
        yield tell("not_played", "talon", what=WHAT["talon"])
    elif deal.table == ACTIVE:
        yield tell("nobody_sits_out", "talon")


def _points(deal: Deal) -> Iterable[Problem]:
    total = sum(deal.points)
    if total != POINTS:
        yield tell("points_total", "points", total=total)
    if deal.table > ACTIVE and deal.points[deal.dealer - 1]:
        path, label = f"points[{deal.dealer - 1}]", field_name("points")
        yield tell("sits_out", path, what=label, who=seat_word(deal.dealer))


def _marriages(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    codes: list[str] = []
    for seat, announced in deal.marriages.items():
        for index, code in enumerate(announced):
            if code not in rules.marriage_chips:
                path = f"marriages.{seat}[{index}]"
                yield tell("not_played", path, what=MARRIAGE_NAMES[code])
        suits = len(announced) - 1
        if "aces" in announced and suits > MOST_SUITS:
            path = f"marriages.{seat}"
            yield tell("impossible_marriages", path, who=seat_word(seat), count=suits)
        codes += announced
    if len({*codes}) < len(codes):
        yield tell("marriage_twice", "marriages")


_COUNTED = Field(EachSeat(Whole(0, MOST_COUNTED)))
STATE = Object(
    State,
    {
        "totals": Field(EachSeat(Whole(-MOST_TOTAL, MOST_TOTAL)), needed=True),
        "barrel": _COUNTED,
        "bolts": _COUNTED,
        "conceded": _COUNTED,
        "falls": _COUNTED,
        "winner": Field(Seat(active=False)),
    },
)
_PLAYED, _BID = ("played",), ("played", "conceded")
SCHEMA = Schema(
    Deal,
    active=ACTIVE,
    tables=(3, 4),
    kinds=("played", "conceded", "passed_out"),
    known={
        "soloist": Field(Seat(), needed=True, kinds=_BID),
        "bid": Field(Whole(1, MOST_BID), needed=True, kinds=_BID),
        "points": Field(EachSeat(Whole(0, POINTS)), needed=True, kinds=_PLAYED),
        "marriages": Field(BySeat(ListOf(Code(MARRIAGES), once=True)), kinds=_PLAYED),
        "blind": Field(Flag(), kinds=_PLAYED),
        "talon": Field(Whole(0, MOST_TALON), kinds=_BID),
        "state": Field(STATE),
    },
    sense=_sense,
)
