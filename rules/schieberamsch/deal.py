"""Records of Schieberamsch deals, and the checks of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.deal_rotation import THROWN_IN, active_seats
from rules.fields import SHAPE_CODES, EachSeat, Field, Flag, ListOf, Seat, Whole
from rules.labels import field_name
from rules.messages import Sentences, seat_word
from rules.problems import Problem, teller
from rules.record_schema import Schema
from rules.schieberamsch.house import HouseRules

ALL_POINTS = 120  # in tricks and skat together
MOST_IN_SKAT = 22  # two Aces
PLAYERS = 3
MOST_SHOVES = 3
LEAST_GRAND, MOST_GRAND = 24, 264  # the base value of a Grand, and eleven times it
RAMSCH, GRAND_HAND = "ramsch", "grand_hand"


@dataclass(frozen=True, slots=True)
class Deal:
    """A Ramsch: card points of each seat and the skat, and the last trick's seat.

    `virgins` took no trick, `shoves` is the number of players who passed the skat on
    unseen. Of a Grand hand only `soloist`, `value` and `made` are known.
    """

    table: int
    dealer: int
    kind: str
    points: tuple[int, ...] = ()
    skat: int | None = None
    last_trick: int | None = None
    virgins: tuple[int, ...] = ()
    shoves: int = 0
    soloist: int | None = None
    value: int = 0
    made: bool | None = None


PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "points_total": (
            "The tricks and the skat have {total} points in all, but 120 are needed."
        ),
        "virgin_has_points": "{who} took no tricks but has {points} points.",
        "somebody_took_tricks": "At least one player must have taken a trick.",
        "virgin_took_last_trick": (
            "{who} took no tricks, so they can’t have taken the last one."
        ),
        "not_a_grand_value": (
            "The value of a Grand must be a multiple of 24, not {value}."
        ),
    },
)
# The section of the book on which a problem of sense is based.
PROBLEM_SECTIONS = {
    "points_total": "house",
    "virgin_has_points": "house",
    "somebody_took_tricks": "house",
    "virgin_took_last_trick": "house",
    "not_a_grand_value": "house",
}
tell = teller(PROBLEM_CODES, PROBLEM_SECTIONS)


def _sense(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
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


_RAMSCH, _GRAND = (RAMSCH,), (GRAND_HAND,)
SCHEMA = Schema(
    Deal,
    active=PLAYERS,
    tables=(3, 4),
    kinds=(RAMSCH, GRAND_HAND, THROWN_IN),
    known={
        "points": Field(EachSeat(Whole(0, ALL_POINTS)), needed=True, kinds=_RAMSCH),
        "skat": Field(Whole(0, MOST_IN_SKAT), needed=True, kinds=_RAMSCH),
        "last_trick": Field(Seat(), needed=True, kinds=_RAMSCH),
        "virgins": Field(ListOf(Seat(), once=True), kinds=_RAMSCH),
        "shoves": Field(Whole(0, MOST_SHOVES), kinds=_RAMSCH),
        "soloist": Field(Seat(), needed=True, kinds=_GRAND),
        "value": Field(Whole(LEAST_GRAND, MOST_GRAND), needed=True, kinds=_GRAND),
        "made": Field(Flag(), needed=True, kinds=_GRAND),
    },
    sense=_sense,
)
