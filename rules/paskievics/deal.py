"""Records of Paskievics deals, their results, and the checks of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from rules.fields import (
    SHAPE_CODES,
    ByCode,
    BySeat,
    Code,
    Field,
    Flag,
    ListOf,
    Object,
    Seat,
    Whole,
)
from rules.labels import field_name
from rules.ledger import Payments, side_payments
from rules.messages import Sentences, seat_word
from rules.paskievics.house import MOST_DOUBLED, HouseRules
from rules.paskievics.words import SENTENCES
from rules.problems import Problem, teller
from rules.record_schema import Schema

POINTS = 94  # of all cards together
Side = Literal["declarer", "opponents"]
Item = Literal["double", "volat", "trull", "kings", "xxi", "pagat"]
SIDES: tuple[Side, ...] = ("declarer", "opponents")
BIDS = ("three", "two", "one", "solo")
ITEMS: tuple[Item, ...] = ("double", "volat", "trull", "kings", "xxi", "pagat")


@dataclass(frozen=True, slots=True)
class State:
    """The deals left of each doubled round, and the seat that wears the mayor's hat."""

    doublings: tuple[int, ...] = ()
    mayor: int | None = None


@dataclass(frozen=True, slots=True)
class Catch:
    """A caught XXI: the Skíz of one seat took the XXI of another."""

    lost_by: int
    caught_by: int


@dataclass(frozen=True, slots=True)
class Pagat:
    """A Pagat that was played to the last trick; `made` if it took the trick."""

    side: Side
    made: bool


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal; only a played one has more fields than its kind.

    `points` are the card points of the declarer's side, `doubled` and the numbers in
    `announced` are doublings, `trull` and `kings` the side that has them at the end.
    """

    table: int
    dealer: int
    kind: str
    declarer: int = 0
    partner: int | None = None
    bid: str = ""
    points: int | None = None
    all_tricks: Side | None = None
    doubled: int = 0
    announced: Mapping[Side, Mapping[Item, int]] = field(default_factory=dict)
    trull: Side | None = None
    kings: Side | None = None
    xxi: Catch | None = None
    pagat: Pagat | None = None
    tarokks: Mapping[int, int] = field(default_factory=dict)
    state: State = State()


TO_WIN = 48  # card points: "at least 48" (000)
TO_DOUBLE = 71  # card points of a double game
Seats = tuple[int, ...]


def other(side: Side) -> Side:
    """Return the side that plays against this one."""
    return "opponents" if side == "declarer" else "declarer"


@lru_cache(maxsize=1 << 10)
def seats_of(
    active: Seats, declarer: int, partner: int | None, side: Side
) -> tuple[int, ...]:
    """Return the seats of a side in rising order.

    A declarer without a partner is alone.
    """
    is_declarer_side = side == "declarer"
    return tuple(
        seat for seat in active if (seat in (declarer, partner)) is is_declarer_side
    )


@lru_cache(maxsize=1 << 10)
def payments_to(
    winner: Side, active: Seats, declarer: int, partner: int | None
) -> Payments:
    """Return the payments if this side wins."""
    losers = seats_of(active, declarer, partner, other(winner))
    return side_payments(losers, seats_of(active, declarer, partner, winner))


def side_of(deal: Deal, seat: int) -> Side:
    """Return the side this seat plays on."""
    return "declarer" if seat in (deal.declarer, deal.partner) else "opponents"


def points_of(deal: Deal, side: Side) -> int | None:
    """Return the card points of a side, or None if they weren't counted."""
    if deal.points is None:
        return None
    return deal.points if side == "declarer" else POINTS - deal.points


def winner_of(deal: Deal) -> Side:
    """Return the side that wins the game."""
    if deal.all_tricks:
        return deal.all_tricks
    return "declarer" if (deal.points or 0) >= TO_WIN else "opponents"


def doubler_of(deal: Deal) -> Side | None:
    """Return the side that made a double game, or None."""
    if deal.all_tricks:
        return deal.all_tricks
    winner = winner_of(deal)
    return winner if (points_of(deal, winner) or 0) >= TO_DOUBLE else None


