"""What is wrong with a record of Scarto."""

from collections.abc import Iterable

from rules.game import THROWN_IN
from rules.game import State as Json
from rules.problems import Problem, teller
from rules.scarto.deal import PAR, SCHEMA, Deal, State
from rules.scarto.house import HouseRules
from rules.sentences import Sentences, seat_word
from rules.shapes import SHAPE_CODES

MOST_GAIN, MOST_LOSS = 2 * PAR, PAR  # of one deal: all 78 points, or none

PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "points_total": "The three together have {total} points: 78 are needed.",
        "dealer_has_discards": "{who} dealt and laid cards away: they are worth at least 1 point.",
        "bad_state": "The totals of the running game cannot be.",
    },
)
tell = teller(PROBLEM_CODES)


def check(
    record: object,
    rules: HouseRules,
    state: Json | None = None,
    seats: int | None = None,
) -> tuple[Problem, ...]:
    """All problems of shape; if there is none, all problems of sense."""
    return SCHEMA.problems(record, _sense, state, seats)


def _sense(deal: Deal) -> Iterable[Problem]:
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
    """Three deals' differences from 26, which add up to 0."""
    least, most = -MOST_LOSS * state.deal, MOST_GAIN * state.deal
    return sum(state.totals) == 0 and all(
        least <= total <= most for total in state.totals
    )
