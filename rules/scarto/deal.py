"""Records of Scarto deals, the state between them, and the checks of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.deal_rotation import THROWN_IN
from rules.fields import SHAPE_CODES, EachSeat, Field, Object, Whole
from rules.messages import Sentences, seat_word
from rules.problems import Problem, teller
from rules.record_schema import Schema
from rules.scarto.house import HouseRules

DEALS = 3  # of a game (001)
PAR = 26  # a third of the 78 card points
PLAYED = "played"


@dataclass(frozen=True, slots=True)
class State:
    """The current game: the number of its deals played (of three), and the totals."""

    deal: int = 0
    totals: tuple[int, ...] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Deal:
    """Card points of seats 1 to 3; the dealer's discard counts for the dealer."""

    table: int
    dealer: int
    kind: str
    points: tuple[int, ...] = ()
    state: State = State()


MOST_GAIN, MOST_LOSS = 2 * PAR, PAR  # of one deal: all 78 points, or none
PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "points_total": "The players have {total} points in all, but 78 are needed.",
        "dealer_has_discards": (
            "{who} dealt and discarded, so they have at least 1 point."
        ),
        "bad_state": "The totals of the current game can’t be right.",
    },
)
# The section of the book on which a problem of sense is based.
PROBLEM_SECTIONS = {
    "points_total": "house",
    "dealer_has_discards": "Discard",
    "bad_state": "Preliminaries",
}
tell = teller(PROBLEM_CODES, PROBLEM_SECTIONS)


def _sense(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    if deal.kind != THROWN_IN:
        yield from _points(deal)
    if not _can_be(deal.state):
        yield tell("bad_state", "state.totals")


def _points(deal: Deal) -> Iterable[Problem]:
    total = sum(deal.points)
    if total != 3 * PAR:
        yield tell("points_total", "points", total=total)
    elif deal.points[deal.dealer - 1] == 0:
        field = f"points[{deal.dealer - 1}]"
        yield tell("dealer_has_discards", field, who=seat_word(deal.dealer))


def _can_be(state: State) -> bool:
    """Return whether the totals are possible: differences from 26 that add up to 0."""
    least, most = -MOST_LOSS * state.deal, MOST_GAIN * state.deal
    return sum(state.totals) == 0 and all(
        least <= total <= most for total in state.totals
    )


STATE = Object(
    State,
    {
        "deal": Field(Whole(0, DEALS - 1), needed=True),
        "totals": Field(EachSeat(Whole(-1000, 1000)), needed=True),
    },
)
SCHEMA = Schema(
    Deal,
    active=3,
    tables=(3,),
    kinds=(PLAYED, THROWN_IN),
    known={
        "points": Field(EachSeat(Whole(0, 3 * PAR)), needed=True, kinds=(PLAYED,)),
        "state": Field(STATE),
    },
    sense=_sense,
)