def holder_of(deal: Deal, item: Item) -> Side | None:
    """Return the side that made a double game, volát, trull, Kings, XXI or Pagát."""
    match item:
        case "double":
            return doubler_of(deal)
        case "volat":
            return deal.all_tricks
        case "trull":
            return deal.trull or deal.all_tricks
        case "kings":
            return deal.kings or deal.all_tricks
        case "xxi":
            return _catcher(deal)
        case "pagat":
            return deal.pagat.side if deal.pagat and deal.pagat.made else None


def _catcher(deal: Deal) -> Side | None:
    """Return the side that caught the other's XXI, or None.

    Catching a partner's XXI doesn't count.
    """
    if deal.xxi is None:
        return None
    side = side_of(deal, deal.xxi.caught_by)
    return side if side != side_of(deal, deal.xxi.lost_by) else None


MOST_ROUNDS = 10_000  # doubled at once; more would make unreadably large numbers
MOST_TAROKKS = 22  # in the pack
TRULL_POINTS, KINGS_POINTS = 15, 20  # three honors, four Kings, 5 each
PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "bad_state": "The doubled rounds can’t be right under these house rules.",
        "not_played": "{bid} isn’t played under these house rules.",
        "partner_is_declarer": (
            "The partner can’t be the declarer. If the declarer "
            "plays alone, leave the partner blank."
        ),
        "all_tricks_contradicts": (
            "One side took all nine tricks, so {what} can’t be right."
        ),
        "same_seat": "{who} can’t catch their own XXI.",
        "trull_contradicts": (
            "The other side has all three honors, so {what} can’t be right."
        ),
        "points_too_few": (
            "The trull is worth 15 points and the Kings 20, but the "
            "side that has them has only {points}."
        ),
        "too_many_doubles": (
            "{what} can be doubled at most {most} times under these house rules."
        ),
        "impossible_tarokks": "{count} tarokks were declared, but there are only 22.",
    },
)
# The section of the book on which a problem of sense is based.
PROBLEM_SECTIONS = {
    "bad_state": "Bidding",
    "not_played": "Bidding",
    "partner_is_declarer": "Bidding",
    "all_tricks_contradicts": "house",
    "same_seat": "house",
    "trull_contradicts": "house",
    "points_too_few": "Cards",
    "too_many_doubles": "house",
    "impossible_tarokks": "Cards",
}
tell = teller(PROBLEM_CODES, PROBLEM_SECTIONS)
WHAT = Sentences(
    __name__,
    {
        "game": "the game",
        "announcement": "the announcement",
        "points": "the points",
        "trull": "the trull",
        "kings": "the Kings",
        "xxi.caught_by": "the catcher of the XXI",
        "pagat.made": "the Pagát",
    },
)


