"""What is wrong with a record of Schieberamsch."""

from collections.abc import Iterable

from rules.game import THROWN_IN, active_seats
from rules.game import State as Json
from rules.names import field_name
from rules.problems import Problem, teller
from rules.schieberamsch.deal import (
    ALL_POINTS,
    GRAND_HAND,
    LEAST_GRAND,
    PLAYERS,
    SCHEMA,
    Deal,
)
from rules.schieberamsch.house import HouseRules
from rules.sentences import Sentences, seat_word
from rules.shapes import SHAPE_CODES

PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "points_total": "Tricks and skat together have {total} points: 120 are needed.",
        "virgin_has_points": "{who} took no trick, and has {points} points.",
        "somebody_took_tricks": "All three cannot have taken no trick.",
        "virgin_took_last_trick": "{who} took no trick, so not the last one either.",
        "not_a_grand_value": "{value} is no multiple of 24, as a Grand’s value is.",
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
    return SCHEMA.problems(record, _sense, seats=seats)


def _sense(deal: Deal) -> Iterable[Problem]:
    if deal.kind == THROWN_IN:
        return
    if deal.kind == GRAND_HAND:
        if deal.value % LEAST_GRAND:
            yield tell("not_a_grand_value", "value", value=deal.value)
        return
    total = sum(deal.points) + (deal.skat or 0)
    if total != ALL_POINTS:
        yield tell("points_total", "points", total=total)
    if deal.dealer not in active_seats(deal, PLAYERS) and deal.points[deal.dealer - 1]:
        field = f"points[{deal.dealer - 1}]"
        yield tell(
            "sits_out", field, what=field_name("points"), who=seat_word(deal.dealer)
        )
    yield from _virgins(deal)


def _virgins(deal: Deal) -> Iterable[Problem]:
    for seat in deal.virgins:
        if points := deal.points[seat - 1]:
            field = f"points[{seat - 1}]"
            yield tell("virgin_has_points", field, who=seat_word(seat), points=points)
    if len(deal.virgins) == PLAYERS:
        yield tell("somebody_took_tricks", "virgins")
    if deal.last_trick in deal.virgins:
        yield tell(
            "virgin_took_last_trick", "last_trick", who=seat_word(deal.last_trick)
        )