def _sense(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    if not _can_be(deal.state, deal.table, rules):
        yield tell("bad_state", "state.doublings")
    if deal.kind != "played":
        return
    if deal.bid not in rules.game_chips:
        yield tell("not_played", "bid", bid=SENTENCES[deal.bid])
    if deal.partner == deal.declarer:
        yield tell("partner_is_declarer", "partner")
        return
    yield from _points(deal)
    if deal.all_tricks:
        yield from _all_tricks(deal, deal.all_tricks)
    if deal.xxi:
        yield from _xxi(deal, deal.xxi)
    if deal.trull and deal.pagat and deal.pagat.made and deal.pagat.side != deal.trull:
        yield tell("trull_contradicts", "pagat.side", what=WHAT["pagat.made"])
    yield from _doubles(deal, rules)
    declared = sum(deal.tarokks.values())
    if declared > MOST_TAROKKS:
        yield tell("impossible_tarokks", "tarokks", count=declared)


def _can_be(state: State, table: int, rules: HouseRules) -> bool:
    """Return whether doubled rounds fit the table and the limit of the house."""
    most = {"multiply": MOST_ROUNDS, "single": 1, "next": 1, "none": 0}
    longest = 1 if rules.pass_out == "next" else table
    is_few = len(state.doublings) <= most[rules.pass_out]
    return is_few and max(state.doublings, default=0) <= longest


def _points(deal: Deal) -> Iterable[Problem]:
    """Yield problems of card points.

    They may be missing, or too few for a side's honors and Kings.
    """
    if deal.points is None:
        if deal.all_tricks is None:
            yield tell("missing_field", "points", what=field_name("points"))
        return
    for side in SIDES:
        worth = TRULL_POINTS * (deal.trull == side) + KINGS_POINTS * (
            deal.kings == side
        )
        points = points_of(deal, side) or 0
        if points < worth:
            yield tell("points_too_few", "points", points=points)
            return


def _all_tricks(deal: Deal, taker: Side) -> Iterable[Problem]:
    """Yield contradictions to one side's taking all nine tricks."""
    points = points_of(deal, taker)
    wrong = {
        "points": points is not None and points < TO_DOUBLE,
        "trull": deal.trull not in (None, taker),
        "kings": deal.kings not in (None, taker),
        "xxi.caught_by": deal.xxi and side_of(deal, deal.xxi.caught_by) != taker,
        "pagat.made": deal.pagat and _pagat_is_wrong(deal, deal.pagat, taker),
    }
    for path, is_wrong in wrong.items():
        if is_wrong:
            yield tell("all_tricks_contradicts", path, what=WHAT[path])


def _pagat_is_wrong(deal: Deal, pagat: Pagat, taker: Side) -> bool:
    """Return whether the Pagat contradicts that `taker` took all tricks.

    It can't be made by a side without a trick, or lost by a declarer who is alone and
    took them all.
    """
    if pagat.made:
        return pagat.side != taker
    return pagat.side == taker == "declarer" and deal.partner is None


def _xxi(deal: Deal, xxi: Catch) -> Iterable[Problem]:
    if xxi.lost_by == xxi.caught_by:
        yield tell("same_seat", "xxi.caught_by", who=seat_word(xxi.caught_by))
    if deal.trull and deal.trull != side_of(deal, xxi.caught_by):
        label = WHAT["xxi.caught_by"]
        yield tell("trull_contradicts", "xxi.caught_by", what=label)


def _doubles(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    most = rules.max_doubles
    if deal.doubled > most:
        yield tell("too_many_doubles", "doubled", what=WHAT["game"], most=most)
    for side, items in deal.announced.items():
        for item, doubled in items.items():
            if doubled > most:
                label, path = WHAT["announcement"], f"announced.{side}.{item}"
                yield tell("too_many_doubles", path, what=label, most=most)


STATE = Object(
    State,
    {
        "doublings": Field(ListOf(Whole(1, 5))),
        "mayor": Field(Seat(active=False)),
    },
)
_PLAYED = ("played",)
_SIDE = Code(SIDES)
_DOUBLED = Whole(0, MOST_DOUBLED)
SCHEMA = Schema(
    Deal,
    active=4,
    tables=(4, 5),
    kinds=("played", "passed_out", "trial_failed", "annulled"),
    known={
        "declarer": Field(Seat(), needed=True, kinds=_PLAYED),
        "partner": Field(Seat(), kinds=_PLAYED),
        "bid": Field(Code(BIDS), needed=True, kinds=_PLAYED),
        "points": Field(Whole(0, POINTS), kinds=_PLAYED),
        "all_tricks": Field(_SIDE, kinds=_PLAYED),
        "doubled": Field(_DOUBLED, kinds=_PLAYED),
        "announced": Field(ByCode(SIDES, ByCode(ITEMS, _DOUBLED)), kinds=_PLAYED),
        "trull": Field(_SIDE, kinds=_PLAYED),
        "kings": Field(_SIDE, kinds=_PLAYED),
        "xxi": Field(
            Object(
                Catch,
                {
                    "lost_by": Field(Seat(), needed=True),
                    "caught_by": Field(Seat(), needed=True),
                },
            ),
            kinds=_PLAYED,
        ),
        "pagat": Field(
            Object(
                Pagat,
                {
                    "side": Field(_SIDE, needed=True),
                    "made": Field(Flag(), needed=True),
                },
            ),
            kinds=_PLAYED,
        ),
        "tarokks": Field(BySeat(Whole(8, 9)), kinds=_PLAYED),
        "state": Field(STATE),
    },
    sense=_sense,
)
